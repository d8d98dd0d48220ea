import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'

const LIMIT = 4096
const JSON_TYPE = 'application/json'
const LINES_TYPE = 'application/x-ndjson'

const limits = { bodyLimit: LIMIT, modelLimit: 2 * LIMIT, batchLimit: 3, threads: 0 }

const withStream = async (bench: FuzzBench): Promise<FuzzBench> => {
  await bench.json('POST', '/v1/streams', { id: 'mails', classes: ['ham', 'spam'] })
  return bench
}

const post = (bench: FuzzBench, path: string, body: string | Buffer, type: string, method = 'POST') =>
  bench.send({ method, url: `/v1/streams/mails/${path}`, body, headers: { 'content-type': type } })

const textOfLength = (length: number): string => {
  const frame = '{"text":""}'
  return `{"text":"${'x'.repeat(length - frame.length)}"}`
}

describe('bodies that are too large', () => {
  test('JSON is accepted up to the limit', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    assert.equal((await post(bench, 'items', textOfLength(LIMIT), JSON_TYPE)).status, 200)
    const { status, json } = await post(bench, 'items', textOfLength(LIMIT + 1), JSON_TYPE)
    assert.deepEqual([status, json.code], [413, 'request/too-large'])
  })

  test('an NDJSON line: the lines before it are accepted', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    const lines = ['{"id":"a","text":"a"}', textOfLength(LIMIT), textOfLength(LIMIT + 1), '{"text":"b"}']
    const { status, text } = await post(bench, 'items', lines.join('\n'), LINES_TYPE)
    assert.equal(status, 200)
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(answers.length, 3)
    const { problem } = answers[2]
    assert.deepEqual(
      [problem.code, problem.status, problem.line, problem.accepted],
      ['request/too-large', 413, 3, 2],
    )
    const examples = lines.map(
      (line, k) => `{"id":"l${k}","label":"ham",${line.replace(/^\{("id":"a",)?/, '')}`,
    )
    const taught = await post(bench, 'examples', examples.join('\n'), LINES_TYPE)
    assert.equal(taught.status, 413)
  })

  test('a model has a limit of its own', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    const send = (length: number) =>
      post(bench, 'model', Buffer.alloc(length), 'application/octet-stream', 'PUT')
    assert.equal((await send(2 * LIMIT)).status, 422)
    assert.equal((await send(2 * LIMIT + 1)).json.code, 'request/too-large')
  })

  test('more items or answers than the batch limit', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    const items = Array.from({ length: 4 }, (_, k) => ({ id: `${k}`, text: 'a', label: 'ham' }))
    const bodies = {
      items: { items: items.map(({ id, text }) => ({ id, text })) },
      examples: { items },
      answers: { answers: items.map(({ id, label }) => ({ id, label })) },
    }
    for (const [path, body] of Object.entries(bodies))
      assert.equal(
        (await post(bench, path, JSON.stringify(body), JSON_TYPE)).json.code,
        'request/invalid',
        path,
      )
  })

  test('rejects a declared length before reading the body', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    const { status } = await bench.send({
      method: 'POST',
      url: '/v1/streams/mails/items',
      body: '{"text":"a"}',
      headers: { 'content-type': JSON_TYPE, 'content-length': String(LIMIT + 1) },
    })
    assert.equal(status, 413)
  })
})

describe('malformed bodies', () => {
  test('invalid JSON, with its position', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    for (const body of [
      '{',
      '{"text":',
      '{"text":"a"}}',
      "{'text':1}",
      '[1,]',
      'NaN',
      '\ufeff\ufeff{}',
      '{"a":01}',
    ]) {
      const { status, json } = await post(bench, 'items', body, JSON_TYPE)
      assert.deepEqual([status, json.code], [400, 'request/invalid'], body)
    }
    const { json } = await post(bench, 'items', '{\n  "text": x\n}', JSON_TYPE)
    assert.match(json.detail, /invalid JSON/)
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
    assert.equal((await post(bench, 'items', bytes, JSON_TYPE)).status, 400)
  })

  test('JSON with too many levels or parts is refused before it is parsed, with the position', async (context) => {
    const bench = await withStream(await openBench(context, { ...limits, bodyLimit: 2 ** 22 }))
    const { parse } = JSON
    context.mock.method(JSON, 'parse', (text: string, ...more: []) => {
      if (text.length > 1_000_000) assert.fail('it was parsed')
      return parse(text, ...more)
    })
    const names = Array.from({ length: 100_001 }, (_, k) => `"k${k}":1`).join(',')
    for (const [body, detail] of [
      [`\n${'['.repeat(2_000_000)}`, /^2:65: the JSON is nested more than 64 levels deep/],
      [`{"text":${'{"a":'.repeat(300_000)}`, /^1:324: the JSON is nested more than 64 levels deep/],
      [`{"items":[${'{},'.repeat(1_100_000)}{}]}`, /has more than 1048576 lists and objects/],
      [`{"meta":"${'x'.repeat(99)}","features":{${names}}}`, /has an object with more than 100000 names/],
    ] as const)
      for (const [path, type] of [
        ['items', JSON_TYPE],
        ['predict', JSON_TYPE],
        ['examples', LINES_TYPE],
      ] as const) {
        const { status, json } = await post(bench, path, body, type)
        assert.deepEqual([status, json.code], [400, 'request/invalid'], `${path} ${json.detail}`)
        assert.match(json.detail, detail)
      }
    const text = `{"text":"${'[{:\\"'.repeat(500)}\\\\"}`
    assert.equal((await post(bench, 'items', text, JSON_TYPE)).status, 200)
  })

  test('an empty body where one is required', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    for (const body of ['', 'null', '[]', '"text"', '0'])
      assert.equal((await post(bench, 'items', body, JSON_TYPE)).status, 400, body)
  })

  test('a malformed NDJSON line ends the response with a problem', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    for (const bad of ['{', '[]', '{"text":1}', '{"extra":1,"text":"a"}', '{}', '{"text":"a","row":null}']) {
      const { status, text } = await post(
        bench,
        'items',
        `{"text":"a"}\n\n${bad}\n{"text":"b"}\n`,
        LINES_TYPE,
      )
      assert.equal(status, 200)
      const [, last = '{}', ...more] = text.trim().split('\n')
      const { problem } = JSON.parse(last)
      assert.deepEqual([problem.line, problem.accepted, more.length], [3, 1, 0], bad)
    }
  })

  test('an unsupported content type', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    for (const type of ['text/plain', 'text/json', 'application/xml', 'multipart/form-data; boundary=x', 'x'])
      for (const [path, method] of [
        ['items', 'POST'],
        ['predict', 'POST'],
        ['model', 'PUT'],
      ] as const) {
        const { status, json } = await post(bench, path, '{"text":"a"}', type, method)
        assert.deepEqual([status, json.code], [415, 'request/media-type'], `${path} ${type}`)
      }
    for (const type of [JSON_TYPE, LINES_TYPE])
      assert.equal((await post(bench, 'model', 'a', type, 'PUT')).status, 415)
    assert.equal((await post(bench, 'predict', '{"text":"a"}\n', LINES_TYPE)).status, 415)
  })

  test('prototype names are ordinary names or rejected', async (context) => {
    const bench = await withStream(await openBench(context, limits))
    const bad = '{"text":"a","__proto__":{"id":"x"}}'
    assert.equal((await post(bench, 'items', bad, JSON_TYPE)).status, 400)
    const meta = '{"text":"a","id":"constructor","meta":{"constructor":"a","toString":"b"}}'
    assert.equal((await post(bench, 'items', meta, JSON_TYPE)).status, 200)
    assert.equal((await post(bench, 'items', '{"text":"a","meta":{"__proto__":"a"}}', JSON_TYPE)).status, 400)
    const { json } = await bench.json('GET', '/v1/streams/mails/items/constructor')
    assert.deepEqual(json.content.meta, { constructor: 'a', toString: 'b' })
    assert.equal((await bench.json('GET', '/v1/streams/mails/items/__proto__')).status, 404)
    const label = '{"answers":[{"id":"constructor","label":"__proto__"}]}'
    assert.equal((await post(bench, 'answers', label, JSON_TYPE)).status, 400)
    const stream = { id: 'proto', classes: ['__proto__', 'b'] }
    assert.equal((await bench.json('POST', '/v1/streams', stream)).status, 400)
    assert.equal(({} as { id?: unknown }).id, undefined)
  })
})
