import { Changes } from '../budget/changes.js'
import { type Classifier, stateOf } from '../classifier/classifier.js'
import type { ClassifierEvent, Observed } from '../classifier/events.js'
import type { FeatureItem } from '../classifier/input.js'
import type { ClassifierOptions } from '../classifier/options.js'
import { plainRow } from '../classifier/record.js'
import type { Row } from '../rows/row.js'
import { floatsIn, type State, stateIn } from '../state/state.js'
import { Grants, HourlyCap, type Spending } from './grants.js'
import { LatestRows } from './latest-rows.js'
import { totalCap, WidePace, wideBurst } from './pace.js'
import { ASKED, type AskedItem, type DecidedItems, REPEATED, SAMPLED, type Version } from './partition.js'
import { replicaState } from './replica.js'

/** After drift fewer questions measure, and without a share that measures this much of the mean rate is the least; as on one node. */
const AFTER_DRIFT = 0.5
const FLOOR = 0.1
/** The smoothing factor of the time between items. */
const MEMORY = 0.3
/** One row in so many is sampled, or fewer so that the owner learns from at most so many a second. */
const SAMPLE = 10
const MAX_SAMPLED = 2000
const SECOND = 1000

/** A page of a partition, as the owner takes it. */
export interface OwnedPage extends DecidedItems, Pick<Spending, 'bound' | 'grant'> {
  readonly partition: number
  readonly time: number
  /** The answers that its version had learned. */
  readonly answers: number
}

/** The options of the classifier of an owner: it has no shadow model and withdraws no question, because both would need all rows. */
export const wideOptions = <Options extends ClassifierOptions>(options: Options) =>
  ({ ...options, shadow: false, withdraw: false }) as const

/**
 * The owner's side of a wide stream: it takes the pages of all partitions into one classifier, which learns the answers, and makes versions and
 * grants. Except for the grants, it is a fold over pages and events of the classifier, in the order in which they came.
 */
export class WideOwner<Item = FeatureItem> {
  readonly classifier: Classifier<Item>
  readonly partitions: number
  readonly grants: Grants
  readonly #pace: WidePace
  readonly #changes = new Changes()
  readonly #hourly: HourlyCap | undefined
  readonly itemsOf: Float64Array
  readonly spentOf: Float64Array
  /** The latest rows of the sample. */
  readonly #latest = new LatestRows()
  #dial: number
  #gap = Number.NaN
  #gapAt = { time: Number.NaN, items: 0 }
  /** The second of the latest page, and the rows of the sample that were taken in it. */
  #sampled = { second: 0, rows: 0 }

  /** The classifier must have `wideOptions`, and its events must be passed to `follow`. */
  constructor(classifier: Classifier<Item>, partitions: number) {
    this.classifier = classifier
    const { config } = classifier
    const { perHour } = config.budget
    const { statistics, deciding } = stateOf(this.classifier)
    this.partitions = partitions
    this.grants = new Grants(partitions)
    this.#pace = new WidePace(config.budget, partitions, statistics ? config.classes.length : undefined)
    this.#hourly =
      perHour === undefined ? undefined : new HourlyCap(perHour, wideBurst(config.budget, partitions))
    this.itemsOf = new Float64Array(partitions)
    this.spentOf = new Float64Array(partitions)
    this.#dial = deciding.dial
  }

  get items(): number {
    return stateOf(this.classifier).deciding.items
  }

  /** Whether the owner must grant questions; a ratio alone needs no grants. */
  get needsGrants(): boolean {
    return this.#hourly !== undefined || totalCap(this.classifier.config.budget) < Number.POSITIVE_INFINITY
  }

  /** The most questions that may have been asked in all by now; refunded ones may be asked again. */
  cap(time: number): number {
    const { spent } = this.grants
    const refunded = Math.max(0, spent - stateOf(this.classifier).deciding.spent)
    const hourly = this.#hourly ? spent + Math.floor(this.#hourly.at(time)) : Number.POSITIVE_INFINITY
    return Math.min(hourly, totalCap(this.classifier.config.budget) + refunded)
  }

  /** Takes a page: counts its items, learns its sample and opens its questions. Returns the decisions that opened one. */
  take(page: OwnedPage): Observed[] {
    const state = stateOf(this.classifier)
    const { deciding, statistics, quality, preparer, questions } = state
    const { time, flags, predicted, confidence, probability } = page
    const opened: Observed[] = []
    let rows = 0
    let asked = 0
    for (let at = 0; at < flags.length; at++) {
      const flag = flags[at]
      if (flag & REPEATED) continue
      const isSampled = (flag & SAMPLED) > 0 && this.#isWithinSample(time)
      const given = flag & (ASKED | SAMPLED) ? page.rows.row(rows++) : undefined
      const row = given && (isSampled || flag & ASKED) ? preparer.prepare(given) : undefined
      const awaitedOrder = deciding.awaitsOrder
      // Questions are not a fair sample, so only the sample tells whether neighbours are alike.
      if (row && isSampled) state.observeItem(row)
      else if (row) state.observeRow(row)
      if (awaitedOrder && !deciding.awaitsOrder) this.#foundOrder()
      if (row && isSampled) this.#latest.add(row)
      const item = flag & ASKED ? page.asked[asked++] : undefined
      // Beyond the window of recent ids an id is a new item, but never has a second question.
      if (item && row && !questions.find(item.id)) {
        const observed = this.#observed(page, item, row)
        state.take(observed)
        opened.push(observed)
        continue
      }
      deciding.addItem(time)
      statistics?.recordPrediction(predicted[at], confidence[at])
      quality.observe({
        predicted: predicted[at],
        shadow: -1,
        probability: probability[at],
        confidence: confidence[at],
        labels: page.answers,
        isGuess: false,
      })
    }
    this.itemsOf[page.partition] = page.status.items
    this.spentOf[page.partition] = page.status.spent
    this.grants.page(page.partition, { spent: page.status.spent, bound: page.bound, grant: page.grant })
    this.#hourly?.take(time, this.grants.spent)
    // The dial that pages use is where the next version starts to turn.
    if (page.terms.isSteered && page.terms.dial !== null) this.#dial = page.terms.dial
    this.#noteTime(time)
    return opened
  }

  /** Whether a row of the sample is among the first of its second. */
  #isWithinSample(time: number): boolean {
    const second = Math.floor(time / SECOND)
    if (second > this.#sampled.second) this.#sampled = { second, rows: 0 }
    return this.#sampled.rows++ < MAX_SAMPLED
  }

  #observed(page: OwnedPage, item: AskedItem, row: Row): Observed {
    const { classes, preparer, deciding, threshold, isReady } = stateOf(this.classifier)
    const { at, id, coin, scores, doubt, measure, reason, opinion } = item
    const { rate, audit, dial, thinning } = page.terms
    return {
      type: 'observed',
      t: deciding.items + 1,
      id,
      time: page.time,
      predicted: classes[page.predicted[at]],
      scores,
      margin: page.margin[at],
      confidence: page.confidence[at],
      ...(threshold !== undefined && { threshold }),
      ...(!isReady && { ready: false }),
      probability: page.probability[at],
      coin,
      asked: true,
      reason,
      budget: { spent: deciding.spent, rate, dial },
      modelVersion: page.answers,
      trace: {
        doubt,
        thinning,
        measure,
        audit,
        lengths: preparer.lengths,
        row: plainRow(row),
        ...(opinion && { opinion }),
      },
    }
  }

  #noteTime(time: number): void {
    const { items } = this
    const since = items - this.#gapAt.items
    if (!Number.isNaN(this.#gapAt.time) && since > 0 && time > this.#gapAt.time) {
      const gap = (time - this.#gapAt.time) / since
      this.#gap = Number.isNaN(this.#gap) ? gap : this.#gap + MEMORY * (gap - this.#gap)
    }
    if (Number.isNaN(this.#gapAt.time) || time > this.#gapAt.time) this.#gapAt = { time, items }
  }

  /** Must be called with every event of the classifier after it took effect, also in a replay. */
  follow(event: ClassifierEvent): void {
    if (event.type !== 'drifted') return
    this.#changes.count++
    const { spent } = this.grants
    this.#pace.restart(this.items, spent, this.#isSelfTuning ? this.#changes.evenness : 1)
  }

  #foundOrder(): void {
    this.#changes.isOrdered = true
    this.#pace.restart(this.items, this.grants.spent, this.#changes.evenness)
  }

  get #isSelfTuning(): boolean {
    return stateOf(this.classifier).statistics !== undefined
  }

  /**
   * The model as it is, with what the rule sees in the latest sampled rows, and what partitions need to pace themselves. While `paused`, they ask
   * nothing.
   */
  version(number: number, epoch: number, time: number, paused = false): Version {
    const { learned, preparer, deciding, classes, isReady } = stateOf(this.classifier)
    const { config } = this.classifier
    const { measure } = config
    const { learner, tally } = learned
    const fraction = measure === 0 ? FLOOR : this.#changes.count > 0 ? AFTER_DRIFT * measure : measure
    return {
      number,
      epoch,
      partitions: this.partitions,
      config,
      classes: [...classes],
      answers: tally.asked,
      items: deciding.items,
      spent: deciding.spent,
      itemsOf: this.itemsOf.slice(),
      spentOf: this.spentOf.slice(),
      fraction,
      ...this.#latest.readings(learned),
      dial: this.#dial,
      lasting: learner.lasting ?? 1,
      paused,
      ready: isReady,
      sampleEvery: this.#sampleEvery,
      ...(this.#hourly && {
        tokens: { left: this.#hourly.at(time), gap: Number.isNaN(this.#gap) ? 0 : this.#gap },
      }),
      pace: this.#pace.save(),
      model: replicaState(learned, preparer),
    }
  }

  get #sampleEvery(): number {
    const perSecond = this.#gap > 0 ? SECOND / this.#gap : 0
    return Math.max(SAMPLE, Math.ceil(perSecond / MAX_SAMPLED))
  }

  /** All that the classifier does not save, except grants: those are read from the wire again. */
  save(): State {
    const { time, items } = this.#gapAt
    const { second, rows } = this.#sampled
    return {
      looks: this.#latest.save(),
      times: Float64Array.of(this.#dial, this.#gap, time, items, second, rows),
      changes: this.#changes.save(),
      itemsOf: this.itemsOf.slice(),
      pace: this.#pace.save(),
      grants: this.grants.save(),
      ...(this.#hourly && { hourly: this.#hourly.save() }),
    }
  }

  load(state: State): void {
    const [dial, gap, time, items, second, rows] = floatsIn(state, 'times')
    this.#latest.load(stateIn(state, 'looks'))
    this.#dial = dial
    this.#gap = gap
    this.#gapAt = { time, items }
    this.#sampled = { second, rows }
    this.#changes.load(stateIn(state, 'changes'))
    this.itemsOf.set(floatsIn(state, 'itemsOf'))
    this.#pace.load(stateIn(state, 'pace'))
    this.grants.load(stateIn(state, 'grants'))
    this.spentOf.set(this.grants.spentOf)
    this.#hourly?.load(stateIn(state, 'hourly'))
  }
}
