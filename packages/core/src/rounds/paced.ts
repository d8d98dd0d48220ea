import { Budget, type BudgetSpec, evenlyAfter } from '../budget/budget.js'
import { looksOf, Steering } from '../budget/steering.js'
import type { Parameters } from '../parameters.js'
import {
  isSelfTuning,
  type Reading,
  type SelfReport,
  type SelfTuning,
  Tally,
  type Weights,
} from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { type Asker, loadTally, saveTally } from './asker.js'
import type { Body } from './body.js'
import type { Coins } from './coins.js'
import { Decision } from './decision.js'

/** Whatever the row, it is asked about with at least this share of the rate: so 1/P stays bounded. */
const FLOOR = 0.1

/** At which pace it asks, and what a learner that tunes itself has chosen. */
export interface PacedReport {
  /** The share of the coming rows that should be asked about. */
  readonly rate: number
  /** The rule's dial: the margin at which every second row is asked about. */
  readonly dial: number
  readonly self?: SelfReport
}

/** Asks within a budget: the rule's dial is turned so that spending keeps the pace. */
export class PacedAsker implements Asker {
  readonly tally = new Tally()
  readonly body: Body
  readonly #self: SelfTuning | undefined
  readonly #budget: Budget
  readonly #steering: Steering
  readonly #coins: Coins
  readonly #decision: Decision
  readonly #probabilities: Float64Array
  #spent = 0
  #changes = 0
  /** The share of the coming rows that should be asked about. */
  rate = 1

  constructor(body: Body, rule: QueryDeclaration, parameters: Parameters, spec: BudgetSpec, coins: Coins) {
    this.body = body
    this.#budget = new Budget(spec)
    this.#self = isSelfTuning(body) ? body : undefined
    this.#steering = new Steering(rule, parameters)
    this.#coins = coins
    this.#decision = new Decision(body.reading.scores)
    this.#probabilities = new Float64Array(this.#self?.classes ?? 0)
  }

  get dimension(): number {
    return this.body.dimension
  }

  get dial(): number {
    return this.#steering.value
  }

  observe(x: Row): Decision {
    const { body, tally } = this
    const decision = this.#decision
    decision.coin = this.#coins.toss()
    tally.rounds++
    this.#self?.ground.meet(x)
    this.#self?.advance(tally.rounds)
    body.read(x)
    const { reading } = body
    decision.t = tally.rounds
    decision.predicted = reading.predicted
    decision.margin = reading.score
    decision.probability = this.#probability()
    decision.asked = decision.coin < decision.probability
    decision.reason = decision.asked ? this.#steering.reason(body.doubt) : undefined
    decision.modelVersion = tally.updates
    if (this.#self) this.#self.ground.stand(reading.predicted, this.#confidence(this.#self))
    if (decision.asked) this.#spent++
    this.#steering.remember(looksOf(body.doubt), this.#steering.value, this.#steering.thinning)
    return decision
  }

  #probability(): number {
    const { body, tally } = this
    const standing = { items: tally.rounds, spent: this.#spent, time: 0, lasting: body.lasting ?? 1 }
    this.rate = this.#budget.rate(standing)
    const isCertain = this.#steering.isNew || this.rate >= 1
    this.#steering.turn(this.rate, tally)
    if (this.rate <= 0 || !this.#budget.allows(standing)) return 0
    return isCertain ? 1 : Math.max(this.#steering.probability(body.doubt, tally), FLOOR * this.rate)
  }

  /** How probable it is that the prediction is right. */
  #confidence(self: SelfTuning): number {
    return self.probabilities(this.#probabilities)[self.reading.predicted]
  }

  report(): PacedReport {
    const { rate, dial } = this
    return { rate, dial, ...(this.#self && { self: this.#self.report() }) }
  }

  opinion(): Float64Array | undefined {
    return this.#self?.opinion()
  }

  learn(x: Row, label: number, opinion?: Float64Array): boolean {
    const { body, tally } = this
    tally.asked++
    if (body.reading.predicted !== label) tally.mistakes++
    const updated = body.learn(x, label, opinion)
    if (updated) tally.updates++
    if (this.#self?.alarm) this.#spreadAnew()
    return updated
  }

  /** The stream has changed, and may do so again: what is left of the budget is spread the more evenly, the more often. */
  #spreadAnew(): void {
    this.#changes++
    const standing = { items: this.tally.rounds, spent: this.#spent, time: 0 }
    this.#budget.restart(standing, evenlyAfter(this.#changes))
  }

  read(x: Row): Reading {
    this.body.read(x)
    return this.body.reading
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.body.contribution(x, k, label)
  }

  weights(label: number): Weights | undefined {
    return this.body.weights(label)
  }

  save(): State {
    return {
      tally: saveTally(this.tally),
      coins: this.#coins.save(),
      body: this.body.save(),
      ...(this.#self && { ground: this.#self.ground.save() }),
      budget: this.#budget.save(),
      steering: this.#steering.save(),
      counts: { spent: this.#spent, changes: this.#changes, rate: this.rate },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    loadTally(this.tally, stateIn(state, 'tally'))
    this.#coins.load(stateIn(state, 'coins'))
    this.#self?.ground.load(stateIn(state, 'ground'))
    this.body.load(stateIn(state, 'body'))
    this.#budget.load(stateIn(state, 'budget'))
    this.#steering.load(stateIn(state, 'steering'))
    this.#spent = numberIn(counts, 'spent')
    this.#changes = numberIn(counts, 'changes')
    this.rate = numberIn(counts, 'rate')
  }
}
