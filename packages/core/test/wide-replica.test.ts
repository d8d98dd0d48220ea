import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierOptions, parseKernel, Random } from '@askance/core'
import { roundsOf } from '../src/classifier/classifier.js'
import type { Learned } from '../src/classifier/learned.js'
import { type Row, sparseRow } from '../src/rows/row.js'
import { unitVector, withVector } from '../src/rows/vector.js'
import { Replica, replicaState } from '../src/wide/replica.js'
import { denseStream, rowOf, sparseStream } from './support/auto-streams.js'

interface Given {
  readonly title: string
  readonly options?: Partial<ClassifierOptions>
  readonly rows: readonly { readonly row: Row; readonly label: number }[]
}

const rowsOf = (plain: readonly Parameters<typeof rowOf>[0][], labels: readonly number[]) =>
  plain.map((one, k) => ({ row: rowOf(one), label: labels[k] }))

const dense = (classes: number) => {
  const all = denseStream(3, 150, classes)
  return rowsOf(
    all,
    all.map(({ label }) => label),
  )
}

const sparse = (classes: number) => {
  const all = sparseStream(4, 150, classes)
  return rowsOf(
    all,
    all.map(({ label }) => label),
  )
}

/** More than 1,024 features, so that there are topics and no kernel; every third row has a vector. */
const wordsAndVectors = () => {
  const random = new Random(5, 'test/replica')
  return Array.from({ length: 220 }, (_, t) => {
    const label = random.below(2)
    const words = new Set(Array.from({ length: 12 }, () => 1 + 2 * random.below(900) + label))
    const index = [...words].sort((a, b) => a - b)
    const row = sparseRow(
      index,
      index.map(() => 1 + random.below(3)),
    )
    const vector = unitVector([random.normal() + label, random.normal(), random.normal()])
    return { row: vector && t % 3 === 0 ? withVector(row, vector) : row, label }
  })
}

const given: readonly Given[] = [
  { title: 'auto with a kernel', rows: dense(2) },
  { title: 'auto with five classes', rows: dense(5) },
  { title: 'auto with counts of words', rows: sparse(2) },
  { title: 'auto with topics and vectors', rows: wordsAndVectors() },
  { title: 'D-AMD', options: { algorithm: 'D-AMD' }, rows: sparse(2) },
  { title: 'D-AMD one against all', options: { algorithm: 'D-AMD' }, rows: dense(3) },
  { title: 'SOAL without drift', options: { algorithm: 'SOAL', drift: false }, rows: dense(2) },
  {
    title: 'a Perceptron with a kernel',
    options: { algorithm: 'PE', kernel: parseKernel('gaussian'), drift: false },
    rows: dense(2),
  },
]

/** All that a worker reads of a row, as bits. */
const readBy = (learned: Pick<Learned, 'learner' | 'confidence'>, row: Row): readonly number[] => {
  const { learner } = learned
  learner.read(row)
  const { predicted, score, margin, variance, normSq, scores } = learner.reading
  return [predicted, score, margin, variance, normSq, ...scores, learned.confidence()]
}

describe('a replica', () => {
  for (const { title, options, rows } of given)
    test(`reads every row with the same bits as the whole model: ${title}`, () => {
      const labels = Math.max(...rows.map(({ label }) => label)) + 1
      const classes = Array.from({ length: labels }, (_, c) => `class ${c}`)
      const whole = new Classifier({ classes, budget: { ratio: 0.6 }, shadow: false, ...options })
      const replica = new Replica(whole.config)
      for (const [t, { row, label }] of rows.entries()) {
        const { id, asked } = whole.observe({ row })
        if (asked) whole.answer(id, classes[label])
        if (t % 75 !== 74 && t !== rows.length - 1) continue
        const { knowledge, preparer } = roundsOf(whole)
        const learned = knowledge as Learned
        replica.load(replicaState(learned, preparer), whole.classes)
        for (const other of rows.slice(Math.max(0, t - 40), t + 2)) {
          const read = readBy(learned, preparer.prepare(other.row, false))
          const prepared = replica.prepare(other.row)
          assert.deepEqual(
            readBy({ learner: replica.learner, confidence: () => replica.confidence() }, prepared),
            read,
          )
        }
      }
    })
})
