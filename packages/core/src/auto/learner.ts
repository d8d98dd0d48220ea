import type { DriftAlarm } from '../drift/alarm.js'
import { type Moment, Reading, type SelfReport, type SelfTuning, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Draws } from './draws.js'
import { Ensembles } from './ensembles.js'
import { Featurizer, PRESENCE, VALUES, VIEW_NAMES, WAVES } from './featurizer.js'
import { History } from './history.js'
import { newStoredRow } from './memory.js'
import { Renewal } from './renewal.js'
import type { Scales } from './scales.js'
import type { AutoStreamStatistics } from './stream-statistics.js'
import { ViewScaling } from './view-scaling.js'

/**
 * The self-tuning learner: three unit-free views of a row, a support vector machine per view, a stack that combines them, and
 * younger ensembles for drift. docs/auto.md describes the method.
 */
export class AutoLearner implements SelfTuning {
  readonly statistics: AutoStreamStatistics
  reading: Reading
  readonly #draws: Draws
  readonly #featurizer: Featurizer
  readonly #ensembles: Ensembles
  readonly #renewal: Renewal
  readonly #history = new History()
  #classes: number
  #scaling = new ViewScaling()
  /** The index of the scales in use or in renewal, and the current round. */
  #version = 0
  #round = 0
  /** In a pool: the renewals without new scales, and the number of answers at the last renewal. */
  #renewals = 0
  #renewedAt = 0
  alarm: DriftAlarm | undefined

  constructor(statistics: AutoStreamStatistics, classes: number, draws: Draws, capacity: number) {
    const { design, features } = statistics
    this.statistics = statistics
    this.#draws = draws
    this.#classes = classes
    this.reading = newReading(classes)
    this.#featurizer = new Featurizer(design, features, draws)
    this.#ensembles = new Ensembles(design, classes, draws, capacity)
    this.#renewal = new Renewal(design, features, classes)
    this.#scaling.scales = statistics.scales[0]
  }

  get doubt(): Reading {
    return this.reading
  }

  get classes(): number {
    return this.#classes
  }

  get dimension(): number {
    return this.statistics.features.dimension
  }

  get #usesWaves(): boolean {
    return this.#round < this.statistics.wavesEnd
  }

  advance(round: number): void {
    const { scales } = this.statistics
    while (this.#round < round) {
      this.#round++
      this.#ensembles.catchUp()
      const next = scales[this.#version + 1]
      if (next && next.from <= this.#round && this.#renewal.isIdle) {
        this.#version++
        this.#beginRenewal(next)
      }
      if (!this.#renewal.isIdle) this.#stepRenewal()
    }
  }

  #beginRenewal(scales: Scales): void {
    const version = this.#version
    this.#history.note(this.#moment(scales.threshold))
    this.#renewal.begin(scales, version, this.#ensembles, version + this.#renewals)
  }

  #stepRenewal(): void {
    this.#scaling = this.#renewal.step(
      this.#round,
      this.#scaling,
      this.#ensembles,
      this.#featurizer,
      this.#usesWaves,
    )
  }

  adopt(version: number): void {
    this.#version = version
    this.#renew()
  }

  /** Renews at once. */
  #renew(): void {
    this.#renewedAt = this.#ensembles.answers
    this.#beginRenewal(this.statistics.scales[this.#version])
    while (!this.#renewal.isIdle) this.#stepRenewal()
  }

  /** Renews relevances when the answers have grown enough. */
  #followAnswers(): void {
    const { relevanceFrom, renewalGrowth } = this.statistics.design
    const { answers } = this.#ensembles
    const isFirst = this.#renewedAt < relevanceFrom
    if (renewalGrowth === Number.POSITIVE_INFINITY) return
    if (answers < (isFirst ? relevanceFrom : renewalGrowth * this.#renewedAt)) return
    this.#renewals++
    this.#renew()
  }

  read(x: Row): void {
    const { reading } = this
    const ensembles = this.#ensembles
    this.#featurizer.featurize(x, this.#scaling, this.#usesWaves)
    ensembles.score(this.#featurizer.views)
    if (this.#classes === 2)
      reading.settle(ensembles.sums[1] - ensembles.sums[0] - this.statistics.threshold.odds)
    else {
      reading.scores.set(ensembles.sums)
      reading.settleClasses()
    }
  }

  probabilities(out: Float64Array): Float64Array {
    out.fill(0)
    out.set(this.#ensembles.probabilities)
    return out
  }

  /** The scores of the primary's members. Adding 0 removes −0, which JSON logs cannot store. */
  opinion(): Float64Array {
    return this.#ensembles.primary.scores.map((score) => score + 0)
  }

  learn(x: Row, label: number, opinion?: Float64Array): boolean {
    const scores = opinion ?? this.opinion()
    // The label may be a new class, and the opinion may be older than the latest class.
    const classes = Math.max(label + 1, scores.length / (VIEW_NAMES.length + 1))
    while (this.#classes < classes) this.addClass()
    const row = newStoredRow(x, {
      label,
      answer: this.#ensembles.answers,
      views: this.#featurizer.copies(),
      version: this.#scaling.version,
    })
    const since = this.#ensembles.learn(row, this.#featurizer.views, this.#padded(scores))
    this.alarm = since > 0 ? { at: this.#ensembles.answers, kind: 'errors', strength: 1, since } : undefined
    if (this.alarm) this.#history.alarm(this.#round)
    this.#followAnswers()
    return true
  }

  /** Pads scores from the time of asking: classes added since then had none. */
  #padded(scores: Float64Array): Float64Array {
    const blocks = VIEW_NAMES.length + 1
    const then = scores.length / blocks
    if (then === this.#classes) return scores
    const padded = new Float64Array(blocks * this.#classes)
    // The last block (the prior) has a different meaning with two classes.
    for (let block = 0; block < (then === 2 ? VIEW_NAMES.length : blocks); block++)
      padded.set(scores.subarray(block * then, (block + 1) * then), block * this.#classes)
    return padded
  }

  addClass(): void {
    this.#classes++
    this.#ensembles.addClass()
    this.#renewal.addClass(this.#ensembles)
    this.reading = newReading(this.#classes)
  }

  /** The contribution of a feature through the primary's linear members; waves have no single features. */
  contribution(x: Row, k: number, label: number): number {
    const { views } = this.#featurizer
    const at = this.#featurizer.placeOf(x.index[k])
    if (at < 0) return 0
    const { primary } = this.#ensembles
    let sum = 0
    for (let view = 0; view < WAVES; view++)
      sum += primary.part(
        view,
        views[view].slots[at],
        views[view].values[at],
        this.#classes === 2 ? 1 : label,
      )
    return this.#classes === 2 ? 2 * sum : sum
  }

  featureWeights(label: number, onFeature: (index: number, weight: number) => void): void {
    const { features } = this.statistics
    const { primary } = this.#ensembles
    const { relevance, scales } = this.#scaling
    for (let slot = 1; slot <= features.seen; slot++) {
      const typical = scales.typical(slot) * this.#deviationOf(slot)
      const weighed = typical * (slot < relevance.length ? relevance[slot] : this.#scaling.newcomer)
      const pull = primary.part(PRESENCE, slot, typical, label) + primary.part(VALUES, slot, weighed, label)
      onFeature(features.index[slot], this.#classes === 2 ? 2 * pull : pull)
    }
  }

  /** The standard deviation of a sparse feature's presence; 1 for dense ones. Otherwise words seen once would rank first. */
  #deviationOf(slot: number): number {
    const { features } = this.statistics
    if (this.#scaling.scales.isDense[slot] === 1) return 1
    const share = features.count[slot] / features.rows
    return Math.sqrt(share * (1 - share))
  }

  nonlinear(label: number): number {
    const { primary } = this.#ensembles
    const k = this.#classes
    const own = primary.scores[WAVES * k + label]
    return primary.stack.slopes[WAVES] * (k === 2 ? own - primary.scores[WAVES * k + 1 - label] : own)
  }

  /** Rows are centred and transformed, so scores are not linear in them. */
  weights(): Weights | undefined {
    return undefined
  }

  #moment(threshold: number): Moment {
    const { primary } = this.#ensembles
    return {
      round: this.#round,
      answers: primary.length,
      weights: primary.stack.influences(),
      threshold,
    }
  }

  report(): SelfReport {
    const { features, scales, threshold } = this.statistics
    return {
      members: VIEW_NAMES,
      moments: [...this.#history.moments, this.#moment(threshold.value)],
      alarms: [...this.#history.alarms],
      features: { seen: features.seen, dense: scales[scales.length - 1].denseCount },
    }
  }

  snapshot(): unknown {
    return { rest: this.#saved(), ensembles: this.#ensembles.snapshot() }
  }

  restore(snapshot: unknown): void {
    const { rest, ensembles } = snapshot as { rest: State; ensembles: ReturnType<Ensembles['snapshot']> }
    this.#load(rest)
    this.#ensembles.restore(ensembles)
  }

  save(): State {
    return { ...this.#saved(), minds: this.#ensembles.save() }
  }

  load(state: State): void {
    this.#load(state)
    this.#ensembles.load(stateIn(state, 'minds'))
  }

  #saved(): State {
    return {
      renewal: this.#renewal.save(),
      sight: this.#scaling.save(),
      draws: this.#draws.save(),
      chronicle: this.#history.save(),
      counts: { classes: this.#classes, version: this.#version, round: this.#round },
      ...(this.#renewedAt > 0 && { renewals: { count: this.#renewals, at: this.#renewedAt } }),
    }
  }

  #load(state: State): void {
    const { scales } = this.statistics
    const counts = stateIn(state, 'counts')
    while (this.#classes < numberIn(counts, 'classes')) this.addClass()
    this.#version = numberIn(counts, 'version')
    this.#round = numberIn(counts, 'round')
    const renewals = 'renewals' in state ? stateIn(state, 'renewals') : { count: 0, at: 0 }
    this.#renewals = numberIn(renewals, 'count')
    this.#renewedAt = numberIn(renewals, 'at')
    this.#renewal.load(stateIn(state, 'renewal'), scales)
    this.#scaling = new ViewScaling()
    this.#scaling.load(stateIn(state, 'sight'), scales)
    this.#draws.load(stateIn(state, 'draws'))
    this.#history.load(stateIn(state, 'chronicle'))
  }
}

/** Two classes share one score. */
const newReading = (classes: number): Reading => new Reading(classes === 2 ? 1 : classes)
