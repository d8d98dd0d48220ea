import type { Parameter, Parameters } from '../parameters.js'
import { type QueryRule, Reading, type Reason, type Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { countIn, floatsIn, type State } from '../state/state.js'

/** The number of items the dial is fitted to. */
const WINDOW = 100
/** With fewer items, the rule always asks (warm-up). */
const MIN_ITEMS = 5
/** The dial moves by at most this factor per item, found by this many bisections. */
const REACH = 8
const HALVINGS = 5
/** A smaller difference in the rate is negligible. */
const NO_LESS = 0.98
/** An excess over the rate up to this factor is left to the next items. */
const NEAR = 1.25
/** The sum over the window is compared with the rate after every so many items. */
const CHECK = 8
/** Sums of rules have twelve digits; if they are nearer to a bound than this, they are computed exactly. */
const UNSURE = 1e-9
/** Larger squares of margins make no difference. */
const MAX_SQUARE = 1e70
/** The number of inputs of a rule per item. */
const FIELDS = 6

/** The inputs of a rule, from a reading. */
export const ruleInputs = ({ margin, normSq, variance, leverage, reach, residualSq }: Reading): number[] => [
  margin,
  normSq,
  variance,
  leverage,
  reach,
  residualSq,
]

/** Sets the inputs of a rule; see `ruleInputs`. */
const setInputs = (reading: Reading, inputs: ArrayLike<number>, at: number): void => {
  reading.margin = inputs[at]
  reading.normSq = inputs[at + 1]
  reading.variance = inputs[at + 2]
  reading.leverage = inputs[at + 3]
  reading.reach = inputs[at + 4]
  reading.residualSq = inputs[at + 5]
}

/** Copies the inputs of a rule from one reading to another. */
const copyInputs = (from: Reading, to: Reading): void => {
  to.margin = from.margin
  to.normSq = from.normSq
  to.variance = from.variance
  to.leverage = from.leverage
  to.reach = from.reach
  to.residualSq = from.residualSq
}

const squareOf = ({ margin }: Reading): number => Math.min(MAX_SQUARE, margin * margin)

/**
 * Turns a rule's dial so that it asks at a given rate: it finds the dial that would have asked about that share of the last
 * hundred items. It steers what the rule wants, not what the budget allowed; if refusals were counted, the dial could never fall
 * again.
 *
 * If a rule wants more even at its lowest dial (unfamiliar features), its probability is thinned by the missing factor; so is a
 * deterministic rule. The resulting probability is always known and recorded.
 */
export class Steering {
  readonly #declaration: QueryDeclaration
  /** The parameters with the dial that is tried. Rules keep the values, not this object. */
  readonly #tried: Record<string, number>
  readonly #dial: Parameter | undefined
  readonly #more: 1 | -1
  /** The rule's inputs of the latest items, each at its number modulo the window. */
  readonly #seen: readonly Reading[]
  /** The squares of their margins. */
  readonly #squares = new Float64Array(WINDOW)
  #count = 0
  #value: number
  #rule: QueryRule
  #thinning = 1

  constructor(declaration: QueryDeclaration, parameters: Parameters) {
    const { dial } = declaration
    this.#declaration = declaration
    this.#tried = { ...parameters }
    this.#dial = declaration.parameters.find(({ name }) => name === dial?.parameter)
    this.#more = dial?.more === 'down' ? -1 : 1
    this.#value = this.#dial ? parameters[this.#dial.name] : Number.NaN
    this.#rule = declaration.build(parameters)
    this.#seen = Array.from({ length: WINDOW }, () => new Reading(1))
  }

  /** The value of the dial; NaN if there is none. */
  get value(): number {
    return this.#value
  }

  /** The factor by which the rule's probability is thinned. */
  get thinning(): number {
    return this.#thinning
  }

  /** Whether too few items were seen to fit the dial. */
  get isNew(): boolean {
    return this.#count < MIN_ITEMS
  }

  /** Turns the dial so that the rule would ask about the share `rate` of the items. */
  turn(rate: number, tally: Tally): void {
    if (!this.isNew && rate > 0 && rate < 1) this.#turn(rate, tally)
    else this.#thinning = 1
  }

  /** The probability of asking at the current dial. */
  probability(reading: Reading, tally: Tally): number {
    return this.#rule.probability(reading, tally) * this.#thinning
  }

  reason(reading: Reading): Reason {
    return this.#rule.reason(reading)
  }

  /** Records the rule's inputs (see `ruleInputs`) and the dial from a log. */
  remember(inputs: ArrayLike<number>, value: number, thinning: number): void {
    setInputs(this.#seen[this.#count % WINDOW], inputs, 0)
    this.#counted()
    this.#thinning = thinning
    if (this.#value !== value && this.#dial) this.#set(value)
  }

  /** Records the rule's inputs of the last reading. */
  rememberReading(reading: Reading): void {
    copyInputs(reading, this.#seen[this.#count % WINDOW])
    this.#counted()
  }

  #counted(): void {
    const place = this.#count % WINDOW
    this.#squares[place] = squareOf(this.#seen[place])
    this.#count++
  }

  #set(value: number): void {
    this.#value = value
    this.#rule = this.#built(value)
  }

  #built(value: number): QueryRule {
    if (this.#dial) this.#tried[this.#dial.name] = value
    return this.#declaration.build(this.#tried)
  }

  /** Bisects the log of the dial around its current value, then thins for what the dial cannot reach. */
  #turn(rate: number, tally: Tally): void {
    if (!this.#dial) {
      const share = this.#wanted(tally)
      this.#thinning = share > rate ? rate / share : 1
      return
    }
    const least = this.#moved(1 / REACH)
    const [low, high] = this.#bisected(least, this.#moved(REACH), rate, tally)
    const value = Math.sqrt(low * high)
    const isOver = this.#nearly(value, NEAR * rate, tally) > NEAR * rate
    const share = isOver ? this.#wantedAt(value, tally) : 0
    // If a lower dial does not ask less, keep it; otherwise it would be far away when it is needed.
    const isDeaf = isOver && low === least && share > NO_LESS * this.#wantedAt(this.#value, tally)
    if (isDeaf) this.#rule = this.#built(this.#value)
    else this.#set(value)
    // No thinning while the dial is falling; it will arrive within an item or two.
    this.#thinning = isDeaf || (isOver && low !== least) ? rate / share : 1
  }

  /**
   * Halves the range of dials around the one that asks at this rate. From item to item it moves little: if sums rise with it, the value next
   * to the first one decides about most of those in between.
   */
  #bisected(low: number, high: number, rate: number, tally: Tally): readonly [low: number, high: number] {
    const rises = this.#declaration.sum !== undefined
    const first = Math.sqrt(low * high)
    const isLow = this.#nearly(first, rate, tally) < rate
    let from = isLow ? first : low
    let to = isLow ? high : first
    let next = isLow ? to : from
    for (let k = 1; rises && k < HALVINGS; k++) next = Math.sqrt(first * next)
    const isNextLow = rises && this.#nearly(next, rate, tally) < rate
    for (let k = 1; k < HALVINGS; k++) {
      const middle = Math.sqrt(from * to)
      const isKnown = rises && (isNextLow ? middle <= next : middle >= next)
      if (isKnown ? isNextLow : this.#nearly(middle, rate, tally) < rate) from = middle
      else to = middle
    }
    return [from, to]
  }

  /** The dial times a factor, in the direction of asking more, within its range. */
  #moved(factor: number): number {
    const { above, min, below, max } = this.#dial as Parameter
    const value = this.#value * factor ** this.#more
    const inside = 1e-9
    const lowest = min ?? (above === undefined ? 0 : above > 0 ? above + inside : Number.MIN_VALUE)
    const highest = max ?? (below === undefined ? Number.MAX_VALUE : below - inside)
    return Math.min(highest, Math.max(lowest, value))
  }

  /** The mean probability at a dial, as far as it must be known to compare it with a bound. No probability is negative, so sums never fall. */
  #nearly(value: number, bound: number, tally: Tally): number {
    const count = Math.min(this.#count, WINDOW)
    const most = (1 + UNSURE) * bound
    const mean = (this.#declaration.sum?.(value, this.#squares, count, most * count) ?? Number.NaN) / count
    if (mean > most || mean < (1 - UNSURE) * bound) return mean
    const rule = this.#built(value)
    let sum = 0
    for (let k = 0; k < count; k++) {
      sum += rule.probability(this.#seen[k], tally)
      if (k % CHECK === 0 && sum / count > bound) break
    }
    return sum / count
  }

  #wantedAt(value: number, tally: Tally): number {
    this.#rule = this.#built(value)
    return this.#wanted(tally)
  }

  /** The mean probability over the recorded items. */
  #wanted(tally: Tally): number {
    const count = Math.min(this.#count, WINDOW)
    const rule = this.#rule
    let sum = 0
    for (let k = 0; k < count; k++) sum += rule.probability(this.#seen[k], tally)
    return sum / count
  }

  save(): State {
    return {
      seen: Float64Array.from(this.#seen.flatMap(ruleInputs)),
      count: this.#count,
      dial: Float64Array.of(this.#value, this.#thinning),
    }
  }

  load(state: State): void {
    const inputs = floatsIn(state, 'seen')
    this.#seen.forEach((reading, k) => {
      setInputs(reading, inputs, k * FIELDS)
      this.#squares[k] = squareOf(reading)
    })
    this.#count = countIn(state, 'count', Number.MAX_SAFE_INTEGER)
    const [value, thinning] = floatsIn(state, 'dial')
    this.#thinning = thinning
    this.#set(value)
  }
}
