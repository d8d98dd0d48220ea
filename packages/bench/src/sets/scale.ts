import { Row, RowTable } from '@askance/core'
import { featureEnd, RowPreparer, squaredNorm, VECTOR_BASE, withVector } from '@askance/core/internals'
import { benchError } from '../errors.js'
import { type SetScaling, type SetSpec, scalingSteps } from '../protocol/protocol.js'

/** Scaled columns are dense, so more values than this do not fit in memory. */
const MAX_VALUES = 2e8

/** Scales the rows and adds the intercept. */
export const prepared = (rows: RowTable, spec: Pick<SetSpec, 'name' | 'scaling' | 'intercept'>): RowTable => {
  const scaled = scalingSteps(spec).reduce((done, step) => scaledRows(done, step, spec.name), rows)
  if (spec.intercept === undefined) return scaled
  const intercept = spec.intercept === 'auto' ? 0.2 * meanLength(scaled) : spec.intercept
  return mapped(scaled, new RowPreparer({ normalize: 'none', intercept }))
}

const scaledRows = (rows: RowTable, step: SetScaling, name: string): RowTable =>
  step === 'standardize' || step === 'minmax'
    ? scaledColumns(rows, step, name)
    : mapped(rows, new RowPreparer({ normalize: step, intercept: 'none' }))

const mapped = (rows: RowTable, preparer: RowPreparer): RowTable => {
  const made = new RowTable()
  made.reserve(rows.length, rows.entries + rows.length)
  const row = rows.row(0)
  for (let i = 0; i < rows.length; i++) made.push(preparer.prepare(rows.view(i, row)))
  return made
}

const meanLength = (rows: RowTable): number => {
  const row = rows.row(0)
  let sum = 0
  for (let i = 0; i < rows.length; i++) {
    rows.view(i, row)
    sum += Math.sqrt(squaredNorm(row, featureEnd(row)))
  }
  return sum / rows.length
}

/** The shift and factor of a column. A constant column becomes 0. */
interface Column {
  shift: number
  factor: number
}

const scaledColumns = (rows: RowTable, scaling: SetScaling, name: string): RowTable => {
  const columns = scaling === 'minmax' ? rangesOf(rows) : deviationsOf(rows)
  const entries = rows.length * columns.length
  if (entries > MAX_VALUES) throw benchError('set/dense', { name, entries, most: MAX_VALUES })
  const made = new RowTable()
  made.reserve(rows.length, entries)
  const full = new Float64Array(columns.length)
  const dense = new Row(new Int32Array(columns.length), new Float64Array(columns.length))
  const row = rows.row(0)
  for (let i = 0; i < rows.length; i++) {
    rows.view(i, row)
    const end = featureEnd(row)
    full.fill(0)
    for (let k = row.start; k < end; k++) full[rows.index[k]!] = rows.value[k]!
    dense.end = 0
    columns.forEach(({ shift, factor }, j) => {
      const value = (full[j]! - shift) * factor
      if (value === 0) return
      dense.index[dense.end] = j
      dense.value[dense.end++] = value
    })
    made.push(end < row.end ? withVector(dense, rows.value.subarray(end, row.end)) : dense)
  }
  return made
}

/** The entries of all rows that are not numbers of vectors. */
function* featureEntries(rows: RowTable): Generator<number, void> {
  for (let k = 0; k < rows.entries; k++) if (rows.index[k]! < VECTOR_BASE) yield k
}

const widthOf = (rows: RowTable): number => {
  let largest = 0
  for (const k of featureEntries(rows)) largest = Math.max(largest, rows.index[k]!)
  return largest + 1
}

/** To mean 0 and (population) standard deviation 1; two passes, so that large values lose no digits. */
const deviationsOf = (rows: RowTable): readonly Column[] => {
  const width = widthOf(rows)
  const present = new Float64Array(width)
  const means = new Float64Array(width)
  const squares = new Float64Array(width)
  for (const k of featureEntries(rows)) means[rows.index[k]!]! += rows.value[k]! / rows.length
  for (const k of featureEntries(rows)) {
    const j = rows.index[k]!
    present[j]!++
    squares[j]! += (rows.value[k]! - means[j]!) ** 2
  }
  return Array.from(means, (mean, j) => {
    const sum = squares[j]! + (rows.length - present[j]!) * mean * mean
    const deviation = Math.sqrt(sum / rows.length)
    return { shift: mean, factor: deviation > 1e-12 * Math.abs(mean) ? 1 / deviation : 0 }
  })
}

/** To −1 … 1; absent values count as 0. */
const rangesOf = (rows: RowTable): readonly Column[] => {
  const width = widthOf(rows)
  const present = new Float64Array(width)
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY)
  const most = new Float64Array(width).fill(Number.NEGATIVE_INFINITY)
  for (const k of featureEntries(rows)) {
    const j = rows.index[k]!
    present[j]!++
    least[j] = Math.min(least[j]!, rows.value[k]!)
    most[j] = Math.max(most[j]!, rows.value[k]!)
  }
  return Array.from(present, (count, j) => {
    const low = count < rows.length ? Math.min(0, least[j]!) : least[j]!
    const high = count < rows.length ? Math.max(0, most[j]!) : most[j]!
    return { shift: (low + high) / 2, factor: high > low ? 2 / (high - low) : 0 }
  })
}
