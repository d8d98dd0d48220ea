import type { RowTable } from '@askance/core'
import { type IndexBase, LabelNames, type LibsvmTable, openBytes, readLibsvm } from '@askance/data'

/** How errors name a path: `-` is the standard input. */
export const sourceName = (path: string): string => (path === '-' ? 'stdin' : path)

/** Items that follow each other: row `order[p]`, or row p itself, for p from `from` to `to` (exclusive). */
export interface Piece {
  readonly rows: RowTable
  /** The class of each row; beyond the classes where the label is not among them. */
  readonly labels: Int32Array
  readonly order: Int32Array | undefined
  readonly from: number
  readonly to: number
  readonly names: LabelNames
  lineOf(row: number): number
  readonly base: IndexBase
  /** How much of the source has been read, from 0 to 1; undefined where nobody knows. */
  readonly done: number | undefined
}

/** A source of items that can be asked for pieces, once or, from memory, again and again. */
export interface Items {
  /** How errors name it. */
  readonly source: string
  /** How many there are; undefined before the end of a stream. */
  readonly size: number | undefined
  pieces(): AsyncGenerator<Piece>
}

export interface FileOptions {
  readonly path: string
  /** How errors name it, where that is not the path. */
  readonly source?: string
  readonly base: IndexBase | 'auto'
  /** What is read, where its beginning was looked at already. */
  readonly bytes?: AsyncIterable<Uint8Array>
}

/** The items of a file or of the standard input, in constant memory. */
export const streamedItems = (file: FileOptions, classes: readonly string[]): Items => {
  const { path, base, source = sourceName(path) } = file
  return {
    source,
    size: undefined,
    async *pieces() {
      let done: number | undefined
      const progress = (read: number, total: number | undefined): void => {
        done = total === undefined ? undefined : read / total
      }
      const bytes = file.bytes ?? openBytes(path, { progress })
      const names = new LabelNames(classes)
      for await (const batch of readLibsvm(bytes, { source, base, names, live: path === '-' })) {
        const { firstLine, lineOffsets } = batch
        yield {
          ...batch,
          order: undefined,
          from: 0,
          to: batch.rows.length,
          lineOf: (row) => firstLine + (lineOffsets[row] ?? 0),
          done,
        }
      }
    },
  }
}

/** Rows between two looks at the outside world. */
const AT_ONCE = 1024

/** The items of a table in memory, in the given order or their own. */
export const loadedItems = (
  { rows, labels, lines, names, base }: LibsvmTable,
  source: string,
  order?: Int32Array,
): Items => ({
  source,
  size: rows.length,
  async *pieces() {
    const lineOf = (row: number): number => lines[row] ?? 0
    let breath = performance.now()
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const to = Math.min(rows.length, from + AT_ONCE)
      yield { rows, labels, order, from, to, names, lineOf, base, done: to / rows.length }
      if (performance.now() - breath < 50) continue
      await turnOfEvents()
      breath = performance.now()
    }
  },
})

/** Lets timers and signals have their turn: a long loop would keep Ctrl-C waiting. */
const turnOfEvents = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The same items without the first `skip`, and at most `limit` of them. */
export const windowOf = (items: Items, skip: number, limit: number): Items => ({
  source: items.source,
  size: items.size === undefined ? undefined : Math.max(0, Math.min(limit, items.size - skip)),
  async *pieces() {
    let passed = 0
    for await (const piece of items.pieces()) {
      const count = piece.to - piece.from
      const from = piece.from + Math.min(count, Math.max(0, skip - passed))
      const to = Math.min(piece.to, piece.from + skip + limit - passed)
      passed += count
      // Near the limit, it tells better than the bytes how much is left.
      const done = Number.isFinite(limit) ? Math.max(piece.done ?? 0, passed / (skip + limit)) : piece.done
      if (to > from) yield { ...piece, from, to, done: done === undefined ? done : Math.min(1, done) }
      if (passed >= skip + limit) return
    }
  },
})
