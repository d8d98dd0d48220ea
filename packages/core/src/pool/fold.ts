import { askedQuestion } from '../classifier/asked.js'
import type { Added, Chosen, ClassifierEvent, Finished } from '../classifier/events.js'
import { Fold } from '../classifier/fold.js'
import type { Question } from '../classifier/question.js'
import { keptRow } from '../classifier/record.js'
import { isLabelStep, type TrainingStep } from '../classifier/training-history.js'
import { emptyRow, type Row } from '../rows/row.js'
import { floatsIn, integersIn, type State, stateIn } from '../state/state.js'
import { Labellings, RECORD_EVERY } from './enough.js'
import { PoolItems } from './items.js'
import { PoolReader } from './reader.js'

/** Scales are computed again when the working set has seen this many times the rows of the last time. */
const MEASURE_GROWTH = 1.25

/** Events after which a finished pool is still finished. */
const KEEPING: ReadonlySet<ClassifierEvent['type']> = new Set([
  'chosen',
  'finished',
  'recorded',
  'withdrawn',
  'rebudgeted',
])
/** A re-fit begins at this many labels, and when they have grown by this factor. */
const REFIT_FROM = 10
const REFIT_GROWTH = 1.15
/** Estimates are computed again after this many labels. */
const FINISH_GROWTH = 10

/** The state of a pool: that of a classifier, and its items. */
export class PoolFold<Item> extends Fold<Item> {
  readonly items = new PoolItems()
  readonly reader = new PoolReader(this)
  /** Counts the changes of items and model, so that results can be kept until the next one. */
  changes = 0
  /** The number of questions chosen. */
  chosen = 0
  /** The number of rows when scales were computed last. */
  #measuredAt = 0
  /** Whether a re-fit is in progress, and the numbers of labels and of their classes when the last one began. */
  isRefitting = false
  #refitLabels = 0
  #refitClasses = 0
  /** The number of labels when the pool was finished; −1 if something has changed that it depends on. */
  #finishedLabels = -1
  isFinished = false
  /** The shares of the classes when the pool was finished last, for items without features. */
  shares: Float64Array | undefined
  readonly labellings = new Labellings()
  /** The number of questions chosen when the batch of items began. */
  #batchFrom = 0

  /** Whether scales should be computed before anything is read or learned. */
  get isUnmeasured(): boolean {
    const { statistics } = this
    return (
      statistics !== undefined && statistics.rows > 0 && statistics.rows >= MEASURE_GROWTH * this.#measuredAt
    )
  }

  /** The number of answers and examples in effect. */
  get labelled(): number {
    return this.counts.answers + this.counts.taught
  }

  /** Whether a re-fit should begin: the labels have grown, or a class was seen for the first time. */
  get isRefitDue(): boolean {
    if (!this.statistics || this.isRefitting) return false
    const { labelled } = this
    if (labelled < REFIT_FROM) return false
    const isGrown = labelled >= REFIT_GROWTH * this.#refitLabels
    const classes = this.#classesSeen()
    return classes > 1 && (isGrown || classes > this.#refitClasses)
  }

  #classesSeen(): number {
    return this.labelCounts().filter((count) => count > 0).length
  }

  /** Whether the pool was finished with about as many labels as it has now. */
  get isNearlyFinished(): boolean {
    return this.#finishedLabels >= 0 && Math.abs(this.labelled - this.#finishedLabels) < FINISH_GROWTH
  }

  override take(event: ClassifierEvent, row?: Row): void {
    if (!KEEPING.has(event.type)) {
      this.isFinished = false
      this.changes++
    }
    switch (event.type) {
      case 'added':
        this.#add(event, row)
        break
      case 'measured':
        this.#measure()
        break
      case 'chosen':
        this.#choose(event)
        break
      case 'refit-begun':
        this.isRefitting = true
        this.#refitLabels = event.labels
        this.#refitClasses = this.#classesSeen()
        this.training.add({ kind: 'refit-begun', at: this.now, sweeps: event.sweeps })
        break
      case 'refit-finished':
        this.isRefitting = false
        this.training.add({ kind: 'refit-finished', at: this.now })
        break
      case 'finished':
        this.#finish(event)
        break
      case 'recorded':
        this.labellings.add(event)
        break
      case 'taught':
        super.take(event, row)
        this.items.link(this.questions.get(event.id))
        break
      case 'skipped':
        super.take(event)
        this.items.groupOf(event.id)?.skips.push(event.by ?? null)
        break
      case 'reopened':
        if (this.questions.get(event.id).state === 'skipped') this.items.groupOf(event.id)?.skips.pop()
        super.take(event)
        break
      default:
        super.take(event)
    }
    const group = 'id' in event && event.type !== 'added' ? this.items.groupOf(event.id) : undefined
    if (group) this.items.refresh(group)
  }

  override replay(event: ClassifierEvent, item?: Item): void {
    if (event.type !== 'added' && !(event.type === 'taught' && this.items.placeOf(event.id) !== undefined)) {
      super.replay(event, item)
      return
    }
    const row = event.type === 'added' ? this.replayedRow(event, item) : undefined
    if (row) this.observeRow(row)
    this.take(event, row)
  }

  #add(event: Added, row: Row | undefined): void {
    const { id, time, place } = event
    if (this.chosen > this.#batchFrom) this.items.batch++
    this.#batchFrom = this.chosen
    this.items.add(id, row || event.row ? keptRow(this.kept, event, row) : undefined, place)
    this.deciding.addItem(time)
  }

  #measure(): void {
    const { statistics } = this
    if (!statistics) return
    this.#measuredAt = statistics.rows
    this.#refitLabels = 0
    this.training.add({ kind: 'measured', at: statistics.rows, version: statistics.measure() })
  }

  #finish({ threshold, shares }: Finished): void {
    this.isFinished = true
    this.#finishedLabels = this.labelled
    this.shares = shares && Float64Array.from(shares)
    if (threshold && this.statistics) this.statistics.threshold.counts = threshold
  }

  #choose(event: Chosen): void {
    const place = this.items.placeOf(event.id)
    const row = place === undefined ? NO_ROW : this.items.rows[place]
    const { threshold } = event.trace
    this.chosen++
    this.deciding.choose(event.time)
    this.questions.add(askedQuestion(event, row, this.classes))
    if (threshold && this.statistics) this.statistics.threshold.counts = threshold
    this.items.link(this.questions.get(event.id))
  }

  /** Estimates for streams do not apply to pools. */
  protected override add(step: TrainingStep): void {
    this.training.add(step)
  }

  protected override changed(): void {
    this.#finishedLabels = -1
  }

  /** Whether the labelling should be recorded. */
  get isRecordDue(): boolean {
    const { answers } = this.counts
    return answers >= RECORD_EVERY && answers >= (this.labellings.latest?.answers ?? 0) + RECORD_EVERY
  }

  /** The batch of the item of a question; 0 if it has left the working set. */
  batchOf({ id }: Question): number {
    const place = this.items.placeOf(id)
    return place === undefined ? 0 : this.items.batches[place]
  }

  /** The labels in effect, by question. */
  labels(): Map<Question, number> {
    return new Map(this.training.all.filter(isLabelStep).map(({ question, label }) => [question, label]))
  }

  /** The number of labels of every class. */
  labelCounts(): number[] {
    const counts = this.classes.map(() => 0)
    for (const label of this.labels().values()) counts[label]++
    return counts
  }

  /** The label that is known of an item: its own, or that of an identical one. */
  labelOf(id: string, labels: ReadonlyMap<Question, number>): number | undefined {
    const own = this.questions.find(id)
    const label = own && labels.get(own)
    if (label !== undefined) return label
    const same = this.items.groupOf(id)?.question
    return same && labels.get(same)
  }

  /** How many items are known, and how many of them belong to a class. Duplicates are counted in the working set only. */
  known(label: number): { readonly items: number; readonly positives: number } {
    const labels = this.labels()
    let items = 0
    let positives = 0
    const count = (own: number | undefined): void => {
      if (own === undefined) return
      items++
      if (own === label) positives++
    }
    for (const [question, own] of labels) {
      if (!this.items.ids.has(question.id)) continue
      count(own)
      const group = this.items.groupOf(question.id)
      if (group?.question !== question) continue
      for (const place of group.places) {
        const other = this.questions.find(this.items.kept[place])
        if (other === undefined || !labels.has(other)) count(own)
      }
    }
    return { items, positives }
  }

  override save(): State {
    return {
      ...super.save(),
      pool: {
        items: this.items.save(),
        counts: Int32Array.of(
          this.chosen,
          this.#measuredAt,
          this.isRefitting ? 1 : 0,
          this.#refitLabels,
          this.#refitClasses,
          this.#finishedLabels,
          this.isFinished ? 1 : 0,
          this.#batchFrom,
          this.items.batch,
        ),
        labellings: this.labellings.save(),
        ...(this.shares && { shares: this.shares.slice() }),
      },
    }
  }

  override load(state: State, classes: readonly string[]): void {
    super.load(state, classes)
    const pool = stateIn(state, 'pool')
    this.items.load(stateIn(pool, 'items'), (id) => this.questions.find(id))
    const counts = integersIn(pool, 'counts')
    const [chosen, measuredAt, refitting, refitLabels, refitClasses, finishedLabels, finished, ...rest] =
      counts
    const [batchFrom, batch] = rest
    this.chosen = chosen
    this.#measuredAt = measuredAt
    this.isRefitting = refitting === 1
    this.#refitLabels = refitLabels
    this.#refitClasses = refitClasses
    this.#finishedLabels = finishedLabels
    this.isFinished = finished === 1
    this.#batchFrom = batchFrom
    this.items.batch = batch
    this.labellings.load(stateIn(pool, 'labellings'))
    this.shares = 'shares' in pool ? floatsIn(pool, 'shares') : undefined
  }
}

const NO_ROW = emptyRow()
