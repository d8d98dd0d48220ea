import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { describe, test } from 'node:test'
import { BodyMemory } from '../src/http/body-memory.js'
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
