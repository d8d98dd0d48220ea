import { type Played, play } from '@askance/bench/play'
import { Classifier, type ClassifierOptions, Metrics } from '@askance/core'
import { findAlgorithm, isFeatureless, type Rounds, roundsOf } from '@askance/core/internals'
import type { RowBatch } from '@askance/data'
import { ReadyRows } from '../../stream/ready-rows.js'
import type { FileCoins } from './coins.js'
import type { RunData } from './data.js'
import type { Progress } from './progress.js'
import type { Trace } from './trace.js'

/** A classifier and the metrics of its rounds. */
export interface RunState {
  readonly classifier: Classifier
  readonly rounds: Rounds
  readonly metrics: Metrics
  readonly featureless: FeaturelessItems
  readonly coins?: FileCoins
}

export const startRun = (
  options: ClassifierOptions,
  { classes: { names, positive }, input }: Pick<RunData, 'classes' | 'input'>,
  coins?: FileCoins,
): RunState => {
  const own = coins?.after(0)
  const classifier = new Classifier({ ...options, input: new ReadyRows(input), ...(own && { coins: own }) })
  return runState(classifier, new Metrics(names.length, positive), own)
}

/** A run that begins, or goes on with what was measured before. */
export const runState = (
  classifier: Classifier,
  metrics: Metrics,
  coins: FileCoins | undefined,
): RunState => ({
  classifier,
  rounds: roundsOf(classifier),
  metrics,
  featureless: new FeaturelessItems(classifier),
  ...(coins && { coins }),
})

/** Plays all items with these options and returns the number of questions. */
export const askedWith = async (
  options: ClassifierOptions,
  data: RunData,
  coins: FileCoins | undefined,
): Promise<number> => {
  const { rounds, metrics } = startRun(options, data, coins)
  const { broken } = await play(rounds, { pieces: () => data.rows.batches() }, metrics)
  if (broken) throw broken
  return metrics.values().asked
}

/** Plays all items, or as many as there are coins. */
export const playItems = async (
  { rounds, metrics, featureless, coins }: RunState,
  { rows }: Pick<RunData, 'rows'>,
  progress: Progress,
  trace: Trace | undefined,
): Promise<Pick<Played<RowBatch>, 'items' | 'last' | 'broken'>> => {
  const played = await play(rounds, { pieces: () => featureless.counting(rows.batches()) }, metrics, {
    ...(trace && { onRound: (decision, label, updated) => trace.add(decision, updated, label) }),
    ahead: () => Math.min(coins?.left ?? Number.POSITIVE_INFINITY, progress.untilNextRow()),
    async onProgress(items, { done }) {
      await trace?.flush()
      progress.played(items, done)
    },
  })
  return played.stopped ? { ...played, broken: coins?.exhausted() } : played
}

/** Counts the items whose class cannot be learned: without features and intercept their score is always 0. */
class FeaturelessItems {
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
