import assert from 'node:assert/strict'
import type { Observed } from '@askance/core'
import { toDecision } from '../../src/operations/known-items.js'
import type { Store } from '../../src/store/store.js'
import { wholeEvents } from '../../src/store/whole-events.js'
import type { Entry } from '../../src/stream/entries.js'
import { Stream } from '../../src/stream/stream.js'
import { type Acknowledged, STREAM } from './crash-load.js'

const CREDIT = 20

/** All that happened to the stream, as the store has it, with the items. */
export const logOf = async (store: Store): Promise<readonly string[]> => {
  const pages: string[] = []
  let after = 0
  for (;;) {
    const read = await store.readReplay(STREAM, after, 2 ** 22)
    if (read.length === 0) return pages
    for (const page of read) {
      const { seq, count } = page
      const events = wholeEvents(page)
      assert.equal(seq, after + 1, 'a page follows on the one before')
      assert.equal(events.split('\n').length, count)
      pages.push(events)
      after = seq + count - 1
    }
  }
}

/** A stream that is nothing but the replay of its log. */
export const replayed = async (store: Store, pages: readonly string[]): Promise<Stream> => {
  const record = await store.readStream(STREAM)
  assert.ok(record)
  const stream = new Stream(STREAM, record.config)
  for (const page of pages) stream.replay(page)
  assert.equal(stream.seq, record.seq)
  assert.deepEqual(stream.classifier.counts, record.counts)
  return stream
}

/** What was acknowledged is there, exactly once; what may be asked was not exceeded at any moment. */
export const checkLog = (pages: readonly string[], known: Acknowledged, ratio: number): void => {
  const entries = pages.flatMap((page) => page.split('\n').map((line) => JSON.parse(line) as Entry))
  const observed = new Map<string, Observed>()
  const answered = new Map<string, string>()
  /** What a second person said about an audit, who was asked without being told of the first answer. */
  const checked = new Map<string, string>()
  let spent = 0
  for (const entry of entries) {
    if (entry.type === 'observed') {
      assert.ok(!observed.has(entry.id), `${entry.id} was taken once`)
      observed.set(entry.id, entry as Observed)
      assert.equal(entry.t, observed.size)
      if (entry.asked) spent++
      assert.ok(spent <= ratio * observed.size + CREDIT, `the budget holds at ${entry.id}`)
    }
    if (entry.type === 'answered') {
      assert.ok(!answered.has(entry.id), `${entry.id} was answered once`)
      answered.set(entry.id, 'label' in entry ? entry.label : '')
    }
    if (entry.type === 'check-drawn') checked.set(entry.id, '')
    if (entry.type === 'checked') checked.set(entry.id, entry.label ?? '')
    if (['skipped', 'withdrawn', 'expired'].includes(entry.type)) spent--
  }
  for (const [id, decision] of known.decisions) {
    const found = observed.get(id) ?? assert.fail(`${id} was acknowledged and is lost`)
    assert.deepEqual(toDecision(found), decision)
  }
  for (const [id, label] of known.answers)
    assert.ok([answered.get(id), checked.get(id)].includes(label), `the answer to ${id} was acknowledged`)
  for (const [id, label] of known.unknownAnswers)
    if (answered.has(id) && !checked.has(id))
      assert.equal(answered.get(id), label, `the answer to ${id} is the one that was sent`)
}

/** The model that a restarted service has is the one that the log alone gives, bit for bit. */
export const checkModel = async (url: string, stream: Stream): Promise<void> => {
  const response = await fetch(`${url}/v1/streams/${STREAM}/model`)
  assert.equal(response.status, 200)
  const served = Buffer.from(await response.arrayBuffer())
  assert.ok(served.equals(stream.classifier.save()), 'the model is a replay of the log')
}
