import type { RowTable } from '@askance/core'
import { classList } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { LabelNames } from '../labels.js'
import type { IndexBase, LibsvmBatch } from '../libsvm/batch.js'
import type { LoadedTable } from '../libsvm/load.js'

/** A missing label. */
export const NO_LABEL = -1

/** Consecutive rows: row `order[p]`, or row p itself, for p from `from` to `to` (exclusive). */
export interface RowBatch {
  readonly rows: RowTable
  /** The class of each row; a larger number for an unknown label, `NO_LABEL` for a missing one. */
  readonly labels: Int32Array
  readonly order: Int32Array | undefined
  readonly from: number
  readonly to: number
  readonly names: LabelNames
  /** The source line of a row. */
  lineOf(row: number): number
  readonly base: IndexBase
  /** The share of the source read, from 0 to 1; undefined if unknown. */
  readonly done: number | undefined
}

/** Rows in batches: once or, from memory, any number of times. */
export interface RowSource {
  /** The name used in errors. */
  readonly name: string
  /** The number of rows; undefined before the end of a stream. */
  readonly size: number | undefined
  batches(): AsyncGenerator<RowBatch, void, undefined>
}

/** Skips the first `skip` rows and takes at most `limit` of the rest. */
export interface RowWindow {
  readonly skip?: number
  readonly limit?: number
}

/** LIBSVM rows from the parser, in constant memory. */
export const parsedRows = (
  name: string,
  parse: () => AsyncIterable<LibsvmBatch>,
  done: () => number | undefined,
): RowSource => ({
  name,
  size: undefined,
  async *batches() {
    for await (const batch of parse()) {
      const { firstLine, lineOffsets } = batch
      yield {
        ...batch,
        order: undefined,
        from: 0,
        to: batch.rows.length,
        lineOf: (row) => firstLine + (lineOffsets[row] ?? 0),
        done: done(),
      }
    }
  },
})

/** Minimum number of rows between two turns of the event loop. */
const AT_ONCE = 1024

/** The rows of a table in memory, in the given order or their own. */
export const tableRows = (table: LoadedTable, name: string, order?: Int32Array): RowSource => {
  const { rows, labels, lines, names, base } = table
  return {
    name,
    size: rows.length,
    async *batches() {
      const lineOf = (row: number): number => lines[row] ?? 0
      let pause = performance.now()
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const to = Math.min(rows.length, from + AT_ONCE)
        yield { rows, labels, order, from, to, names, lineOf, base, done: to / rows.length }
        if (performance.now() - pause < 50) continue
        await nextTurn()
        pause = performance.now()
      }
    },
  }
}

/** Yields to timers and signals, so that a long loop does not delay Ctrl-C. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The table with labels renumbered as the classes, and other labels after them. */
export const renumbered = (table: LoadedTable, classes: readonly string[]): LoadedTable => {
  const names = new LabelNames([...classes, ...table.names.names])
  const idOf = table.names.names.map((name) => names.id(name))
  return { ...table, names, labels: table.labels.map((id) => idOf[id] ?? id) }
}

/** The rows inside the window. */
export const windowOf = (source: RowSource, { skip = 0, limit }: RowWindow): RowSource =>
  skip === 0 && limit === undefined ? source : inside(source, skip, limit ?? Number.POSITIVE_INFINITY)

const inside = (source: RowSource, skip: number, limit: number): RowSource => ({
  name: source.name,
  size: source.size === undefined ? undefined : Math.max(0, Math.min(limit, source.size - skip)),
  async *batches() {
    let passed = 0
    for await (const batch of source.batches()) {
      const count = batch.to - batch.from
      const from = batch.from + Math.min(count, Math.max(0, skip - passed))
      const to = Math.min(batch.to, batch.from + skip + limit - passed)
      passed += count
      // Near the limit, the row count is a better measure of progress than the bytes.
      const done = Number.isFinite(limit) ? Math.max(batch.done ?? 0, passed / (skip + limit)) : batch.done
      if (to > from) yield { ...batch, from, to, done: done === undefined ? done : Math.min(1, done) }
      if (passed >= skip + limit) return
    }
  },
})

/** The same rows; throws at the first label that is not among the classes. */
export const withKnownLabels = (source: RowSource, classes: readonly string[]): RowSource => ({
  ...source,
  async *batches() {
    for await (const batch of source.batches()) {
      const bad = firstUnknown(batch, classes.length)
      if (bad > batch.from) yield { ...batch, to: bad }
      if (bad === batch.to) continue
      const row = rowAt(batch, bad)
      const label = batch.names.name(batch.labels[row] ?? NO_LABEL)
      throw unknownLabel(label, classes, { source: source.name, line: batch.lineOf(row), column: 1 })
    }
  },
})

export const unknownLabel = (
  label: string,
  classes: readonly string[],
  position: { readonly source: string; readonly line: number; readonly column?: number },
): Error => dataError('data/label', { label: classList([label]), classes: classList(classes) }, position)

const rowAt = ({ order }: RowBatch, p: number): number => order?.[p] ?? p

const firstUnknown = (batch: RowBatch, classes: number): number => {
  for (let p = batch.from; p < batch.to; p++) if ((batch.labels[rowAt(batch, p)] ?? 0) >= classes) return p
  return batch.to
}
