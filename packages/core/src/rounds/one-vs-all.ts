import { type Learner, type QueryRule, Reading, type Reason, Tally, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import { loadTally, saveTally } from './tally.js'

/**
 * A binary algorithm on several classes: one learner for each, "this class or not". The class with the highest score is
 * predicted.
 *
 * As the papers do it (Lu et al. 2016, Zhai et al. 2022), each class decides with the round's one coin whether it wants the
 * label, and learns it only if it did: then `ask` is called between reading and learning. Where a budget decides instead, a
 * label that was paid for teaches all of them, and the rule looks at the one that is least certain.
 */
export class OneVsAll implements Learner {
  readonly #parts: readonly Learner[]
  /** What happened to each part; its rounds are those of the whole. */
  readonly #tallies: readonly Tally[]
  readonly #probabilities: Float64Array
  /** 1 for the parts that learn the label of the row that was read last. */
  readonly #wanting: Float64Array
  readonly reading: Reading

  constructor(classes: number, newLearner: () => Learner) {
    this.#parts = Array.from({ length: classes }, newLearner)
    this.#tallies = this.#parts.map(() => new Tally())
    this.#probabilities = new Float64Array(classes)
    this.#wanting = new Float64Array(classes)
    this.reading = new Reading(classes)
  }

  get doubt(): Reading {
    let least = this.#parts[0].reading
    for (const { reading } of this.#parts) if (reading.margin < least.margin) least = reading
    return least
  }

  get dimension(): number {
    return Math.max(...this.#parts.map((part) => part.dimension))
  }

  read(x: Row): void {
    const parts = this.#parts
    for (let c = 0; c < parts.length; c++) {
      parts[c].read(x)
      this.reading.scores[c] = parts[c].reading.score
    }
    this.reading.settleClasses()
    this.#wanting.fill(1)
  }

  /** Lets every part decide about the row that was read last; returns the highest probability of asking. */
  ask(rule: QueryRule, rounds: number, coin: number): number {
    let most = 0
    for (let c = 0; c < this.#parts.length; c++) {
      const tally = this.#tallies[c]
      tally.rounds = rounds
      const probability = rule.probability(this.#parts[c].reading, tally)
      this.#probabilities[c] = probability
      this.#wanting[c] = coin < probability ? 1 : 0
      if (probability > most) most = probability
    }
    return most
  }

  /** Why the part with the highest probability asked. */
  reason(rule: QueryRule): Reason {
    let first = 0
    for (let c = 1; c < this.#parts.length; c++)
      if (this.#probabilities[c] > this.#probabilities[first]) first = c
    return rule.reason(this.#parts[first].reading)
  }

  /** Which parts asked for the label: to be kept until it comes. */
  opinion(): Float64Array {
    return this.#wanting.slice()
  }

  learn(x: Row, label: number, opinion: Float64Array = this.#wanting, probability = 1): boolean {
    let changed = false
    for (let c = 0; c < this.#parts.length; c++) {
      if (opinion[c] === 0) continue
      const part = this.#parts[c]
      const tally = this.#tallies[c]
      const own = c === label ? 1 : 0
      tally.asked++
      if (part.reading.predicted !== own) tally.mistakes++
      if (!part.learn(x, own, undefined, probability)) continue
      tally.updates++
      changed = true
    }
    return changed
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.#parts[label].contribution(x, k, 1)
  }

  weights(label: number): Weights | undefined {
    return this.#parts[label].weights(1)
  }

  save(): State {
    return Object.fromEntries(
      this.#parts.map((part, c) => [String(c), { learner: part.save(), tally: saveTally(this.#tallies[c]) }]),
    )
  }

  load(state: State): void {
    this.#parts.forEach((part, c) => {
      const own = stateIn(state, String(c))
      part.load(stateIn(own, 'learner'))
      loadTally(this.#tallies[c], stateIn(own, 'tally'))
    })
  }
}
