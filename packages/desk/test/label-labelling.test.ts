import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AnswerOutbox,
  type GivenAnswer,
  Labelling,
  type Question,
  type QuestionApi,
} from '../src/label/labelling.js'
import type { Entry } from '../src/label/outbox.js'

const question = (id: string): Question => ({
  id,
  t: 1,
  time: 0,
  leaseExpires: 0,
  reason: 'uncertain',
  reasonText: '',
  probability: 1,
  predicted: 'ham',
  confidence: 0.5,
  ready: true,
  unknownFeatures: [],
  contributions: [],
  likely: [],
  votes: 0,
  content: { id, text: id },
})

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `q${from + n}`)
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A service with a number of questions, and an outbox that can be stopped. */
const desk = (all: readonly string[]) => {
  const open = new Map(all.map((id) => [id, question(id)]))
  const at = {
    open,
    leases: 0,
    released: [] as string[],
    lost: [] as string[],
    entries: [] as Entry[],
    isSending: true,
    log: [] as string[],
    time: 0,
  }
  const take = ({ action, id, label }: Entry) => {
    at.log.push([action, id, label].filter(Boolean).join(' '))
    if (action === 'undo') open.set(id, question(id))
    else open.delete(id)
  }
  const outbox: AnswerOutbox = {
    get entries() {
      return at.entries
    },
    add: (...entries) => {
      if (at.isSending) entries.forEach(take)
      else at.entries.push(...entries)
    },
    cancel: (key) => {
      const before = at.entries.length
      at.entries = at.entries.filter((entry) => entry.key !== key)
      return at.entries.length < before
    },
  }
  const api: QuestionApi = {
    lease: async (count) => {
      at.leases++
      return [...open.values()].slice(0, count)
    },
    heartbeat: async () => ({ leaseExpires: 0, lost: at.lost }),
    release: (ids) => at.released.push(...ids),
  }
  let keys = 0
  const labelling = new Labelling({
    stream: 'mail',
    who: 'Ada',
    api,
    outbox,
    titleOf: ({ id }) => id,
    now: () => at.time,
    newKey: () => `key ${keys++}`,
    onChange: () => {},
  })
  return { at, labelling }
}

test('shows the next question at once and refills in the background', async () => {
  const { at, labelling } = desk(names(0, 30))
  await labelling.fill()
  assert.equal(labelling.loaded, 10)
  for (let n = 0; n < 5; n++) {
    assert.equal(labelling.current?.id, `q${n}`)
    labelling.submit('answer', 'ham')
    assert.equal(labelling.current?.id, `q${n + 1}`, 'without waiting')
  }
  await settled()
  assert.ok(labelling.loaded >= 6)
  assert.deepEqual(at.log.slice(0, 2), ['answer q0 ham', 'answer q1 ham'])
})

test('unsent answers are not asked again', async () => {
  const { at, labelling } = desk(names(0, 8))
  await labelling.fill()
  at.isSending = false
  for (let n = 0; n < 5; n++) labelling.submit('answer', 'ham')
  await labelling.fill(true)
  assert.deepEqual(labelling.current?.id, 'q5')
  assert.equal(labelling.loaded, 3)
})

test('asks for a question again when the last answer has arrived', async () => {
  const { at, labelling } = desk(names(0, 1))
  await labelling.fill()
  at.isSending = false
  labelling.submit('answer', 'ham')
  await settled()
  assert.equal(labelling.loaded, 0, 'the service has only the question that was answered')
  const [entry] = at.entries.splice(0)
  assert.ok(entry)
  at.open.delete('q0')
  at.open.set('q1', question('q1'))
  labelling.handleSent(entry, { outcome: 'done' })
  await settled()
  assert.equal(labelling.current?.id, 'q1')
})

test('undo restores the question, sent or not', async () => {
  const { at, labelling } = desk(names(0, 8))
  await labelling.fill()
  labelling.submit('answer', 'ham')
  labelling.undo()
  assert.equal(labelling.current?.id, 'q0')
  assert.deepEqual(at.log, ['answer q0 ham', 'undo q0'])
  at.isSending = false
  labelling.submit('skip')
  labelling.undo()
  assert.equal(labelling.current?.id, 'q0')
  assert.deepEqual(at.entries, [], 'it was never sent')
  labelling.undo()
  assert.equal(labelling.note?.kind, 'no-undo')
})

test('undoes up to ten answers', async () => {
  const { labelling } = desk(names(0, 20))
  await labelling.fill()
  for (let n = 0; n < 12; n++) {
    labelling.submit('answer', 'ham')
    await settled()
  }
  assert.equal(labelling.last.length, 10)
  for (let n = 0; n < 10; n++) labelling.undo()
  assert.equal(labelling.current?.id, 'q2')
  labelling.undo()
  assert.equal(labelling.current?.id, 'q2')
})

test('a change undoes and resubmits later answers', async () => {
  const { at, labelling } = desk(names(0, 8))
  await labelling.fill()
  labelling.submit('answer', 'ham')
  labelling.submit('unsure')
  labelling.submit('answer', 'spam')
  at.log.length = 0
  const shown = labelling.current
  labelling.change(labelling.last[2] as GivenAnswer, 'answer', 'spam')
  assert.deepEqual(at.log, ['undo q2', 'undo q1', 'undo q0', 'answer q0 spam', 'unsure q1', 'answer q2 spam'])
  assert.deepEqual(
    labelling.last.map(({ question: { id }, action, label }) => [id, action, label]),
    [
      ['q2', 'answer', 'spam'],
      ['q1', 'unsure', undefined],
      ['q0', 'answer', 'spam'],
    ],
  )
  assert.equal(labelling.current, shown, 'the current question stays')
  at.log.length = 0
  labelling.change(labelling.last[0] as GivenAnswer, 'answer', 'spam')
  assert.deepEqual(at.log, [], 'an identical answer changes nothing')
})

test('drops closed questions, with a notice for the current one', async () => {
  const { at, labelling } = desk(names(0, 4))
  await labelling.fill()
  const note = () => labelling.note?.kind
  labelling.handleClosed('q1', 'answered')
  assert.equal(note(), undefined)
  labelling.handleClosed('q0', 'withdrawn')
  assert.equal(note(), 'withdrawn')
  assert.equal(labelling.current?.id, 'q2')
  at.lost = ['q2']
  at.open.delete('q2')
  await labelling.heartbeat()
  assert.equal(labelling.current?.id, 'q3')
  assert.equal(note(), 'lost')
})

test('our own answer event does not drop an undone question', async () => {
  const { labelling } = desk(names(0, 4))
  await labelling.fill()
  labelling.submit('answer', 'ham')
  labelling.undo()
  labelling.handleClosed('q0', 'answered')
  assert.equal(labelling.current?.id, 'q0')
})

test('reports an unneeded answer and removes it', async () => {
  const { at, labelling } = desk(names(0, 4))
  await labelling.fill()
  at.isSending = false
  labelling.submit('answer', 'ham')
  labelling.handleSent(at.entries[0] as Entry, { outcome: 'unneeded' })
  assert.deepEqual(labelling.last, [])
  assert.equal(labelling.note?.kind, 'unneeded')
})

test('leaving releases unanswered questions', async () => {
  const { at, labelling } = desk(names(0, 3))
  await labelling.fill()
  at.isSending = false
  labelling.submit('answer', 'ham')
  labelling.leave()
  assert.deepEqual(at.released, ['q1', 'q2'])
  assert.equal(labelling.current, undefined)
})

test('the pace ignores long breaks', async () => {
  const { at, labelling } = desk(names(0, 9))
  await labelling.fill()
  for (const taken of [4000, 8000, 3_600_000, 6000]) {
    at.time += taken
    labelling.submit('answer', 'ham')
  }
  assert.equal(labelling.pace, 6000)
})
