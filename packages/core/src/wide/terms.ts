import { spreadFactor, UNIFORM } from '../budget/spread.js'
import { Steering } from '../budget/steering.js'
import type { Parameters } from '../parameters.js'
import type { QueryRule, Reading, Reason, Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import type { WidePace, WideStatus } from './pace.js'

/** The inputs of a rule that a version has for each of the latest sampled rows. */
export const LOOK_FIELDS = 6
/** The most rows that a version looks at. */
export const MAX_LOOKS = 100
/** With fewer looks the dial is not turned, and every row is asked about at the rate. */
const MIN_LOOKS = 5
/** One turn moves the dial by at most a factor of 8; a version may be further away. */
const MAX_TURNS = 6
const SETTLED = 1e-3

/**
 * What decides about the rows of a page, in addition to the version. With it, P of every row can be computed again:
 *
 * > a(x) = min(1, audit + measure·(g(x) − 0.3)), P = a(x) + (1 − a(x))·wanted(x).
 */
export interface Terms {
  /** The rate that the budget requests, and what is left of it for the rule. */
  readonly rate: number
  readonly rest: number
  /** The share that measures: the part that is the same for all rows, and the whole. */
  readonly audit: number
  readonly measure: number
  /** Without a share that measures, every row has at least this probability. */
  readonly floor: number
  /** The dial of the rule, null if it has none, and the factor its probability is thinned by. */
  readonly dial: number | null
  readonly thinning: number
  /** Whether the rule decides. Without looks every row has the probability `rest`. */
  readonly isSteered: boolean
  /** The mean spread of the confidence of the latest rows. */
  readonly spread: number
  /** The number of rounds that the rule is told. */
  readonly rounds: number
}

/** What terms depend on, in addition to the status of the partition. */
interface TermsInput {
  readonly pace: WidePace
  readonly rule: QueryDeclaration
  readonly parameters: Parameters
  readonly tally: Tally
  /** The fraction of the mean rate that measures; `measures` is false if it is only the least probability. */
  readonly fraction: number
  readonly measures: boolean
  /** The inputs of the rule for the latest rows, as this version reads them; the mean spread of their confidence. */
  readonly looks: Float64Array
  readonly spread: number
  /** The dial that the version was made with; NaN if the rule has none. */
  readonly dial: number
}

/** The terms of the next page of a partition. The dial is turned once, from that of the version, so that nothing but both of them enters. */
export const termsOf = (input: TermsInput, status: WideStatus): Terms => {
  const { pace, fraction, measures } = input
  const rate = pace.rate(status)
  const full = fraction * pace.mean(status, fraction)
  const share = Math.min(full, pace.maxMeasureShare(status))
  const measure = measures ? share : 0
  const rest =
    pace.isReserved(status, fraction) || measure >= 1 ? 0 : Math.max(0, (rate - measure) / (1 - measure))
  const rounds = status.items + pace.partitions * status.ownItems + 1
  return {
    rate,
    rest,
    audit: measures ? UNIFORM * full : 0,
    measure,
    floor: measures || pace.isUnlimited ? 0 : share,
    spread: input.spread,
    rounds,
    ...turned(input, pace.isUnlimited ? 1 : rest, rounds),
  }
}

const turned = (
  { rule, parameters, looks, dial, tally, pace }: TermsInput,
  rest: number,
  rounds: number,
): Pick<Terms, 'dial' | 'thinning' | 'isSteered'> => {
  const count = looks.length / LOOK_FIELDS
  const stated = Number.isNaN(dial) ? null : dial
  if (pace.isUnlimited) return { dial: stated, thinning: 1, isSteered: true }
  if (count < MIN_LOOKS || rest <= 0 || rest >= 1) return { dial: stated, thinning: 1, isSteered: false }
  const steering = new Steering(rule, parameters)
  const seen = new Float64Array(MAX_LOOKS * LOOK_FIELDS)
  seen.set(looks)
  steering.load({ seen, count, dial: Float64Array.of(dial, 1) })
  const at = Object.assign({ ...tally }, { rounds })
  let before = Number.NaN
  for (let turn = 0; turn < MAX_TURNS && !(Math.abs(steering.value / before - 1) < SETTLED); turn++) {
    before = steering.value
    steering.turn(rest, at)
  }
  const { value, thinning } = steering
  return { dial: Number.isNaN(value) ? null : value, thinning, isSteered: true }
}

/**
 * P of a row as a pure function of the version, which read it, and the terms.
 *
 * @example
 * const terms = { rate: 0.1, rest: 0.1, audit: 0, measure: 0, floor: 0, dial: null, thinning: 1, isSteered: false, spread: 0.5, rounds: 1 }
 * const odds = new Odds(queries.always, {}, terms, new Tally())
 * odds.probability(new Reading(1), 0.5, false) // => 0.1
 */
export class Odds {
  readonly #terms: Terms
  readonly #rule: QueryRule
  readonly #tally: Tally

  constructor(rule: QueryDeclaration, parameters: Parameters, terms: Terms, tally: Tally) {
    const { dial } = rule
    const own = dial && terms.dial !== null ? { ...parameters, [dial.parameter]: terms.dial } : parameters
    this.#terms = terms
    this.#rule = rule.build(own)
    this.#tally = Object.assign({ ...tally }, { rounds: terms.rounds })
  }

  /** The probability of being asked about to measure. */
  measure(confidence: number): number {
    const { audit, measure, spread } = this.#terms
    return Math.min(1, audit + measure * (spreadFactor(confidence, spread) - UNIFORM))
  }

  /** `doubt` is what the rule reads; a row without features teaches nothing. */
  probability(doubt: Reading, confidence: number, isFeatureless: boolean): number {
    const { floor } = this.#terms
    const measure = this.measure(confidence)
    const wanted = isFeatureless ? 0 : this.#wanted(doubt)
    const probability = measure + (1 - measure) * wanted
    return isFeatureless ? probability : Math.max(probability, floor)
  }

  #wanted(doubt: Reading): number {
    const { rest, isSteered, thinning } = this.#terms
    if (rest <= 0) return 0
    if (!isSteered) return Math.min(1, rest)
    return this.#rule.probability(doubt, this.#tally) * thinning
  }

  reason(doubt: Reading): Reason {
    return this.#terms.isSteered ? this.#rule.reason(doubt) : 'random'
  }
}
