import type { BudgetSpec } from '../budget/budget.js'
import { type Classifier, roundsOf, stateOf } from '../classifier/classifier.js'
import { FeatureInput, type FeatureItem, type Input, inputFor } from '../classifier/input.js'
import { migrated } from '../classifier/migrate.js'
import type { LoadOptions } from '../classifier/options.js'
import type { QuestionState } from '../classifier/question.js'
import type { Outcome, When, WhenObserved } from '../classifier/when.js'
import { coreError } from '../errors.js'
import type { Rounds } from '../rounds/rounds.js'
import { shownValue } from '../shown.js'
import { decodeModel, encodeModel } from '../state/model-file.js'
import { loadedFrom, stateIn } from '../state/state.js'
import { VERSION } from '../version.js'
import {
  type MultiLabelEvent,
  type MultiLabelObserved,
  type PartEvent,
  rowIn,
  withoutRow,
  withRow,
} from './events.js'
import { type MultiLabelOptions, NO, partBudget, YES } from './options.js'
import { SharedInput } from './shared-input.js'
import { MultiLabelView } from './view.js'

/** The rounds of the parts, for experiments that keep no records. What they learn cannot be undone. */
export let partRoundsOf: <Item>(classifier: MultiLabelClassifier<Item>) => readonly Rounds[]

/** The settings of a multi-label classifier that are not plain data. */
interface MultiLabelParts<Item> {
  /** Turns items into rows, once for all parts. Default: named features and rows. */
  readonly input?: Input<Item>
}

/**
 * A classifier whose items can have several labels: one binary `Classifier` for each class, each with its own coins and its
 * share of the budget. A question asks about some classes of an item, and only these are learned. The part of a class is
 * bit for bit the classifier that `new Classifier(partOptions(options, label))` would be.
 *
 * @example
 * const news = new MultiLabelClassifier({ classes: ['sport', 'politics'], budget: { ratio: 0.5, horizon: 10 }, seed: 7 })
 * const { asked } = news.observe({ features: { goal: 1, minister: 1 } }, 'news 1')
 * asked // => ['sport', 'politics']
 * news.answer('news 1', ['sport']) // => { sport: 'learned', politics: 'learned' }
 * news.predict({ features: { goal: 1 } }) // => ['sport']
 */
export class MultiLabelClassifier<Item = FeatureItem> extends MultiLabelView<Item> {
  /** Called with one event for every call, after it took effect. */
  log: ((event: MultiLabelEvent) => void) | undefined
  /** Whether a question is leased; a leased question neither expires nor is withdrawn. */
  isHeld: (id: string) => boolean = () => false
  /** Plain JSON that is saved with the classifier, for the caller's own use. */
  notes: Readonly<Record<string, unknown>> = {}
  static {
    partRoundsOf = (classifier) => classifier.parts.map(roundsOf)
  }

  /** The events of the current call. */
  #events: PartEvent[] = []

  constructor(options: MultiLabelOptions & MultiLabelParts<Item>) {
    const { input = new FeatureInput() as unknown as Input<Item>, ...plain } = options
    const shared = new SharedInput(input)
    super(plain, input, shared)
    this.parts.forEach((part, k) => {
      part.log = (event) => this.#events.push({ label: this.classes[k], event })
      part.isHeld = (id) => this.isHeld(id)
    })
  }

  /** Predicts an item and decides which classes to ask about. The default id is its number. */
  observe(item: Item, id = String(this.counts.items + 1), when: WhenObserved = {}): MultiLabelObserved {
    this.#checkNew(id)
    const decisions = this.#taken('observed', id, item, (part) => part.observe(item, id, when))
    return {
      id,
      t: decisions[0].t,
      predicted: this.classes.filter((_, k) => decisions[k].predicted === YES),
      asked: this.classes.filter((_, k) => decisions[k].asked),
      decisions: Object.fromEntries(this.classes.map((label, k) => [label, decisions[k]])),
    }
  }

  /** Learns an example: an item with all its labels. */
  teach(
    item: Item,
    labels: readonly string[],
    id = `taught ${this.counts.taught + 1}`,
    when: When = {},
  ): void {
    this.#checkLabels(labels)
    this.#checkNew(id)
    this.#taken('taught', id, item, (part, k) => part.teach(item, this.#answerOf(k, labels), id, when))
  }

  /**
   * Answers a question with the labels of the item, at any time. Every class that was asked about learns whether it is among
   * them; other classes learn nothing. A second answer is a correction. Returns the outcome of each class asked about.
   */
  answer(id: string, labels: readonly string[], when: When = {}): Readonly<Record<string, Outcome>> {
    this.#checkLabels(labels)
    return this.#each('answered', id, this.#asked(id), (part, k) =>
      part.answer(id, this.#answerOf(k, labels), when),
    )
  }

  /** Closes a question without an answer and refunds its pairs to the budget. */
  skip(id: string, when: When = {}): void {
    this.#each('closed', id, this.#asked(id), (part) => part.skip(id, when))
  }

  /** Closes a question that a person could not answer. It is not refunded. */
  unsure(id: string, when: When = {}): void {
    this.#each('closed', id, this.#asked(id), (part) => part.unsure(id, when))
  }

  /** Removes an answer from all parts that learned it, as if it had never been given. */
  forget(id: string, when: When = {}): void {
    this.#each('forgotten', id, this.#answered(id, ['answered']), (part) => part.forget(id, when))
  }

  /** Undoes an answer, a skip or an unsure: the question is open again. */
  reopen(id: string, when: When = {}): void {
    const answered = this.#answered(id, ['answered', 'skipped', 'unsure'])
    this.#each('reopened', id, answered, (part) => part.reopen(id, when))
  }

  /** Reviews an open question: returns the classes that would still be asked about, with their probabilities. */
  review(id: string, when: When = {}): Readonly<Record<string, number>> {
    const now = this.#each('reviewed', id, this.#asked(id), (part) => part.review(id, when))
    return Object.fromEntries(Object.entries(now).filter(([, probability]) => probability > 0))
  }

  /** Replaces the budget of pairs from now on; questions already spent stay spent. */
  rebudget(budget: BudgetSpec, when: When = {}): void {
    this.#logged({ type: 'rebudgeted', budget }, () =>
      this.#replaceBudget(budget, (part, share) => part.rebudget(share, when)),
    )
  }

  #replaceBudget(budget: BudgetSpec, replace: (part: Classifier<Item>, share: BudgetSpec) => void): void {
    const shares = this.classes.map((_, k) => partBudget(budget, k, this.classes.length))
    this.parts.forEach((part, k) => {
      replace(part, shares[k])
    })
    this.budget = budget
  }

  /**
   * Applies a recorded event, to rebuild the state from a log. Nothing is decided again. `item` is needed if the event has
   * neither `row` nor `input`, as with `Classifier`.
   */
  apply({ type, row, input, budget, parts }: MultiLabelEvent, item?: Item): void {
    if (item !== undefined) this.shared.take(item)
    else if (input !== undefined) this.input.relearn?.(input)
    if (type === 'rebudgeted' && budget) this.budget = budget
    for (const { label, event } of parts) this.partOf(label).apply(withRow(event, row), item)
  }

  /** Encodes the classifier as a model file. A loaded classifier continues exactly where it was saved. */
  save(): Uint8Array {
    const { kind, config } = this.input
    const { notes, classes, config: classifier } = this
    const parts = Object.fromEntries(this.parts.map((part, k) => [String(k), stateOf(part).save()]))
    return encodeModel(
      {
        config: { multiLabel: true, classifier, classes, input: { kind, config }, notes },
        state: { input: this.input.save(), parts },
      },
      `askance ${VERSION}`,
    )
  }

  /** Loads a model file. The input is created from the file; an input whose kind is not registered must be passed. */
  static load<Item = FeatureItem>(
    bytes: Uint8Array,
    { input: given, maxBytes, options: changed }: Omit<LoadOptions<Item>, 'coins'> = {},
  ): MultiLabelClassifier<Item> {
    const { config, state } = migrated(decodeModel(bytes, maxBytes))
    const { classifier: options, input, notes, multiLabel } = config
    if (!multiLabel) throw coreError('model/single-label')
    const { budget, ...rest } = changed ?? {}
    return loadedFrom(() => {
      const classifier = new MultiLabelClassifier<Item>({
        ...options,
        ...rest,
        input: inputFor(input, given),
      })
      classifier.notes = notes
      classifier.input.load(stateIn(state, 'input'))
      const parts = stateIn(state, 'parts')
      classifier.parts.forEach((part, k) => {
        stateOf(part).load(stateIn(parts, String(k)), part.classes)
      })
      if (budget) classifier.#replaceBudget(budget, (part, share) => stateOf(part).deciding.rebudget(share))
      return classifier
    })
  }

  #answerOf(k: number, labels: readonly string[]): string {
    return labels.includes(this.classes[k]) ? YES : NO
  }

  #checkLabels(labels: readonly string[]): void {
    if (!Array.isArray(labels)) throw coreError('label/list', { found: shownValue(labels) })
    for (const label of labels) this.partOf(label)
  }

  /** Refused before any part has seen the item. */
  #checkNew(id: string): void {
    if (this.parts.some((part) => part.question(id))) throw coreError('item/id', { id })
  }

  /** The classes that were asked about, as indices. */
  #asked(id: string): readonly number[] {
    const asked = [...this.parts.keys()].filter((k) => this.parts[k].question(id))
    if (asked.length === 0) throw coreError('question/unknown', { id })
    return asked
  }

  /** The asked classes whose question is in one of these states; at least one. */
  #answered(id: string, states: readonly QuestionState[]): readonly number[] {
    const asked = this.#asked(id)
    const state = (k: number): QuestionState => this.parts[k].question(id)?.state ?? 'open'
    const found = asked.filter((k) => states.includes(state(k)))
    if (found.length === 0) throw coreError('question/unanswered', { id, state: state(asked[0]) })
    return found
  }

  /** Makes the row of an item once and passes the item to every part. */
  #taken<T>(
    type: 'observed' | 'taught',
    id: string,
    item: Item,
    act: (part: Classifier<Item>, k: number) => T,
  ): readonly T[] {
    // The shared input learns before the parts see the item.
    for (const part of this.parts) stateOf(part).preparer.checkItem(item)
    const input = this.shared.take(item)
    return this.#logged({ type, id, ...(input !== undefined && { input }) }, () => this.parts.map(act))
  }

  /** Does something to the parts of some classes; returns the results by class. */
  #each<T>(
    type: MultiLabelEvent['type'],
    id: string,
    classes: readonly number[],
    act: (part: Classifier<Item>, k: number) => T,
  ): Readonly<Record<string, T>> {
    return this.#logged({ type, id }, () =>
      Object.fromEntries(classes.map((k) => [this.classes[k], act(this.parts[k], k)])),
    )
  }

  /** Runs a call and logs the events of all parts as one, also if a part rejects the call. */
  #logged<T>(call: Omit<MultiLabelEvent, 'parts' | 'row'>, act: () => T): T {
    try {
      return act()
    } finally {
      this.#happened(call)
    }
  }

  #happened(call: Omit<MultiLabelEvent, 'parts' | 'row'>): void {
    const events = this.#events
    this.#events = []
    if (events.length === 0) return
    const row = events.map(({ event }) => rowIn(event)).find((one) => one !== undefined)
    const parts = events.map(({ label, event }) => ({ label, event: withoutRow(event) }))
    this.log?.({ ...call, ...(row && { row }), parts })
  }
}
