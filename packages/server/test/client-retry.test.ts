import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../src/client/index.js'

/** A client of a service that responds with these codes, one after the other, and then with 200. */
const answering = (codes: readonly string[], patience = 10_000, more = {}) => {
  const bodies: string[] = []
  const client = createClient({
    baseUrl: 'http://askance.example',
    patience,
    fetch: async (input, init) => {
      bodies.push(await new Request(input, init).text())
      const code = codes[bodies.length - 1]
      if (code === undefined) return Response.json({ decisions: [] })
      const status = code === 'node/lost' ? 502 : 503
      return Response.json({ code, detail: code, ...more }, { status, headers: { 'retry-after': '0.001' } })
    },
  })
  return { client, bodies }
}

const ITEMS = '/v1/streams/{stream}/items'
const body = { items: [{ id: 'a', text: 'b' }] }
const params = { path: { stream: 's' } }

test('repeats a request while its stream moves to another node', async () => {
  const { client, bodies } = answering(['stream/unowned', 'service/stopping'])
  assert.equal((await client.POST(ITEMS, { params, body })).response.status, 200)
  assert.deepEqual(bodies, Array(3).fill(JSON.stringify(body)))
  const sent = answering(['stream/unowned'])
  assert.equal((await sent.client.send('/x', { method: 'POST', body: 'text' })).status, 200)
  assert.deepEqual(sent.bodies, ['text', 'text'])
})

test('repeats a request that may have been executed only if that does nothing twice', async () => {
  const lost = answering(['node/lost'])
  assert.equal((await lost.client.POST(ITEMS, { params, body })).response.status, 502)
  const header = { 'idempotency-key': 'k' }
  const keyed = answering(['node/lost'])
  assert.equal((await keyed.client.POST(ITEMS, { params: { ...params, header }, body })).response.status, 200)
  const read = answering(['node/lost'])
  assert.equal((await read.client.GET('/v1/streams/{stream}', { params })).response.status, 200)
})

test('does not repeat a body of which the first lines were stored', async () => {
  const begun = answering(['stream/unowned'], undefined, { accepted: 3 })
  assert.equal((await begun.client.send('/x', { method: 'POST', body: 'lines' })).status, 503)
  assert.equal(begun.bodies.length, 1)
})

test('does not repeat other problems, nor beyond its patience', async () => {
  const busy = answering(['stream/busy'])
  assert.equal((await busy.client.POST(ITEMS, { params, body })).response.status, 503)
  const impatient = answering(['stream/unowned'], 0)
  assert.equal((await impatient.client.POST(ITEMS, { params, body })).response.status, 503)
})
