import type { Objective } from '../objective.js'
import type { StreamStatistics } from '../parts.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import { Features } from './features.js'
import { type Counted, Scales, sparseInverses } from './scales.js'
import { slice } from './spread.js'
import { Threshold } from './threshold.js'
import { waveOrder } from './wave-order.js'

/** The share of the rounds so far over which new scales are measured, one slice a round. */
const SHARE = 1 / 16
const LEAST = 256

/**
 * What all rows tell, labelled or not: how features are distributed, and how many positives to expect. It is a fold over
 * the rows of the stream and what was predicted of them, and shared by all learners of that stream.
 *
 * Scales that no longer hold are kept: when an answer is taken out, the learner goes back and sees rows as it did then.
 */
export class AutoStreamStatistics implements StreamStatistics {
  readonly design: Design
  readonly features = new Features()
  readonly threshold: Threshold
  /** The last of them holds now. */
  scales: Scales[] = [new Scales()]
  /** The round from which on there were too many different features for waves. */
  wavesEnd = Number.POSITIVE_INFINITY
  #begunAt = 0
  /** The scales that are being measured, and up to which slot they are. */
  #next: Scales | undefined
  #measured = 0

  constructor(design: Design, objective: Objective) {
    this.design = design
    this.threshold = new Threshold(design, objective)
  }

  get rows(): number {
    return this.features.rows
  }

  /** Whether scales are still made that order features for waves. */
  get #usesWaves(): boolean {
    return this.features.seen <= this.design.maxWaveFeatures
  }

  /** Another row of the stream, before it is read. */
  observe(x: Row): void {
    const { features, design } = this
    features.observe(x)
    if (features.seen > design.maxWaveFeatures) this.wavesEnd = Math.min(this.wavesEnd, features.rows)
    // Learners turn to new scales little by little: meanwhile the old ones still hold.
    for (const scales of this.scales.slice(-2)) this.#scaleNew(x, scales)
    if (this.#next === undefined && features.rows >= design.refreshGrowth * this.#begunAt) {
      this.#begunAt = features.rows
      this.#next = new Scales()
      this.#measured = 0
    }
    if (this.#next) this.#measure(this.#next)
  }

  recordPrediction(predicted: number, confidence: number): void {
    this.threshold.count(predicted, confidence)
  }

  #scaleNew({ index, value, start, end }: Row, scales: Scales): void {
    const { features } = this
    scales.reserve(features.seen)
    for (let k = start; k < end; k++) {
      if (value[k] === 0) continue
      const slot = features.slot(index[k])
      // One that was constant until now waits for the next scales: what has been said of earlier rows must stay.
      if (slot > 0 && scales.inverse[slot] === 0 && scales.isDense[slot] === 0)
        scales.measure(features, slot, this.design.rarity)
    }
  }

  /** The next slice of the features; the scales hold once all are measured. */
  #measure(next: Scales): void {
    const { features, design } = this
    const end = Math.min(
      features.seen,
      this.#measured + slice(features.seen, SHARE * features.rows, LEAST, design),
    )
    next.reserve(features.seen)
    while (this.#measured < end) {
      const slot = ++this.#measured
      if (features.count[slot] > design.dense * features.rows) next.makeDense(slot)
      next.measure(features, slot, design.rarity)
    }
    if (this.#measured < features.seen) return
    next.from = features.rows
    next.met = features.seen
    next.threshold = this.threshold.value
    if (this.#usesWaves) next.wave = waveOrder(features, this.scales[this.scales.length - 1].wave)
    this.scales.push(next)
    this.#next = undefined
  }

  save(): State {
    const { features, threshold, scales } = this
    const all = this.#next ? [...scales, this.#next] : scales
    const now = { count: features.count, inverse: sparseInverses(features) }
    return {
      features: features.save(this.#usesWaves),
      threshold: threshold.save(),
      scales: Object.fromEntries(all.map((one, k) => [String(k), one.save(all[k + 1]?.counted ?? now)])),
      counts: {
        begunAt: this.#begunAt,
        measured: this.#measured,
        versions: scales.length,
        all: all.length,
        wavesEnd: this.wavesEnd,
      },
    }
  }

  load(state: State): void {
    this.features.load(stateIn(state, 'features'))
    this.threshold.load(stateIn(state, 'threshold'))
    const counts = stateIn(state, 'counts')
    const stored = stateIn(state, 'scales')
    const all: Scales[] = []
    let later: Counted = { count: this.features.count, inverse: sparseInverses(this.features) }
    for (let k = numberIn(counts, 'all') - 1; k >= 0; k--) {
      const scales = new Scales()
      scales.load(stateIn(stored, String(k)), later, this.design.rarity)
      later = scales.counted
      all.unshift(scales)
    }
    this.scales = all.slice(0, numberIn(counts, 'versions'))
    this.#next = all[this.scales.length]
    this.#begunAt = numberIn(counts, 'begunAt')
    this.#measured = numberIn(counts, 'measured')
    this.wavesEnd = numberIn(counts, 'wavesEnd')
  }
}
