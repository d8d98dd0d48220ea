import type { AskanceError } from '@askance/core'
import type { Column, Item, ItemOptions, ItemSource, Progress } from '@askance/data'
import { openItems } from '@askance/data'
import { saidOf } from './said-of.js'
import { Skipped } from './skipped.js'

/** Items that were opened: they can be looked at before they are read, and tell how far they have come. */
export class ItemInput {
  readonly source: ItemSource
  /** How errors name it. */
  readonly name: string
  readonly options: ItemOptions
  readonly skipped: Skipped
  /** How much was read, from 0 to 1; undefined where nobody knows. */
  done: number | undefined
  /** Is told how far the reading has come. */
  watch: Progress | undefined
  #begun: { first: readonly Item[] | undefined; rest: AsyncIterator<readonly Item[]> } | undefined

  constructor(source: ItemSource, name: string, options: ItemOptions, skipped: Skipped) {
    this.source = source
    this.name = name
    this.options = options
    this.skipped = skipped
  }

  get columns(): readonly Column[] {
    return this.source.columns
  }

  get skips(): boolean {
    return this.options.onError === 'skip'
  }

  /** What has gone wrong, said of the data as the user knows it: what is piped in may have been put into a file. */
  readonly #failed = (cause: unknown): never => {
    throw saidOf(cause, this.name)
  }

  /** The first items. The reading goes on from there, since what is piped in comes only once. */
  async sample(): Promise<readonly Item[]> {
    if (!this.#begun) {
      const rest = this.source.batches()[Symbol.asyncIterator]()
      const { value, done } = await rest.next().catch(this.#failed)
      this.#begun = { first: done ? undefined : value, rest }
    }
    return this.#begun.first ?? []
  }

  /** Ends a reading that has begun; another may follow where the data can be read again. */
  async close(): Promise<void> {
    const begun = this.#begun
    this.#begun = undefined
    await begun?.rest.return?.()
  }

  async *batches(): AsyncGenerator<readonly Item[], void, undefined> {
    const begun = this.#begun
    this.#begun = undefined
    if (begun?.first) yield begun.first
    const rest = begun ? { [Symbol.asyncIterator]: () => begun.rest } : this.source.batches()
    try {
      yield* rest
    } catch (cause) {
      this.#failed(cause)
    }
  }
}

/** Opens a file or the standard input for its items. */
export const openItemInput = async (path: string, name: string, options: ItemOptions): Promise<ItemInput> => {
  const skipped = new Skipped()
  let input: ItemInput | undefined
  try {
    const source = await openItems(path, {
      ...options,
      onSkip: (error) => skipped.add(saidOf(error, name) as AskanceError),
      progress: (read, total) => {
        if (!input) return
        input.done = total === undefined ? undefined : read / total
        input.watch?.(read, total)
      },
    })
    input = new ItemInput(source, name, options, skipped)
    return input
  } catch (cause) {
    throw saidOf(cause, name)
  }
}
