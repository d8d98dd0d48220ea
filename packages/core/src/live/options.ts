import type { BudgetSpec } from '../budget/budget.js'
import { ratio } from '../budget/parameters.js'
import { findAlgorithm } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import type { Kernel } from '../kernels.js'
import type { Costs } from '../metrics/metrics.js'
import { type Measure, measures } from '../objective.js'
import type { Parameters } from '../parameters.js'
import type { Preparation } from '../rows/prepare.js'

/** How a live classifier is set up; plain JSON, and stored with it. */
export interface ClassifierOptions {
  /** The labels that are known already; more may come with any answer. Of two, the second is the positive class. */
  readonly classes: readonly string[]
  /** A name from the catalogue; `auto` if not given. */
  readonly algorithm?: string
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  readonly preparation?: Preparation
  readonly budget?: BudgetSpec
  /** The share of items that is asked about whatever they are: it makes estimates over all items possible. */
  readonly audit?: number
  /** Whether a second learner learns from audits alone, to show what asking at random would give. */
  readonly shadow?: boolean
  /** Whether an item is asked about the less, the more it is like one that is being asked about already. */
  readonly tentative?: boolean
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

export type LiveConfig = Required<Omit<ClassifierOptions, 'kernel' | 'expireAfter'>> &
  Pick<ClassifierOptions, 'kernel' | 'expireAfter'>

/** The options with usual values for the rest, checked. */
export const completed = (options: ClassifierOptions): LiveConfig => {
  const { classes, audit = 0.01 } = options
  if (classes.length < 2 || new Set(classes).size < classes.length)
    throw coreError('option/value', {
      name: 'classes',
      value: classes.join(', '),
      expected: 'two or more different labels',
    })
  for (const label of classes) checkLabel(label)
  if (!(audit >= 0 && audit < 1))
    throw coreError('option/value', { name: 'audit', value: audit, expected: 'a share from 0 to below 1' })
  const { expireAfter, positive } = options
  if (positive !== undefined && !classes.includes(positive))
    throw coreError('label/unknown', { label: positive, classes: classes.join(', ') })
  const { objective } = options
  if (objective !== undefined && !measures.includes(objective))
    throw coreError('option/value', {
      name: 'objective',
      value: objective,
      expected: measures.join(', '),
    })
  if (expireAfter !== undefined && !(expireAfter > 0))
    throw coreError('option/value', { name: 'expireAfter', value: expireAfter, expected: 'a time above 0' })
  const { algorithm = 'auto' } = options
  const { paced = false } = findAlgorithm(algorithm)
  return {
    algorithm,
    parameters: {},
    // One that tunes itself scales rows by itself.
    preparation: { normalize: 'none', intercept: paced ? 'none' : 'auto' },
    budget: paced ? { ratio: ratio.default } : {},
    shadow: audit > 0,
    tentative: false,
    withdraw: true,
    drift: true,
    positive: classes[classes.length - 1],
    objective: 'f1',
    costs: {},
    window: 1000,
    seed: 0,
    ...options,
    audit,
  }
}

/** The place of the positive class. */
export const positiveIn = ({ classes, positive }: LiveConfig): number => classes.indexOf(positive)

export const checkLabel = (label: string): void => {
  if (typeof label !== 'string' || label === '') throw coreError('label/empty')
}
