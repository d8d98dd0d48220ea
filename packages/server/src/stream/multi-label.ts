import type {
  BudgetSpec,
  ClassifierEvent,
  Confusion,
  MultiLabelClassifier,
  MultiLabelEvent,
  MultiLabelQuality,
  Outcome,
  Question,
} from '@askance/core'
import type { ClassifierView, LinearParts, TopFeatures, When } from '@askance/core/internals'
import { YES } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { SentItem } from '../operations/types.js'
import type { Counts } from '../store/records.js'
import type { ItemExplanation, ItemQuestion, StreamClassifier } from './classifier.js'
import {
  type GivenLabels,
  highestRanked,
  itemEntry,
  type MultiLabelEntry,
  type MultiLabelObservedEntry,
} from './multi-label-events.js'
import { explanationOver, type Forecast } from './multi-label-explanation.js'
import { firstOf, OUTCOMES, STATES } from './multi-label-states.js'

type Part = ClassifierView<SentItem>
type Asked = { readonly label: string; readonly part: Part; readonly question: Readonly<Question> }

/**
 * A multi-label classifier with questions and events about items instead of classes, so that a stream can use it like a
 * `Classifier`.
 */
export class MultiLabelAdapter implements StreamClassifier {
  readonly multiLabel = true
  log: ((event: MultiLabelEntry) => void) | undefined
  readonly #all: MultiLabelClassifier<SentItem>
  readonly #parts: readonly (readonly [string, Part])[]
  /** The items with an open question about at least one class. */
  readonly #open: Set<string>
  /** The answer or the example that is being learned. */
  #given: GivenLabels = { labels: [], isCorrection: false }
  #decision: MultiLabelObservedEntry | undefined

  constructor(all: MultiLabelClassifier<SentItem>) {
    this.#all = all
    this.#parts = all.classes.map((label) => [label, all.part(label)])
    this.#open = new Set(all.open)
    all.log = (event) => this.#happened(event)
  }

  set isHeld(isHeld: (id: string) => boolean) {
    this.#all.isHeld = isHeld
  }

  get classes() {
    return this.#all.classes
  }

  get config() {
    return this.#all.config
  }

  get budget(): BudgetSpec {
    return this.#all.config.budget ?? {}
  }

  /** `open` counts items; `spent` and `answers` count pairs of an item and a class, like the budget. */
  get counts(): Counts {
    return { ...this.#all.counts, open: this.#open.size }
  }

  get withdrawn(): number {
    return this.#parts.reduce((sum, [, { withdrawn }]) => sum + withdrawn, 0)
  }

  get ready(): boolean {
    return this.#all.ready
  }

  get open(): Iterable<ItemQuestion> {
    return this.#openQuestions()
  }

  /** Callers may need the first ones only. */
  *#openQuestions(): Generator<ItemQuestion> {
    for (const id of this.#all.open) yield this.question(id) as ItemQuestion
  }

  get answered(): StreamClassifier['answered'] {
    const labels = new Map<string, string[]>()
    for (const [label, { answered }] of this.#parts)
      for (const { question, label: answer } of answered) {
        const given = labels.get(question.id) ?? []
        labels.set(question.id, answer === YES ? [...given, label] : given)
      }
    return [...labels].map(([id, label]) => ({ question: this.question(id) as ItemQuestion, label }))
  }

  question(id: string): ItemQuestion | undefined {
    const asked = this.#asked(id)
    const open = asked.filter(({ question }) => question.state === 'open')
    const leading = highestRanked((open.length > 0 ? open : asked).map(({ question }) => question))
    if (!leading) return undefined
    const { t, time, reason, probability } = leading
    return {
      id,
      t,
      time,
      reason,
      probability,
      confidence: Math.min(...asked.map(({ question }) => question.confidence)),
      state: firstOf(
        STATES,
        asked.map(({ question }) => question.state),
      ),
      predicted: asked.flatMap(({ label, part, question }) =>
        part.classes[question.predicted] === YES ? [label] : [],
      ),
      classes: asked.map(({ label }) => label),
    }
  }

  #asked(id: string): readonly Asked[] {
    return this.#parts.flatMap(([label, part]) => {
      const question = part.question(id)
      return question ? [{ label, part, question }] : []
    })
  }

  observe(item: SentItem, id: string, when: When & { readonly ask: boolean }): MultiLabelObservedEntry {
    this.#all.observe(item, id, when)
    return this.#decision as MultiLabelObservedEntry
  }

  teach(item: SentItem, labels: readonly string[], id: string, when: When): void {
    this.#given = { labels, isCorrection: false }
    this.#all.teach(item, labels, id, when)
  }

  answer(id: string, labels: readonly string[], when: When): Outcome {
    // A class whose first answer came too late can learn from a later one, which corrects the item all the same.
    const isCorrection = this.question(id)?.state === 'answered'
    this.#given = { labels, isCorrection }
    const outcome = firstOf(OUTCOMES, Object.values(this.#all.answer(id, labels, when)))
    return isCorrection && outcome === 'learned' ? 'corrected' : outcome
  }

  skip(id: string, when: When): void {
    this.#all.skip(id, when)
  }

  unsure(id: string, when: When): void {
    this.#all.unsure(id, when)
  }

  forget(id: string, when: When): void {
    this.#all.forget(id, when)
  }

  reopen(id: string, when: When): void {
    this.#all.reopen(id, when)
  }

  review(id: string, when: When): number {
    return Math.max(0, ...Object.values(this.#all.review(id, when)))
  }

  rebudget(budget: BudgetSpec, when: When): void {
    this.#all.rebudget(budget, when)
  }

  get input(): StreamClassifier['input'] {
    return this.#all.input
  }

  get dimension(): number {
    return Math.max(...this.#parts.map(([, { dimension }]) => dimension))
  }

  forecast(item: SentItem): Forecast {
    return this.#all.forecast(item)
  }

  /** Only the classes asked about. */
  predictQuestion(id: string): Forecast {
    const asked = this.#asked(id).map(({ label, part }) => [label, part.predictQuestion(id)] as const)
    return {
      predicted: asked.flatMap(([label, { predicted }]) => (predicted === YES ? [label] : [])),
      probabilities: Object.fromEntries(
        asked.map(([label, { probabilities }]) => [label, probabilities[YES] ?? 0]),
      ),
    }
  }

  explain(id: string): ItemExplanation {
    const { reason } = this.question(id) ?? {}
    const asked = this.#asked(id)
    const leading = asked.find(({ question }) => question.reason === reason)?.label
    const ready = asked.some(({ part }) => part.ready)
    const explain = (label: string) => this.#all.part(label).explain(id)
    return explanationOver(this.predictQuestion(id), ready, explain, { reason, leading })
  }

  explainItem(item: SentItem): ItemExplanation {
    const explain = (label: string) => this.#all.part(label).explainItem(item)
    return explanationOver(this.forecast(item), this.ready, explain)
  }

  quality(level?: number): MultiLabelQuality {
    return this.#all.quality(level)
  }

  estimates(level?: number): MultiLabelQuality {
    return this.#all.estimates(level)
  }

  confusion(): Confusion {
    throw serverError('stream/report', {
      what: 'a confusion matrix',
      instead: 'the quality of each class in GET /quality',
    })
  }

  topFeatures(count: number, labels: readonly string[]): readonly TopFeatures[] {
    const strongest = (label: string) => this.#all.part(label).topFeatures(count, [YES])
    return labels.map((label) => ({ label, features: strongest(label).flatMap(({ features }) => features) }))
  }

  /** What `auto` has chosen differs by class. */
  report(): undefined {}

  linear(): LinearParts {
    throw serverError('stream/report', { what: 'a model as JSON', instead: 'the model file' })
  }

  save(): Uint8Array {
    return this.#all.save()
  }

  /** An event without `parts` describes what the event before it did to another item. */
  apply({ type, parts, ...event }: MultiLabelEntry, item?: SentItem): void {
    if (!parts) return
    const { row, input, budget } = event as Partial<MultiLabelEvent>
    const applied = {
      type: type as MultiLabelEvent['type'],
      parts,
      ...(row && { row }),
      ...(input !== undefined && { input }),
      ...(budget && { budget }),
    }
    this.#all.apply(applied, item)
    this.#settled(parts.map((part) => part.event))
  }

  /** Logs a call as an event about its item, and then what it did to other items. */
  #happened(call: MultiLabelEvent): void {
    const { row, input, parts } = call
    const closed = this.#settled(parts.map(({ event }) => event))
    const question = call.id === undefined ? undefined : this.question(call.id)
    const entry: MultiLabelEntry = {
      ...itemEntry(call, this.#given, question),
      ...(row && { row }),
      ...(input !== undefined && { input }),
      parts,
    }
    if (entry.type === 'observed') this.#decision = entry
    this.log?.(entry)
    for (const other of this.#othersIn(call, closed)) this.log?.(other)
  }

  /** Updates the open items after events; returns those that were closed. */
  #settled(events: readonly ClassifierEvent[]): ReadonlySet<string> {
    const closed = new Set<string>()
    for (const id of new Set(events.flatMap((event) => ('id' in event ? [event.id] : [])))) {
      const isOpen = this.#parts.some(([, part]) => part.question(id)?.state === 'open')
      if (isOpen) this.#open.add(id)
      else if (this.#open.delete(id)) closed.add(id)
    }
    return closed
  }

  /** Drift of a class, and questions about other items that expired, were withdrawn or reviewed. */
  *#othersIn({ id: own, parts }: MultiLabelEvent, closed: ReadonlySet<string>): Generator<MultiLabelEntry> {
    const seen = new Set([own])
    for (const { label, event } of parts) {
      if (event.type === 'drifted') yield { ...event, label }
      if (!('id' in event) || seen.has(event.id)) continue
      seen.add(event.id)
      const { id, time } = event
      const { probability = 0 } = this.question(id) ?? {}
      if (!closed.has(id)) yield { type: 'reviewed', id, time, probability }
      else yield { type: event.type === 'expired' ? 'expired' : 'withdrawn', id, time }
    }
  }
}
