import { numberIn, type State } from '../state/state.js'
import { type BudgetStatus, clampShare, type Limit } from './limit.js'

/**
 * Early labels are worth more: spending follows (t/T)^0.4; between 0.3 and 0.5 results are equal. With few labels in total it is
 * even earlier: 0.25 with a hundred, 0.4 from two hundred on.
 */
const EXPONENT = 0.4
const FEW = 100
const EARLIER = 0.15
/**
 * With few labels for each class it is earlier still: 0.1 with fifteen, 0.4 from sixty on. Then at most six of ten items are asked
 * about after the first twenty, so that questions are still selected. As long as neighbouring items seem to be alike it is always 0.4:
 * the first items may be of a few classes only.
 */
const FEW_EACH = 15
const ENOUGH_EACH = 60
const EARLIEST = 0.1
const MAX_RATE = 0.6
const FREE_ITEMS = 20
/** If less than this of what was learned is still valid, early labels are worth no more than late ones. */
const LASTING = 0.25
/**
 * Looking ahead by a fiftieth of the past, by ten items and by five questions keeps the rate stable. With a shorter look ahead the
 * rate alternates between 0 and large values, and 1/P varies for no reason.
 */
const AHEAD = 0.02
const MIN_AHEAD = 10
const QUESTIONS_AHEAD = 5
/**
 * With the lowest exponent the curve turns flat so early that five more questions are far ahead, and overdue ones would be asked as slowly.
 * With at most so many labels, in total and for each class, these count among the five. With more of either it brought nothing.
 */
const VERY_FEW = 50
const VERY_FEW_EACH = 8

/**
 * A number of labels for a stream whose length is known: S(t) = S₀ + (B − S₀)·((t − t₀)/(T − t₀))^0.4. The
 * rate always brings spending back to the curve. The exponent is lower if there are few labels, in total or for each class.
 *
 * This suits streams without drift. With drift, early labels soon lose their value, and the remainder is spread evenly: completely
 * after a detected change, and before that in proportion to how far the valid part of what was learned is below a quarter. On
 * shifting Gaussians at 40 % the curve alone, restarted at every alarm, costs seven points.
 */
export class CurveLimit implements Limit {
  readonly total: number
  readonly horizon: number
  #from = 0
  #spent = 0
  #exponent: number
  readonly #isGiven: boolean
  readonly #minAhead: number
  readonly #maxRate: number
  /** Whether overdue questions count among those to look ahead by. */
  readonly #catchesUp: boolean
  /** How evenly the remainder is spent, from 0 (the curve) to 1. */
  #evenly = 0
  /** The mean rate since the budget was set. */
  #mean: number

  /** `classes` is their number if few labels for each of them should be spent earlier. The rate looks at least `minAhead` items ahead. */
  constructor(total: number, horizon: number, exponent?: number, classes?: number, minAhead = MIN_AHEAD) {
    const each = classes === undefined || exponent !== undefined ? Number.POSITIVE_INFINITY : total / classes
    const enough = enoughEach(each)
    this.total = total
    this.horizon = horizon
    this.#isGiven = exponent !== undefined
    this.#minAhead = minAhead
    this.#exponent = exponent ?? exponentFor(total, enough)
    this.#maxRate = enough < 1 ? MAX_RATE : 1
    this.#catchesUp = total <= VERY_FEW && each < VERY_FEW_EACH
    this.#mean = total / horizon
  }

  allows({ spent }: BudgetStatus): boolean {
    return spent + 1 <= this.total
  }

  rate(status: BudgetStatus): number {
    const rate = this.#rate(status)
    const { items, spent } = status
    return items > FREE_ITEMS ? Math.min(rate, Math.max(this.#maxRate, this.#even(items, spent))) : rate
  }

  #rate({ items, spent, lasting = 1, seemsOrdered = false }: BudgetStatus): number {
    const exponent = seemsOrdered && !this.#isGiven ? EXPONENT : this.#exponent
    const slope = this.#curve(items + 1, exponent) - this.#curve(items, exponent)
    const overdue = this.#catchesUp ? Math.max(0, this.#curve(items, exponent) - spent) : 0
    const questions = QUESTIONS_AHEAD - overdue
    const ahead = Math.max(this.#minAhead, AHEAD * (items - 1), questions > 0 ? questions / slope : 0)
    // Beyond the horizon the remainder is spent immediately.
    const even = this.#even(items, spent)
    if (items + ahead > this.horizon) return even
    const early = Math.min(1, lasting / LASTING)
    return early * clampShare((this.#curve(items + ahead, exponent) - spent) / ahead) + (1 - early) * even
  }

  mean(): number {
    return this.#mean
  }

  maxMeasureShare({ items, spent }: BudgetStatus): number {
    return this.#even(items, spent)
  }

  isReserved({ items, spent }: BudgetStatus, fraction: number): boolean {
    return this.total - spent - 1 < fraction * this.#mean * (this.horizon - items)
  }

  /** The rate at which the remainder would be spent evenly. */
  #even(items: number, spent: number): number {
    return clampShare((this.total - spent) / Math.max(1, this.horizon - items + 1))
  }

  observed(): void {}

  restart({ items, spent }: BudgetStatus, evenly: number): void {
    this.#evenly = evenly
    // Otherwise a low exponent would spend the remainder at once.
    if (evenly > 0 && !this.#isGiven) this.#exponent = EXPONENT
    this.#from = Math.min(items, this.horizon - 1)
    this.#spent = Math.min(spent, this.total)
    if (evenly === 0) this.#mean = (this.total - this.#spent) / (this.horizon - this.#from)
  }

  #curve(items: number, exponent: number): number {
    const share = (Math.min(items, this.horizon) - this.#from) / (this.horizon - this.#from)
    const curve = (1 - this.#evenly) * share ** exponent + this.#evenly * share
    return this.#spent + (this.total - this.#spent) * curve
  }

  save(): State {
    return {
      from: this.#from,
      spent: this.#spent,
      evenly: this.#evenly,
      mean: this.#mean,
      exponent: this.#exponent,
    }
  }

  load(state: State): void {
    this.#from = numberIn(state, 'from')
    this.#spent = numberIn(state, 'spent')
    this.#evenly = numberIn(state, 'evenly')
    // Older files have no mean and no exponent: they go on as they began.
    if ('mean' in state) this.#mean = numberIn(state, 'mean')
    if ('exponent' in state) this.#exponent = numberIn(state, 'exponent')
    else if (!this.#isGiven) this.#exponent = this.#evenly > 0 ? EXPONENT : exponentFor(this.total, 1)
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** From 0 (few labels for each class) to 1 (enough). */
const enoughEach = (labels: number): number =>
  clamp(Math.log(labels / FEW_EACH) / Math.log(ENOUGH_EACH / FEW_EACH))

const exponentFor = (total: number, enough: number): number =>
  Math.min(EXPONENT - EARLIER * clamp(2 - total / FEW), EARLIEST + (EXPONENT - EARLIEST) * enough)
