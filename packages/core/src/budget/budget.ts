import { coreError } from '../errors.js'
import { type State, stateIn } from '../state/state.js'
import { BucketLimit } from './bucket.js'
import { CurveLimit } from './curve.js'
import type { BudgetStatus, Limit } from './limit.js'
import { RatioLimit } from './ratio.js'
import { TotalLimit } from './total.js'

/** What may be asked, as plain data. All limits that are given hold together; none at all is no limit. */
export interface BudgetSpec {
  /** The share of the items to ask about. */
  readonly ratio?: number
  /** How many questions a ratio without a horizon may be ahead. */
  readonly credit?: number
  /** The number of labels in all. */
  readonly total?: number
  /** How many items will come, where that is known: then more is asked early. */
  readonly horizon?: number
  /** How early, with a horizon: spending follows (t/horizon)^exponent. 1 is evenly; if not given, 0.25 to 0.4. */
  readonly exponent?: number
  readonly perHour?: number
  /** How many questions may be saved up for a busy moment. */
  readonly burst?: number
}

const DEFAULT_CREDIT = 20
/** 0.29 · 100 is a little below 29. */
const ROUNDING = 1e-9

/** How evenly to spend what is left once the stream was found to have changed so many times: it may do so again. */
export const evennessAfter = (changes: number): number => changes / (changes + 1)

/**
 * The limits of a budget: all must allow a question, and the lowest rate counts.
 *
 * @example
 * const budget = new Budget({ ratio: 0.1, horizon: 1000 })
 * budget.allows({ items: 1, spent: 99, time: 0 }) // => true
 * budget.allows({ items: 1, spent: 100, time: 0 }) // => false
 * new Budget({ ratio: 2 }) // => throws budget/value
 */
export class Budget {
  readonly spec: BudgetSpec
  readonly #limits: readonly Limit[]

  constructor(spec: BudgetSpec = {}) {
    this.spec = checked(spec)
    this.#limits = limitsOf(spec)
  }

  /** Whether there is no limit at all. */
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

const limitsOf = ({
  ratio,
  credit,
  total,
  horizon,
  exponent,
  perHour,
  burst,
}: BudgetSpec): readonly Limit[] => {
  const limits: Limit[] = []
  if (ratio !== undefined && horizon !== undefined)
    limits.push(new CurveLimit(Math.floor(ratio * horizon + ROUNDING), horizon, exponent))
  else if (ratio !== undefined) limits.push(new RatioLimit(ratio, credit ?? DEFAULT_CREDIT))
  if (total !== undefined)
    limits.push(horizon === undefined ? new TotalLimit(total) : new CurveLimit(total, horizon, exponent))
  if (perHour !== undefined)
    limits.push(new BucketLimit(perHour, burst ?? Math.max(1, Math.ceil(perHour / 6))))
  return limits
}

const checked = (spec: BudgetSpec): BudgetSpec => {
  const check = (name: keyof BudgetSpec, expected: string, holds: (value: number) => boolean): void => {
    const value = spec[name]
    if (value !== undefined && !(Number.isFinite(value) && holds(value)))
      throw coreError('budget/value', { name, value, expected })
  }
  check('ratio', 'a share above 0 and at most 1', (value) => value > 0 && value <= 1)
  check('credit', 'a number from 0', (value) => value >= 0)
  check('total', 'a whole number from 0', (value) => Number.isInteger(value) && value >= 0)
  check('horizon', 'a whole number from 1', (value) => Number.isInteger(value) && value >= 1)
  check('exponent', 'a number above 0 and at most 1', (value) => value > 0 && value <= 1)
  check('perHour', 'a number above 0', (value) => value > 0)
  check('burst', 'a number from 1', (value) => value >= 1)
  return spec
}
