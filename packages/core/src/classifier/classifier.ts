import type { BudgetSpec } from '../budget/budget.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { coreError } from '../errors.js'
import type { Rounds } from '../rounds/rounds.js'
import type { Row } from '../rows/row.js'
import { decodeModel, encodeModel } from '../state/model-file.js'
import { loadedFrom } from '../state/state.js'
import { VERSION } from '../version.js'
import type { ClassifierEvent, Closed, Observed } from './events.js'
import { Fold } from './fold.js'
import { FeatureInput, type FeatureItem, type Input, inputFor } from './input.js'
import { migrated } from './migrate.js'
import {
  type ClassifierOptions,
  type ClassifierParts,
  checkLabel,
  completed,
  type LoadOptions,
} from './options.js'
import { isClosedByLabeller, isMeasuring, isRefunded, type Question } from './question.js'
import { driftedEvent, newRow, observedEvent, taughtEvent } from './record.js'
import { inTurnIn, overdueIn, probabilityNow, reviewOf } from './review.js'
import { ClassifierView } from './view.js'
import type { Outcome, TaughtItem, When, WhenObserved } from './when.js'

/** The rounds of a classifier, for experiments that keep no records. What they learn cannot be undone. */
export let roundsOf: <Item>(classifier: Classifier<Item>) => Rounds

/** The state of a classifier, for a file that holds several. */
export let stateOf: <Item>(classifier: Classifier<Item>) => Fold<Item>

type AnyClassifier = new <Item>(options: ClassifierOptions & ClassifierParts<Item>) => Classifier<Item>

/**
 * The class of the models that `Classifier.load` creates for pools. `Pool` extends `Classifier`, so it registers itself; programs that
 * do not use it are bundled without it.
 */
let PoolClass: AnyClassifier | undefined

export const registerPool = (pool: AnyClassifier): void => {
  PoolClass = pool
}

/**
 * An online classifier with late answers: it predicts every item immediately, asks about a few within its budget, and learns
 * from answers whenever they arrive. Every change is an event passed to `log`. The state is a fold over events, so applying a
 * log rebuilds the same bits.
 *
 * @example
 * const mails = new Classifier({ classes: ['ham', 'spam'], budget: { ratio: 0.1, horizon: 1000 }, seed: 7 })
 * const decision = mails.observe({ features: { offer: 1, free: 2 } }, 'mail 1')
 * decision.asked // => true
 * decision.reason // => 'warm-up'
 * mails.answer('mail 1', 'spam') // => 'learned'
 * mails.predict({ features: { free: 1 } }) // => 'spam'
 */
export class Classifier<Item = FeatureItem> extends ClassifierView<Item> {
  /** Called with every event after it took effect. */
  log: ((event: ClassifierEvent) => void) | undefined
  /** Whether a question is leased; a leased question neither expires nor is withdrawn. */
  isHeld: (id: string) => boolean = () => false
  /** Whether the log has observed items: their events have `item` then instead of the row and what the input learned. */
  logsItems = false
  /** Plain JSON that is saved with the classifier, for the caller's own use. */
  notes: Readonly<Record<string, unknown>> = {}
  static {
    roundsOf = (classifier) => {
      const { training, rounds } = classifier.state
      training.settle()
      return rounds
    }
    stateOf = (classifier) => classifier.state
  }

  /** `State` is the kind of its state; a `Pool` has another one. */
  constructor(options: ClassifierOptions & ClassifierParts<Item>, State: typeof Fold = Fold) {
    const { input = new FeatureInput() as unknown as Input<Item>, coins, ...plain } = options
    const config = completed(plain, input.rows)
    if (config.protocol === 'pool' && State === Fold)
      throw coreError('option/value', {
        name: 'protocol',
        value: 'pool',
        expected: 'live or paper; use Pool',
      })
    super(config, new State(config, input, coins))
  }

  /** Predicts an item and decides whether to ask about it. The default id is its number. */
  observe(
    item: Item,
    id = String(this.state.deciding.items + 1),
    { time = 0, ask = true }: WhenObserved = {},
  ): Observed {
    const { deciding, questions, rounds } = this.state
    if (questions.find(id)) throw coreError('item/id', { id })
    const now = deciding.at(time)
    this.#tidy(now)
    // An invalid item throws here, before a coin is tossed that no event would record.
    const row = newRow(this.state, item)
    const coin = deciding.coins.toss()
    this.state.observeItem(row)
    const decision = rounds.decide(row, coin, now, ask)
    this.state.learned.shadow?.read(row)
    const event = observedEvent(this.state, { id, time: now, row, hasItem: this.logsItems }, decision)
    this.happens(event, this.logsItems ? row : undefined)
    this.#logAlarm(this.state.alarm, now)
    return event
  }

  /**
   * Learns an example: an item with its label. It can be corrected and forgotten like an answer, but costs no budget and does
   * not count in the quality estimates, because the query rule did not sample it.
   */
  teach(item: Item, label: string, id?: string, { time = 0, by }: When = {}): void {
    checkLabel(label)
    const { deciding, questions } = this.state
    this.checkClass(label)
    const called = id ?? `taught ${questions.taught + 1}`
    if (questions.find(called)) throw coreError('item/id', { id: called })
    const said = { id: called, label, time: deciding.at(time), ...(by !== undefined && { by }) }
    this.happens(taughtEvent(this.state, item, said))
  }

  /** Teaches many examples in order. */
  teachAll(items: Iterable<TaughtItem<Item>>, when: When = {}): void {
    for (const { item, label, id } of items) this.teach(item, label, id, when)
  }

  /** Answers a question, at any time. A second answer is a correction; an unseen label adds a class. */
  answer(id: string, label: string, { time = 0, by }: When = {}): Outcome {
    checkLabel(label)
    const { deciding, questions, training, classes } = this.state
    const question = questions.get(id)
    const now = deciding.at(time)
    const said = { id, label, time: now, ...(by !== undefined && { by }) }
    this.checkClass(label)
    if (question.state === 'answered') {
      const before = training.answerTo(question)
      if (!before) throw coreError('answer/settled', { id })
      if (before.label === classes.indexOf(label)) return 'duplicate'
      this.happens({ type: 'corrected', ...said })
      return 'corrected'
    }
    if (isRefunded(question) && !deciding.allowsOneMore(now)) return 'late'
    this.happens({ type: 'answered', ...said })
    this.#logAlarm(this.state.learned.alarm, now)
    return 'learned'
  }

  /** Closes a question without an answer and refunds it to the budget. */
  skip(id: string, when: When = {}): void {
    this.#close('skipped', id, when)
  }

  /** Closes a question that a person could not answer. It is not refunded. */
  unsure(id: string, when: When = {}): void {
    this.#close('unsure', id, when)
  }

  #close(type: Closed['type'], id: string, { time = 0, by }: When): void {
    const { deciding, questions } = this.state
    if (questions.get(id).state === 'open')
      this.happens({ type, id, time: deciding.at(time), ...(by !== undefined && { by }) })
  }

  /** Removes an answer from the model, as if it had never been given. */
  forget(id: string, { time = 0, by }: When = {}): void {
    const { deciding, questions, training } = this.state
    const question = questions.get(id)
    const { state } = question
    if (state !== 'answered') throw coreError('question/unanswered', { id, state })
    if (!training.answerTo(question)) throw coreError('answer/settled', { id })
    this.happens({ type: 'forgotten', id, time: deciding.at(time), ...(by !== undefined && { by }) })
  }

  /** Undoes an answer, a skip or an unsure: the question is open again and paid for as before. */
  reopen(id: string, { time = 0, by }: When = {}): void {
    const { deciding, questions, training } = this.state
    const question = questions.get(id)
    const now = deciding.at(time)
    if (!isClosedByLabeller(question)) throw coreError('question/unanswered', { id, state: question.state })
    if (question.state === 'answered' && !training.answerTo(question))
      throw coreError('answer/settled', { id })
    if (isRefunded(question) && !deciding.allowsOneMore(now)) throw coreError('question/late', { id })
    this.happens({ type: 'reopened', id, time: now, ...(by !== undefined && { by }) })
  }

  /**
   * Reviews an open question and returns the probability with which it would be asked now. Returns 0 if the question is
   * closed, or was withdrawn by this review because its coin would not ask.
   */
  review(id: string, { time = 0 }: When = {}): number {
    const { deciding, questions } = this.state
    const question = questions.get(id)
    if (question.state !== 'open') return 0
    if (!this.config.withdraw || isMeasuring(question)) return question.probability
    return this.#review(question, deciding.at(time))
  }

  /** Replaces the budget from now on; questions already spent stay spent. */
  rebudget(budget: BudgetSpec, { time = 0 }: When = {}): void {
    this.happens({ type: 'rebudgeted', budget, time: this.state.deciding.at(time) })
  }

  /**
   * Applies a recorded event, to rebuild the state from a log. Nothing is decided again. A log that stores items may omit `row`
   * and `input` of their events; pass the item then.
   */
  apply(event: ClassifierEvent, item?: Item): void {
    this.state.replay(event, item)
  }

  /** Encodes the classifier as a model file. A loaded classifier continues exactly where it was saved. */
  save(): Uint8Array {
    const { kind, config } = this.input
    const { notes, classes } = this
    const classifier = { ...this.config, budget: this.state.deciding.budget }
    return encodeModel(
      { config: { classifier, classes, input: { kind, config }, notes }, state: this.state.save() },
      `askance ${VERSION}`,
    )
  }

  /**
   * Loads a model file of this version or of 0.1; that of a pool gives a `Pool`. The input is created from the file; an input whose kind is not registered
   * must be passed.
   */
  static load<Item = FeatureItem>(
    bytes: Uint8Array,
    { input: given, coins, options: changed, maxBytes }: LoadOptions<Item> = {},
  ): Classifier<Item> {
    const { config, state } = migrated(decodeModel(bytes, maxBytes))
    const { classifier: options, classes, input, notes, multiLabel } = config
    if (multiLabel) throw coreError('model/multi-label')
    const { budget, ...rest } = changed ?? {}
    const { protocol = options.protocol } = rest
    if (protocol !== options.protocol && (protocol === 'pool' || options.protocol === 'pool'))
      throw coreError('option/value', {
        name: 'protocol',
        value: protocol,
        expected: 'the protocol of the file, because a stream and a pool cannot become each other',
      })
    const Kind = protocol === 'pool' ? PoolClass : Classifier
    if (!Kind) throw coreError('model/pool-class')
    return loadedFrom(() => {
      const classifier = new Kind<Item>({
        ...options,
        ...rest,
        input: inputFor(input, given),
        ...(coins && { coins }),
      })
      classifier.notes = notes
      classifier.state.load(state, classes)
      if (budget) classifier.state.deciding.rebudget(budget)
      return classifier
    })
  }

  /** Rejects a new class if the learner would have to relearn rounds that were not recorded. */
  protected checkClass(label: string): void {
    const { classes, training, statistics } = this.state
    if (!statistics && training.isSettled && !classes.includes(label))
      throw coreError('label/settled', { label, classes: classes.join(', ') })
  }

  /** Applies and logs an event. `row` is the prepared row of its item, if the event does not have it. */
  protected happens<E extends ClassifierEvent>(event: E, row?: Row): E {
    this.state.take(event, row)
    this.log?.(event)
    return event
  }

  #logAlarm(alarm: DriftAlarm | undefined, time: number): void {
    if (alarm && this.config.drift) this.happens(driftedEvent(this.state, alarm, time))
  }

  /** Expires questions that are older than `expireAfter`. `observe` does it with every item. */
  expire({ time = 0 }: When = {}): void {
    const now = this.state.deciding.at(time)
    const overdue = (): Question | undefined => overdueIn(this.state, this.config, now, this.isHeld)
    for (let old = overdue(); old; old = overdue()) this.happens({ type: 'expired', id: old.id, time: now })
  }

  /** Expires old questions and reviews one of the others. */
  #tidy(now: number): void {
    this.expire({ time: now })
    const question = inTurnIn(this.state, this.config, this.isHeld)
    if (question) this.#review(question, now)
  }

  #review(question: Question, time: number): number {
    const probability = probabilityNow(this.state, question)
    const event = reviewOf(question, probability, time)
    if (event) this.happens(event)
    return question.state === 'open' ? probability : 0
  }
}
