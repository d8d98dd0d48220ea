import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Blocks } from '../src/http/blocks.js'
import { readBatches } from '../src/http/bodies.js'
import { BodyMemory, readBody } from '../src/http/body-memory.js'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'
import { until } from './support/until.js'

const LIMIT = 4096
const settings = { bodyLimit: LIMIT, modelLimit: LIMIT, threads: 0 }
const PREDICT = '/v1/streams/mails/predict'
/** A body of nearly the largest size. */
const LARGE = `{"text":"${'x'.repeat(LIMIT - 40)}"}`

const codeOf = (action: () => void): string => {
  try {
    action()
    return 'fits'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('memory for bodies', () => {
  test('is shared by callers: eight bodies each, of four callers and a model', () => {
    const memory = new BodyMemory({ bodyLimit: 10, modelLimit: 100, anonymous: false })
    const first = memory.share('ann', 10)
    first.take(80)
    assert.equal(
      codeOf(() => memory.share('ann', 10).take(1)),
      'request/too-many',
    )
    const model = memory.share('ann', 100)
    model.take(20)
    first.give(15)
    assert.equal(
      codeOf(() => memory.share('ann', 10).take(1)),
      'request/too-many',
      'the model counts too',
    )
    model.give()
    memory.share('ann', 10).take(1)
    const others = ['bob', 'cyd', 'dan', 'eve'].map((name) => memory.share(name, 10))
    for (const other of others) other.take(80)
    assert.equal(
      codeOf(() => memory.share('flo', 10).take(40)),
      'request/too-many',
    )
    others[0]?.give()
    memory.share('flo', 10).take(40)
  })

  test('is one for all without tokens', () => {
    const memory = new BodyMemory({ bodyLimit: 10, modelLimit: 100, anonymous: true })
    memory.share('anonymous', 10).take(420)
    assert.equal(
      codeOf(() => memory.share('anonymous', 10).take(1)),
      'request/too-many',
    )
  })
})

describe('a body in chunks of one byte', () => {
  const text = `{"text":"${'äöü '.repeat(2000)}"}`
  const bytes = Buffer.from(text)
  /** Every chunk is the same buffer, so that bytes of a chunk that was kept change. */
  function* chunks(): Generator<Buffer> {
    const chunk = Buffer.alloc(1)
    for (const byte of bytes) {
      chunk[0] = byte
      yield chunk
    }
  }
  const memory = () => new BodyMemory({ bodyLimit: 1e6, modelLimit: 0, anonymous: true }).share('ann', 1e6)

  test('is collected in blocks: no chunk is kept', async () => {
    const body = new EventEmitter() as unknown as Readable
    const read = readBody(body, 1e6, memory(), undefined)
    for (const chunk of chunks()) body.emit('data', chunk)
    body.emit('end')
    assert.deepEqual(await read, bytes)
  })

  test('is collected in blocks as lines, too', async () => {
    const found: unknown[] = []
    const request = { body: chunks(), bodyShare: memory() }
    for await (const { lines, error } of readBatches<object>(request, 1e6, (value) => value as object)) {
      assert.equal(error, undefined)
      found.push(...lines.map(({ value }) => value))
    }
    assert.deepEqual(found, [JSON.parse(text)])
  })

  test('and of other sizes is the same', () => {
    const blocks = new Blocks()
    for (const size of [1, 100, 20_000, 3, 0, 16_384, 5, 70_000, 2]) {
      const added: Buffer[] = []
      for (let k = 0; k < 40; k++) {
        const chunk = Buffer.alloc(k % 3 === 0 ? 1 : size, k)
        added.push(chunk)
        blocks.add(chunk)
      }
      assert.equal(blocks.length, Buffer.concat(added).length)
      assert.deepEqual(blocks.take(), Buffer.concat(added))
      assert.equal(blocks.length, 0)
    }
  })
})

/** Sends the beginning of a body, and never its end. */
const begin = (bench: FuzzBench, path: string, type: string, body: string, as: string): ClientRequest => {
  const sending = request(`${bench.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.tokens[as]}`, 'content-type': type },
  })
  sending.on('error', () => undefined).on('response', (response) => response.resume())
  sending.write(body)
  return sending
}

const cases = {
  'JSON of a reader': ['predict', 'application/json', 'rita'],
  'a line of an owner': ['items', 'application/x-ndjson', 'owner'],
} as const

describe('bodies that never end', () => {
  for (const [name, [path, type, as]] of Object.entries(cases))
    test(`${name}: only so many are kept, and nobody else is refused`, async (context) => {
      const bench = await openBench(context, settings)
      await bench.json('POST', '/v1/streams', { id: 'mails', classes: ['ham', 'spam'] })
      const send = async (caller: string) => {
        const headers = { 'content-type': 'application/json' }
        const { status } = await bench.send({
          method: 'POST',
          url: PREDICT,
          as: caller,
          body: LARGE,
          headers,
        })
        return status
      }
      assert.equal(await send(as), 200)
      let refused = 0
      const sending = Array.from({ length: 12 }, () =>
        begin(bench, `/v1/streams/mails/${path}`, type, LARGE.slice(0, -1), as).on('response', () => {
          refused++
        }),
      )
      await until(() => refused === 4, 'eight are kept')
      assert.equal(await send(as), 429)
      assert.equal(await send('ada'), 200)
      const late = begin(bench, PREDICT, 'application/json', LARGE, as)
      const [response] = await once(late, 'response')
      assert.deepEqual([response.statusCode, response.headers['retry-after']], [429, '1'])
      for (const one of [...sending, late]) one.destroy()
      await until(async () => (await send(as)) === 200, 'their memory is free again')
    })
})
