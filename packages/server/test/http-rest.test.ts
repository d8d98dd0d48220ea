import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Desk, openDesk } from './support/http-app.js'

const base = '/v1/streams/mails'

describe('routes about questions', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('leased questions come with their content', async () => {
    const { json } = await desk.call('POST', `${base}/questions/lease`, { body: {}, as: 'labeller' })
    assert.deepEqual(json.questions[0].content, { text: 'text of a' })
    assert.deepEqual(desk.service.calls.at(-1)?.request, { count: 1 })
    assert.equal(desk.service.calls.at(-1)?.caller.by, 'labeller')
    assert.equal((await desk.call('POST', `${base}/questions/lease`, { body: { count: 51 } })).status, 400)
  })

  test('leases an erased item without its content', async () => {
    const [item, ...rest] = desk.service.fake.items.get('mails')!
    desk.service.fake.items.set('mails', [{ ...item, content: '' }, ...rest])
    const { json } = await desk.call('POST', `${base}/questions/undo`)
    assert.equal(json.content, null)
  })

  test('lists open questions, renews and releases leases', async () => {
    assert.equal((await desk.call('GET', `${base}/questions?limit=1`)).json.items.length, 1)
    assert.equal((await desk.call('GET', `${base}/questions?cursor=e30`)).json.code, 'request/cursor')
    const body = { ids: ['a'] }
    assert.deepEqual((await desk.call('POST', `${base}/questions/heartbeat`, { body })).json.lost, [])
    assert.deepEqual((await desk.call('POST', `${base}/questions/release`, { body })).json, { released: 1 })
    assert.equal((await desk.call('POST', `${base}/questions/release`, { body: { ids: [] } })).status, 400)
  })

  test('answers, skips and closes as unsure', async () => {
    const answered = await desk.call('POST', `${base}/questions/a/answer`, { body: { label: 'spam' } })
    assert.equal(answered.json.outcome, 'learned')
    assert.equal((await desk.call('POST', `${base}/questions/a/answer`, { body: { label: '' } })).status, 400)
    assert.equal((await desk.call('POST', `${base}/questions/a/skip`)).json.state, 'skipped')
    assert.equal((await desk.call('POST', `${base}/questions/a/unsure`, { body: '' })).json.state, 'unsure')
    assert.equal((await desk.call('POST', `${base}/questions/none/skip`)).status, 404)
  })

  test('accepts external answers and forgets one', async () => {
    const body = { answers: [{ id: 'a', label: 'spam', by: 'Ada' }] }
    assert.equal((await desk.call('POST', `${base}/answers`, { body })).json.answers.length, 2)
    await desk.call('DELETE', `${base}/answers/a`)
    assert.deepEqual(desk.service.calls.at(-1)?.request, { id: 'a' })
  })
})

describe('routes about quality, models and logs', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('quality and agreement', async () => {
    const { json } = await desk.call('GET', `${base}/quality?level=0.9`)
    assert.equal(json.all.accuracy.value, 0.5)
    assert.equal('value' in json.all.precision, false)
    assert.deepEqual(desk.service.calls.at(-1)?.request, { level: 0.9 })
    assert.equal((await desk.call('GET', `${base}/quality?level=2`)).status, 400)
    assert.equal((await desk.call('GET', `${base}/labellers`)).json.labellers[0].name, 'Ada')
  })

  test('confusion matrix and top features', async () => {
    const confusion = await desk.call('GET', `${base}/confusion?level=0.8`, { as: 'reader' })
    assert.deepEqual([confusion.status, confusion.json.predicted], [200, [8, 2]])
    assert.equal('value' in confusion.json.cells[1][0], false)
    assert.deepEqual(desk.service.calls.at(-1)?.request, { level: 0.8 })
    const features = await desk.call('GET', `${base}/features`, { as: 'reader' })
    assert.deepEqual(features.json.classes[0].features, [{ feature: 'lunch', text: 'lunch', weight: 0.5 }])
    assert.deepEqual(desk.service.calls.at(-1)?.request, { count: 10 })
    await desk.call('GET', `${base}/features?count=50`)
    assert.deepEqual(desk.service.calls.at(-1)?.request, { count: 50 })
    for (const query of ['features?count=0', 'features?count=51', 'confusion?level=1'])
      assert.equal((await desk.call('GET', `${base}/${query}`)).status, 400, query)
    for (const path of ['features', 'confusion'])
      assert.equal((await desk.call('GET', `/v1/streams/none/${path}`)).status, 404, path)
  })

  test('computes windows between points', async () => {
    const { windows } = (await desk.call('GET', `${base}/timeline`)).json
    assert.equal(windows.length, 3)
    const [, second] = windows
    assert.deepEqual([second.from, second.to, second.items, second.asked], [100, 200, 100, 10])
    assert.equal(second.queryRate, 0.1)
    assert.deepEqual(second.classes, { ham: 50, spam: 50 })
    assert.equal(second.answerDelay, 100)
    assert.deepEqual(
      windows.map(({ drift }: { drift: unknown[] }) => drift.length),
      [0, 1, 0],
    )
    assert.equal((await desk.call('GET', `${base}/timeline?from=100&to=300`)).json.windows.length, 2)
    assert.equal((await desk.call('GET', `${base}/timeline?windows=1`)).json.windows.length, 1)
  })

  test('exports and imports a model', async () => {
    const { text, headers } = await desk.call('GET', `${base}/model`)
    assert.equal(text, 'ASK')
    assert.match(String(headers['content-disposition']), /mails\.askance/)
    const linear = await desk.call('GET', `${base}/model?format=json`)
    assert.equal(linear.json.format, 'askance-linear')
    const type = 'application/octet-stream'
    const late = await desk.call('PUT', `${base}/model`, { body: Buffer.from([0, 1]), type })
    assert.equal(late.json.code, 'stream/begun')
    await desk.call('POST', '/v1/streams', { body: { id: 'fresh', classes: ['a', 'b'] } })
    const taken = await desk.call('PUT', '/v1/streams/fresh/model', { body: Buffer.from([0, 1]), type })
    assert.equal(taken.status, 200)
    assert.equal((await desk.call('PUT', `${base}/model`, { body: {} })).status, 415)
  })

  test('a page of long items ends early, and the next one continues', async () => {
    const desk = await openDesk()
    const text = 'x'.repeat(900_000)
    for (const start of [0, 5])
      await desk.call('POST', `${base}/items`, {
        body: { items: Array.from({ length: 5 }, (_, k) => ({ id: `long${start + k}`, text })) },
      })
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { json } = await desk.call('GET', `${base}/items?limit=7&search=xx${cursor}`)
      pages.push(json.items.map(({ id }: { id: string }) => id))
      if (json.next === undefined) break
      cursor = `&cursor=${json.next}`
    }
    assert.deepEqual(
      pages.map(({ length }) => length),
      [4, 4, 2],
    )
    assert.deepEqual(
      pages.flat(),
      Array.from({ length: 10 }, (_, k) => `long${9 - k}`),
    )
    await desk.app.close()
  })

  test('exports the log as lines, optionally with items', async () => {
    const { text, headers } = await desk.call('GET', `${base}/log`)
    assert.equal(headers['content-type'], 'application/x-ndjson')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ seq, id }) => [seq, id]),
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    )
    assert.ok(lines[0].trace)
    const rest = await desk.call('GET', `${base}/log?after=2&items=true`)
    assert.deepEqual(JSON.parse(rest.text).item, { text: 'text of c' })
    assert.equal((await desk.call('GET', `${base}/log?after=99`)).text, '')
    assert.equal((await desk.call('GET', '/v1/streams/none/log')).status, 404)
  })
})

describe('routes about webhooks and the service', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('the secret of a webhook is shown once', async () => {
    const made = await desk.call('POST', `${base}/hooks`, { body: { url: 'https://example.org/x' } })
    assert.equal(made.status, 201)
    assert.match(made.json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = await desk.call('GET', `${base}/hooks`)
    assert.equal(listed.json.items[0].id, made.json.id)
    assert.ok(!listed.text.includes('whsec_'))
    assert.ok(!JSON.stringify(desk.service.fake.audit).includes('whsec_'))
    for (const url of ['ftp://example.org', 'nonsense', 'http://127.0.0.1/'])
      assert.equal((await desk.call('POST', `${base}/hooks`, { body: { url } })).json.code, 'hook/url')
    const wrong = { url: 'https://example.org', events: ['tea.cold'] }
    const refused = await desk.call('POST', `${base}/hooks`, { body: wrong })
    assert.equal(refused.status, 400)
    assert.match(
      refused.json.detail,
      /\/events\/0: must be one of \*, question\.opened, .*item\.predicted; found "tea\.cold"$/,
    )
    const misspelt = await desk.call('POST', `${base}/hooks`, { body: { ...wrong, event: '*' } })
    assert.match(misspelt.json.detail, /additional properties: event; expected url, events, filter$/)
  })

  test('a filter needs item.predicted, known classes and a range', async () => {
    const url = 'https://example.org/x'
    const predicted = { url, events: ['item.predicted'] }
    const create = (body: object) => desk.call('POST', `${base}/hooks`, { body })
    const wrongs = [
      { url, filter: { minConfidence: 0.5 } },
      { ...predicted, filter: { classes: ['eggs'] } },
      { ...predicted, filter: { minConfidence: 0.9, maxConfidence: 0.1 } },
    ]
    for (const body of wrongs) assert.equal((await create(body)).json.code, 'hook/filter')
    assert.match((await create(wrongs[1])).json.detail, /no class eggs; expected some of ham, spam$/)
    const filter = { classes: ['spam'], minConfidence: 0.9 }
    const made = await create({ ...predicted, filter })
    assert.deepEqual([made.status, made.json.filter], [201, filter])
    assert.equal((await desk.call('DELETE', `${base}/hooks/${made.json.id}`)).status, 204)
  })

  test('lists and retries deliveries, and deletes a webhook', async () => {
    const [{ id }] = desk.service.fake.hooks
    const delivery = {
      hook: id,
      event: 'question.opened',
      body: '{}',
      due: 1,
      attempts: 9,
      state: 'dead' as const,
    }
    desk.service.fake.deliveries.push({ ...delivery, number: 4 }, { ...delivery, number: 5 })
    const url = `${base}/hooks/${id}/deliveries`
    const page = await desk.call('GET', `${url}?limit=1`)
    assert.equal(page.json.items[0].number, 5)
    assert.equal((await desk.call('GET', `${url}?cursor=${page.json.next}`)).json.items[0].number, 4)
    const retried = await desk.call('POST', `${url}/4/retry`)
    assert.deepEqual([retried.json.state, retried.json.attempts], ['waiting', 1])
    assert.equal((await desk.call('POST', `${url}/77/retry`)).status, 404)
    assert.equal((await desk.call('GET', `${base}/hooks/none/deliveries`)).json.code, 'hook/unknown')
    assert.equal((await desk.call('DELETE', `${base}/hooks/${id}`)).status, 204)
    assert.equal((await desk.call('DELETE', `${base}/hooks/${id}`)).status, 404)
  })

  test('returns the caller and the algorithms', async () => {
    assert.deepEqual((await desk.call('GET', '/v1/me', { as: 'labeller-mails' })).json, {
      name: 'labeller-mails',
      role: 'labeller',
      stream: 'mails',
      via: 'token',
    })
    const { items } = (await desk.call('GET', '/v1/algorithms', { as: 'reader' })).json
    const dials = new Map(items.map(({ name, dial }: { name: string; dial?: string }) => [name, dial]))
    assert.deepEqual(
      ['auto', 'PracticalBBQ', 'DA'].map((name) => [dials.has(name), dials.get(name)]),
      [
        [true, 'ratio'],
        [true, 'delta'],
        [true, undefined],
      ],
    )
    assert.ok(items.every(({ summary }: { summary: string }) => summary.length > 10))
  })

  test('liveness and readiness', async () => {
    assert.equal((await desk.call('GET', '/healthz', { as: 'nobody' })).json.version, '1.2.3')
    assert.equal((await desk.call('HEAD', '/healthz', { as: 'nobody' })).status, 200)
    assert.equal((await desk.call('GET', '/readyz', { as: 'nobody' })).status, 200)
    desk.service.fault = { name: 'ready', error: new Error('secret reason') }
    const { status, text, headers } = await desk.call('GET', '/readyz', { as: 'nobody' })
    desk.service.fault = undefined
    assert.equal(status, 503)
    assert.equal(headers['retry-after'], '1')
    assert.ok(!text.includes('secret reason'))
  })
})
