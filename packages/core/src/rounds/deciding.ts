import { Budget, type BudgetSpec, evenlyAfter } from '../budget/budget.js'
import type { Standing } from '../budget/limit.js'
import { Steering } from '../budget/steering.js'
import type { Parameters } from '../parameters.js'
import { doubtOf, type Learner, type QueryRule, type Reading, type Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { isFeatureless, type Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Coins } from './coins.js'
import type { Decision } from './decision.js'
import { OneVsAll } from './one-vs-all.js'

/** Without a measuring share, every row is still asked about with this share of the rate: so 1/P stays bounded. */
const FLOOR = 0.1

/** How it is decided whether to ask. */
export interface DecidingOptions {
  readonly rule: QueryDeclaration
  readonly parameters: Parameters
  readonly coins: Coins
  /** What may be asked; undefined where the published rule decides alone. */
  readonly budget?: BudgetSpec
  /** The share of items that is asked about whatever they are. */
  readonly audit?: number
  /** Whether a row without features is never asked about: it would teach nothing. */
  readonly skipsEmpty?: boolean
}

/** A decision that was made, as the log has it. */
export interface Decided {
  readonly time: number
  readonly asked: boolean
  readonly rate: number
  readonly dial: number
  readonly thinning: number
  readonly doubt: ArrayLike<number>
}

/**
 * All that decisions depend on besides the learner: the coins, the budget, the rule and its dial. It is a fold over
 * decisions alone. With a budget the rule's dial is steered so that spending keeps the pace; without one the rule decides as
 * it was published.
 */
export class Deciding {
  readonly #rule: QueryRule
  readonly coins: Coins
  readonly #audit: number
  readonly #skipsEmpty: boolean
  /** Whether the published rule decides alone, about one learner. */
  isSingle = false
  /** Only where a budget steers it. */
  readonly #steering: Steering | undefined
  #budget: Budget
  readonly #standing: { -readonly [Name in keyof Standing]: Standing[Name] } = {
    items: 0,
    spent: 0,
    time: 0,
    lasting: 1,
  }
  items = 0
  /** Questions that were asked and not given back. */
  spent = 0
  #time = 0
  /** How often the stream was found to have changed. */
  #changes = 0
  /** What the budget wished for in the last round; 1 asks about everything. */
  rate = 0
  /** The share of coins of the last round that ask whatever the row is. */
  audit = 0
  /** Whether the last question was asked because little was known yet. */
  #isNew = false

  constructor({ rule, parameters, coins, budget, audit = 0, skipsEmpty = false }: DecidingOptions) {
    this.#rule = rule.build(parameters)
    this.coins = coins
    this.#audit = audit
    this.#skipsEmpty = skipsEmpty
    this.#budget = new Budget(budget)
    this.#steering = budget && new Steering(rule, parameters)
  }

  /** The value of the rule's dial; not a number where it has none or nobody turns it. */
  get dial(): number {
    return this.#steering?.value ?? Number.NaN
  }

  get thinning(): number {
    return this.#steering?.thinning ?? 1
  }

  get budget(): BudgetSpec {
    return this.#budget.spec
  }

  /** What is decided about from now on: one learner, or one for each class. */
  decideAbout(learner: Learner): void {
    this.isSingle = this.#steering === undefined && !(learner instanceof OneVsAll)
  }

  /** Time never goes back. */
  at(time: number): number {
    return Math.max(this.#time, time)
  }

  /**
   * Decides about the row that the learner has read last; its coin was thrown already. The dial is turned; all else waits
   * for `apply`. While asking is switched off nothing is asked, not even for measuring.
   */
  decide(decision: Decision, x: Row, learner: Learner, tally: Tally, time: number, asking: boolean): void {
    const { coin } = decision
    const probability = asking ? this.#probability(x, learner, tally, time, coin) : 0
    decision.probability = probability
    decision.asked = coin < probability
    decision.reason = coin < probability ? this.#reason(coin, learner) : undefined
  }

  /** The published round of one learner, decided and counted at once: experiments play it by the million. */
  publish(decision: Decision, reading: Reading, tally: Tally): void {
    const probability = this.#rule.probability(reading, tally)
    const asked = decision.coin < probability
    decision.probability = probability
    decision.asked = asked
    decision.reason = asked ? this.#rule.reason(reading) : undefined
    this.items++
    if (asked) this.spent++
  }

  /** With a budget the steered one; without, that of the published rule. */
  #probability(x: Row, learner: Learner, tally: Tally, time: number, coin: number): number {
    if (this.#steering !== undefined) return this.#paced(this.#steering, x, learner, tally, time)
    if (learner instanceof OneVsAll) return learner.ask(this.#rule, tally.rounds, coin)
    return this.#rule.probability(learner.reading, tally)
  }

  #paced(steering: Steering, x: Row, learner: Learner, tally: Tally, time: number): number {
    const budget = this.#budget
    const standing = this.#stand(this.items + 1, time, learner.lasting ?? 1)
    const rate = budget.rate(standing)
    const audit = Math.min(this.#audit, rate)
    const rest = (rate - audit) / (1 - audit)
    const isLimited = !budget.isOpen
    const isNew = isLimited && steering.isNew
    if (isLimited) steering.turn(rest, tally)
    this.rate = rate
    this.audit = audit
    this.#isNew = isNew
    if (!budget.allows(standing)) return 0
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

  #stand(items: number, time: number, lasting: number): Standing {
    const standing = this.#standing
    standing.items = items
    standing.spent = this.spent
    standing.time = time
    standing.lasting = lasting
    return standing
  }

  /** The probability that a question which is open would be asked now, at the measuring share of its time. */
  again(learner: Learner, tally: Tally, audit: number): number {
    if (this.rate >= 1 && !this.#budget.isOpen) return 1
    const doubt = doubtOf(learner)
    const wanted = this.#steering?.probability(doubt, tally) ?? this.#rule.probability(doubt, tally)
    return audit + (1 - audit) * wanted
  }

  /** The decision that was made just now takes effect. */
  commit({ asked }: Decision, learner: Learner, time: number): void {
    const steering = this.#steering
    if (steering === undefined) {
      this.items++
      if (asked) this.spent++
      return
    }
    this.#count(asked, time)
    steering.rememberReading(doubtOf(learner))
    this.#budget.observed(this.#stand(this.items, this.#time, 1))
  }

  /** A decision that was made takes effect: just now, or long ago. */
  apply({ time, asked, rate, dial, thinning, doubt }: Decided): void {
    this.#count(asked, time)
    this.rate = rate
    this.#steering?.remember(doubt, dial, thinning)
    this.#budget.observed(this.#stand(this.items, this.#time, 1))
  }

  #count(asked: boolean, time: number): void {
    this.items++
    this.#time = this.at(time)
    if (asked) this.spent++
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
    return this.#budget.allows(this.#stand(this.items, this.at(time), 1))
  }

  /**
   * The stream has changed: what is left of the budget is spread evenly, or where it may change again, the more evenly the
   * more often it did.
   */
  changed(tunesItself: boolean): void {
    this.#restart(tunesItself ? evenlyAfter(++this.#changes) : 1)
  }

  rebudget(spec: BudgetSpec): void {
    this.#budget = new Budget(spec)
    this.#restart(0)
  }

  #restart(evenly: number): void {
    this.#budget.restart(this.#stand(this.items, this.#time, 1), evenly)
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
    // Saved under the protocol paper there is none.
    if ('steering' in state) this.#steering?.load(stateIn(state, 'steering'))
    this.#budget.load(stateIn(state, 'budget'))
    this.items = numberIn(counts, 'items')
    this.spent = numberIn(counts, 'spent')
    this.#time = numberIn(counts, 'time')
    this.rate = numberIn(counts, 'rate')
    this.#changes = numberIn(counts, 'changes')
  }
}
