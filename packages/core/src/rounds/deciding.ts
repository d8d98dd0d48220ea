import { Budget, type BudgetSpec } from '../budget/budget.js'
import { Changes } from '../budget/changes.js'
import { type BudgetStatus, forwards } from '../budget/limit.js'
import { Spread, UNIFORM } from '../budget/spread.js'
import { Steering } from '../budget/steering.js'
import { doubtOf, isSelfTuning, type Learner, type QueryRule, type Reading, type Tally } from '../parts.js'
import { isFeatureless, type Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Coins } from './coins.js'
import type { DecidingOptions } from './deciding-options.js'
import type { Decided, Decision } from './decision.js'
import { OneVsAll } from './one-vs-all.js'

/** Without a share that measures, every row has at least this share of the mean rate, so that 1/P stays bounded. */
const FLOOR = 0.1
/** After drift fewer questions measure: late labels near the boundary are worth more then. */
const AFTER_DRIFT = 0.5

/**
 * Everything that decisions depend on except the learner: coins, budget, rule and dial. It is a fold over decisions, and over the rows while the order test runs.
 * With a budget, the rule's dial is steered so that spending follows the budget; without one, the rule decides as published.
 */
export class Deciding {
  readonly #rule: QueryRule
  readonly coins: Coins
  readonly #measure: number
  readonly #spread = new Spread()
  readonly #skipsEmpty: boolean
  /** Whether the published rule decides alone, for a single learner. */
  isSingle = false
  /** Set only if a budget steers the rule. */
  readonly #steering: Steering | undefined
  readonly #classes: number | undefined
  #budget: Budget
  readonly #status: { -readonly [Name in keyof BudgetStatus]: BudgetStatus[Name] } = {
    items: 0,
    spent: 0,
    time: 0,
  }
  items = 0
  /** Questions asked and not refunded. */
  spent = 0
  /** Items that random asking at the same pace would have asked about. */
  random = 0
  #time = 0
  readonly #changes = new Changes()
  /** The rate the budget requested in the last round; 1 asks about everything. */
  rate = 0
  /** The probability with which the last row was asked about to measure. */
  measure = 0
  /** The part of it that is the same for all rows. */
  audit = 0
  /** Whether the last question was part of the warm-up. */
  #isNew = false

  constructor({ rule, parameters, coins, budget, classes, ...rest }: DecidingOptions) {
    this.#rule = rule.build(parameters)
    this.coins = coins
    this.#measure = rest.measure ?? 0
    this.#skipsEmpty = rest.skipsEmpty ?? false
    this.#classes = classes
    this.#budget = new Budget(budget, classes)
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

  /** Clamps the time so that it does not go backwards, unless the clock was set back. */
  at(time: number): number {
    return forwards(this.#time, time)
  }

  /**
   * Decides about the row that the learner read last, with a coin that was tossed before. Turns the dial; everything else
   * waits for `commit` or `apply`. While asking is switched off, nothing is asked, not even to measure.
   */
  decide(decision: Decision, x: Row, learner: Learner, tally: Tally, time: number, asking: boolean): void {
    const { coin } = decision
    const probability = asking ? this.#probability(decision, x, learner, tally, time) : 0
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

  #probability(decision: Decision, x: Row, learner: Learner, tally: Tally, time: number): number {
    if (this.#steering !== undefined) return this.#paced(this.#steering, decision, x, learner, tally, time)
    if (learner instanceof OneVsAll) return learner.ask(this.#rule, tally.rounds, decision.coin)
    return this.#rule.probability(learner.reading, tally)
  }

  /**
   * With φ the fraction of the questions that measure, r̄ the mean rate, m = φ·r̄ and g the factor of `Spread`:
   *
   * > a(x) = min(1, m·g(x)), P = a(x) + (1 − a(x))·wanted((rate − m)/(1 − m)).
   *
   * m does not depend on the current rate, so P is 0 only if the cap itself forbids a question. Near the end m is at most what lasts
   * until then; the uniform part of g is always that of φ·r̄.
   */
  #paced(steering: Steering, { confidence }: Decision, x: Row, learner: Learner, tally: Tally, time: number) {
    const budget = this.#budget
    const seemsOrdered = isSelfTuning(learner) && learner.statistics.seemsOrdered
    const status = this.#statusAt(this.items + 1, time, learner.lasting ?? 1, seemsOrdered)
    const rate = budget.rate(status)
    const fraction = this.#fraction
    const full = fraction * budget.mean(status, fraction)
    const share = Math.min(full, budget.maxMeasureShare(status))
    const isMeasuring = this.#measure > 0
    const m = isMeasuring ? share : 0
    const audit = isMeasuring ? UNIFORM * full : 0
    const measure = Math.min(1, audit + m * (this.#spread.factor(confidence) - UNIFORM))
    const rest = budget.isReserved(status, fraction) || m >= 1 ? 0 : Math.max(0, (rate - m) / (1 - m))
    const isLimited = !budget.isUnlimited
    const isNew = isLimited && steering.isNew
    if (isLimited) steering.turn(rest, tally)
    this.rate = rate
    this.measure = measure
    this.audit = audit
    this.#isNew = isNew
    if (!budget.allows(status)) return 0
    const isWorthless = this.#skipsEmpty && isFeatureless(x)
    const isCertain = isNew || (isLimited && rest >= 1)
    const wanted =
      rest <= 0 || isWorthless ? 0 : isCertain ? 1 : steering.probability(doubtOf(learner), tally)
    const probability = measure + (1 - measure) * wanted
    return !isMeasuring && isLimited && !isWorthless ? Math.max(probability, share) : probability
  }

  /** The fraction of the mean rate at which every row is asked about at least. */
  get #fraction(): number {
    if (this.#measure === 0) return FLOOR
    return this.#changes.count > 0 ? AFTER_DRIFT * this.#measure : this.#measure
  }

  #reason(coin: number, learner: Learner): Decision['reason'] {
    const steering = this.#steering
    if (steering === undefined)
      return learner instanceof OneVsAll ? learner.reason(this.#rule) : this.#rule.reason(learner.reading)
    if (coin < this.audit) return 'audit'
    if (coin < this.measure) return 'measure'
    return this.#isNew ? 'warm-up' : steering.reason(doubtOf(learner))
  }

  #statusAt(items: number, time: number, lasting: number, seemsOrdered = false): BudgetStatus {
    const status = this.#status
    status.items = items
    status.spent = this.spent
    status.time = time
    status.lasting = lasting
    status.seemsOrdered = seemsOrdered
    return status
  }

  /** The probability that an open question would be asked now, with the share that measures from the time of asking. */
  again(learner: Learner, tally: Tally, measure: number): number {
    if (this.rate >= 1 && !this.#budget.isUnlimited) return 1
    const doubt = doubtOf(learner)
    const wanted = this.#steering?.probability(doubt, tally) ?? this.#rule.probability(doubt, tally)
    return measure + (1 - measure) * wanted
  }

  /** Applies the decision that was just made. */
  commit({ asked, confidence }: Decision, learner: Learner, time: number): void {
    const steering = this.#steering
    if (steering === undefined) {
      this.items++
      if (asked) this.spent++
      return
    }
    this.#count(asked, time)
    this.#spread.add(confidence)
    steering.rememberReading(doubtOf(learner))
    this.#budget.observed(this.#statusAt(this.items, this.#time, 1))
  }

  /** Applies a decision: one that was just made or one from the log. */
  apply({ time, asked, random, confidence, rate, dial, thinning, doubt }: Decided): void {
    this.#count(asked, time)
    if (random) this.random++
    this.rate = rate
    this.#spread.add(confidence)
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

  /** Whether the budget allows one more question, or an answer to a refunded one. */
  allowsOneMore(time: number): boolean {
    return this.#budget.allows(this.#statusAt(this.items, this.at(time), 1))
  }

  /**
   * Respreads the rest of the budget after drift: evenly, or for a learner that tunes itself, more evenly the more often
   * the stream has changed.
   */
  changed(tunesItself: boolean): void {
    this.#changes.count++
    this.#restart(tunesItself ? this.#changes.evenness : 1)
  }

  /** Whether the budget depends on the order of the items, which is not known yet. */
  get awaitsOrder(): boolean {
    return this.#budget.hasHorizon && !this.#changes.isOrdered
  }

  /** Neighbouring items are alike: spends the rest of the budget more evenly, because drift is likely. */
  foundOrder(): void {
    this.#changes.isOrdered = true
    this.#restart(this.#changes.evenness)
  }

  rebudget(spec: BudgetSpec): void {
    this.#budget = new Budget(spec, this.#classes)
    this.#restart(0)
    if (this.#changes.isOrdered) this.#restart(this.#changes.evenness)
  }

  #restart(evenly: number): void {
    this.#budget.restart(this.#statusAt(this.items, this.#time, 1), evenly)
  }

  save(): State {
    const { items, spent, rate, random } = this
    return {
      coins: this.coins.save(),
      ...(this.#steering && { steering: this.#steering.save() }),
      budget: this.#budget.save(),
      ...this.#spread.save(),
      counts: { items, spent, time: this.#time, rate, ...this.#changes.save(), random },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.coins.load(stateIn(state, 'coins'))
    // Models saved under `protocol: 'paper'` have no steering.
    if ('steering' in state) this.#steering?.load(stateIn(state, 'steering'))
    this.#budget.load(stateIn(state, 'budget'))
    // Files of older versions have no spread; it is learned again within a few items.
    if ('spread' in state) this.#spread.load(state)
    this.items = numberIn(counts, 'items')
    this.spent = numberIn(counts, 'spent')
    this.#time = numberIn(counts, 'time')
    this.rate = numberIn(counts, 'rate')
    this.#changes.load(counts)
    // Files and logs of older versions have no such count: the comparison with random asking starts with the next item.
    this.random = 'random' in counts ? numberIn(counts, 'random') : 0
  }
}
