import { suggestion } from '../declare.js'
import { coreError } from '../errors.js'
import { shownValue } from '../shown.js'
import { type State, stateIn } from '../state/state.js'
import { BucketLimit } from './bucket.js'
import { CurveLimit } from './curve.js'
import type { BudgetStatus, Limit } from './limit.js'
import { RatioLimit } from './ratio.js'
import { TotalLimit } from './total.js'

/** A budget as plain data. All given limits apply together; an empty budget is unlimited. */
export interface BudgetSpec {
  /** The share of the items to ask about. */
  readonly ratio?: number
  /** How many questions a ratio without a horizon may be ahead. Default: 20. */
  readonly credit?: number
  /** The total number of labels. */
  readonly total?: number
  /** The expected number of items, if known; more is asked early then. */
  readonly horizon?: number
  /** With a horizon, spending follows (t/horizon)^exponent; 1 is evenly. Default: 0.1 to 0.4, less if there are few labels. */
  readonly exponent?: number
  readonly perHour?: number
  /** How many unused questions may accumulate. Default: those of ten minutes. */
  readonly burst?: number
}

/** How many questions a ratio without a horizon may be ahead. */
export const DEFAULT_CREDIT = 20
/** The rate that stands for the mean one if nothing limits it. */
const UNLIMITED_RATE = 0.05
/** Because 0.29 · 100 is slightly below 29. */
const ROUNDING = 1e-9

/** The questions that a ratio allows until the horizon. */
export const totalOf = (ratio: number, horizon: number): number => Math.floor(ratio * horizon + ROUNDING)

/**
 * The limits of a budget. All must allow a question, and the lowest rate applies.
 *
 * @example
 * const budget = new Budget({ ratio: 0.1, horizon: 1000 })
 * budget.allows({ items: 1, spent: 99, time: 0 }) // => true
 * budget.allows({ items: 1, spent: 100, time: 0 }) // => false
 * new Budget({ ratio: 2 }) // => throws budget/value
 * new Budget({ share: 0.1 }) // => throws budget/name
 */
export class Budget {
  readonly spec: BudgetSpec
  readonly #limits: readonly Limit[]

  /** `classes` is their number if labels should be spent earlier where there are few for each class. */
  constructor(spec: BudgetSpec = {}, classes?: number) {
    this.spec = checkedBudget(spec)
    this.#limits = limitsOf(spec, classes)
  }

  get hasHorizon(): boolean {
    return this.spec.horizon !== undefined
  }

  get isUnlimited(): boolean {
    return this.#limits.length === 0
  }

  allows(status: BudgetStatus): boolean {
    for (const limit of this.#limits) if (!limit.allows(status)) return false
    return true
  }

  rate(status: BudgetStatus): number {
    let rate = 1
    for (const limit of this.#limits) rate = Math.min(rate, limit.rate(status))
    return rate
  }

  /** The mean rate; without limits 5 %. The questions that measure are the `fraction` of it. */
  mean(status: BudgetStatus, fraction: number): number {
    if (this.isUnlimited) return UNLIMITED_RATE
    let mean = 1
    for (const limit of this.#limits) mean = Math.min(mean, limit.mean(status, fraction))
    return mean
  }

  /** The largest share of the items that can be asked about to measure until the end. */
  maxMeasureShare(status: BudgetStatus): number {
    let share = 1
    for (const limit of this.#limits) share = Math.min(share, limit.maxMeasureShare(status))
    return share
  }

  /** Whether the rest of the budget is needed for the questions that measure. */
  isReserved(status: BudgetStatus, fraction: number): boolean {
    return this.#limits.some((limit) => limit.isReserved(status, fraction))
  }

  observed(status: BudgetStatus): void {
    for (const limit of this.#limits) limit.observed(status)
  }

  restart(status: BudgetStatus, evenly: number): void {
    for (const limit of this.#limits) limit.restart(status, evenly)
  }

  save(): State {
    return Object.fromEntries(this.#limits.map((limit, k) => [String(k), limit.save()]))
  }

  load(state: State): void {
    this.#limits.forEach((limit, k) => {
      limit.load(stateIn(state, String(k)))
    })
  }
}

/** The questions of ten minutes, and at least `min`. */
export const defaultBurst = (perHour: number, min = 1): number => Math.max(min, Math.ceil(perHour / 6))

const limitsOf = (
  { ratio, credit, total, horizon, exponent, perHour, burst }: BudgetSpec,
  classes: number | undefined,
): readonly Limit[] => {
  const limits: Limit[] = []
  if (ratio !== undefined && horizon !== undefined)
    limits.push(new CurveLimit(totalOf(ratio, horizon), horizon, exponent, classes))
  else if (ratio !== undefined) limits.push(new RatioLimit(ratio, credit ?? DEFAULT_CREDIT))
  if (total !== undefined)
    limits.push(
      horizon === undefined ? new TotalLimit(total) : new CurveLimit(total, horizon, exponent, classes),
    )
  if (perHour !== undefined) limits.push(new BucketLimit(perHour, burst ?? defaultBurst(perHour)))
  return limits
}

const isShare = (value: number): boolean => value > 0 && value <= 1

/** What each limit must be. */
const RANGES: Readonly<Record<keyof BudgetSpec, readonly [string, (value: number) => boolean]>> = {
  ratio: ['a number above 0 and at most 1', isShare],
  credit: ['a number from 0', (value) => value >= 0],
  total: ['a whole number from 0', (value) => Number.isInteger(value) && value >= 0],
  horizon: ['a whole number from 1', (value) => Number.isInteger(value) && value >= 1],
  exponent: ['a number above 0 and at most 1', isShare],
  perHour: ['a number above 0', (value) => value > 0],
  burst: ['a number from 1', (value) => value >= 1],
}
const NAMES = Object.keys(RANGES)

/** Throws if a budget is no object: anything else would be one without limits. */
export const checkBudgetForm = (spec: unknown): void => {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
    throw coreError('budget/form', { found: shownValue(spec), known: NAMES.join(', ') })
}

export const checkedBudget = (spec: BudgetSpec): BudgetSpec => {
  checkBudgetForm(spec)
  for (const [name, value] of Object.entries(spec)) {
    if (!Object.hasOwn(RANGES, name)) throw coreError('budget/name', { name, hint: suggestion(name, NAMES) })
    const [expected, holds] = RANGES[name as keyof BudgetSpec]
    if (value !== undefined && !(Number.isFinite(value) && holds(value)))
      throw coreError('budget/value', { name, value: shownValue(value), expected })
  }
  return spec
}
