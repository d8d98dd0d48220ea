import { Budget, type BudgetSpec } from '../budget/budget.js'
import { Steering } from '../budget/steering.js'
import type { Parameters } from '../parameters.js'
import type { Reading, Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { SeededCoins } from '../rounds/coins.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { LiveReason, Observed } from './events.js'

/** What is decided about an item. */
export interface Verdict {
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
  readonly reason?: LiveReason
  readonly rate: number
  /** The share of coins that ask whatever the row is. */
  readonly audit: number
}

/** All that decisions depend on besides the learner: the coins, the budget, the dial. It is a fold over decisions alone. */
export class Deciding {
  readonly #coins: SeededCoins
  readonly #steering: Steering
  readonly #audit: number
  #budget: Budget
  items = 0
  /** Questions that were asked and not given back. */
  spent = 0
  #time = 0
  /** What the budget wished for in the last round; 1 asks about everything. */
  #rate = 0

  constructor(
    rule: QueryDeclaration,
    parameters: Parameters,
    budget: BudgetSpec,
    audit: number,
    seed: number,
  ) {
    this.#coins = new SeededCoins(seed)
    this.#steering = new Steering(rule, parameters)
    this.#budget = new Budget(budget)
    this.#audit = audit
  }

  get dial(): number {
    return this.#steering.value
  }

  get thinning(): number {
    return this.#steering.thinning
  }

  /** Time never goes back. */
  at(time: number): number {
    return Math.max(this.#time, time)
  }

  /**
   * Decides about the next item. The coin is thrown and the dial turned; all else waits for the event. What the rule wants
   * is multiplied by what an answer is worth, from 0 to 1. `lasting` is how much of what was learned still holds. While
   * asking is switched off nothing is asked, not even for the audit.
   */
  decide(
    doubt: Reading,
    tally: Tally,
    worth: number,
    time: number,
    lasting: number,
    asking: boolean,
  ): Verdict {
    const standing = { items: this.items + 1, spent: this.spent, time, lasting }
    const rate = this.#budget.rate(standing)
    const audit = Math.min(this.#audit, rate)
    const rest = (rate - audit) / (1 - audit)
    const isLimited = !this.#budget.isOpen
    const isNew = isLimited && this.#steering.isNew
    if (isLimited) this.#steering.turn(rest, tally)
    const isCertain = isNew || (isLimited && rest >= 1)
    const wanted = rest <= 0 ? 0 : worth * (isCertain ? 1 : this.#steering.probability(doubt, tally))
    const probability = asking && this.#budget.allows(standing) ? audit + (1 - audit) * wanted : 0
    const coin = this.#coins.toss()
    const asked = coin < probability
    const reason = coin < audit ? 'audit' : isNew ? 'warm-up' : this.#steering.reason(doubt)
    return { probability, coin, asked, rate, audit, ...(asked && { reason }) }
  }

  /** The probability that a question which is open would be asked now, at the share of audits of its time. */
  again(doubt: Reading, tally: Tally, audit: number): number {
    if (this.#rate >= 1) return 1
    return audit + (1 - audit) * this.#steering.probability(doubt, tally)
  }

  /** A decision that was made: by `decide` just now, or long ago. */
  apply({ time, asked, budget, trace }: Observed): void {
    this.items++
    this.#time = this.at(time)
    if (asked) this.spent++
    this.#rate = this.#budget.isOpen ? 0 : budget.rate
    this.#steering.remember(trace.doubt, budget.dial ?? Number.NaN, trace.thinning)
    this.#budget.observed({ items: this.items, spent: this.spent, time: this.#time })
  }

  /** Passes over the coin of a decision that was made long ago. */
  skipCoin(): void {
    this.#coins.toss()
  }

  refund(): void {
    this.spent--
  }

  /** A question that was given back is answered after all. */
  spend(): void {
    this.spent++
  }

  /** Whether a question that was given back may be answered after all. */
  allowsOneMore(time: number): boolean {
    return this.#budget.allows({ items: this.items, spent: this.spent, time: this.at(time) })
  }

  /** What is left is spread anew, and the more evenly the more the stream may change again. */
  restart(evenly: number): void {
    this.#budget.restart({ items: this.items, spent: this.spent, time: this.#time }, evenly)
  }

  rebudget(spec: BudgetSpec): void {
    this.#budget = new Budget(spec)
    this.restart(0)
  }

  get budget(): BudgetSpec {
    return this.#budget.spec
  }

  save(): State {
    const { items, spent } = this
    return {
      coins: this.#coins.save(),
      steering: this.#steering.save(),
      budget: this.#budget.save(),
      counts: { items, spent, time: this.#time, rate: this.#rate },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.#coins.load(stateIn(state, 'coins'))
    this.#steering.load(stateIn(state, 'steering'))
    this.#budget.load(stateIn(state, 'budget'))
    this.items = numberIn(counts, 'items')
    this.spent = numberIn(counts, 'spent')
    this.#time = numberIn(counts, 'time')
    // Files of the first version do not have it.
    this.#rate = 'rate' in counts ? numberIn(counts, 'rate') : 0
  }
}
