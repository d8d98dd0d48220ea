import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../src/classifier/question.js'
import { type LabelStep, type Trainable, TrainingHistory } from '../src/classifier/training-history.js'

/** From the end of how many steps a correction of step 500 of 544 learns again, with snapshots of this size. */
const restoredFrom = (bytes: number): number => {
  let restored = 0
  let learned: number[] = []
  const model: Trainable = {
    learn: (step) => void learned.push((step as LabelStep).label),
    snapshot: () => ({ bytes, learned: [...learned] }),
    restore: (snapshot) => {
      learned = [...(snapshot as { learned: number[] }).learned]
      restored = learned.length
    },
    save: () => ({}),
    load: () => undefined,
  }
  const history = new TrainingHistory(() => {
    learned = []
    return model
  }, 16)
  const questions = Array.from({ length: 544 }, (_, t) => ({ t }) as Question)
  questions.forEach((question, at) => {
    history.add({ kind: 'answer', question, label: 0, at })
  })
  history.change(questions[500] as Question, 1)
  assert.deepEqual(learned, [...Array(500).fill(0), 1, ...Array(43).fill(0)])
  return restored
}

test('few snapshots are kept of large models, and corrections learn more again', () => {
  assert.equal(restoredFrom(2 ** 20), 448)
  assert.equal(restoredFrom(2 ** 27), 256)
})
