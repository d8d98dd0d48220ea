import type { Classifier } from '@askance/core'
import { findAlgorithm, isFeatureless } from '@askance/core/internals'
import type { RowBatch } from '@askance/data'

/** Counts the items whose class cannot be learned: without features and intercept their score is always 0. */
export class FeaturelessItems {
  count = 0
  readonly #isCounting: boolean

  constructor({ config: { algorithm, preparation } }: Classifier) {
    this.#isCounting = preparation.intercept === 'none' && !findAlgorithm(algorithm).paced
  }

  /** The batches, unchanged. */
  async *counting(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch, void, undefined> {
    for await (const batch of batches) {
      if (this.#isCounting) this.#add(batch)
      yield batch
    }
  }

  #add({ rows, order, from, to }: RowBatch): void {
    for (let k = from; k < to; k++) if (isFeatureless(rows.row(order?.[k] ?? k))) this.count++
  }
}
