import { POOL_DESIGN } from '../auto/design.js'
import { type BudgetSpec, checkBudgetForm } from '../budget/budget.js'
import { findAlgorithm } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import { classList } from '../format/class-list.js'
import type { Kernel } from '../kernels.js'
import type { Costs } from '../metrics/metrics.js'
import { type Measure, measures } from '../objective.js'
import { type GivenParameters, type Parameters, resolveParameters } from '../parameters.js'
import type { Coins } from '../rounds/coins.js'
import { budgetIn, type LearnerOptions, parametersOf } from '../rounds/create.js'
import { type Protocol, preparationFor, protocols, type RowKind } from '../rounds/preparation-for.js'
import type { Preparation } from '../rows/prepare.js'
import { shownValue } from '../shown.js'
import type { Input } from './input.js'

/** The settings of a classifier: plain JSON, stored with it. */
export interface ClassifierOptions {
  /** The known classes; an answer may add more. With two classes the second is the positive one. */
  readonly classes: readonly string[]
  /** A name from the catalogue. Default: `auto`. */
  readonly algorithm?: string
  readonly parameters?: GivenParameters
  readonly kernel?: Kernel
  /**
   * `live` (the default) steers the rule so that spending follows the budget, measures quality and detects drift.
   * `paper` is the published round: the rule decides alone. `pool` is for `Pool`: all items are there before the first question.
   */
  readonly protocol?: Protocol
  /** How rows are scaled before learning. Default: the result of `preparationFor`. */
  readonly preparation?: Preparation
  /** How many questions may be asked. Published rules under `protocol: 'paper'` take no budget. */
  readonly budget?: BudgetSpec
  /**
   * The share of the questions that are asked to measure, from 0 to 0.5. They make estimates over all items precise. Default: 0.2.
   * Half as many are asked after drift was detected.
   */
  readonly measure?: number
  /** Whether a shadow model learns as many labels of items drawn at random, to measure the gain over random asking. */
  readonly shadow?: boolean
  /** Whether open questions are withdrawn when the model would no longer ask them. */
  readonly withdraw?: boolean
  /** Whether drift is detected and outdated answers are forgotten. This runs up to ten learners instead of one. */
  readonly drift?: boolean
  /** The positive class for precision, recall and F1. Default: the last of `classes`. */
  readonly positive?: string
  /** The metric that `auto` optimises with two classes. Default: F1 of the positive class. */
  readonly objective?: Measure
  /** The weights of `sum` and `cost`; `balance` follows the share of positives. */
  readonly costs?: Costs
  /** The number of latest items in the recent estimates. */
  readonly window?: number
  /** Questions older than this, in milliseconds, expire. */
  readonly expireAfter?: number
  readonly seed?: number
}

/** The settings of a classifier that are not plain data. */
export interface ClassifierParts<Item> {
  /** Turns items into rows. Default: named features and rows. */
  readonly input?: Input<Item>
  /** The source of the coins, one per round. Default: generated from the seed. */
  readonly coins?: Coins
}

/** The options of `Classifier.load`. */
export interface LoadOptions<Item> extends Omit<ClassifierParts<Item>, 'input'> {
  /** The input, or a function that creates it from the stored configuration. Default: the input registered for the kind. */
  readonly input?: Input<Item> | ((kind: string, config: object) => Input<Item>)
  /** Settings that override the saved ones, such as the protocol or the budget. */
  readonly options?: Partial<Pick<ClassifierOptions, Changeable>>
  /** The maximum size of the state in memory, in bytes. */
  readonly maxBytes?: number
}

/** The settings that can be changed on load: all that do not affect the learner. */
type Changeable =
  | 'protocol'
  | 'budget'
  | 'measure'
  | 'shadow'
  | 'withdraw'
  | 'drift'
  | 'window'
  | 'expireAfter'

export type ClassifierConfig = Required<Omit<ClassifierOptions, 'kernel' | 'expireAfter' | 'parameters'>> &
  Pick<ClassifierOptions, 'kernel' | 'expireAfter'> & { readonly parameters: Parameters }

/** The default share of the questions that measure. */
export const DEFAULT_MEASURE = 0.2

/**
 * The options of a file or configuration that may be older: `audit`, a share of all items, became `measure`, a share of the questions.
 * What was recorded stays as it was; from now on the default share measures where there were audits, and none where there were none.
 *
 * @example
 * withMeasure({ classes: ['a', 'b'], audit: 0.01 }) // => { classes: ['a', 'b'], measure: 0.2 }
 * withMeasure({ measure: 0.1 }) // => { measure: 0.1 }
 */
export const withMeasure = <Options extends object>(
  options: Options & { readonly audit?: number },
): Omit<Options, 'audit'> & { readonly measure?: number } => {
  const { audit, ...rest } = options
  if (audit === undefined || 'measure' in rest) return rest
  // In the place of `audit`, so that what is stored has the same bytes.
  const renamed = Object.entries(options).map(([name, value]) =>
    name === 'audit' ? ['measure', audit > 0 ? DEFAULT_MEASURE : 0] : [name, value],
  )
  return Object.fromEntries(renamed)
}

/** Validates the options and fills in defaults. `rows` is the kind of rows the input makes. */
export const completed = (options: ClassifierOptions, rows: RowKind): ClassifierConfig => {
  checkOptions(options)
  const { classes, algorithm = 'auto', protocol = 'live', kernel } = options
  const { paced = false, name } = findAlgorithm(algorithm)
  const isLive = protocol === 'live'
  const { measure = protocol === 'paper' ? 0 : DEFAULT_MEASURE } = options
  const parameters = resolveParameters(name, parametersOf(algorithm, kernel), options.parameters)
  const { ratio: _, horizon: __, ...rest } = parameters
  return {
    withdraw: isLive,
    drift: isLive || (protocol === 'paper' && paced),
    positive: classes[classes.length - 1],
    objective: 'f1',
    costs: {},
    window: 1000,
    seed: 0,
    ...options,
    algorithm,
    protocol,
    measure,
    shadow: options.shadow ?? (isLive && measure > 0),
    // The budget replaces these parameters of a paced algorithm.
    parameters: paced ? rest : parameters,
    budget: options.budget ?? (paced && protocol !== 'pool' ? budgetIn(parameters) : {}),
    preparation:
      options.preparation ?? preparationFor(algorithm, { rows, protocol, ...(kernel && { kernel }) }),
  }
}

const checkOptions = (options: ClassifierOptions): void => {
  const refuse = (name: string, value: unknown, expected: string): never => {
    throw coreError('option/value', { name, value, expected })
  }
  const { classes, measure = 0, positive, objective, costs, expireAfter, protocol = 'live', budget } = options
  if (!Array.isArray(classes))
    refuse('classes', shownValue(classes), 'a list of two or more different labels')
  if (budget !== undefined) checkBudgetForm(budget)
  if (classes.length < 2 || new Set(classes).size < classes.length)
    refuse('classes', classes.join(', '), 'two or more different labels')
  for (const label of classes) checkLabel(label)
  if (!protocols.includes(protocol)) refuse('protocol', protocol, protocols.join(' or '))
  if (!(measure >= 0 && measure <= 0.5)) refuse('measure', measure, 'a number from 0 to 0.5')
  if (positive !== undefined && !classes.includes(positive))
    throw coreError('label/unknown', { label: positive, classes: classList(classes) })
  if (objective !== undefined && !measures.includes(objective))
    refuse('objective', objective, measures.join(', '))
  if (typeof costs === 'string' && costs !== 'balance') refuse('costs', costs, 'weights or balance')
  if (expireAfter !== undefined && !(expireAfter > 0)) refuse('expireAfter', expireAfter, 'a time above 0')
  if (protocol === 'pool') checkPool(options, refuse)
  if (protocol !== 'paper' || findAlgorithm(options.algorithm ?? 'auto').paced) return
  if (measure > 0) refuse('measure', measure, '0 with protocol paper, whose rule decides alone')
  if (budget && Object.keys(budget).length > 0)
    refuse('budget', JSON.stringify(budget), 'no budget with protocol paper, whose rule decides alone')
}

/** A pool needs no pace, only a number of labels. Its items do not drift. */
const checkPool = (
  { budget = {}, shadow, withdraw, drift }: ClassifierOptions,
  refuse: (name: string, value: unknown, expected: string) => never,
): void => {
  checkPoolBudget(budget)
  for (const [name, value] of Object.entries({ shadow, withdraw, drift }))
    if (value) refuse(name, value, 'false in a pool')
}

export const checkPoolBudget = (budget: BudgetSpec): void => {
  if (Object.keys(budget).some((name) => name !== 'total'))
    throw coreError('option/value', {
      name: 'budget',
      value: JSON.stringify(budget),
      expected: 'only total in a pool, the number of labels',
    })
}

/** The index of the positive class. */
export const positiveIn = ({ classes, positive }: ClassifierConfig): number => classes.indexOf(positive)

/** The options of the learner, with the initial classes. */
export const learnerOptionsOf = (config: ClassifierConfig): LearnerOptions => {
  const { algorithm, parameters, kernel, classes, seed, objective: measure, costs, drift, protocol } = config
  return {
    algorithm,
    parameters,
    ...(kernel && { kernel }),
    classes: classes.length,
    seed,
    objective: { measure, costs, positive: positiveIn(config) },
    // A self-tuning learner detects drift by its younger ensembles.
    ...(protocol === 'pool'
      ? { design: POOL_DESIGN }
      : !drift && { design: { historyFrom: Number.POSITIVE_INFINITY } }),
  }
}

export const checkLabel = (label: string): void => {
  if (typeof label !== 'string' || label === '') throw coreError('label/empty', { found: shownValue(label) })
}
