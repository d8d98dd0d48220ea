import type { DriftAlarm } from '../drift/alarm.js'
import { type Moment, Reading, type SelfReport, type SelfTuning, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { Chronicle } from './chronicle.js'
import type { Draws } from './draws.js'
import type { AutoGround } from './ground.js'
import { remembered } from './memory.js'
import { Minds } from './minds.js'
import { Renewal } from './renewal.js'
import { Sight } from './sight.js'
import { PRESENCE, VALUES, Viewer, WAVES, WAYS } from './viewer.js'

/**
 * The learner that needs no tuning: rows are seen in three ways that know no units, a support vector machine looks at each, a
 * stack weighs what they say, and younger minds stand by should the stream change. docs/auto.md tells the method.
 */
export class AutoLearner implements SelfTuning {
  readonly ground: AutoGround
  reading: Reading
  readonly #draws: Draws
  readonly #viewer: Viewer
  readonly #minds: Minds
  readonly #renewal: Renewal
  readonly #chronicle = new Chronicle()
  #classes: number
  #sight = new Sight()
  /** Which of the ground's scales it has turned to, and up to which round it has come. */
  #version = 0
  #round = 0
  alarm: DriftAlarm | undefined

  constructor(ground: AutoGround, classes: number, draws: Draws, capacity: number) {
    const { design, features } = ground
    this.ground = ground
    this.#draws = draws
    this.#classes = classes
    this.reading = newReading(classes)
    this.#viewer = new Viewer(design, features, draws)
    this.#minds = new Minds(design, classes, draws, capacity)
    this.#renewal = new Renewal(design, features, classes)
    this.#sight.scales = ground.scales[0]
  }

  get doubt(): Reading {
    return this.reading
  }

  get classes(): number {
    return this.#classes
  }

  get dimension(): number {
    return this.ground.features.dimension
  }

  get #waving(): boolean {
    return this.#round < this.ground.wavesEnd
  }

  advance(round: number): void {
    const { scales } = this.ground
    while (this.#round < round) {
      this.#round++
      this.#minds.catchUp()
      const next = scales[this.#version + 1]
      if (next && next.from <= this.#round && this.#renewal.isIdle) {
        this.#version++
        this.#chronicle.note(this.#moment(next.threshold))
        this.#renewal.begin(next, this.#version, this.#minds)
      }
      if (!this.#renewal.isIdle)
        this.#sight = this.#renewal.step(this.#round, this.#sight, this.#minds, this.#viewer, this.#waving)
    }
  }

  read(x: Row): void {
    const { reading } = this
    const minds = this.#minds
    this.#viewer.see(x, this.#sight, this.#waving)
    minds.score(this.#viewer.views)
    if (this.#classes === 2) reading.settle(minds.sums[1] - minds.sums[0] - this.ground.threshold.odds)
    else {
      reading.scores.set(minds.sums)
      reading.settleClasses()
    }
  }

  probabilities(out: Float64Array): Float64Array {
    out.fill(0)
    out.set(this.#minds.probabilities)
    return out
  }

  /** The scores of the eldest's members. A log keeps no −0, so that there is none. */
  opinion(): Float64Array {
    return this.#minds.eldest.scores.map((score) => score + 0)
  }

  learn(x: Row, label: number, opinion?: Float64Array): boolean {
    const scores = opinion ?? this.opinion()
    // The class may be new, or one that was known when this was asked.
    const classes = Math.max(label + 1, scores.length / (WAYS.length + 1))
    while (this.#classes < classes) this.addClass()
    const row = remembered(x, {
      label,
      answer: this.#minds.answers,
      views: this.#viewer.copies(),
      version: this.#sight.version,
    })
    const since = this.#minds.learn(row, this.#viewer.views, this.#padded(scores))
    this.alarm = since > 0 ? { at: this.#minds.answers, kind: 'errors', strength: 1, since } : undefined
    if (this.alarm) this.#chronicle.alarm(this.#round)
    return true
  }

  /** The scores of some time ago; a class that was not known then had none. */
  #padded(scores: Float64Array): Float64Array {
    const blocks = WAYS.length + 1
    const then = scores.length / blocks
    if (then === this.#classes) return scores
    const padded = new Float64Array(blocks * this.#classes)
    // What is known without the row is another thing with two classes.
    for (let block = 0; block < (then === 2 ? WAYS.length : blocks); block++)
      padded.set(scores.subarray(block * then, (block + 1) * then), block * this.#classes)
    return padded
  }

  addClass(): void {
    this.#classes++
    this.#minds.addClass()
    this.#renewal.addClass(this.#minds)
    this.reading = newReading(this.#classes)
  }

  /** What a feature adds through the eldest's linear members; the waves know no single features. */
  contribution(x: Row, k: number, label: number): number {
    const { views } = this.#viewer
    const at = this.#viewer.placeOf(x.index[k])
    if (at < 0) return 0
    const { eldest } = this.#minds
    let sum = 0
    for (let way = 0; way < WAVES; way++)
      sum += eldest.part(way, views[way].slots[at], views[way].values[at], this.#classes === 2 ? 1 : label)
    return this.#classes === 2 ? 2 * sum : sum
  }

  pulls(label: number, told: (index: number, pull: number) => void): void {
    const { features } = this.ground
    const { eldest } = this.#minds
    const { relevance, scales } = this.#sight
    for (let slot = 1; slot <= features.met; slot++) {
      const usual = scales.usual(slot) * this.#deviationOf(slot)
      const weighed = usual * (slot < relevance.length ? relevance[slot] : this.#sight.newcomer)
      const pull = eldest.part(PRESENCE, slot, usual, label) + eldest.part(VALUES, slot, weighed, label)
      told(features.index[slot], this.#classes === 2 ? 2 * pull : pull)
    }
  }

  /** How much a feature that is there or not varies; a dense one is scaled to 1. Else words met once would tell the most. */
  #deviationOf(slot: number): number {
    const { features } = this.ground
    if (this.#sight.scales.isDense[slot] === 1) return 1
    const share = features.count[slot] / features.rows
    return Math.sqrt(share * (1 - share))
  }

  nonlinear(label: number): number {
    const { eldest } = this.#minds
    const k = this.#classes
    const own = eldest.scores[WAVES * k + label]
    return eldest.stack.slopes[WAVES] * (k === 2 ? own - eldest.scores[WAVES * k + 1 - label] : own)
  }

  /** Rows are centred and bent: scores are no linear function of them. */
  weights(): Weights | undefined {
    return undefined
  }

  #moment(threshold: number): Moment {
    const { eldest } = this.#minds
    return {
      round: this.#round,
      answers: eldest.length,
      weights: eldest.stack.influences(),
      threshold,
    }
  }

  report(): SelfReport {
    const { features, scales, threshold } = this.ground
    return {
      members: WAYS,
      moments: [...this.#chronicle.moments, this.#moment(threshold.value)],
      alarms: [...this.#chronicle.alarms],
      features: { met: features.met, dense: scales[scales.length - 1].denseCount },
    }
  }

  snapshot(): unknown {
    return { rest: this.#saved(), minds: this.#minds.snapshot() }
  }

  restore(snapshot: unknown): void {
    const { rest, minds } = snapshot as { rest: State; minds: ReturnType<Minds['snapshot']> }
    this.#load(rest)
    this.#minds.restore(minds)
  }

  save(): State {
    return { ...this.#saved(), minds: this.#minds.save() }
  }

  load(state: State): void {
    this.#load(state)
    this.#minds.load(stateIn(state, 'minds'))
  }

  #saved(): State {
    return {
      renewal: this.#renewal.save(),
      sight: this.#sight.save(),
      draws: this.#draws.save(),
      chronicle: this.#chronicle.save(),
      counts: { classes: this.#classes, version: this.#version, round: this.#round },
    }
  }

  #load(state: State): void {
    const { scales } = this.ground
    const counts = stateIn(state, 'counts')
    while (this.#classes < numberIn(counts, 'classes')) this.addClass()
    this.#version = numberIn(counts, 'version')
    this.#round = numberIn(counts, 'round')
    this.#renewal.load(stateIn(state, 'renewal'), scales)
    this.#sight = new Sight()
    this.#sight.load(stateIn(state, 'sight'), scales)
    this.#draws.load(stateIn(state, 'draws'))
    this.#chronicle.load(stateIn(state, 'chronicle'))
  }
}

/** Two classes have one score between them. */
const newReading = (classes: number): Reading => new Reading(classes === 2 ? 1 : classes)
