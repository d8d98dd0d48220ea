import { type Costs, type Kernel, Metrics, type Parameters, preparationFor } from '@askance/core'
import {
  type CostWeights,
  createRounds,
  defaultObjective,
  findAlgorithm,
  measures,
  type Objective,
  type Rounds,
  selfTuning,
  weightsOf,
} from '@askance/core/internals'
import type { MetricName } from '../metrics.js'
import type { AlgorithmSpec } from '../protocol/protocol.js'
import type { OpenSet } from '../sets/set.js'
import type { Stage } from '../sets/stage.js'
import { Pass, type PassOptions } from './pass.js'

/** An algorithm and its settings, except its parameters. */
export interface Player {
  readonly algorithm: string
  readonly kernel?: Kernel
  /** Whether rows are scaled to length 1. */
  readonly unitRows: boolean
  readonly delay: number
  readonly costs?: CostWeights
  /** The objective of a self-tuning algorithm. */
  readonly objective?: Objective
}

/** The objective of a self-tuning algorithm for a metric; the default objective if the metric is not one. */
export const objectiveOf = (
  metric: MetricName,
  positive: number,
  costs: CostWeights | undefined,
): Objective => {
  // Minimizing mistakes maximizes accuracy; with several labels, mistakes are the Hamming loss.
  const goal = metric === 'mistakes' || metric === 'hammingLoss' ? 'accuracy' : metric
  const measure = measures.find((name) => name === goal) ?? defaultObjective.measure
  return { measure, positive, ...(costs && { costs }) }
}

/**
 * The weights of errors on a set: with `balance`, cp = T_n/T and cn = T_p/T of its class counts. For a stream they are those of
 * the first run.
 */
export const weightsOn = (
  costs: Costs,
  { facts, positive }: Pick<OpenSet, 'facts' | 'positive'>,
): CostWeights =>
  costs === 'balance' ? weightsOf(costs, (facts.counts[positive] ?? 0) / Math.max(1, facts.items)) : costs

/** An algorithm as it plays a set: rows of length 1 where its rule wants them, the costs and the objective of the experiment. */
export const playerOn = (
  set: Pick<OpenSet, 'facts' | 'positive'>,
  { name, kernel, unitRows }: AlgorithmSpec,
  { metric, delay, costs: given }: { metric: MetricName; delay: number; costs?: Costs },
): Player => {
  const { name: algorithm, learner } = findAlgorithm(name)
  const costs = given && weightsOn(given, set)
  return {
    algorithm,
    unitRows: unitRows ?? wantsUnitRows(name, kernel),
    delay,
    ...(kernel && { kernel }),
    ...(costs && { costs }),
    ...(learner === selfTuning && { objective: objectiveOf(metric, set.positive, costs) }),
  }
}

/** The set as an algorithm plays it: one that scales numbers itself gets them as they are in the file. */
export const setFor = (set: OpenSet, { algorithm }: Pick<Player, 'algorithm'>): OpenSet =>
  set.unscaled && findAlgorithm(algorithm).learner === selfTuning ? { ...set, table: set.unscaled } : set

/** Adds the item count for algorithms that keep to a budget, unless it is set. */
export const withHorizon = (algorithm: string, parameters: Parameters, items: number): Parameters =>
  findAlgorithm(algorithm).paced ? { horizon: items, ...parameters } : parameters

/** Whether the theory of a rule requires rows of length 1; not with a kernel, which has its own norm. */
export const wantsUnitRows = (algorithm: string, kernel?: Kernel): boolean =>
  preparationFor(algorithm, { protocol: 'paper', ...(kernel && { kernel }) }).normalize === 'l2'

export interface Game {
  readonly rounds: Rounds
  readonly metrics: Metrics
  readonly pass: Pass
}

/** Creates untrained rounds and empty metrics with the coins of the seed. */
export const newGame = (
  { facts, positive }: Pick<OpenSet, 'facts' | 'positive'>,
  player: Player,
  parameters: Parameters,
  stage: Stage,
  seed: number,
  options: Pick<PassOptions, 'scores'> = {},
): Game => {
  const classes = facts.classes.length
  const rounds = newRounds(
    player,
    classes,
    withHorizon(player.algorithm, parameters, stage.order.length),
    seed,
  )
  const metrics = new Metrics(classes, positive, player.costs)
  const pass = new Pass(rounds, metrics, { ...options, delay: player.delay })
  return { rounds, metrics, pass }
}

/** Creates untrained rounds with the coins of the seed. */
export const newRounds = (
  { algorithm, kernel, unitRows, objective }: Player,
  classes: number,
  parameters: Parameters,
  seed: number,
): Rounds =>
  createRounds({
    algorithm,
    classes,
    parameters,
    seed,
    preparation: { normalize: unitRows ? 'l2' : 'none', intercept: 'none' },
    ...(kernel && { kernel }),
    ...(objective && { objective }),
  })

/** The value of a metric; 0 if it is not counted during the pass. */
export const valueIn = (values: object, metric: MetricName): number =>
  (values as Partial<Record<MetricName, number>>)[metric] ?? 0
