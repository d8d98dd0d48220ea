import { Reading, Tally, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import { type Asker, loadTally, type SingleAsker, saveTally } from './asker.js'
import { type Coins, GivenCoin } from './coins.js'
import { Decision } from './decision.js'

/**
 * Several classes from any binary algorithm: one part per class, "this class or not". Every part sees every row and asks
 * for itself, all with the round's one coin; the item is asked about when any part asks, and only those parts learn.
 * Each part thus plays exactly the game it would play alone.
 */
export class OneVsAll implements Asker {
  readonly tally = new Tally()
  readonly #parts: readonly SingleAsker[]
  readonly #wants: boolean[]
  readonly #coins: Coins
  readonly #coin = new GivenCoin()
  readonly #reading: Reading
  readonly #decision: Decision

  constructor(classes: number, part: (coins: Coins) => SingleAsker, coins: Coins) {
    this.#parts = Array.from({ length: classes }, () => part(this.#coin))
    this.#wants = this.#parts.map(() => false)
    this.#coins = coins
    this.#reading = new Reading(classes)
    this.#decision = new Decision(this.#reading.scores)
  }

  get dimension(): number {
    return Math.max(...this.#parts.map((part) => part.dimension))
  }

  observe(x: Row): Decision {
    const tally = this.tally
    const decision = this.#decision
    const { scores } = this.#reading
    this.#coin.next = this.#coins.toss()
    decision.probability = 0
    decision.reason = undefined
    for (let c = 0; c < this.#parts.length; c++) {
      const own = this.#parts[c].observe(x)
      scores[c] = own.margin
      this.#wants[c] = own.asked
      if (own.probability <= decision.probability) continue
      decision.probability = own.probability
      decision.reason = own.reason
    }
    this.#reading.settleClasses()
    tally.rounds++
    decision.t = tally.rounds
    decision.predicted = this.#reading.predicted
    decision.margin = this.#reading.margin
    decision.coin = this.#coin.next
    decision.asked = decision.coin < decision.probability
    decision.modelVersion = tally.updates
    return decision
  }

  learn(x: Row, label: number): boolean {
    const tally = this.tally
    tally.asked++
    if (this.#reading.predicted !== label) tally.mistakes++
    let updated = false
    for (let c = 0; c < this.#parts.length; c++)
      if (this.#wants[c] && this.#parts[c].learn(x, c === label ? 1 : 0)) updated = true
    if (updated) tally.updates++
    return updated
  }

  /** After it, every part learns: which of them asked is forgotten when an answer comes late, and the label is paid for. */
  read(x: Row): Reading {
    for (let c = 0; c < this.#parts.length; c++) {
      this.#reading.scores[c] = this.#parts[c].read(x).score
      this.#wants[c] = true
    }
    this.#reading.settleClasses()
    return this.#reading
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.#parts[label].contribution(x, k, 1)
  }

  weights(label: number): Weights | undefined {
    return this.#parts[label].weights(1)
  }

  save(): State {
    const parts = Object.fromEntries(this.#parts.map((part, c) => [String(c), part.save()]))
    return { tally: saveTally(this.tally), coins: this.#coins.save(), parts }
  }

  load(state: State): void {
    loadTally(this.tally, stateIn(state, 'tally'))
    this.#coins.load(stateIn(state, 'coins'))
    const parts = stateIn(state, 'parts')
    this.#parts.forEach((part, c) => {
      part.load(stateIn(parts, String(c)))
    })
  }
}
