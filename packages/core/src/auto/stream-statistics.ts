import type { Objective } from '../objective.js'
import type { StreamStatistics } from '../parts.js'
import type { Row } from '../rows/row.js'
import { featureEnd } from '../rows/vector.js'
import { countIn, numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import { Features } from './features.js'
import { OrderTest } from './order-test.js'
import { type Counted, Scales, sparseInverses } from './scales.js'
import { roundsAhead, slice } from './spread.js'
import { Threshold } from './threshold.js'
import { Topics } from './topics/topics.js'
import { Vectors } from './vectors.js'

/** The share of the rounds until the next scales over which new ones are computed, and then topics, one slice per round. */
const SHARE = 1 / 4
const MIN_SLICE = 256
/** The minimum units of topics per round, and those at once in a pool; a few milliseconds. */
const MIN_UNITS = 16
const UNITS_AT_ONCE = 32

/**
 * Statistics of all rows, labelled or not: the distribution of features and the expected number of positives. It is a fold over
 * the rows of the stream and their predictions, and is shared by all learners of that stream.
 *
 * Old scales are kept: when an answer is removed, the learner goes back and featurizes rows as it did then.
 */
export class AutoStreamStatistics implements StreamStatistics {
  readonly design: Design
  readonly features = new Features()
  readonly threshold: Threshold
  readonly topics: Topics
  readonly vectors = new Vectors()
  /** The last one is current. */
  scales: Scales[] = [new Scales()]
  /** The round from which there were too many different features for the kernel. */
  kernelEnd = Number.POSITIVE_INFINITY
  /** How many features got a scale although they had been seen before, which changes rows that contain them. */
  rescaled = 0
  #begunAt = 0
  /** The scales being computed, and the last slot done. */
  #next: Scales | undefined
  #measured = 0
  /** Undefined until it is asked for. */
  #order: OrderTest | undefined

  constructor(design: Design, objective: Objective) {
    this.design = design
    this.threshold = new Threshold(design, objective)
    this.topics = new Topics(this.features, design.minTopicRows)
  }

  get rows(): number {
    return this.features.rows
  }

  /** Updates the statistics with a row before it is read. */
  observe(x: Row): void {
    const { features, design } = this
    const { seen } = features
    features.observe(x)
    this.vectors.observe(x, features.rows)
    if (features.seen > design.maxKernelFeatures) {
      this.kernelEnd = Math.min(this.kernelEnd, features.rows)
      this.topics.observe(x)
    }
    // Learners adopt new scales step by step; until then the previous ones are still in use.
    for (let k = Math.max(0, this.scales.length - 2); k < this.scales.length; k++)
      if (features.seen > seen || this.scales[k].hasUnscaled) this.#scaleNew(x, this.scales[k])
    if (this.#next === undefined && features.rows >= this.#begunAt + roundsAhead(this.#begunAt, design)) {
      this.#begunAt = features.rows
      this.#next = new Scales()
      this.#measured = 0
      this.topics.begin()
    }
    if (this.#next) this.#measure(this.#next)
  }

  /** New scales from all rows so far, for learners that adopt them when told; `advance` never does. */
  measure(): number {
    const next = new Scales()
    this.#measured = 0
    this.topics.begin()
    this.#measure(next, this.features.seen)
    next.from = Number.POSITIVE_INFINITY
    return this.scales.length - 1
  }

  prepare(): boolean {
    return this.topics.prepare(UNITS_AT_ONCE)
  }

  findsOrder(x: Row): boolean {
    this.#order ??= new OrderTest(this.design)
    return this.#order.finds(x, this.features, this.scales[this.scales.length - 1])
  }

  get seemsOrdered(): boolean {
    return this.#order?.isLikely ?? false
  }

  recordPrediction(predicted: number, confidence: number): void {
    this.threshold.count(predicted, confidence)
  }

  #scaleNew(x: Row, scales: Scales): void {
    const { index, value, start } = x
    const end = featureEnd(x)
    const { features } = this
    scales.reserve(features.seen)
    for (let k = start; k < end; k++) {
      if (value[k] === 0) continue
      const slot = features.slot(index[k])
      // A feature that was constant so far waits for the next scales, so that earlier rows keep their representation.
      if (slot > 0 && scales.inverse[slot] === 0 && scales.isDense[slot] === 0) this.#scaleLate(scales, slot)
    }
  }

  #scaleLate(scales: Scales, slot: number): void {
    scales.measure(this.features, slot, this.design.rarity)
    if (slot <= scales.seen) this.rescaled++
  }

  /** Scales the next slice of the features, then computes topics; the scales become current once all is done. */
  #measure(
    next: Scales,
    most = slice(this.features.seen, SHARE * roundsAhead(this.rows, this.design), MIN_SLICE, this.design),
  ): void {
    const { features, design } = this
    const end = Math.min(features.seen, this.#measured + most)
    next.reserve(features.seen)
    while (this.#measured < end) {
      const slot = ++this.#measured
      if (features.count[slot] > design.dense * features.rows) next.makeDense(slot)
      next.measure(features, slot, design.rarity)
    }
    if (this.#measured < features.seen) return
    const units = slice(this.topics.work, SHARE * roundsAhead(features.rows, design), MIN_UNITS, design)
    if (!this.topics.step(units)) return
    this.topics.adopt()
    next.from = features.rows
    next.seen = features.seen
    next.threshold = this.threshold.value
    next.centre = this.vectors.centre()
    this.scales.push(next)
    this.#next = undefined
    this.#assignTopics()
  }

  /** Only two bases are kept, because they are large: with all earlier scales, rows are represented with the older one. */
  #assignTopics(): void {
    const { scales, topics } = this
    for (const one of scales) one.topics = topics.older
    scales[scales.length - 1].topics = topics.basis
  }

  save(): State {
    const { features, threshold, scales } = this
    const all = this.#next ? [...scales, this.#next] : scales
    const now = { count: features.count, inverse: sparseInverses(features) }
    const topics = this.topics.save()
    const vectors = this.vectors.save()
    return {
      features: features.save(),
      threshold: threshold.save(),
      ...(topics && { topics }),
      ...(vectors && { vectors }),
      ...(this.#order && { order: this.#order.save() }),
      scales: Object.fromEntries(all.map((one, k) => [String(k), one.save(all[k + 1]?.counted ?? now)])),
      counts: {
        begunAt: this.#begunAt,
        measured: this.#measured,
        versions: scales.length,
        all: all.length,
        kernelEnd: this.kernelEnd,
      },
    }
  }

  load(state: State): void {
    this.features.load(stateIn(state, 'features'))
    this.threshold.load(stateIn(state, 'threshold'))
    this.#order = 'order' in state ? new OrderTest(this.design) : undefined
    this.#order?.load(stateIn(state, 'order'))
    if ('vectors' in state) this.vectors.load(stateIn(state, 'vectors'))
    const counts = stateIn(state, 'counts')
    const stored = stateIn(state, 'scales')
    const all: Scales[] = []
    let later: Counted = { count: this.features.count, inverse: sparseInverses(this.features) }
    for (let k = countIn(counts, 'all', Object.keys(stored).length) - 1; k >= 0; k--) {
      const scales = new Scales()
      scales.load(stateIn(stored, String(k)), later, this.design.rarity)
      later = scales.counted
      all.unshift(scales)
    }
    this.scales = all.slice(0, countIn(counts, 'versions', all.length))
    this.#next = all[this.scales.length]
    if ('topics' in state) this.topics.load(stateIn(state, 'topics'))
    this.#assignTopics()
    this.#begunAt = numberIn(counts, 'begunAt')
    this.#measured = numberIn(counts, 'measured')
    this.kernelEnd = numberIn(counts, 'kernelEnd' in counts ? 'kernelEnd' : 'wavesEnd')
  }
}
