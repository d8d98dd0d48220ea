import { Classifier, type Observed, Pool } from '@askance/core'
import { serverError } from '../errors.js'
import type { OperationContext } from '../operations/operation.js'
import type { SentItem } from '../operations/types.js'
import { Checks } from './checks.js'
import type { StreamClassifier, StreamEvent } from './classifier.js'
import { readConfig, type StreamConfig } from './config.js'
import { Curve } from './curve.js'
import { type Draft, type Kept, type KeptItem, Pending } from './draft.js'
import { type Entry, isClassifierEvent } from './entries.js'
import { followEvent } from './following.js'
import type { Shape } from './input.js'
import { labelOf } from './label-values.js'
import { Labellers } from './labellers.js'
import { Labels } from './labels.js'
import { loadedClassifier, newClassifier } from './options.js'
import { QuestionQueue, questionRank } from './queue.js'
import { packed, type Saved, unpacked } from './snapshot.js'
import { Votes } from './votes.js'
import { WidePart } from './wide.js'

/** The parts that are saved in addition to the classifier. */
const PARTS = ['votes', 'labellers', 'labels', 'checks', 'curve'] as const

/**
 * A stream in memory: a fold over its log. Operations change it through log entries, and a replay applies the same
 * entries. Leases are not logged; they end with the process.
 */
export class Stream {
  readonly id: string
  #config: StreamConfig
  /** The configuration at the first entry, which defines the learner. */
  #beginning: StreamConfig
  readonly queue = new QuestionQueue()
  readonly votes = new Votes()
  readonly labellers = new Labellers()
  readonly labels = new Labels()
  readonly checks = new Checks(this.queue, this.labellers)
  readonly curve = new Curve()
  #shape: Shape | undefined
  #classifier: StreamClassifier
  #wide: WidePart | undefined
  #seq = 0
  readonly #pending = new Pending()
  /** Whether the next page erases items. Such a page has no point of the curve, because it may be written while the stream is not loaded. */
  #isErasing = false

  constructor(id: string, config: StreamConfig) {
    this.id = id
    this.#config = config
    this.#beginning = config
    this.#shape = config.vectorizer
    this.#classifier = this.#newClassifier()
  }

  get config(): StreamConfig {
    return this.#config
  }

  /** The configuration at the first entry. */
  get beginning(): StreamConfig {
    return this.#beginning
  }

  /** Changes the configuration. The learner keeps the one of the first entry. */
  configure(config: StreamConfig): void {
    this.#config = config
    if (this.#seq === 0) this.#remake(config, config.vectorizer)
  }

  get classifier(): StreamClassifier {
    return this.#classifier
  }

  /** The classifier of a pool; undefined for other streams. */
  get pool(): Pool<SentItem> | undefined {
    return this.#classifier instanceof Pool ? (this.#classifier as Pool<SentItem>) : undefined
  }

  /** What the owner of a wide stream keeps; undefined for other streams. */
  get wide(): WidePart | undefined {
    return this.#wide
  }

  /** The number of entries. */
  get seq(): number {
    return this.#seq
  }

  /** How items become rows; undefined before the first item. */
  get shape(): Shape | undefined {
    return this.#shape
  }

  /** Applies and logs an entry that is not an event of the classifier. */
  happens(entry: Exclude<Entry, StreamEvent>): void {
    this.#take(entry)
    this.#note(entry)
  }

  /** Adds an item to the next page: with its decision, with its number in a pool, or as an example. Returns the line of its event. */
  keep(item: KeptItem, as: Kept, time: number): string {
    return this.#pending.keep(item, as, time)
  }

  /** Logs the decision about an item that a page of a wide stream has asked about, and adds the item to the next page. */
  asked(decision: Observed, kept: KeptItem): void {
    this.#wide?.name(kept.item)
    followEvent(this, decision)
    this.#note(decision)
    this.keep(kept, decision, decision.time)
  }

  /** Whether there are entries that are not on a page yet. */
  get isAhead(): boolean {
    return !this.#pending.isEmpty
  }

  /** Takes the entries since the last page; undefined if there are none. */
  page({ time }: OperationContext): Draft | undefined {
    if (!this.isAhead) return undefined
    const { point, advice } = (this.#isErasing ? undefined : this.curve.next(this.#classifier, time)) ?? {}
    this.#isErasing = false
    if (advice) this.happens({ type: 'advised', time, ...advice })
    const { counts } = this.#classifier
    return this.#pending.take(this.#seq, { time, counts, points: point ? [point] : [] })
  }

  /** Applies a page of the log, with the items that its events refer to. */
  replay(events: string | Iterable<string>): void {
    for (const line of typeof events === 'string' ? events.split('\n') : events) {
      if (line === '') continue
      const entry = JSON.parse(line) as Entry & { readonly item?: SentItem | null }
      if (isClassifierEvent(entry)) {
        // The page of a wide stream had the decision.
        if (!this.#wide || entry.type !== 'observed') this.#classifier.apply(entry, entry.item ?? undefined)
        else if (entry.item) this.#wide.name(entry.item)
        followEvent(this, entry)
      } else this.#take(entry)
      this.#seq++
    }
    if (!this.#isErasing) this.curve.pass(this.#classifier)
    this.#isErasing = false
  }

  #newClassifier(): StreamClassifier {
    return this.#listening(newClassifier(this.#beginning, this.#shape))
  }

  #listening(classifier: ReturnType<typeof newClassifier>): StreamClassifier {
    classifier.isHeld = (id) => this.queue.find(id)?.holder !== undefined
    const { partitions } = this.#beginning
    this.#wide =
      partitions !== undefined && classifier instanceof Classifier
        ? new WidePart(classifier, partitions)
        : undefined
    if (classifier instanceof Pool) {
      // The queue gives open questions to people, so the pool only chooses new ones.
      classifier.isHeld = () => true
      classifier.defersRefits = true
    }
    // The item of every decision is stored.
    if (classifier instanceof Classifier) classifier.logsItems = true
    classifier.log = (event: StreamEvent) => {
      followEvent(this, event)
      this.#note(event)
    }
    return classifier
  }

  #note(entry: Entry): void {
    if (this.#seq === 0)
      this.#pending.note({ type: 'created', time: entry.time, config: this.#config }, ++this.#seq)
    this.#pending.note(entry, ++this.#seq)
  }

  /** Applies an entry that is not an event of the classifier. */
  #take(entry: Exclude<Entry, StreamEvent>): void {
    switch (entry.type) {
      case 'created':
        this.#remake(readConfig(entry.config), entry.config.vectorizer)
        break
      case 'shaped':
        this.#remake(this.#beginning, entry.vectorizer)
        break
      case 'imported':
        this.#begin(Buffer.from(entry.model, 'base64'))
        this.#shape ??= 'rows'
        break
      case 'voted': {
        const { id, by, label = entry.labels } = entry
        const { classes } = this.#classifier.question(id) ?? {}
        this.votes.add(id, { by, ...(label !== undefined && { label }) }, classes)
        this.queue.voted(id, by)
        this.labellers.record(by, id, label === undefined ? 'unsure' : 'answers', label)
        break
      }
      case 'unvoted':
        this.votes.remove(entry.id, entry.by)
        this.queue.unvoted(entry.id, entry.by)
        this.labellers.undo(entry.by, entry.id)
        break
      case 'erased':
        // The content is gone, so the question cannot be shown again.
        this.labellers.makeFinal(entry.id)
        this.#isErasing = true
        break
      case 'labelled-unasked':
        this.labels.addUnasked(entry.id, { label: labelOf(entry), t: entry.t, by: entry.by })
        break
      case 'check-drawn':
      case 'checked':
      case 'unchecked':
        this.checks.take(entry, this.labels.get(entry.id))
        break
      case 'confirmed':
        this.labels.confirm(entry.id)
        break
      case 'advised':
        this.curve.advised(entry.stop)
        break
      case 'paged':
        this.curve.predictedIn(this.#wide?.take(entry) ?? [])
    }
  }

  #remake(beginning: StreamConfig, shape: Shape | undefined): void {
    this.#beginning = beginning
    this.#shape = shape
    this.#classifier = this.#newClassifier()
  }

  #begin(model: Uint8Array): void {
    this.#classifier = this.#listening(loadedClassifier(model, this.#shape, this.#beginning))
    for (const question of this.#classifier.open)
      this.queue.add(question.id, question.t, questionRank(question))
  }

  /** Saves the whole state except leases. */
  save(): Uint8Array {
    const rest = Object.fromEntries(PARTS.map((name) => [name, this[name].save()]))
    const wide = this.#wide && { wide: this.#wide.save() }
    return packed(
      { seq: this.#seq, shape: this.#shape, beginning: this.#beginning, ...rest, ...wide },
      this.#classifier.save(),
    )
  }

  load(bytes: Uint8Array): void {
    const { rest, model } = unpacked(bytes)
    const saved = rest as Saved
    this.#beginning = readConfig(saved.beginning)
    this.#shape = saved.shape
    this.#begin(model)
    this.#seq = saved.seq
    this.votes.load(saved.votes)
    this.labellers.load(saved.labellers)
    this.labels.load(saved.labels, this.#classifier.answered)
    this.checks.load(saved.checks)
    this.curve.load(saved.curve)
    if (saved.wide !== undefined) this.#wide?.load(saved.wide)
    for (const { id } of this.#classifier.open)
      for (const { by } of this.votes.on(id)) this.queue.voted(id, by)
  }

  /** The question about an item; throws if it was not asked. */
  askedQuestion(id: string) {
    const question = this.#classifier.question(id)
    if (!question || question.reason === 'taught') throw serverError('item/unknown', { stream: this.id, id })
    return question
  }
}
