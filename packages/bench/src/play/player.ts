import { type Costs, type Kernel, Metrics, type Parameters, preparationFor } from '@askance/core'
import {
  createRounds,
  defaultObjective,
  findAlgorithm,
  measures,
  type Objective,
  type Rounds,
} from '@askance/core/internals'
import type { MetricName } from '../metrics.js'
import type { OpenSet } from '../sets/set.js'
import type { Stage } from '../sets/stage.js'
import { Pass, type PassOptions } from './pass.js'

/** An algorithm and the circumstances it plays under; all but its parameters. */
export interface Player {
  readonly algorithm: string
  readonly kernel?: Kernel
  /** Whether it gets its rows at length 1. */
  readonly unitRows: boolean
  readonly delay: number
  readonly costs?: Costs
  /** What one that tunes itself is to be good at. */
  readonly objective?: Objective
}

/** What an algorithm that tunes itself is told to be good at where it is judged by a metric; F1 where that is no goal of its own. */
export const objectiveOf = (metric: MetricName, positive: number, costs: Costs | undefined): Objective => {
  // The fewest mistakes are the highest accuracy.
  const goal = metric === 'mistakes' ? 'accuracy' : metric
  const measure = measures.find((name) => name === goal) ?? defaultObjective.measure
  return { measure, positive, ...(costs && { costs }) }
}

/** One that keeps to a budget is told how many items will come, unless that was said. */
export const withHorizon = (algorithm: string, parameters: Parameters, items: number): Parameters =>
  findAlgorithm(algorithm).paced ? { horizon: items, ...parameters } : parameters

/** Whether the theory of a rule wants rows of length 1; a kernel measures rows its own way. */
export const wantsUnitRows = (algorithm: string, kernel?: Kernel): boolean =>
  preparationFor(algorithm, { protocol: 'paper', ...(kernel && { kernel }) }).normalize === 'l2'

export interface Game {
  readonly rounds: Rounds
  readonly metrics: Metrics
  readonly pass: Pass
}

/** A new game: nothing learned, nothing counted, the coins of the seed. */
export const newGame = (
  { facts, positive }: Pick<OpenSet, 'facts' | 'positive'>,
  { algorithm, kernel, unitRows, delay, costs, objective }: Player,
  parameters: Parameters,
  stage: Stage,
  seed: number,
  options: Pick<PassOptions, 'scores'> = {},
): Game => {
  const classes = facts.classes.length
  const rounds = createRounds({
    algorithm,
    classes,
    parameters: withHorizon(algorithm, parameters, stage.order.length),
    seed,
    preparation: { normalize: unitRows ? 'l2' : 'none', intercept: 'none' },
    ...(kernel && { kernel }),
    ...(objective && { objective }),
  })
  const metrics = new Metrics(classes, positive, costs)
  const pass = new Pass(rounds, metrics, {
    ...options,
    delay,
  })
  return { rounds, metrics, pass }
}

/** A metric among others; 0 where it is none that is counted on the way. */
export const valueIn = (values: object, metric: MetricName): number =>
  (values as Partial<Record<MetricName, number>>)[metric] ?? 0
