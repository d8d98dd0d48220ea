import { type Played, play } from '@askance/bench/play'
import { Classifier, type ClassifierOptions, Metrics } from '@askance/core'
import { type Rounds, roundsOf } from '@askance/core/internals'
import type { RowBatch } from '@askance/data'
import { ReadyRows } from '../../stream/ready-rows.js'
import type { FileCoins } from './coins.js'
import type { RunData } from './data.js'
import { FeaturelessItems } from './featureless.js'
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
  const metrics = new Metrics(names.length, positive)
  const featureless = new FeaturelessItems(classifier)
  return { classifier, rounds: roundsOf(classifier), metrics, featureless, ...(own && { coins: own }) }
}

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
