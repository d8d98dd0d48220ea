import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AuditEntry, AuditTrail } from '../src/access/audit.js'
import { allRoutes } from '../src/http/routes/index.js'
import type { AuditRecord } from '../src/store/records.js'
import { type Desk, openDesk } from './support/http-app.js'

const MINUTE = 60_000

describe('the audit trail of reads and refusals', () => {
  const notes: Omit<AuditRecord, 'number'>[] = []
  const errors: unknown[] = []
  let time = 0
  let isBroken = false
  const note = async (entry: Omit<AuditRecord, 'number'>) => {
    if (isBroken) throw new Error('full')
    notes.push(entry)
  }
  const trail = new AuditTrail(
    { note },
    () => time,
    (error) => errors.push(error),
  )
  after(() => trail.close())
  const entry: AuditEntry = { who: 'Ada', action: 'exportLog', stream: 's', detail: 'first' }

  test('writes the first of ten minutes, and the number of the others', async () => {
    for (let k = 0; k < 5; k++) await trail.record(entry)
    await trail.record({ ...entry, stream: 'other' })
    assert.equal(notes.length, 2)
    assert.deepEqual(notes[0], { time: 0, ...entry })
    time = 9 * MINUTE
    await trail.flush()
    assert.equal(notes.length, 2)
    time = 10 * MINUTE
    await trail.flush()
    assert.equal(notes.length, 3)
    assert.deepEqual(notes[2], {
      time,
      who: 'Ada',
      action: 'exportLog',
      stream: 's',
      detail: '4 more within ten minutes',
    })
    await trail.record(entry)
    await trail.record(entry)
    time += 10 * MINUTE
    await trail.record(entry)
    assert.deepEqual(
      notes.slice(3).map(({ detail }) => detail),
      ['first', '1 more within ten minutes', 'first'],
    )
  })

  test('refuses a read that cannot be recorded, and counts addresses beyond a thousand together', async () => {
    await trail.flush(true)
    notes.length = 0
    isBroken = true
    await assert.rejects(trail.record(entry), /full/)
    isBroken = false
    await trail.record(entry)
    assert.equal(notes.length, 1, 'the failed one does not count')
    for (let k = 0; k < 3000; k++) trail.refused(`address ${k}`, { action: 'signInFailed' })
    await trail.flush(true)
    assert.equal(notes.length, 1 + 1001 + 1)
    assert.equal(notes.at(-1)?.detail, '1999 more within ten minutes')
    assert.deepEqual(errors, [])
  })
})

describe('what is recorded', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())
  const recorded = async (filter: string) =>
    (await desk.call('GET', `/v1/audit?limit=200&${filter}`)).json.items as AuditRecord[]

  test('every read in bulk, with who read which stream', async () => {
    const exporting = allRoutes.filter((route) => route.exports)
    assert.ok(exporting.length >= 5)
    for (const { path, operation } of exporting) {
      const query =
        operation === 'reviewLabels' ? '?kind=mistakes' : operation === 'exportLabelled' ? '?format=csv' : ''
      const url = path.replace('{stream}', 'mails')
      assert.equal((await desk.call('GET', `${url}${query}`, { as: 'reader' })).status, 200, operation)
      const [entry, ...others] = await recorded(`action=${operation}&who=reader&stream=mails`)
      assert.ok(entry && others.length === 0, operation)
      if (operation === 'exportLabelled') assert.equal(entry.detail, 'csv')
    }
    await desk.call('GET', '/v1/streams/mails/items?search=secret', { as: 'labeller' })
    assert.ok(!JSON.stringify(await recorded('who=labeller')).includes('secret'), 'filters may be personal')
  })

  test('a read that cannot be recorded is refused', async () => {
    const { store } = desk.service
    const { note } = store
    store.note = async () => {
      throw new Error('full')
    }
    try {
      assert.equal((await desk.call('GET', '/v1/streams/mails/log', { as: 'owner' })).status, 500)
      assert.equal((await desk.call('GET', '/v1/streams/mails', { as: 'owner' })).status, 200)
    } finally {
      store.note = note
    }
  })

  test('refusals and invalid tokens, but not visits without a token', async () => {
    await desk.call('GET', '/v1/me', { as: 'nobody' })
    assert.deepEqual(await recorded('action=signInFailed'), [])
    const wrong = `ask_${'x'.repeat(43)}`
    for (let k = 0; k < 3; k++) await desk.call('GET', '/v1/streams/private/items', { as: wrong })
    const [failed, ...others] = await recorded('action=signInFailed')
    assert.deepEqual([failed?.who, failed?.stream, others], ['127.0.0.1', undefined, []])
    assert.equal(failed?.detail, 'access/token listItems')
    await desk.call('DELETE', '/v1/streams/mails', { as: 'labeller' })
    const [refused] = await recorded('action=refused&who=labeller')
    assert.deepEqual([refused?.stream, refused?.detail], ['mails', 'access/role deleteStream 127.0.0.1'])
    assert.ok(!JSON.stringify(await recorded('')).includes(wrong))
  })

  test('only streams that exist: invented names do not fill the log', async () => {
    const before = (await recorded('')).length
    for (let k = 0; k < 5; k++) {
      for (const path of ['items', 'log', 'labelled', 'model'])
        assert.equal(
          (await desk.call('GET', `/v1/streams/made-up-${k}/${path}`, { as: 'owner' })).status,
          404,
        )
      await desk.call('DELETE', `/v1/streams/other-${k}`, { as: 'labeller-mails' })
      await desk.call('GET', `/v1/streams/other-${k}%00/items`, { as: 'reader-mails' })
    }
    const after = await recorded('')
    assert.ok(!JSON.stringify(after).match(/made-up|other-/))
    assert.deepEqual(
      after.slice(0, after.length - before).map(({ who, action, stream }) => [who, action, stream]),
      [
        ['reader-mails', 'refused', undefined],
        ['labeller-mails', 'refused', undefined],
      ],
    )
  })
})

test('refused requests of a known caller count', async () => {
  const desk = await openDesk({ rateLimit: 5 })
  const remove = () => desk.call('DELETE', '/v1/streams/mails', { as: 'reader' })
  for (let k = 0; k < 5; k++) assert.equal((await remove()).status, 403)
  assert.equal((await remove()).status, 429)
  await desk.app.close()
})
