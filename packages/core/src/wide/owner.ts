import { Changes } from '../budget/changes.js'
import { spreadOf } from '../budget/spread.js'
import { ruleInputs } from '../budget/steering.js'
import { Classifier, stateOf } from '../classifier/classifier.js'
import type { ClassifierEvent, Observed } from '../classifier/events.js'
import type { FeatureItem } from '../classifier/input.js'
import type { ClassifierOptions } from '../classifier/options.js'
import { plainRow } from '../classifier/record.js'
import type { When } from '../classifier/when.js'
import { doubtOf } from '../parts.js'
import { Row } from '../rows/row.js'
import { Grants, HourlyCap, type Spending } from './grants.js'
import { totalCap, WidePace, wideBurst } from './pace.js'
import { ASKED, type AskedItem, type DecidedItems, REPEATED, SAMPLED, type Version } from './partition.js'
import { replicaState } from './replica.js'
import { LOOK_FIELDS, MAX_LOOKS } from './terms.js'

/** After drift fewer questions measure, and without a share that measures this much of the mean rate is the least; as on one node. */
const AFTER_DRIFT = 0.5
const FLOOR = 0.1
/** The smoothing factor of the time between items. */
const MEMORY = 0.3

/** A page of a partition, as the owner takes it. */
export interface OwnedPage extends DecidedItems, Pick<Spending, 'bound' | 'grant'> {
  readonly partition: number
  readonly time: number
  /** The answers that its version had learned. */
  readonly answers: number
}

/**
 * The owner's side of a wide stream: it takes the pages of all partitions into one classifier, which learns the answers, and makes versions and
 * grants. It is a fold over pages and answers in the order in which they were taken.
 */
export class WideOwner {
  readonly classifier: Classifier
  readonly partitions: number
  readonly grants: Grants
  readonly #pace: WidePace
  readonly #changes = new Changes()
  readonly #hourly: HourlyCap | undefined
  readonly itemsOf: Float64Array
  readonly spentOf: Float64Array
  /** The latest rows of the sample; the place of the next one. */
  readonly #looks: Row[] = []
  #nextLook = 0
  #dial: number
  #gap = Number.NaN
  #gapAt = { time: Number.NaN, items: 0 }

  constructor(options: ClassifierOptions, partitions: number) {
    // There is no shadow model, and no question is withdrawn: both would need all rows here.
    this.classifier = new Classifier({ ...options, shadow: false, withdraw: false })
    const { config } = this.classifier
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
    this.classifier.log = (event) => this.#noteChange(event)
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

  /** Takes a page: counts its items, learns its sample and opens its questions. Returns the ids of the new questions. */
  take(page: OwnedPage): string[] {
    const state = stateOf(this.classifier)
    const { deciding, statistics, quality, preparer, questions } = state
    const { time, flags, predicted, confidence, probability } = page
    const opened: string[] = []
    let rows = 0
    let asked = 0
    for (let at = 0; at < flags.length; at++) {
      const flag = flags[at]
      if (flag & REPEATED) continue
      const row = flag & (ASKED | SAMPLED) ? preparer.prepare(page.rows.row(rows++)) : undefined
      const awaitedOrder = deciding.awaitsOrder
      // Questions are not a fair sample, so only the sample tells whether neighbours are alike.
      if (row && flag & SAMPLED) state.observeItem(row)
      else if (row) state.observeRow(row)
      if (awaitedOrder && !deciding.awaitsOrder) this.#foundOrder()
      if (row && flag & SAMPLED) this.#look(row)
      const item = flag & ASKED ? page.asked[asked++] : undefined
      // Beyond the window of recent ids an id is a new item, but never has a second question.
      if (item && row && !questions.find(item.id)) {
        state.take(this.#observed(page, item, row))
        opened.push(item.id)
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

  #observed(page: OwnedPage, item: AskedItem, row: Row): Observed {
    const { classes, preparer, deciding } = stateOf(this.classifier)
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

  #look({ index, value, start, end }: Row): void {
    this.#looks[this.#nextLook] = new Row(index.slice(start, end), value.slice(start, end))
    this.#nextLook = (this.#nextLook + 1) % MAX_LOOKS
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

  #noteChange(event: ClassifierEvent): void {
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

  answer(id: string, label: string, when?: When): ReturnType<Classifier<FeatureItem>['answer']> {
    return this.classifier.answer(id, label, when)
  }

  /** The model as it is, with what the rule sees in the latest sampled rows, and what partitions need to pace themselves. */
  version(number: number, epoch: number, time: number): Version {
    const { learned, preparer, deciding, classes } = stateOf(this.classifier)
    const { config } = this.classifier
    const { measure } = config
    const { learner, tally } = learned
    const looks = new Float64Array(this.#looks.length * LOOK_FIELDS)
    let spreads = 0
    this.#looks.forEach((row, k) => {
      learner.read(row)
      looks.set(ruleInputs(doubtOf(learner)), k * LOOK_FIELDS)
      spreads += spreadOf(learned.confidence())
    })
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
      looks,
      spread: this.#looks.length > 0 ? spreads / this.#looks.length : spreadOf(0.5),
      dial: this.#dial,
      lasting: learner.lasting ?? 1,
      ...(this.#hourly && {
        tokens: { left: this.#hourly.at(time), gap: Number.isNaN(this.#gap) ? 0 : this.#gap },
      }),
      pace: this.#pace.save(),
      model: replicaState(learned, preparer),
    }
  }
}
