import { RowTable } from '@askance/core'
import { enlarged } from '@askance/core/internals'
import type { HandedFile, Progress } from '../bytes/bytes.js'
import { type BytesOptions, openBytes, sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'
import { LabelNames } from '../labels.js'
import type { IndexBase, LibsvmBatch, LibsvmOptions } from './batch.js'
import { readLibsvm } from './read.js'

/** Labelled rows in memory. */
export interface LoadedTable {
  readonly rows: RowTable
  /** The label id and the source line of each row. */
  readonly labels: Int32Array
  readonly lines: Int32Array
  readonly names: LabelNames
  readonly base: IndexBase
}

/** Row offsets are 32-bit numbers. */
const MAX_ENTRIES = 2 ** 31 - 1

/**
 * Loads a whole LIBSVM file (a path, a `File`, or `-` for the standard input) into memory, for shuffling or several passes.
 *
 * @example
 * await loadLibsvm('nowhere.libsvm').catch((error) => error.message) // => 'nowhere.libsvm: file not found'
 */
export const loadLibsvm = async (
  place: string | HandedFile,
  options: LibsvmOptions & BytesOptions = {},
): Promise<LoadedTable> => {
  const { source = sourceName(place), names = new LabelNames() } = options
  let share: number | undefined
  const progress: Progress = (done, total) => {
    share = total ? done / total : undefined
    options.progress?.(done, total)
  }
  const batches = readLibsvm(openBytes(place, { progress }), { ...options, source, names })
  return loadBatches(batches, { source, names, share: () => share })
}

export interface LoadOptions {
  readonly source: string
  readonly names: LabelNames
  /** The share of the source read so far, used to estimate the final size, because growing copies everything. */
  share(): number | undefined
}

/** Loads all rows that the parser delivers. */
export const loadBatches = async (
  batches: AsyncIterable<LibsvmBatch>,
  { source, names, share }: LoadOptions,
): Promise<LoadedTable> => {
  const table = new GrowingTable(share)
  for await (const batch of batches) if (!table.append(batch)) throw dataError('load/memory', {}, { source })
  return table.finished(names)
}

class GrowingTable {
  readonly #share: LoadOptions['share']
  readonly #rows = new RowTable()
  #labels = new Int32Array(1024)
  #lines = new Int32Array(1024)
  #base: IndexBase = 1

  constructor(share: LoadOptions['share']) {
    this.#share = share
  }

  /** Returns false if memory is exhausted. */
  append(batch: LibsvmBatch): boolean {
    const { rows, labels, firstLine, lineOffsets } = batch
    const from = this.#rows.length
    const entry = this.#rows.entries
    if (!this.#reserve(from + rows.length, entry + rows.entries)) return false
    this.#rows.index.set(rows.index.subarray(0, rows.entries), entry)
    this.#rows.value.set(rows.value.subarray(0, rows.entries), entry)
    this.#labels.set(labels, from)
    for (let i = 0; i < rows.length; i++) {
      this.#rows.starts[from + i + 1] = entry + rows.starts[i + 1]!
      this.#lines[from + i] = firstLine + lineOffsets[i]!
    }
    this.#rows.length += rows.length
    this.#base = batch.base
    return true
  }

  finished(names: LabelNames): LoadedTable {
    const { length } = this.#rows
    return {
      rows: this.#rows,
      labels: this.#labels.subarray(0, length),
      lines: this.#lines.subarray(0, length),
      names,
      base: this.#base,
    }
  }

  #inAll(soFar: number): number {
    return Math.min(MAX_ENTRIES, Math.ceil((1.1 * soFar) / (this.#share() || 1)))
  }

  #reserve(rows: number, entries: number): boolean {
    if (entries > MAX_ENTRIES) return false
    try {
      if (entries > this.#rows.index.length || rows >= this.#rows.starts.length)
        this.#rows.reserve(this.#inAll(rows), this.#inAll(entries))
      this.#labels = enlarged(this.#labels, rows)
      this.#lines = enlarged(this.#lines, rows)
      return true
    } catch (cause) {
      if (cause instanceof RangeError) return false
      throw cause
    }
  }
}
