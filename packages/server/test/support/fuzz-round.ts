import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { FuzzBench } from './fuzz-bench.js'

/** The state of a stream without leases, which end with the process. */
const stateOf = async (bench: FuzzBench, stream: string): Promise<object> => {
  const { json } = await bench.json('GET', `/v1/streams/${encodeURIComponent(stream)}`)
  const { leased: _, ...status } = json.status
  const model = await bench.fetch(`/v1/streams/${encodeURIComponent(stream)}/model`)
  const hash = createHash('sha256').update(new Uint8Array(await model.arrayBuffer()))
  return { ...json, status, model: hash.digest('hex') }
}

/** The state of all streams. */
export const readAllStreams = async (bench: FuzzBench): Promise<Map<string, object>> => {
  const found = new Map<string, object>()
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { json } = await bench.json('GET', `/v1/streams?limit=5${cursor && `&cursor=${cursor}`}`)
    for (const { id } of json.items) found.set(id, await stateOf(bench, id))
    cursor = json.next
  }
  return found
}

/** A full round: create, send, lease, answer, measure. */
export const fullRound = async (bench: FuzzBench, stream: string): Promise<void> => {
  const url = `/v1/streams/${stream}`
  const done = async (method: string, path: string, body?: object, as = 'owner') => {
    const reply = await bench.json(method, path, body, as)
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json
  }
  const asking = { budget: { ratio: 1 }, measure: 0.5, seed: 7 }
  await done('POST', '/v1/streams', { id: stream, classes: ['ham', 'spam'], ...asking })
  const items = Array.from({ length: 10 }, (_, k) => ({ id: `i${k}`, text: k % 2 ? 'win cash' : 'at home' }))
  const { decisions } = await done('POST', `${url}/items`, { items })
  assert.equal(decisions.length, 10)
  const { questions } = await done('POST', `${url}/questions/lease`, { count: 10 }, 'ada')
  assert.ok(questions.length > 0)
  for (const { id } of questions) {
    const { outcome } = await done('POST', `${url}/questions/${id}/answer`, { label: 'spam' }, 'ada')
    assert.equal(outcome, 'learned')
  }
  const { all } = await done('GET', `${url}/quality`)
  assert.equal(all.items, 10)
  assert.equal(all.answers, questions.length)
}
