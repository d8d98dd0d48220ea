import type { BudgetSpec } from '../budget/budget.js'
import { findAlgorithm } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import type { Kernel } from '../kernels.js'
import type { Costs } from '../metrics/metrics.js'
import { type Measure, measures } from '../objective.js'
import { type Parameters, resolveParameters } from '../parameters.js'
import type { Coins } from '../rounds/coins.js'
import { budgetIn, type LearnerOptions, parametersOf } from '../rounds/create.js'
import { type Protocol, preparationFor, protocols, type RowKind } from '../rounds/preparation-for.js'
import type { Preparation } from '../rows/prepare.js'

import type { Input } from './input.js'

/** How a classifier is set up; plain JSON, and stored with it. */
export interface ClassifierOptions {
  /** The labels that are known already; more may come with any answer. Of two, the second is the positive class. */
  readonly classes: readonly string[]
  /** A name from the catalogue; `auto` if not given. */
  readonly algorithm?: string
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  /**
   * `live` (the default) steers how often the algorithm asks so that spending follows the budget, measures itself on a share of
   * the items and watches for change. `paper` is the published round: the rule decides alone, and nothing is added.
   */
  readonly protocol?: Protocol
  /** How rows are scaled before they are learned; if not given, what `preparationFor` says. */
  readonly preparation?: Preparation
  /** What may be asked. A published rule under the protocol `paper` takes none. */
  readonly budget?: BudgetSpec
  /** The share of items that is asked about whatever they are: it makes estimates over all items possible. */
  readonly audit?: number
  /** Whether a second learner learns from audits alone, to show what asking at random would give. */
  readonly shadow?: boolean
  /** Whether open questions are taken back when the model has moved on and would not ask them now. */
  readonly withdraw?: boolean
  /** Whether the stream is watched for change, and what is no longer true forgotten: up to ten learners in place of one. */
  readonly drift?: boolean
  /** Of the classes, the one that precision, recall and F1 speak of; the last of those given if not said. */
  readonly positive?: string
  /** What `auto` is to be good at where there are two classes; F1 of the positive one if not said. */
  readonly objective?: Measure
  /** The weights of `sum` and `cost`. */
  readonly costs?: Costs
  /** How many of the latest items count as recent. */
  readonly window?: number
  /** Questions older than this, in milliseconds, expire. */
  readonly expireAfter?: number
  readonly seed?: number
}

/** What a classifier is set up with that is not plain data. */
export interface ClassifierParts<Item> {
  /** Makes rows of items; named features and ready rows if not given. */
  readonly input?: Input<Item>
  /** Where the coins come from, one a round; from the seed if not given. */
  readonly coins?: Coins
}

/** What `Classifier.load` takes besides the file. */
export interface LoadOptions<Item> extends Omit<ClassifierParts<Item>, 'input'> {
  /** Makes rows of items, or builds what does from what the file says of it; if not given, what is registered for its kind. */
  readonly input?: Input<Item> | ((kind: string, config: object) => Input<Item>)
  /** Settings that take the place of those it was saved with: another protocol or budget, say. */
  readonly options?: Partial<Pick<ClassifierOptions, Changeable>>
  /** How many bytes the state may take in memory. */
  readonly maxBytes?: number
}

/** What a loaded classifier may have otherwise: all but what its learner is made of. */
export type Changeable =
  | 'protocol'
  | 'budget'
  | 'audit'
  | 'shadow'
  | 'withdraw'
  | 'drift'
  | 'window'
  | 'expireAfter'

export type ClassifierConfig = Required<Omit<ClassifierOptions, 'kernel' | 'expireAfter'>> &
  Pick<ClassifierOptions, 'kernel' | 'expireAfter'>

/** The options with usual values for the rest, checked. `rows` says what the rows are made of. */
export const completed = (options: ClassifierOptions, rows: RowKind): ClassifierConfig => {
  checkOptions(options)
  const { classes, algorithm = 'auto', protocol = 'live', kernel } = options
  const { paced = false, name } = findAlgorithm(algorithm)
  const isLive = protocol === 'live'
  const { audit = isLive ? 0.01 : 0 } = options
  const parameters = resolveParameters(name, parametersOf(algorithm, kernel), options.parameters)
  const { ratio: _, horizon: __, ...rest } = parameters
  return {
    withdraw: isLive,
    drift: isLive || paced,
    positive: classes[classes.length - 1],
    objective: 'f1',
    costs: {},
    window: 1000,
    seed: 0,
    ...options,
    algorithm,
    protocol,
    audit,
    shadow: options.shadow ?? audit > 0,
    // The budget says what these parameters of a paced algorithm say.
    parameters: paced ? rest : parameters,
    budget: options.budget ?? (paced ? budgetIn(parameters) : {}),
    preparation:
      options.preparation ?? preparationFor(algorithm, { rows, protocol, ...(kernel && { kernel }) }),
  }
}

const checkOptions = (options: ClassifierOptions): void => {
  const refuse = (name: string, value: unknown, expected: string): never => {
    throw coreError('option/value', { name, value, expected })
  }
  const { classes, audit = 0, positive, objective, expireAfter, protocol = 'live', budget } = options
  if (classes.length < 2 || new Set(classes).size < classes.length)
    refuse('classes', classes.join(', '), 'two or more different labels')
  for (const label of classes) checkLabel(label)
  if (!protocols.includes(protocol)) refuse('protocol', protocol, protocols.join(' or '))
  if (!(audit >= 0 && audit < 1)) refuse('audit', audit, 'a share from 0 to below 1')
  if (positive !== undefined && !classes.includes(positive))
    throw coreError('label/unknown', { label: positive, classes: classes.join(', ') })
  if (objective !== undefined && !measures.includes(objective))
    refuse('objective', objective, measures.join(', '))
  if (expireAfter !== undefined && !(expireAfter > 0)) refuse('expireAfter', expireAfter, 'a time above 0')
  if (protocol === 'live' || findAlgorithm(options.algorithm ?? 'auto').paced) return
  if (audit > 0) refuse('audit', audit, 'none with the protocol paper: its rule decides alone')
  if (budget && Object.keys(budget).length > 0)
    refuse('budget', JSON.stringify(budget), 'none with the protocol paper: its rule decides alone')
}

/** The place of the positive class. */
export const positiveIn = ({ classes, positive }: ClassifierConfig): number => classes.indexOf(positive)

/** What a learner is made of when only the classes of the beginning are known. */
export const learnerOptionsOf = (config: ClassifierConfig): LearnerOptions => {
  const { algorithm, parameters, kernel, classes, seed, objective: measure, costs, drift } = config
  return {
    algorithm,
    parameters,
    ...(kernel && { kernel }),
    classes: classes.length,
    seed,
    objective: { measure, costs, positive: positiveIn(config) },
    // What watches the stream in a learner that tunes itself are its younger minds.
    ...(!drift && { design: { historyFrom: Number.POSITIVE_INFINITY } }),
  }
}

export const checkLabel = (label: string): void => {
  if (typeof label !== 'string' || label === '') throw coreError('label/empty')
}
