import type { DriftAlarm } from '../drift/alarm.js'
import { Reading, type Representation, type SelfReport, type SelfTuning, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { hasVector } from '../rows/vector.js'
import { countIn, numberIn, type State, stateIn } from '../state/state.js'
import { AnswerRenewals } from './answer-renewals.js'
import { contributionOf, featureWeights, jointContribution } from './contributions.js'
import type { Draws } from './draws.js'
import { Ensembles, MAX_CLASSES } from './ensembles.js'
import { Featurizer, inputsOf } from './featurizer.js'
import { History, momentOf, reportOf } from './history.js'
import { type KeptViews, keptViews, newViewsOf, settingOf } from './kept-views.js'
import type { StoredRow, ViewsOf } from './memory.js'
import { opinionOf, padded } from './opinion.js'
import { Refit } from './refit.js'
import { Renewal } from './renewal.js'
import type { Scales } from './scales.js'
import { computingViews, leavingOutViews } from './snapshots.js'
import { REFIT_SWEEPS, StreamRefits } from './stream-refits.js'
import type { AutoStreamStatistics } from './stream-statistics.js'
import { ViewScaling } from './view-scaling.js'

/** Unit-free views of a row, a support vector machine per view, a stack, and younger ensembles for drift (docs/auto.md). */
export class AutoLearner implements SelfTuning {
  readonly statistics: AutoStreamStatistics
  reading: Reading
  readonly #draws: Draws
  readonly #featurizer: Featurizer
  readonly ensembles: Ensembles
  readonly #renewal: Renewal
  readonly #refit: Refit
  readonly #refits: StreamRefits
  readonly #renewals: AnswerRenewals
  readonly #history = new History()
  scaling = new ViewScaling()
  /** The index of the scales in use or in renewal, and the current round. */
  #version = 0
  round = 0
  alarm: DriftAlarm | undefined

  constructor(statistics: AutoStreamStatistics, classes: number, draws: Draws, capacity: number) {
    const { design, features } = statistics
    this.statistics = statistics
    this.#draws = draws
    this.reading = newReading(classes)
    this.#featurizer = new Featurizer(features, statistics.topics)
    this.ensembles = new Ensembles(design, classes, draws, capacity)
    this.#renewal = new Renewal(design, features, classes)
    this.#renewals = new AnswerRenewals(design)
    this.#refit = new Refit(design, features, this.#featurizer)
    this.#refits = new StreamRefits(design, this.#refit)
    this.scaling.scales = statistics.scales[0]
  }

  get doubt(): Reading {
    return this.reading
  }

  get classes(): number {
    return this.ensembles.classes
  }

  get dimension(): number {
    return this.statistics.features.dimension
  }

  get usesKernel(): boolean {
    return this.round < this.statistics.kernelEnd
  }

  advance(round: number): void {
    const { scales } = this.statistics
    while (this.round < round) {
      this.round++
      if (this.round === this.statistics.vectors.from) {
        this.ensembles.addVector()
        this.#history.addMember()
      }
      this.ensembles.catchUp()
      const next = scales[this.#version + 1]
      if (next && next.from <= this.round && this.#renewal.isIdle) {
        this.#version++
        this.#beginRenewal(next)
      }
      if (!this.#renewal.isIdle) this.#stepRenewal()
      this.#refits.advance(this.round, this.ensembles)
    }
  }

  #beginRenewal(scales: Scales): void {
    const version = this.#version
    this.#history.note(momentOf(this.round, this.ensembles.primary, scales.threshold))
    this.#renewal.begin(scales, version, this.ensembles, version + this.#renewals.count)
  }

  #stepRenewal(): void {
    const { round, scaling, ensembles, usesKernel } = this
    this.scaling = this.#renewal.step(round, scaling, ensembles, this.#featurizer, usesKernel)
  }

  adopt(version: number): void {
    this.#version = version
    this.#renew()
  }

  /** Renews at once. */
  #renew(): void {
    this.#renewals.note(this.ensembles.answers)
    this.#beginRenewal(this.statistics.scales[this.#version])
    while (!this.#renewal.isIdle) this.#stepRenewal()
  }

  read(x: Row): void {
    this.#featurizer.featurize(x, this.scaling, this.usesKernel)
    this.ensembles.score(this.#featurizer.views)
    this.#settle()
  }

  represented(x: Row, old?: Representation): KeptViews {
    const setting = settingOf(this.statistics, this.scaling, this.usesKernel)
    return keptViews(x, old as KeptViews | undefined, this.#featurizer, setting)
  }

  readRepresented(representation: Representation): void {
    this.ensembles.score((representation as KeptViews).views)
    this.#settle()
  }

  keepResult(out: Float64Array, at: number): void {
    this.ensembles.keepResult(out, at)
  }

  restoreResult(from: Float64Array, at: number): void {
    this.ensembles.restoreResult(from, at)
    this.#settle()
  }

  /** Predicts from the combined scores. */
  #settle(): void {
    const { reading } = this
    const { sums } = this.ensembles
    if (this.classes === 2) reading.settle(sums[1] - sums[0] - this.statistics.threshold.odds)
    else {
      reading.scores.set(sums)
      reading.settleClasses()
    }
  }

  probabilities(out: Float64Array): Float64Array {
    out.fill(0)
    out.set(this.ensembles.probabilities)
    return out
  }

  opinion(): Float64Array {
    return opinionOf(this.ensembles)
  }

  learn(x: Row, label: number, opinion?: Float64Array): boolean {
    const scores = opinion ?? this.opinion()
    // The label may be a new class, and the opinion may be older than the latest class.
    const inputs = inputsOf(this.ensembles.hasVector && hasVector(x))
    const classes = Math.max(label + 1, scores.length / (inputs + 1))
    while (this.classes < classes) this.addClass()
    const row: StoredRow = {
      row: x,
      label,
      answer: this.ensembles.answers,
      views: this.#featurizer.copies(),
      version: this.scaling.version,
    }
    if (this.ensembles.isFull) this.#refit.hasten()
    const since = this.ensembles.learn(row, row.views, padded(scores, inputs, this.ensembles))
    this.alarm = since > 0 ? { at: this.ensembles.answers, kind: 'errors', strength: 1, since } : undefined
    if (this.alarm) {
      this.#history.alarm(this.round)
      this.#refits.cancel()
    }
    if (this.#refits.begins(this.ensembles, this.round)) this.beginRefit(REFIT_SWEEPS)
    if (this.#renewals.begins(this.ensembles.answers)) this.#renew()
    return true
  }

  beginRefit(sweeps: number): void {
    const { scales, measured } = this.scaling
    this.#refit.begin(this.ensembles, { scales, measured, usesKernel: this.usesKernel }, sweeps, this.#draws)
  }

  stepRefit(): boolean {
    return this.#refit.step()
  }

  finishRefit(): void {
    this.#refit.finish(this.ensembles)
  }

  readOutOfFold(answer: number): boolean {
    const scores = this.#refit.outOfFold(answer, this.ensembles)
    if (!scores) return false
    this.ensembles.combine(scores)
    this.#settle()
    return true
  }

  addClass(): void {
    this.ensembles.addClass()
    this.#renewal.addClass(this.ensembles)
    this.reading = newReading(this.classes)
  }

  contribution(x: Row, k: number, label: number): number {
    return contributionOf(this.#featurizer, this.ensembles.primary, x.index[k], this.classes, label)
  }

  featureWeights(label: number, onFeature: (index: number, weight: number) => void): void {
    const { features } = this.statistics
    featureWeights(features, this.scaling, this.ensembles.primary, this.classes, label, onFeature)
  }

  nonlinear(label: number): number {
    return jointContribution(this.ensembles.primary, this.classes, label)
  }

  /** Rows are centred and transformed, so scores are not linear in them. */
  weights(): Weights | undefined {
    return undefined
  }

  report(): SelfReport {
    const { threshold } = this.statistics
    const now = momentOf(this.round, this.ensembles.primary, threshold.value)
    return reportOf(this.#history, now, this.statistics)
  }

  snapshot() {
    const ensembles = this.ensembles.snapshot(leavingOutViews(this.scaling))
    return { rest: this.#saved(), ensembles, refit: this.#refit.snapshot() }
  }

  restore(snapshot: unknown): void {
    const { rest, ensembles, refit } = snapshot as ReturnType<AutoLearner['snapshot']>
    this.#load(rest)
    this.ensembles.restore(ensembles, computingViews(this.scaling, this.#featurizer))
    this.#refit.restore(refit)
  }

  save(): State {
    this.#refits.compute()
    const refit = this.#refit.save()
    return { ...this.#saved(), minds: this.ensembles.save(this.#viewsOf()), ...(refit && { refit }) }
  }

  load(state: State): void {
    this.#load(state)
    this.ensembles.load(stateIn(state, 'minds'), this.#sawVector, this.#viewsOf())
    if ('refit' in state)
      this.#refit.load(stateIn(state, 'refit'), this.ensembles.primary, this.statistics.scales)
  }

  #viewsOf(): ViewsOf {
    return newViewsOf(this.statistics, this.scaling, this.usesKernel)
  }

  #saved(): State {
    const renewals = this.#renewals.save()
    const refits = this.#refits.save()
    return {
      renewal: this.#renewal.save(),
      sight: this.scaling.save(),
      draws: this.#draws.save(),
      chronicle: this.#history.save(),
      counts: { classes: this.classes, version: this.#version, round: this.round },
      ...(renewals && { renewals }),
      ...(refits && { refits }),
    }
  }

  #load(state: State): void {
    const { scales } = this.statistics
    const counts = stateIn(state, 'counts')
    while (this.classes < countIn(counts, 'classes', MAX_CLASSES)) this.addClass()
    this.#version = numberIn(counts, 'version')
    this.round = countIn(counts, 'round', Number.MAX_SAFE_INTEGER)
    this.#renewals.load(stateIn(state, 'renewals'))
    this.#refits.load(stateIn(state, 'refits'))
    this.#renewal.load(stateIn(state, 'renewal'), scales)
    this.scaling = new ViewScaling()
    this.scaling.load(stateIn(state, 'sight'), scales)
    this.#draws.load(stateIn(state, 'draws'))
    this.#history.load(stateIn(state, 'chronicle'), inputsOf(this.#sawVector))
  }

  /** Whether there was a vector up to the current round. */
  get #sawVector(): boolean {
    return this.round >= this.statistics.vectors.from
  }
}

/** Two classes share one score. */
const newReading = (classes: number): Reading => new Reading(classes === 2 ? 1 : classes)
