import { AskanceError, RowTable } from '@askance/core'
import { type Item, LabelNames, type LibsvmTable } from '@askance/data'
import { cliError } from '../errors.js'
import type { ItemInput } from './item-input.js'
import type { Items, Piece } from './items.js'
import type { RowMaker } from './row-maker.js'
import { saidOf } from './said-of.js'

export interface MakingOptions {
  /** The classes. */
  readonly names: LabelNames
  /** `known`: one of the classes. `free`: any, or none. */
  readonly labels: 'known' | 'free'
  readonly learning: boolean
  /** Passes over so many items, which are not learned from. */
  readonly skip?: number
  /** Takes at most so many. */
  readonly limit?: number
  /** How many rounds can be played, and what to say when there is an item more. */
  readonly rounds?: { readonly left: number; exhausted(): AskanceError }
}

/** A label that is not there. */
export const NO_LABEL = -1

/**
 * Items made into rows, batch by batch. Nothing is learned of an item that is not handed on: a model that is saved after
 * a mistake, or at a limit, has seen what was played and no more.
 */
export const madeItems = (input: ItemInput, maker: RowMaker, options: MakingOptions): Items => ({
  source: input.name,
  size: undefined,
  async *pieces() {
    maker.align(input.columns)
    const making = new Making(input, maker, options)
    for await (const batch of windowed(input.batches(), options)) {
      const { piece, mistake } = making.take(batch)
      if (piece.to > 0) yield piece
      if (mistake !== undefined) throw mistake
    }
  },
})

/** The batches without the first `skip` items, and at most `limit` of them. */
async function* windowed(
  batches: AsyncIterable<readonly Item[]>,
  { skip = 0, limit = Number.POSITIVE_INFINITY }: MakingOptions,
): AsyncGenerator<readonly Item[], void, undefined> {
  let passed = 0
  for await (const batch of batches) {
    const inside = batch.slice(Math.max(0, skip - passed), Math.max(0, skip + limit - passed))
    passed += batch.length
    if (inside.length > 0) yield inside
    if (passed >= skip + limit) return
  }
}

class Making {
  readonly #input: ItemInput
  readonly #maker: RowMaker
  readonly #options: MakingOptions
  readonly #rows = new RowTable()
  #made = 0

  constructor(input: ItemInput, maker: RowMaker, options: MakingOptions) {
    this.#input = input
    this.#maker = maker
    this.#options = options
  }

  /** The rows of a batch, up to the first mistake. */
  take(batch: readonly Item[]): { piece: Piece; mistake: unknown } {
    const rows = this.#rows
    const labels = new Int32Array(batch.length)
    const lines = new Int32Array(batch.length)
    let mistake: unknown
    rows.clear()
    for (const item of batch) {
      if (this.#made === this.#options.rounds?.left) {
        mistake = this.#options.rounds.exhausted()
        break
      }
      try {
        const at = rows.length
        labels[at] = this.#label(item)
        lines[at] = item.line
        rows.push(this.#maker.row(item, this.#options.learning))
        this.#made++
      } catch (cause) {
        const error = saidOf(cause, this.#input.name)
        if (this.#input.skips && error instanceof AskanceError) this.#input.skipped.add(error)
        else {
          mistake = error
          break
        }
      }
    }
    const piece: Piece = {
      rows,
      labels,
      order: undefined,
      from: 0,
      to: rows.length,
      names: this.#options.names,
      lineOf: (row) => lines[row] ?? 0,
      base: 1,
      done: this.#input.done,
    }
    return { piece, mistake }
  }

  #label({ label, line }: Item): number {
    const { labels, names } = this.#options
    const position = { source: this.#input.name, line }
    if (label === undefined) {
      if (labels === 'free') return NO_LABEL
      throw cliError('data/unlabelled', {}, position)
    }
    const known = names.id(label)
    if (known >= 0 || labels === 'free') return known
    throw cliError('data/label', { label, classes: names.names.join(', ') }, position)
  }
}

/** All rows in memory, as a LIBSVM file would be. */
export const loadedRows = async (items: Items, names: LabelNames): Promise<LibsvmTable> => {
  const rows = new RowTable()
  const labels: number[] = []
  const lines: number[] = []
  for await (const piece of items.pieces())
    for (let i = piece.from; i < piece.to; i++) {
      rows.push(piece.rows.row(i))
      labels.push(piece.labels[i] ?? NO_LABEL)
      lines.push(piece.lineOf(i))
    }
  return { rows, labels: Int32Array.from(labels), lines: Int32Array.from(lines), names, base: 1 }
}

/** The labels of all items, in the order in which they come. */
export const labelsIn = async (input: ItemInput): Promise<readonly string[]> => {
  const names = new LabelNames()
  for await (const batch of input.batches())
    for (const { label, line } of batch)
      if (label !== undefined) names.add(label, { source: input.name, line })
  return names.names
}
