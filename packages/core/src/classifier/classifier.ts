import type { BudgetSpec } from '../budget/budget.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { coreError } from '../errors.js'
import type { LinearParts } from '../export/parts.js'
import { isSelfTuning, type SelfReport } from '../parts.js'
import type { Coins } from '../rounds/coins.js'
import type { Rounds } from '../rounds/rounds.js'
import { migrated } from '../state/migrate.js'
import { decodeModel, encodeModel } from '../state/model-file.js'
import { VERSION } from '../version.js'
import type { ClassifierEvent, Closed, Observed } from './events.js'
import { type Explanation, explanationOf } from './explain.js'
import { Fold } from './fold.js'
import { builtInput, FeatureInput, type FeatureItem, type Input } from './input.js'
import { type AnsweredQuestion, answersAmong } from './lessons.js'
import { linearPartsOf } from './linear.js'
import { type ClassifierConfig, type ClassifierOptions, checkLabel, completed } from './options.js'
import { isAnsweredByPerson, isAudit, isGivenBack, type Question } from './question.js'
import type { Confusion, Quality } from './reckoning.js'
import { driftedEvent, observedEvent, taughtEvent } from './record.js'
import { inTurnIn, overdueIn, probabilityNow, reviewOf } from './review.js'
import { type Telling, tellingOf } from './telling.js'
import type { Counts, Outcome, TaughtItem, When, WhenObserved } from './when.js'

/** What a classifier is set up with that is not plain data. */
export interface ClassifierParts<Item> {
  /** Makes rows of items; named features and ready rows if not given. */
  readonly input?: Input<Item>
  /** Where the coins come from, one a round; from the seed if not given. */
  readonly coins?: Coins
}

/** What `Classifier.load` takes besides the file. */
export interface LoadOptions<Item> extends Omit<ClassifierParts<Item>, 'input'> {
  /** Makes rows of items, or builds what does from what the file says of it; if not given, what is registered for its kind. */
  readonly input?: Input<Item> | ((kind: string, config: object) => Input<Item>)
  /** Settings that take the place of those it was saved with: another protocol or budget, say. */
  readonly options?: Partial<Pick<ClassifierOptions, Changeable>>
  /** How many bytes the state may take in memory. */
  readonly mostBytes?: number
}

/** What a loaded classifier may have otherwise: all but what its learner is made of. */
export type Changeable =
  | 'protocol'
  | 'budget'
  | 'audit'
  | 'shadow'
  | 'withdraw'
  | 'drift'
  | 'window'
  | 'expireAfter'

/** The rounds of a classifier, for experiments that keep no records: what is learned there cannot be taken back. */
export let roundsOf: <Item>(classifier: Classifier<Item>) => Rounds

/**
 * A classifier that works while people answer: it predicts every item at once, asks about few within its budget, and
 * learns from answers whenever they come. Everything that happens is an event, told to `log`; the state is a fold over
 * events, so that `apply`ing a log rebuilds the same bits.
 *
 * @example
 * const mails = new Classifier({ classes: ['ham', 'spam'], budget: { ratio: 0.1, horizon: 1000 }, seed: 7 })
 * const decision = mails.observe({ features: { offer: 1, free: 2 } }, 'mail 1')
 * decision.asked // => true
 * decision.reason // => 'warm-up'
 * mails.answer('mail 1', 'spam') // => 'learned'
 * mails.predict({ features: { free: 1 } }) // => 'spam'
 */
export class Classifier<Item = FeatureItem> {
  readonly config: ClassifierConfig
  /** Is told every event, once it has happened. */
  log: ((event: ClassifierEvent) => void) | undefined
  /** Tells whether somebody is looking at a question right now: then it neither expires nor is taken back. */
  isHeld: (id: string) => boolean = () => false
  /** Plain JSON that is saved with it: whatever the caller wants to find again. */
  notes: Readonly<Record<string, unknown>> = {}
  readonly #state: Fold<Item>

  static {
    roundsOf = (classifier) => {
      const { lessons, rounds } = classifier.#state
      lessons.settle()
      return rounds
    }
  }

  constructor(options: ClassifierOptions & ClassifierParts<Item>) {
    const { input = new FeatureInput() as unknown as Input<Item>, coins, ...plain } = options
    this.config = completed(plain, input.rows)
    this.#state = new Fold(this.config, input, coins)
  }

  get input(): Input<Item> {
    return this.#state.input
  }

  get classes(): readonly string[] {
    return this.#state.classes
  }

  /** What may be asked now. */
  get budget(): BudgetSpec {
    return this.#state.deciding.budget
  }

  get counts(): Counts {
    return this.#state.counts
  }

  /** The open questions, in the order of asking. */
  get open(): Iterable<Readonly<Question>> {
    return this.#state.questions.open
  }

  /** The question about an item, open or not, or what was taught under this id; undefined if it is neither. */
  question(id: string): Readonly<Question> | undefined {
    return this.#state.questions.find(id)
  }

  /** How many questions are withdrawn, because the model had learned meanwhile what they were to tell. */
  get withdrawn(): number {
    return this.#state.questions.withdrawn
  }

  /** The questions that were answered, with the label of each, in the order of their answers. */
  get answered(): Iterable<AnsweredQuestion> {
    return answersAmong(this.#state.lessons.all, this.classes)
  }

  /** Predicts an item and decides whether to ask about it. Without an id it is called by its number. */
  observe(
    item: Item,
    id = String(this.#state.deciding.items + 1),
    { time = 0, ask = true }: WhenObserved = {},
  ): Observed {
    const { deciding, questions, preparer, input, rounds } = this.#state
    if (questions.find(id)) throw coreError('item/id', { id })
    const now = deciding.at(time)
    this.#tidy(now)
    const coin = deciding.coins.toss()
    const row = preparer.prepare(input.row(item, true))
    this.#state.meet(row)
    const decision = rounds.decide(row, coin, now, ask)
    this.#state.learned.shadow?.read(row)
    const event = this.#happens(observedEvent(this.#state, id, now, row, decision, this.#probabilities()))
    this.#alarmed(this.#state.alarm, now)
    return event
  }

  /**
   * A label that is there already, such as those of a data set at hand. It is learned like an answer, and can be corrected
   * and forgotten like one, but costs nothing and does not count in the quality: nobody drew this item by lot.
   */
  teach(item: Item, label: string, id?: string, { time = 0, by }: When = {}): void {
    checkLabel(label)
    const { deciding, questions } = this.#state
    this.#checkClass(label)
    const called = id ?? `taught ${questions.taught + 1}`
    if (questions.find(called)) throw coreError('item/id', { id: called })
    const said = { id: called, label, time: deciding.at(time), ...(by !== undefined && { by }) }
    this.#happens(taughtEvent(this.#state, item, said))
  }

  /** Many labels that are there already, in this order. */
  teachAll(items: Iterable<TaughtItem<Item>>, when: When = {}): void {
    for (const { item, label, id } of items) this.teach(item, label, id, when)
  }

  /** The label of a question that was asked: now, later, again, corrected. A label that was never met is a new class. */
  answer(id: string, label: string, { time = 0, by }: When = {}): Outcome {
    checkLabel(label)
    const { deciding, questions, lessons, classes } = this.#state
    const question = questions.get(id)
    const now = deciding.at(time)
    const said = { id, label, time: now, ...(by !== undefined && { by }) }
    this.#checkClass(label)
    if (question.state === 'answered') {
      const before = lessons.answerTo(question)
      if (!before) throw coreError('answer/settled', { id })
      if (before.label === classes.indexOf(label)) return 'duplicate'
      this.#happens({ type: 'corrected', ...said })
      return 'corrected'
    }
    if (isGivenBack(question) && !deciding.allowsOneMore(now)) return 'late'
    this.#happens({ type: 'answered', ...said })
    this.#alarmed(this.#state.learned.alarm, now)
    return 'learned'
  }

  /** Nobody will answer this one; it is given back to the budget. */
  skip(id: string, when: When = {}): void {
    this.#close('skipped', id, when)
  }

  /** Somebody looked and cannot tell: the question is used up. */
  unsure(id: string, when: When = {}): void {
    this.#close('unsure', id, when)
  }

  #close(type: Closed['type'], id: string, { time = 0, by }: When): void {
    const { deciding, questions } = this.#state
    if (questions.get(id).state === 'open')
      this.#happens({ type, id, time: deciding.at(time), ...(by !== undefined && { by }) })
  }

  /** Takes an answer out, and all that it taught. */
  forget(id: string, { time = 0, by }: When = {}): void {
    const { deciding, questions, lessons } = this.#state
    const question = questions.get(id)
    const { state } = question
    if (state !== 'answered') throw coreError('question/unanswered', { id, state })
    if (!lessons.answerTo(question)) throw coreError('answer/settled', { id })
    this.#happens({ type: 'forgotten', id, time: deciding.at(time), ...(by !== undefined && { by }) })
  }

  /** Takes back what was said of a question, with all that it taught: it is open again, and paid for as before. */
  reopen(id: string, { time = 0, by }: When = {}): void {
    const { deciding, questions, lessons } = this.#state
    const question = questions.get(id)
    const now = deciding.at(time)
    if (!isAnsweredByPerson(question)) throw coreError('question/unanswered', { id, state: question.state })
    if (question.state === 'answered' && !lessons.answerTo(question))
      throw coreError('answer/settled', { id })
    if (isGivenBack(question) && !deciding.allowsOneMore(now)) throw coreError('question/late', { id })
    this.#happens({ type: 'reopened', id, time: now, ...(by !== undefined && { by }) })
  }

  /**
   * Looks again at an open question: with which probability would it be asked now? 0 where it is not open any more, or was
   * taken back just now because its coin would not ask.
   */
  review(id: string, { time = 0 }: When = {}): number {
    const { deciding, questions } = this.#state
    const question = questions.get(id)
    if (question.state !== 'open') return 0
    if (!this.config.withdraw || isAudit(question)) return question.probability
    return this.#review(question, deciding.at(time))
  }

  /** Changes what may be asked from now on; what was spent stays spent. */
  rebudget(budget: BudgetSpec, { time = 0 }: When = {}): void {
    this.#happens({ type: 'rebudgeted', budget, time: this.#state.deciding.at(time) })
  }

  /** The label that the item would get. Changes nothing. */
  predict(item: Item): string {
    const { learner } = this.#state.learned
    learner.read(this.#state.look(item))
    return this.classes[learner.reading.predicted]
  }

  /** The probability of every label. Changes nothing. */
  predictProba(item: Item): Readonly<Record<string, number>> {
    this.predict(item)
    const probabilities = this.#probabilities()
    return Object.fromEntries(this.classes.map((label, k) => [label, probabilities[k]]))
  }

  /** How good the predictions are over all items, estimated from the answers, with intervals. */
  quality(level?: number): Quality {
    return this.#state.reckoning.quality(this.config.shadow, level)
  }

  /**
   * How many of the items predicted as one class are of another, estimated from the answers, and which share of all items is
   * of each class. With more than `most` classes (50 if not given) those with the most items are told.
   */
  confusion(level?: number, most?: number): Confusion {
    const told = this.#state.reckoning.confusion(level, most)
    return { ...told, classes: told.classes.map((label) => this.classes[label]) }
  }

  /**
   * The features that speak most for each class now, by their weights in its score: of two classes the one vector, whose negative
   * weights speak for the first; of more that of the class itself. Empty where there are no such weights.
   */
  telling(count = 10, labels = this.classes): readonly Telling[] {
    return tellingOf(this.#state, count, labels)
  }

  /** What `auto` has chosen; nothing with another algorithm. */
  report(): SelfReport | undefined {
    const { learner } = this.#state.learned
    return isSelfTuning(learner) ? learner.report() : undefined
  }

  /** Why the item of a question is predicted as it is now, and why it was asked about. */
  explain(id: string): Explanation {
    const { row, reason } = this.#state.questions.get(id)
    return explanationOf(this.#state, row, reason)
  }

  /** Why an item would be predicted as it would. */
  explainItem(item: Item): Explanation {
    return explanationOf(this.#state, this.#state.look(item))
  }

  /** Of the row that was read last. */
  #probabilities(): Float64Array {
    return this.#state.learned.probabilities(new Float64Array(this.classes.length))
  }

  /** Its weights and all else that predicts like it now; refused where it is not linear. */
  linear(): LinearParts {
    return linearPartsOf(this.config, this.#state)
  }

  /** What happened once, happens again: for rebuilding the state from a log. Nothing is decided anew. */
  apply(event: ClassifierEvent): void {
    this.#state.replay(event)
  }

  /** The classifier as a file; a loaded one goes on as if nothing had happened. */
  save(): Uint8Array {
    const { kind, config } = this.input
    const { notes, classes } = this
    const classifier = { ...this.config, budget: this.#state.deciding.budget }
    return encodeModel(
      { config: { classifier, classes, input: { kind, config }, notes }, state: this.#state.save() },
      `askance ${VERSION}`,
    )
  }

  /**
   * The classifier in a file that `save` wrote, of this version or of 0.1. Its input is built as it was; one of a kind that
   * nobody registered must be given.
   */
  static load<Item = FeatureItem>(
    bytes: Uint8Array,
    { input: given, coins, options: changed, mostBytes }: LoadOptions<Item> = {},
  ): Classifier<Item> {
    const { config, state } = migrated(decodeModel(bytes, mostBytes))
    const { classifier: options, classes, input, notes } = config
    const { budget, ...rest } = changed ?? {}
    const classifier = new Classifier<Item>({
      ...options,
      ...rest,
      input: typeof given === 'object' ? given : (given ?? builtInput<Item>)(input.kind, input.config),
      ...(coins && { coins }),
    })
    classifier.notes = notes
    classifier.#state.load(state, classes)
    if (budget) classifier.#state.deciding.rebudget(budget)
    return classifier
  }

  /** A class that is new is taken, unless that would need what was learned without records again. */
  #checkClass(label: string): void {
    const { classes, lessons, ground } = this.#state
    if (!ground && lessons.isSettled && !classes.includes(label))
      throw coreError('label/settled', { label, classes: classes.join(', ') })
  }

  #happens<E extends ClassifierEvent>(event: E): E {
    this.#state.take(event)
    this.log?.(event)
    return event
  }

  #alarmed(alarm: DriftAlarm | undefined, time: number): void {
    if (alarm && this.config.drift) this.#happens(driftedEvent(this.#state, alarm, time))
  }

  /** Questions that are too old expire; one of the others is looked at again. */
  #tidy(now: number): void {
    const overdue = (): Question | undefined => overdueIn(this.#state, this.config, now, this.isHeld)
    for (let old = overdue(); old; old = overdue()) this.#happens({ type: 'expired', id: old.id, time: now })
    const question = inTurnIn(this.#state, this.config, this.isHeld)
    if (question) this.#review(question, now)
  }

  #review(question: Question, time: number): number {
    const probability = probabilityNow(this.#state, question)
    const event = reviewOf(question, probability, time)
    if (event) this.#happens(event)
    return question.state === 'open' ? probability : 0
  }
}
