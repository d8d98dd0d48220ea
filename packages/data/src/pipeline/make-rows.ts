import { AskanceError, RowTable } from '@askance/core'
import type { ItemInput } from '../input/item-input.js'
import type { Item } from '../item.js'
import type { LabelSets } from '../label-sets.js'
import type { LabelNames } from '../labels.js'
import type { LoadedTable } from '../libsvm/load.js'
import type { OpenedData } from './opened-data.js'
import { NO_LABEL, type RowBatch, type RowSource, type RowWindow, unknownLabel } from './rows.js'
import { errorIn } from './skipped.js'

export interface RowsOptions extends RowWindow {
  /** The classes, by id. */
  readonly names: LabelNames
  /** With several labels for an item: the label of a row is the id of its set. */
  readonly sets?: LabelSets
  /** `known`: each label must be one of the classes, and items without one are left out. `free`: any label, or none. */
  readonly labels: 'known' | 'free'
  /** Whether the input learns from the items. */
  readonly learning: boolean
  /** Whether vectors are left out, for algorithms that cannot use them. */
  readonly withoutVectors?: boolean
  /** The number of rows that may be used, and the error for one more. */
  readonly rounds?: { readonly left: number; exhausted(): AskanceError }
}

/**
 * Turns items into rows, batch by batch. The input learns nothing from an item that is not delivered: a model saved
 * after an error or at a limit has learned exactly from what was played.
 */
export const madeRows = (data: OpenedData, input: ItemInput, options: RowsOptions): RowSource => ({
  name: data.name,
  size: undefined,
  async *batches() {
    input.align(data.columns)
    const maker = new RowBatches(data, input, options)
    for await (const items of itemsInside(data.items(), options)) {
      const { batch, error } = maker.take(items)
      if (batch.to > 0) yield batch
      if (error !== undefined) throw error
    }
  },
})

async function* itemsInside(
  batches: AsyncIterable<readonly Item[]>,
  { skip = 0, limit = Number.POSITIVE_INFINITY }: RowWindow,
): AsyncGenerator<readonly Item[], void, undefined> {
  let passed = 0
  for await (const batch of batches) {
    const inside = batch.slice(Math.max(0, skip - passed), Math.max(0, skip + limit - passed))
    passed += batch.length
    if (inside.length > 0) yield inside
    if (passed >= skip + limit) return
  }
}

class RowBatches {
  readonly #data: OpenedData
  readonly #input: ItemInput
  readonly #options: RowsOptions
  readonly #rows = new RowTable()
  #made = 0

  constructor(data: OpenedData, input: ItemInput, options: RowsOptions) {
    this.#data = data
    this.#input = input
    this.#options = options
  }

  /** The rows of the items, up to the first error. */
  take(items: readonly Item[]): { batch: RowBatch; error: unknown } {
    const rows = this.#rows
    const labels = new Int32Array(items.length)
    const lines = new Int32Array(items.length)
    let failure: unknown
    rows.clear()
    for (const item of items) {
      if (this.#made === this.#options.rounds?.left) {
        failure = this.#options.rounds.exhausted()
        break
      }
      if (this.#options.labels === 'known' && (item.labels ?? item.label) === undefined) {
        this.#data.skipped.unlabelled++
        continue
      }
      try {
        const at = rows.length
        labels[at] = this.#label(item)
        lines[at] = item.line
        const { learning, withoutVectors } = this.#options
        rows.push(this.#input.row(withoutVectors ? withoutVector(item) : item, learning))
        this.#made++
      } catch (cause) {
        const error = errorIn(cause, this.#data.name)
        if (this.#data.skips && error instanceof AskanceError) this.#data.skipped.add(error)
        else {
          failure = error
          break
        }
      }
    }
    const batch: RowBatch = {
      rows,
      labels,
      order: undefined,
      from: 0,
      to: rows.length,
      names: this.#options.names,
      lineOf: (row) => lines[row] ?? 0,
      base: 1,
      done: this.#data.done,
    }
    return { batch, error: failure }
  }

  #label({ label, labels: several, line }: Item): number {
    const { labels, names, sets } = this.#options
    const position = { source: this.#data.name, line }
    const all = several ?? (label === undefined ? undefined : [label])
    if (sets && all) return labels === 'free' && !sets.knows(all) ? NO_LABEL : sets.add(all, position)
    if (label === undefined) return NO_LABEL
    const known = names.id(label)
    if (known >= 0 || labels === 'free') return known
    throw unknownLabel(label, names.names, position)
  }
}

const withoutVector = ({ vector: _, ...item }: Item): Item => item

/** All rows of a source in memory. */
export const loadedRows = async (source: RowSource, names: LabelNames): Promise<LoadedTable> => {
  const rows = new RowTable()
  const labels: number[] = []
  const lines: number[] = []
  for await (const batch of source.batches())
    for (let i = batch.from; i < batch.to; i++) {
      rows.push(batch.rows.row(i))
      labels.push(batch.labels[i] ?? NO_LABEL)
      lines.push(batch.lineOf(i))
    }
  return { rows, labels: Int32Array.from(labels), lines: Int32Array.from(lines), names, base: 1 }
}
