import type { BudgetSpec } from '../budget/budget.js'
import { Classifier, registerPool } from '../classifier/classifier.js'
import type { Added, Observed } from '../classifier/events.js'
import type { FeatureItem } from '../classifier/input.js'
import {
  type ClassifierOptions,
  type ClassifierParts,
  checkLabel,
  checkPoolBudget,
  type LoadOptions,
} from '../classifier/options.js'
import { isAudit, type Question } from '../classifier/question.js'
import { plainRow, preparedRow } from '../classifier/record.js'
import type { Outcome, When } from '../classifier/when.js'
import { coreError } from '../errors.js'
import { choose } from './choose.js'
import { chosenEvent } from './chosen.js'
import { PoolFold } from './fold.js'
import { reservoirPlace } from './items.js'
import {
  type Labelled,
  labelledItems,
  labelledRows,
  type PoolItem,
  type PoolProgress,
  progressOf,
} from './progress.js'
import { type PoolQuality, poolEstimator } from './quality.js'
import { PoolWork } from './work.js'

/** The most questions that are open at once. Choosing more before their answers arrive costs accuracy. */
const MAX_OPEN = 10

/**
 * A classifier whose items are all there before the first question, such as the rows of a file. The next question is chosen among
 * the unlabelled items whenever one is requested. docs/pool.md describes the method.
 *
 * @example
 * const pool = new Pool({ classes: ['ham', 'spam'], budget: { total: 2 }, seed: 1 })
 * const words = ['offer', 'hello', 'lunch', 'prize']
 * pool.addAll(words.map((word) => ({ item: { features: { [word]: 1 } }, id: word })))
 * for (let question = pool.next(); question; question = pool.next())
 *   pool.answer(question.id, ['offer', 'prize'].includes(question.id) ? 'spam' : 'ham') // => 'learned'
 * const { answers, left } = pool.progress()
 * answers // => 2
 * left // => 2
 * const labelled = [...pool.labelled()]
 * labelled.length // => 4
 * labelled.filter(({ known }) => known).length // => 2
 */
export class Pool<Item = FeatureItem> extends Classifier<Item> {
  declare protected readonly state: PoolFold<Item>
  /**
   * Whether re-fits are left to `work`, for a caller who must answer quickly; `work` then also prepares the next question. By default
   * `answer` and `next` compute them at once.
   */
  defersRefits = false
  /** Whether a question is leased. `next` returns an open question that is not leased before it chooses another one. */
  override isHeld: (id: string) => boolean = () => true
  readonly #work: PoolWork<Item>
  static {
    registerPool(Pool)
  }

  /** The budget is the number of labels, `{ total }`; `measure` is a share of the questions. `protocol` can only be `pool`. */
  constructor(options: ClassifierOptions & ClassifierParts<Item>) {
    const { protocol = 'pool' } = options
    if (protocol !== 'pool')
      throw coreError('option/value', { name: 'protocol', value: protocol, expected: 'pool; use Classifier' })
    super({ ...options, protocol }, PoolFold)
    this.#work = new PoolWork(this.state, this.config, (event) => this.happens(event))
  }

  /** Adds an item, before or while labelling. The default id is its number. */
  add(item: Item, id = String(this.state.items.size + 1), { time = 0 }: When = {}): Added {
    const { items, deciding, questions } = this.state
    if (items.ids.has(id) || questions.find(id)) throw coreError('item/id', { id })
    const place = reservoirPlace(items.size + 1, this.config.seed)
    return this.happens({
      type: 'added',
      id,
      time: deciding.at(time),
      ...(place !== undefined && preparedRow(this.state, item)),
      ...(place !== undefined && place < items.kept.length && { place }),
    })
  }

  /** Adds many items in order. */
  addAll(items: Iterable<PoolItem<Item>>, when: When = {}): void {
    for (const { item, id } of items) this.add(item, id, when)
  }

  /**
   * The next question for a person: an open one that is not leased, or else a new one. Returns undefined if the budget is spent,
   * nothing is left to ask, or ten questions are open; `isFirst` says that the person has none, so that the last limit
   * does not apply.
   */
  next({
    time = 0,
    by,
    isFirst = false,
  }: When & { readonly isFirst?: boolean } = {}): Readonly<Question> | undefined {
    const { questions, deciding } = this.state
    for (const question of questions.open) if (!this.isHeld(question.id)) return question
    if (!isFirst && questions.open.length >= MAX_OPEN) return undefined
    if (!deciding.allowsOneMore(time)) return undefined
    const now = deciding.at(time)
    this.#work.measure(now)
    this.#refit(now)
    const choice = choose(this.state, this.config, by)
    if (!choice) return undefined
    const { id } = this.happens(chosenEvent(this.state, choice, now, by))
    return questions.get(id)
  }

  override answer(id: string, label: string, when: When = {}): Outcome {
    const outcome = super.answer(id, label, when)
    this.#refit(this.state.deciding.at(when.time ?? 0))
    return outcome
  }

  #refit(time: number): void {
    if (!this.defersRefits) while (this.#work.step(time));
  }

  /** Whether there is work in progress, which `work` continues. */
  get hasWork(): boolean {
    return this.#work.isPending || (this.defersRefits && !this.#work.isPrepared)
  }

  /** Computes a slice of a few milliseconds of the work in progress, if any; returns whether there is more. */
  work({ time = 0 }: When = {}): boolean {
    if (!this.#work.step(this.state.deciding.at(time)) && this.defersRefits) this.#work.prepare()
    return this.hasWork
  }

  /**
   * Prepares the model for labelling all items: sweeps over the answers, re-fits, and sets the threshold over all items. `labelled`
   * calls it; nothing happens if nothing has changed since.
   */
  finish(when: When = {}): void {
    this.beginFinish()
    while (this.#work.isFinishing) this.work(when)
  }

  /** Lets `work` finish the pool, for a caller who must answer quickly. */
  beginFinish(): void {
    this.#work.finish()
  }

  /** Whether `beginFinish` was called and `work` has not finished the pool yet. */
  get isFinishing(): boolean {
    return this.#work.isFinishing
  }

  /** Whether nothing has changed since `finish`. */
  get isFinished(): boolean {
    return this.state.isFinished
  }

  /** Learns the known label of an item. One that was added is not asked about any more, and costs no budget. */
  override teach(item: Item, label: string, id?: string, when: When = {}): void {
    this.#work.measure(this.state.deciding.at(when.time ?? 0))
    if (id !== undefined && this.state.items.placeOf(id) !== undefined) this.teachById(id, label, when)
    else super.teach(item, label, id, when)
  }

  /** Learns the known label of an item of the working set. */
  teachById(id: string, label: string, { time = 0, by }: When = {}): void {
    checkLabel(label)
    const { items, questions, deciding, preparer } = this.state
    this.checkClass(label)
    const place = items.placeOf(id)
    if (place === undefined) throw coreError('pool/item', { id })
    if (questions.find(id)) throw coreError('item/id', { id })
    const now = deciding.at(time)
    this.#work.measure(now)
    this.happens({
      type: 'taught',
      id,
      label,
      time: now,
      ...(by !== undefined && { by }),
      row: plainRow(items.rows[place]),
      lengths: preparer.lengths,
    })
  }

  /** Withdraws an open question that nobody has seen; a later one may be better. Audits are not withdrawn. */
  withdraw(id: string, { time = 0 }: When = {}): boolean {
    const { questions, deciding } = this.state
    const question = questions.get(id)
    if (question.state !== 'open' || isAudit(question)) return false
    this.happens({ type: 'withdrawn', id, time: deciding.at(time), probability: question.probability })
    return true
  }

  override rebudget(budget: BudgetSpec, when: When = {}): void {
    checkPoolBudget(budget)
    super.rebudget(budget, when)
  }

  /** A pool has no stream of items. */
  override observe(): Observed {
    throw coreError('pool/stream')
  }

  /** How far the labelling is. */
  progress(): PoolProgress {
    return progressOf(this.state, this.config)
  }

  /**
   * Estimates the quality of the labelling of all items from audits, with intervals. It finishes the pool first, unless that was
   * done less than 10 answers ago.
   */
  poolQuality(level = 0.95, when: When = {}): PoolQuality {
    if (!this.state.isNearlyFinished) this.finish(when)
    return this.poolEstimator()(level)
  }

  /** The estimates of `poolQuality` at any level, by the model as it is, finished or not. They do not change any more. */
  poolEstimator(): (level?: number) => PoolQuality {
    return poolEstimator(this.state, this.config)
  }

  /**
   * The label and the probabilities of every item, after `finish`. A pool with more items than it keeps rows of needs them again, with their ids.
   */
  *labelled(all?: Iterable<PoolItem<Item> & { readonly id: string }>): Generator<Labelled, void> {
    this.finish()
    yield* all ? this.labelledNow(all) : labelledRows(this.state)
  }

  /** The label and the probabilities of these items by the model as it is, finished or not. */
  labelledNow(all: Iterable<PoolItem<Item> & { readonly id: string }>): Generator<Labelled, void> {
    return labelledItems(this.state, all)
  }

  /** Loads the model file of a pool. */
  static override load<Item = FeatureItem>(bytes: Uint8Array, options: LoadOptions<Item> = {}): Pool<Item> {
    const loaded = Classifier.load(bytes, options)
    if (!(loaded instanceof Pool)) throw coreError('model/pool')
    return loaded
  }
}
