import { Budget, type BudgetSpec, evennessAfter } from '../budget/budget.js'
import type { BudgetStatus } from '../budget/limit.js'
import { Steering } from '../budget/steering.js'
import type { Parameters } from '../parameters.js'
import { doubtOf, type Learner, type QueryRule, type Reading, type Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { isFeatureless, type Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Coins } from './coins.js'
import type { Decision } from './decision.js'
import { OneVsAll } from './one-vs-all.js'

/** Without an audit share, every row has at least this share of the rate, so that 1/P stays bounded. */
const FLOOR = 0.1

export interface DecidingOptions {
  readonly rule: QueryDeclaration
  readonly parameters: Parameters
  readonly coins: Coins
  /** Undefined if the published rule decides alone. */
  readonly budget?: BudgetSpec
  /** The share of items that is asked about at random. */
  readonly audit?: number
  /** Whether rows without features are never asked about: the learner cannot learn from them. */
  readonly skipsEmpty?: boolean
}

/** A past decision, as stored in the log. */
export interface Decided {
  readonly time: number
  readonly asked: boolean
  readonly rate: number
  readonly dial: number
  readonly thinning: number
  readonly doubt: ArrayLike<number>
}

/**
 * Everything that decisions depend on except the learner: coins, budget, rule and dial. It is a fold over decisions alone.
 * With a budget, the rule's dial is steered so that spending follows the budget; without one, the rule decides as published.
 */
export class Deciding {
  readonly #rule: QueryRule
  readonly coins: Coins
  readonly #audit: number
  readonly #skipsEmpty: boolean
  /** Whether the published rule decides alone, for a single learner. */
  isSingle = false
  /** Set only if a budget steers the rule. */
  readonly #steering: Steering | undefined
  #budget: Budget
  readonly #status: { -readonly [Name in keyof BudgetStatus]: BudgetStatus[Name] } = {
    items: 0,
    spent: 0,
    time: 0,
    lasting: 1,
  }
  items = 0
  /** Questions asked and not refunded. */
  spent = 0
  #time = 0
  /** How many times drift was detected. */
  #changes = 0
  /** The rate the budget requested in the last round; 1 asks about everything. */
  rate = 0
  /** The audit share of the last round. */
  audit = 0
  /** Whether the last question was part of the warm-up. */
  #isNew = false

  constructor({ rule, parameters, coins, budget, audit = 0, skipsEmpty = false }: DecidingOptions) {
    this.#rule = rule.build(parameters)
    this.coins = coins
    this.#audit = audit
    this.#skipsEmpty = skipsEmpty
    this.#budget = new Budget(budget)
    this.#steering = budget && new Steering(rule, parameters)
  }

  /** The value of the rule's dial; NaN if the rule has none or is not steered. */
  get dial(): number {
    return this.#steering?.value ?? Number.NaN
  }

  get thinning(): number {
    return this.#steering?.thinning ?? 1
  }

  get budget(): BudgetSpec {
    return this.#budget.spec
  }

  /** Sets the learner to decide about: a single one, or one per class. */
  decideAbout(learner: Learner): void {
    this.isSingle = this.#steering === undefined && !(learner instanceof OneVsAll)
  }

  /** Clamps the time so that it never goes backwards. */
  at(time: number): number {
    return Math.max(this.#time, time)
  }

  /**
   * Decides about the row that the learner read last, with a coin that was tossed before. Turns the dial; everything else
   * waits for `commit` or `apply`. While asking is switched off, nothing is asked, not even audits.
   */
  decide(decision: Decision, x: Row, learner: Learner, tally: Tally, time: number, asking: boolean): void {
    const { coin } = decision
    const probability = asking ? this.#probability(x, learner, tally, time, coin) : 0
    decision.probability = probability
    decision.asked = coin < probability
    decision.reason = coin < probability ? this.#reason(coin, learner) : undefined
  }

  /** The published round of one learner, decided and counted in one call because experiments run it millions of times. */
  publish(decision: Decision, reading: Reading, tally: Tally): void {
    const probability = this.#rule.probability(reading, tally)
    const asked = decision.coin < probability
    decision.probability = probability
    decision.asked = asked
    decision.reason = asked ? this.#rule.reason(reading) : undefined
    this.items++
    if (asked) this.spent++
  }

  #probability(x: Row, learner: Learner, tally: Tally, time: number, coin: number): number {
    if (this.#steering !== undefined) return this.#paced(this.#steering, x, learner, tally, time)
    if (learner instanceof OneVsAll) return learner.ask(this.#rule, tally.rounds, coin)
    return this.#rule.probability(learner.reading, tally)
  }

  #paced(steering: Steering, x: Row, learner: Learner, tally: Tally, time: number): number {
    const budget = this.#budget
    const status = this.#statusAt(this.items + 1, time, learner.lasting ?? 1)
    const rate = budget.rate(status)
    const audit = Math.min(this.#audit, rate)
    const rest = (rate - audit) / (1 - audit)
    const isLimited = !budget.isUnlimited
    const isNew = isLimited && steering.isNew
    if (isLimited) steering.turn(rest, tally)
    this.rate = rate
    this.audit = audit
    this.#isNew = isNew
    if (!budget.allows(status)) return 0
    const isWorthless = this.#skipsEmpty && isFeatureless(x)
    const isCertain = isNew || (isLimited && rest >= 1)
    const wanted =
      rest <= 0 || isWorthless ? 0 : isCertain ? 1 : steering.probability(doubtOf(learner), tally)
    const probability = audit + (1 - audit) * wanted
    return this.#audit === 0 && isLimited && !isWorthless ? Math.max(probability, FLOOR * rate) : probability
  }

  #reason(coin: number, learner: Learner): Decision['reason'] {
    const steering = this.#steering
    if (steering === undefined)
      return learner instanceof OneVsAll ? learner.reason(this.#rule) : this.#rule.reason(learner.reading)
    if (coin < this.audit) return 'audit'
    return this.#isNew ? 'warm-up' : steering.reason(doubtOf(learner))
  }

  #statusAt(items: number, time: number, lasting: number): BudgetStatus {
    const status = this.#status
    status.items = items
    status.spent = this.spent
    status.time = time
    status.lasting = lasting
    return status
  }

  /** The probability that an open question would be asked now, with the audit share from the time of asking. */
  again(learner: Learner, tally: Tally, audit: number): number {
    if (this.rate >= 1 && !this.#budget.isUnlimited) return 1
    const doubt = doubtOf(learner)
    const wanted = this.#steering?.probability(doubt, tally) ?? this.#rule.probability(doubt, tally)
    return audit + (1 - audit) * wanted
  }

  /** Applies the decision that was just made. */
  commit({ asked }: Decision, learner: Learner, time: number): void {
    const steering = this.#steering
    if (steering === undefined) {
      this.items++
      if (asked) this.spent++
      return
    }
    this.#count(asked, time)
    steering.rememberReading(doubtOf(learner))
    this.#budget.observed(this.#statusAt(this.items, this.#time, 1))
  }

  /** Applies a decision: one that was just made or one from the log. */
  apply({ time, asked, rate, dial, thinning, doubt }: Decided): void {
    this.#count(asked, time)
    this.rate = rate
    this.#steering?.remember(doubt, dial, thinning)
    this.#budget.observed(this.#statusAt(this.items, this.#time, 1))
  }

  #count(asked: boolean, time: number): void {
    this.items++
    this.#time = this.at(time)
    if (asked) this.spent++
  }

  /** Counts an item of a pool, which is not decided about. */
  addItem(time: number): void {
    this.#count(false, time)
  }

  /** Counts a question that a pool chose. */
  choose(time: number): void {
    this.spent++
    this.#time = this.at(time)
  }

  refund(): void {
    this.spent--
  }

  /** Charges a refunded question that was answered after all. */
  spend(): void {
    this.spent++
  }

  /** Whether the budget allows an answer to a refunded question. */
  allowsOneMore(time: number): boolean {
    return this.#budget.allows(this.#statusAt(this.items, this.at(time), 1))
  }

  /**
   * Respreads the rest of the budget after drift: evenly, or for a learner that tunes itself, more evenly the more often
   * the stream has changed.
   */
  changed(tunesItself: boolean): void {
    this.#restart(tunesItself ? evennessAfter(++this.#changes) : 1)
  }

  rebudget(spec: BudgetSpec): void {
    this.#budget = new Budget(spec)
    this.#restart(0)
  }

  #restart(evenly: number): void {
    this.#budget.restart(this.#statusAt(this.items, this.#time, 1), evenly)
  }

  save(): State {
    return {
      coins: this.coins.save(),
      ...(this.#steering && { steering: this.#steering.save() }),
      budget: this.#budget.save(),
      counts: {
        items: this.items,
        spent: this.spent,
        time: this.#time,
        rate: this.rate,
        changes: this.#changes,
      },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.coins.load(stateIn(state, 'coins'))
    // Models saved under `protocol: 'paper'` have no steering.
    if ('steering' in state) this.#steering?.load(stateIn(state, 'steering'))
    this.#budget.load(stateIn(state, 'budget'))
    this.items = numberIn(counts, 'items')
    this.spent = numberIn(counts, 'spent')
    this.#time = numberIn(counts, 'time')
    this.rate = numberIn(counts, 'rate')
    this.#changes = numberIn(counts, 'changes')
  }
}
