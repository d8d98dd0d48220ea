import { type Row, RowTable } from '@askance/core'
import { Random } from '@askance/core/internals'
import { gaussianStream, type SyntheticStream, textLikeStream } from '@askance/data'

/** A stream in memory, with labels of two classes and of ten. */
export interface Rows {
  readonly name: string
  readonly table: RowTable
  readonly dimension: number
  readonly two: Int32Array
  readonly ten: Int32Array
}

/** All rows of a stream in one table. The ten classes are the highest of ten random linear functions of the row. */
export const gather = (name: string, stream: SyntheticStream): Rows => {
  const { rows, dimension } = stream
  const table = new RowTable()
  const two = new Int32Array(rows)
  const ten = new Int32Array(rows)
  const random = new Random(1, 'benchmark/ten')
  const weights = Float64Array.from({ length: 10 * (dimension + 1) }, () => random.normal())
  while (stream.next()) {
    two[table.length] = stream.label
    ten[table.length] = highestOfTen(weights, stream.row)
    table.push(stream.row)
  }
  return { name, table, dimension, two, ten }
}

const highestOfTen = (weights: Float64Array, { index, value, start, end }: Row): number => {
  const scores = new Float64Array(10)
  for (let k = start; k < end; k++)
    for (let c = 0; c < 10; c++) scores[c] += weights[10 * index[k] + c] * value[k]
  return scores.indexOf(Math.max(...scores))
}

/** The two streams that rounds are measured on, created one at a time: sparse as text, and dense. */
export const defaultStreams = (scale: number): readonly (() => Rows)[] => [
  () =>
    gather('sparse', textLikeStream({ rows: 200_000 * scale, dimension: 100_000, nonZeros: 86, seed: 1 })),
  () => gather('dense', gaussianStream({ rows: 500_000 * scale, dimension: 54, seed: 1 })),
]
