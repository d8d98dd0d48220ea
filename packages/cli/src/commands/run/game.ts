import { createModel, Metrics, type Model, type ModelConfig, Row } from '@askance/core'
import type { IndexBase, RowBatch, RowSource } from '@askance/data'
import type { Classes } from '../../stream/classes.js'
import type { FileCoins } from './coins.js'
import type { Trace } from './trace.js'

/** A model that plays rounds, and what is kept of them. */
export interface Game {
  readonly model: Model
  readonly metrics: Metrics
  readonly trace?: Trace
  readonly coins?: FileCoins
}

/** A game at its beginning. */
export const newGame = (config: ModelConfig, { names, positive }: Classes, coins?: FileCoins): Game => {
  const own = coins?.after(0)
  return {
    model: createModel(config, own),
    metrics: new Metrics(names.length, positive),
    ...(own && { coins: own }),
  }
}

/** Looks on while the rounds are played. */
export interface Watch {
  /** How many more items may be played before it wants to look again. */
  toGo(): number
  /** So many more items were played; `done` is how much of the source was read. */
  played(items: number, done: number | undefined): void
}

export interface Played {
  readonly items: number
  readonly base: IndexBase | undefined
  /** Why the source ended before its end; what was played before stands. */
  readonly broken: unknown
}

/** Plays one round for every item. */
export const play = async (game: Game, source: RowSource, watch?: Watch): Promise<Played> => {
  const batches = source.batches()
  let count = 0
  let base: IndexBase | undefined
  for (;;) {
    let next: IteratorResult<RowBatch, void>
    try {
      next = await batches.next()
    } catch (broken) {
      return { items: count, base, broken }
    }
    if (next.done) return { items: count, base, broken: undefined }
    const batch = next.value
    base = batch.base
    for (let from = batch.from; from < batch.to; ) {
      const left = game.coins?.left ?? Number.POSITIVE_INFINITY
      if (left === 0) {
        await batches.return()
        return { items: count, base, broken: game.coins?.exhausted() }
      }
      const to = Math.min(batch.to, from + left, from + (watch?.toGo() ?? Number.POSITIVE_INFINITY))
      playRows(game, batch, from, to)
      await game.trace?.flush()
      count += to - from
      watch?.played(to - from, batch.done)
      from = to
    }
  }
}

const playRows = ({ model, metrics, trace }: Game, batch: RowBatch, from: number, to: number): void => {
  const { rows, labels, order } = batch
  const row = new Row(rows.index, rows.value)
  for (let p = from; p < to; p++) {
    const i = order === undefined ? p : (order[p] ?? p)
    const label = labels[i] ?? 0
    const decision = model.observe(rows.view(i, row))
    const { predicted, asked } = decision
    const updated = asked && model.learnIndex(label)
    metrics.add(predicted, label, asked, updated)
    trace?.add(decision, updated, label)
  }
}
