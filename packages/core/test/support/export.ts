import { type Preparation, type Row, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { type PaperModel, paperModel } from './paper.js'

export const preparations: readonly Preparation[] = [
  { normalize: 'none', intercept: 'auto' },
  { normalize: 'l2', intercept: 'auto' },
  { normalize: 'max', intercept: 0.5 },
  { normalize: 'binary', intercept: 'none' },
]

const FEATURES = 8

/** A row with some of the features; now and then none at all. */
const drawnRow = (random: Random): Row => {
  const indices = Array.from({ length: FEATURES }, (_, k) => k + 1).filter(() => random.uniform() < 0.6)
  return sparseRow(
    indices,
    indices.map(() => random.normal()),
  )
}

/** A model that has learned 200 labels of a stream. */
export const learnedModel = (algorithm: string, classes: number, preparation: Preparation): PaperModel => {
  const labels = ['a', 'b', 'c', 'd', 'e'].slice(0, classes)
  const model = paperModel({ algorithm, classes: labels, preparation, seed: 1 })
  const random = new Random(5, 'test/export')
  for (let t = 0; t < 200; t++) {
    const row = drawnRow(random)
    model.observe(row)
    const score = (row.value[0] ?? 0) - (row.value[1] ?? 0)
    model.learn(score > 0.4 ? classes - 1 : score > -0.4 ? Math.floor(classes / 2) : 0)
  }
  return model
}

export const probes = (count: number): Row[] => {
  const random = new Random(6, 'test/export')
  return Array.from({ length: count }, () => drawnRow(random))
}

/** The rows as one dense matrix. */
export const dense = (rows: readonly Row[], width: number): Float32Array => {
  const matrix = new Float32Array(rows.length * width)
  rows.forEach(({ index, value, start, end }, r) => {
    for (let k = start; k < end; k++) matrix[r * width + index[k] - 1] = value[k]
  })
  return matrix
}
