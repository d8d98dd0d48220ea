import { type Costs, Metrics, MultiLabelMetrics, type Parameters, type State } from '@askance/core'
import {
  floatsIn,
  type MetricValues,
  type MultiLabelValues,
  multiLabelValues,
  numberIn,
  partSeed,
  type Rounds,
} from '@askance/core/internals'
import type { OpenSet } from '../sets/set.js'
import type { Stage } from '../sets/stage.js'
import { MultiLabelPass } from './multi-label.js'
import type { PassOptions, Rows } from './pass.js'
import { type Game, newGame, newRounds, type Player, withHorizon } from './player.js'

export type Values = MetricValues | MultiLabelValues

/** A player on a set whose items have one label or several. */
export interface SetGame {
  readonly pass: { play(piece: Rows, from: number, to: number): void }
  /** The metrics of all rounds so far. */
  values(): Values
  /** Marks this moment; the function returns the metrics of the rounds since then. */
  mark(): () => Values
  /** The number of updates of the model, or of all parts. */
  updates(): number
  /** The metrics of the current model on held-out rows; nothing is learned. */
  heldOut(stage: Stage, rows: Int32Array): Values
}

type GameSet = Pick<OpenSet, 'facts' | 'positive' | 'labelSets'>

/** The number of questions that can be asked: the items, or with several labels all pairs of an item and a class. */
export const mostQuestions = ({ facts, labelSets }: GameSet, items: number): number =>
  labelSets ? items * facts.classes.length : items

/** Creates an untrained game with the coins of the seed. */
export const newSetGame = (
  set: GameSet,
  player: Player,
  parameters: Parameters,
  stage: Stage,
  seed: number,
  options: Pick<PassOptions, 'scores'> = {},
): SetGame => {
  const { facts, labelSets } = set
  if (!labelSets) return singleGame(newGame(set, player, parameters, stage, seed, options), player.costs)
  const values = withHorizon(player.algorithm, parameters, stage.order.length)
  const parts = facts.classes.map((label) => newRounds(player, 2, values, partSeed(seed, label)))
  return multiLabelGame(parts, labelSets, player)
}

const singleGame = ({ rounds, metrics, pass }: Game, costs: Costs | undefined): SetGame => ({
  pass,
  values: () => metrics.values(),
  mark() {
    const before = metrics.save()
    return () => since(before, metrics, costs).values()
  },
  updates: () => rounds.tally.updates,
  heldOut(stage, rest) {
    const after = new Metrics(metrics.classes, metrics.positive, costs)
    for (const i of rest) after.add(pass.predict(stage, i), stage.labels[i]!, false, false)
    return after.values()
  },
})

const multiLabelGame = (
  parts: readonly Rounds[],
  sets: NonNullable<OpenSet['labelSets']>,
  { delay }: Player,
): SetGame => {
  const metrics = new MultiLabelMetrics(parts.length)
  return {
    pass: new MultiLabelPass(parts, { sets }, metrics, { delay }),
    values: () => metrics.values(),
    mark() {
      const before = metrics.parts.map((part) => part.save())
      return () => multiLabelValues(metrics.parts.map((part, k) => since(before[k]!, part, undefined)))
    },
    updates: () => parts.reduce((sum, { tally }) => sum + tally.updates, 0),
    heldOut({ rows, labels }, rest) {
      const after = new MultiLabelMetrics(parts.length)
      for (const i of rest)
        parts.forEach((part, k) => {
          const truth = sets[labels[i]!]!.includes(k)
          after.add(k, part.read(rows.row(i)).predicted === 1, truth, false, false)
        })
      return after.values()
    },
  }
}

/** The metrics since an earlier state. */
const since = (before: State, metrics: Metrics, costs: Costs | undefined): Metrics => {
  const now = metrics.save()
  const difference = new Metrics(metrics.classes, metrics.positive, costs)
  const confusion = floatsIn(before, 'confusion')
  difference.load({
    confusion: floatsIn(now, 'confusion').map((count, k) => count - confusion[k]!),
    asked: numberIn(now, 'asked') - numberIn(before, 'asked'),
    updated: numberIn(now, 'updated') - numberIn(before, 'updated'),
  })
  return difference
}
