import { type Learner, type QueryRule, type Reading, Tally, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Coins } from './coins.js'
import { Decision } from './decision.js'
import type { PacedReport } from './paced.js'

/** The protocol of a stream: observe every row, learn the labels of those that were asked about. */
export interface Asker {
  readonly tally: Tally
  /** Predicts, decides whether to ask, and throws this round's one coin. The record is reused by the next round. */
  observe(x: Row): Decision
  /** What was chosen, where it keeps to a budget. */
  report?(): PacedReport
  /** What it thinks of the row that was observed last, where a late answer needs to know that. */
  opinion?(): Float64Array | undefined
  /**
   * Learns the label (a class index) of the row that was observed or read last; true when the model changed. With a late
   * answer comes the opinion of the time of asking.
   */
  learn(x: Row, label: number, opinion?: Float64Array): boolean
  /** Scores a row and nothing else: no round, no coin. Also what a late answer needs before `learn`. */
  read(x: Row): Reading
  /** What entry k of the row that was read last adds to the score of a class; undefined where features have no weights. */
  contribution(x: Row, k: number, label: number): number | undefined
  /** The weights of a class, in a copy; undefined where scores are no linear function of the row. */
  weights(label: number): Weights | undefined
  /** One more than the highest feature index the model has met. */
  readonly dimension: number
  save(): State
  load(state: State): void
}

/** One learner and one query rule. */
export class SingleAsker implements Asker {
  readonly tally = new Tally()
  readonly #learner: Learner
  readonly #rule: QueryRule
  readonly #coins: Coins
  readonly #decision: Decision

  constructor(learner: Learner, rule: QueryRule, coins: Coins) {
    this.#learner = learner
    this.#rule = rule
    this.#coins = coins
    this.#decision = new Decision(learner.reading.scores)
  }

  get dimension(): number {
    return this.#learner.dimension
  }

  observe(x: Row): Decision {
    const tally = this.tally
    const decision = this.#decision
    const { reading } = this.#learner
    // Before anything is counted: coins from elsewhere may run out.
    decision.coin = this.#coins.toss()
    this.#learner.read(x)
    tally.rounds++
    decision.t = tally.rounds
    decision.predicted = reading.predicted
    decision.margin = reading.score
    decision.probability = this.#rule.probability(reading, tally)
    decision.asked = decision.coin < decision.probability
    decision.reason = decision.asked ? this.#rule.reason(reading) : undefined
    decision.modelVersion = tally.updates
    return decision
  }

  learn(x: Row, label: number): boolean {
    const tally = this.tally
    tally.asked++
    if (this.#learner.reading.predicted !== label) tally.mistakes++
    const updated = this.#learner.learn(x, label)
    if (updated) tally.updates++
    return updated
  }

  read(x: Row): Reading {
    this.#learner.read(x)
    return this.#learner.reading
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.#learner.contribution(x, k, label)
  }

  weights(label: number): Weights | undefined {
    return this.#learner.weights(label)
  }

  save(): State {
    return { tally: saveTally(this.tally), coins: this.#coins.save(), learner: this.#learner.save() }
  }

  load(state: State): void {
    loadTally(this.tally, stateIn(state, 'tally'))
    this.#coins.load(stateIn(state, 'coins'))
    this.#learner.load(stateIn(state, 'learner'))
  }
}

export const saveTally = ({ rounds, asked, mistakes, updates }: Tally): State => ({
  rounds,
  asked,
  mistakes,
  updates,
})

export const loadTally = (tally: Tally, state: State): void => {
  tally.rounds = numberIn(state, 'rounds')
  tally.asked = numberIn(state, 'asked')
  tally.mistakes = numberIn(state, 'mistakes')
  tally.updates = numberIn(state, 'updates')
}
