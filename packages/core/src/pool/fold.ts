import { askedQuestion } from '../classifier/asked.js'
import type { Added, Chosen, ClassifierEvent } from '../classifier/events.js'
import { Fold, rowOf } from '../classifier/fold.js'
import type { Question } from '../classifier/question.js'
import { isLabelStep, type TrainingStep } from '../classifier/training-history.js'
import { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { type Group, PoolItems } from './items.js'

/** Scales are computed again when the working set has seen this many times the rows of the last time. */
const MEASURE_GROWTH = 1.25

/** The state of a pool: that of a classifier, and its items. */
export class PoolFold<Item> extends Fold<Item> {
  readonly items = new PoolItems()
  /** The number of questions chosen. */
  chosen = 0
  /** The number of rows when scales were computed last. */
  #measuredAt = 0

  /** Whether scales should be computed before anything is read or learned. */
  get isUnmeasured(): boolean {
    const { statistics } = this
    return (
      statistics !== undefined && statistics.rows > 0 && statistics.rows >= MEASURE_GROWTH * this.#measuredAt
    )
  }

  override take(event: ClassifierEvent): void {
    switch (event.type) {
      case 'added':
        this.#add(event)
        break
      case 'measured':
        this.#measure()
        break
      case 'chosen':
        this.#choose(event)
        break
      case 'taught':
        super.take(event)
        this.#link(event.id)
        break
      case 'skipped':
        super.take(event)
        this.#groupOf(event.id)?.skips.push(event.by ?? null)
        break
      case 'reopened':
        if (this.questions.get(event.id).state === 'skipped') this.#groupOf(event.id)?.skips.pop()
        super.take(event)
        break
      default:
        super.take(event)
    }
  }

  override replay(event: ClassifierEvent): void {
    if (event.type !== 'added' && !(event.type === 'taught' && this.items.placeOf(event.id) !== undefined)) {
      super.replay(event)
      return
    }
    if (event.type === 'added') {
      if (event.input !== undefined) this.input.relearn?.(event.input)
      if (event.lengths) this.preparer.lengths = event.lengths
      if (event.row) this.observeRow(rowOf(event.row))
    }
    this.take(event)
  }

  #add({ id, time, row, place }: Added): void {
    this.items.add(id, row && rowOf(row), place)
    this.deciding.addItem(time)
  }

  #measure(): void {
    const { statistics } = this
    if (!statistics) return
    this.#measuredAt = statistics.rows
    this.training.add({ kind: 'measured', at: statistics.rows, version: statistics.measure() })
  }

  #choose(event: Chosen): void {
    const place = this.items.placeOf(event.id)
    const row = place === undefined ? NO_ROW : this.items.rows[place]
    const { threshold } = event.trace
    this.chosen++
    this.deciding.choose(event.time)
    this.questions.add(askedQuestion(event, row, this.classes))
    if (threshold && this.statistics) this.statistics.threshold.counts = threshold
    this.#link(event.id)
  }

  /** Links the group of an item to its question. */
  #link(id: string): void {
    const group = this.items.groupOf(id)
    if (group) group.question = this.questions.find(id)
  }

  #groupOf(id: string): Group | undefined {
    return this.items.groupOf(id)
  }

  /** Estimates for streams do not apply to pools. */
  protected override add(step: TrainingStep): void {
    this.training.add(step)
  }

  protected override changed(): void {}

  /** The labels in effect, by question. */
  labels(): Map<Question, number> {
    return new Map(this.training.all.filter(isLabelStep).map(({ question, label }) => [question, label]))
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
    for (const [question, own] of labels)
      if (this.items.ids.has(question.id) && this.items.placeOf(question.id) === undefined) count(own)
    this.items.kept.forEach((id, place) => {
      if (this.items.groups[place].question) count(this.labelOf(id, labels))
    })
    return { items, positives }
  }

  override save(): State {
    return {
      ...super.save(),
      pool: { items: this.items.save(), chosen: this.chosen, measuredAt: this.#measuredAt },
    }
  }

  override load(state: State, classes: readonly string[]): void {
    super.load(state, classes)
    const pool = stateIn(state, 'pool')
    this.items.load(stateIn(pool, 'items'), (id) => this.questions.find(id))
    this.chosen = numberIn(pool, 'chosen')
    this.#measuredAt = numberIn(pool, 'measuredAt')
  }
}

const NO_ROW = new Row(new Int32Array(0), new Float64Array(0))
