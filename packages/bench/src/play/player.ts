import {
  type Asker,
  type Costs,
  createAsker,
  findAlgorithm,
  type Kernel,
  Metrics,
  type Parameters,
  RowPreparer,
} from '@askance/core'
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
}

/** Whether the theory of a rule wants rows of length 1; a kernel measures rows its own way. */
export const wantsUnitRows = (algorithm: string, kernel?: Kernel): boolean =>
  findAlgorithm(algorithm).rule.unitRows === true && kernel === undefined

export interface Game {
  readonly asker: Asker
  readonly metrics: Metrics
  readonly pass: Pass
}

/** A new game: nothing learned, nothing counted, the coins of the seed. */
export const newGame = (
  { facts, positive }: Pick<OpenSet, 'facts' | 'positive'>,
  { algorithm, kernel, unitRows, delay, costs }: Player,
  parameters: Parameters,
  stage: Stage,
  seed: number,
  options: Pick<PassOptions, 'scores'> = {},
): Game => {
  const classes = facts.classes.length
  const asker = createAsker({ algorithm, classes, parameters, seed, ...(kernel && { kernel }) })
  const metrics = new Metrics(classes, positive, costs)
  const pass = new Pass(asker, stage, metrics, {
    ...options,
    delay,
    ...(unitRows && { preparer: new RowPreparer({ normalize: 'l2', intercept: 'none' }) }),
  })
  return { asker, metrics, pass }
}

/** A metric among others; 0 where it is none that is counted on the way. */
export const valueIn = (values: object, metric: MetricName): number =>
  (values as Partial<Record<MetricName, number>>)[metric] ?? 0
