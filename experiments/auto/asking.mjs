// How a configuration spends its labels. All rules that are tuned here are b/(b + q) with a q that does not depend on b.
import { Budget } from '@askance/core'
import { labelsAllowed } from './arena.mjs'

/** Spending follows (t/T)^0.4, however few labels there are: the single algorithms get what the protocol says. */
const EXPONENT = 0.4

const WINDOW = 100
const LEAST = 5
const REACH = 8
const HALVINGS = 6
const NO_LESS = 0.98

/**
 * The live classifier's way: the dial is turned to the rate that leads along the curve. It does what the core's steering does,
 * a little finer, and for rules of the form b/(b + q) only: what is remembered of a row is its q alone, which takes much less
 * time, and there are thousands of configurations.
 */
class SteeredAsking {
  #rule
  #budget
  #standing = { items: 0, spent: 0, time: 0 }
  #seen = new Float64Array(WINDOW)
  #count = 0
  #dial = 1

  constructor({ algorithm, parameters }, ratio, horizon) {
    this.#rule = algorithm.rule.build({ ...parameters, smoothing: 1 })
    this.#budget = new Budget({ ratio, horizon, exponent: EXPONENT })
  }

  probability(reading, tally) {
    const standing = this.#standing
    standing.items = tally.rounds
    standing.spent = tally.asked
    const rate = this.#budget.allows(standing) ? this.#budget.rate(standing) : 0
    const q = 1 / this.#rule.probability(reading, tally) - 1
    const probability =
      this.#count < LEAST || rate <= 0 || rate >= 1 ? Number(rate > 0) : this.#turned(rate, q)
    this.#seen[this.#count++ % WINDOW] = q
    return probability
  }

  /** Turns the dial to the rate, and thins what it cannot do. */
  #turned(rate, q) {
    const dial = this.#dialFor(rate)
    const share = this.#wantedAt(dial)
    this.#dial = dial
    return (dial / (dial + q)) * (share > rate ? rate / share : 1)
  }

  #dialFor(rate) {
    let low = Math.max(Number.MIN_VALUE, this.#dial / REACH)
    let high = Math.min(Number.MAX_VALUE, this.#dial * REACH)
    const least = this.#wantedAt(low)
    if (least >= rate) return least > NO_LESS * this.#wantedAt(this.#dial) ? this.#dial : low
    for (let k = 0; k < HALVINGS; k++) {
      const middle = Math.sqrt(low * high)
      if (this.#wantedAt(middle) < rate) low = middle
      else high = middle
    }
    return high
  }

  /** The mean probability over the rows that are remembered. */
  #wantedAt(dial) {
    const seen = this.#seen
    const count = Math.min(this.#count, WINDOW)
    let sum = 0
    for (let k = 0; k < count; k++) sum += dial / (dial + seen[k])
    return sum / count
  }
}

/** A dial that is never turned, under the total alone. */
class FreeAsking {
  #rule
  #total

  constructor({ algorithm, parameters }, ratio, horizon) {
    this.#rule = algorithm.rule.build(parameters)
    this.#total = labelsAllowed(ratio, horizon)
  }

  probability(reading, tally) {
    return tally.asked < this.#total ? this.#rule.probability(reading, tally) : 0
  }
}

/** A dial that is never turned, under the curve. */
class CappedAsking {
  #rule
  #total
  #horizon

  constructor({ algorithm, parameters }, ratio, horizon) {
    this.#rule = algorithm.rule.build(parameters)
    this.#total = labelsAllowed(ratio, horizon)
    this.#horizon = horizon
  }

  probability(reading, tally) {
    const cap = this.#total * (tally.rounds / this.#horizon) ** EXPONENT
    return tally.asked + 1 <= cap ? this.#rule.probability(reading, tally) : 0
  }
}

/** By the name of the mode. */
export const askings = { steered: SteeredAsking, capped: CappedAsking, free: FreeAsking }
