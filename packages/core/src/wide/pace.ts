import { type BudgetSpec, checkedBudget, DEFAULT_CREDIT, defaultBurst, totalOf } from '../budget/budget.js'
import { CurveLimit } from '../budget/curve.js'
import { type BudgetStatus, clampShare, type Limit } from '../budget/limit.js'
import { RatioLimit } from '../budget/ratio.js'
import { TotalLimit } from '../budget/total.js'
import { type State, stateIn } from '../state/state.js'

/** The rate looks at least this many items of every partition ahead. */
const AHEAD_EACH = 8
/** The questions that every partition may be ahead of a ratio. With four, the cap forbade a question at every tenth item. */
const CREDIT_EACH = 8
/** The tokens of an hourly budget are spent over this many items of every partition. */
const TOKEN_ITEMS = 20
const HOUR = 3_600_000
/** The rate that stands for the mean one if nothing limits it, as for a single node. */
const UNLIMITED_RATE = 0.05

/** What a partition knows: the whole stream at the time of the version, and what it did itself since then. */
export interface WideStatus {
  /** Items and spent questions of all partitions when the version was made. */
  readonly items: number
  readonly spent: number
  /** Those of this partition since then, and what it planned to spend. */
  readonly ownItems: number
  readonly ownSpent: number
  readonly planned: number
  /** All items and questions of this partition. */
  readonly allOwnItems: number
  readonly allOwnSpent: number
}

/** An hourly budget when a version was made: unused questions, and the time between two items in milliseconds. */
export interface Tokens {
  readonly left: number
  readonly gap: number
}

/**
 * The pace of a partition of a wide stream. It follows the curve of the whole stream as if the other partitions had got as many items as it
 * has, and had spent what it planned itself:
 *
 * > items ≈ known + N·own, spent ≈ known + own + (N − 1)·planned.
 *
 * A ratio without a horizon holds if every partition keeps it with its own items and a share of the credit, so no partition needs to know the
 * others. All other limits are caps that the owner grants (`Grants`); here they only set the pace.
 */
export class WidePace {
  readonly partitions: number
  readonly spec: BudgetSpec
  readonly #global: readonly Limit[]
  readonly #local: RatioLimit | undefined
  tokens: Tokens | undefined
  /** How much of what was learned is still valid, as in `BudgetStatus`. */
  lasting = 1

  constructor(spec: BudgetSpec, partitions: number, classes?: number) {
    const { ratio, total, horizon, exponent, perHour } = checkedBudget(spec)
    const ahead = AHEAD_EACH * partitions
    const global: Limit[] = []
    if (ratio !== undefined && horizon !== undefined)
      global.push(new CurveLimit(totalOf(ratio, horizon), horizon, exponent, classes, ahead))
    if (total !== undefined && horizon !== undefined)
      global.push(new CurveLimit(total, horizon, exponent, classes, ahead))
    else if (total !== undefined) global.push(new TotalLimit(total))
    this.partitions = partitions
    this.spec = spec
    this.#global = global
    this.#local =
      ratio !== undefined && horizon === undefined
        ? new RatioLimit(ratio, wideCredit(spec, partitions) / partitions)
        : undefined
    this.tokens = perHour === undefined ? undefined : { left: wideBurst(spec, partitions), gap: 0 }
  }

  get isUnlimited(): boolean {
    return this.#global.length === 0 && !this.#local && !this.tokens
  }

  /** Whether its own limit allows one more question; grants are checked elsewhere. */
  allows(allOwnItems: number, allOwnSpent: number): boolean {
    return this.#local?.allows({ items: allOwnItems, spent: allOwnSpent, time: 0 }) ?? true
  }

  rate(status: WideStatus): number {
    const whole = this.#whole(status)
    let rate = this.#local?.rate(localOf(status)) ?? 1
    for (const limit of this.#global) rate = Math.min(rate, limit.rate(whole))
    return Math.min(rate, this.#tokenRate(status))
  }

  /** The mean rate, of which the questions that measure are a fraction. */
  mean(status: WideStatus, fraction: number): number {
    if (this.isUnlimited) return UNLIMITED_RATE
    let mean = this.#local?.mean() ?? 1
    for (const limit of this.#global) mean = Math.min(mean, limit.mean(this.#whole(status), fraction))
    return this.tokens ? Math.min(mean, this.#tokenRate(status)) : mean
  }

  maxMeasureShare(status: WideStatus): number {
    const whole = this.#whole(status)
    return this.#global.reduce((share, limit) => Math.min(share, limit.maxMeasureShare(whole)), 1)
  }

  isReserved(status: WideStatus, fraction: number): boolean {
    const whole = this.#whole(status)
    return this.#global.some((limit) => limit.isReserved(whole, fraction))
  }

  #whole({ items, spent, ownItems, ownSpent, planned }: WideStatus): BudgetStatus {
    const n = this.partitions
    return {
      items: items + n * ownItems + 1,
      spent: spent + ownSpent + (n - 1) * planned,
      time: 0,
      lasting: this.lasting,
    }
  }

  #tokenRate({ ownSpent, planned, ownItems }: WideStatus): number {
    const { spec, tokens, partitions: n } = this
    if (!tokens || spec.perHour === undefined) return 1
    const each = (spec.perHour * tokens.gap) / HOUR
    const left = tokens.left + each * n * ownItems - ownSpent - (n - 1) * planned
    return clampShare(each + left / (TOKEN_ITEMS * n))
  }

  /** Respreads the remainder of the budget, as in `Limit`. */
  restart(items: number, spent: number, evenly: number): void {
    for (const limit of this.#global) limit.restart({ items, spent, time: 0 }, evenly)
  }

  save(): State {
    return Object.fromEntries(this.#global.map((limit, k) => [String(k), limit.save()]))
  }

  load(state: State): void {
    this.#global.forEach((limit, k) => {
      limit.load(stateIn(state, String(k)))
    })
  }
}

/** The items with this one, as limits count them. */
const localOf = ({ allOwnItems, allOwnSpent }: WideStatus): BudgetStatus => ({
  items: allOwnItems + 1,
  spent: allOwnSpent,
  time: 0,
})

/**
 * The credit of a ratio: eight questions for each partition, because otherwise hardly anything could be asked at first.
 *
 * @example
 * wideCredit({ ratio: 0.1 }, 2) // => 20
 * wideCredit({ ratio: 0.1 }, 64) // => 512
 * wideCredit({ ratio: 0.1, credit: 30 }, 64) // => 30
 */
export const wideCredit = ({ credit }: BudgetSpec, partitions: number): number =>
  credit ?? Math.max(DEFAULT_CREDIT, CREDIT_EACH * partitions)

/** The burst of an hourly budget; by default at least one question for each partition. */
export const wideBurst = ({ perHour = 0, burst }: BudgetSpec, partitions: number): number =>
  burst ?? defaultBurst(perHour, partitions)

/** The questions that grants may hand out in all; infinite if nothing but a ratio or the clock limits them. */
export const totalCap = ({ ratio, total, horizon }: BudgetSpec): number =>
  Math.min(
    total ?? Number.POSITIVE_INFINITY,
    ratio !== undefined && horizon !== undefined ? totalOf(ratio, horizon) : Number.POSITIVE_INFINITY,
  )
