import type { DriftAlarm } from '../drift/alarm.js'
import { type Moment, Reading, type SelfReport, type SelfTuning, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { Chronicle } from './chronicle.js'
import type { Draws } from './draws.js'
import type { AutoGround } from './ground.js'
import { MEMBERS, Members, WAVES } from './members.js'
import { Memory } from './memory.js'
import { Renewal } from './renewal.js'
import { Sight } from './sight.js'
import { Stack } from './stack.js'
import { Surprise } from './surprise.js'

/** The stack is fitted in steps of about so many scores each. */
const SCORES_AT_ONCE = 4000

/**
 * The learner that needs no tuning: three members that see a row in different ways, each a support vector machine over all
 * answers, and a stack that weighs them by what they said before each answer. docs/auto.md tells the method.
 */
export class AutoLearner implements SelfTuning {
  readonly ground: AutoGround
  reading: Reading
  readonly #draws: Draws
  readonly #members: Members
  readonly #memory: Memory
  readonly #stack: Stack
  readonly #surprise: Surprise
  readonly #renewal: Renewal
  readonly #chronicle = new Chronicle()
  #classes: number
  #sight = new Sight()
  /** Which of the ground's scales it has turned to, and up to which round it has come. */
  #version = 0
  #round = 0
  /** Of the row that was read last: the members' scores, their sums by class, the likeliest class. */
  #scores: Float64Array
  #sums: Float64Array
  #likeliest = 0
  alarm: DriftAlarm | undefined

  constructor(ground: AutoGround, classes: number, draws: Draws) {
    const { design, features } = ground
    this.ground = ground
    this.#draws = draws
    this.#classes = classes
    this.reading = newReading(classes)
    this.#members = new Members(design, classes, features, draws)
    this.#memory = new Memory(MEMBERS.length, classes)
    this.#stack = new Stack(design, MEMBERS.length, classes)
    this.#surprise = new Surprise(design)
    this.#renewal = new Renewal(design, features, classes)
    this.#sight.scales = ground.scales[0]
    this.#scores = new Float64Array(MEMBERS.length * classes)
    this.#sums = new Float64Array(classes)
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
    const { design, scales } = this.ground
    while (this.#round < round) {
      this.#round++
      if (design.spread > 0) this.#stack.fit(1)
      const next = scales[this.#version + 1]
      if (next && next.from <= this.#round && this.#renewal.isIdle) {
        this.#version++
        this.#chronicle.note(this.#now())
        this.#renewal.begin(next, this.#memory)
      }
      if (!this.#renewal.isIdle)
        this.#sight = this.#renewal.step(this.#round, this.#sight, this.#memory, this.#members, this.#waving)
    }
  }

  read(x: Row): void {
    const { reading } = this
    this.#members.see(x, this.#sight, this.#waving)
    this.#members.score(this.#scores, this.#classes)
    this.#stack.combine(this.#scores, this.#sums)
    if (this.#classes === 2) {
      const odds = this.#sums[1] - this.#sums[0]
      this.#likeliest = odds >= 0 ? 1 : 0
      reading.settle(odds - this.ground.threshold.odds)
    } else {
      reading.scores.set(this.#sums)
      reading.settleClasses()
      this.#likeliest = reading.predicted
    }
  }

  probabilities(out: Float64Array): Float64Array {
    return softmax(this.#sums, out)
  }

  /** The likeliest class, its probability, and the scores of all members. */
  opinion(): Float64Array {
    const opinion = new Float64Array(2 + this.#scores.length)
    const probabilities = this.probabilities(new Float64Array(this.#classes))
    opinion[0] = this.#likeliest
    opinion[1] = probabilities[this.#likeliest]
    opinion.set(this.#scores, 2)
    return opinion
  }

  learn(x: Row, label: number, opinion = this.opinion()): boolean {
    const { design } = this.ground
    const memory = this.#memory
    while (label >= this.#classes) this.addClass()
    this.#stack.add(this.#padded(opinion), label)
    this.#fitStack()
    memory.add(x, label, this.#members.views())
    this.alarm = this.#surprise.add(opinion[0] !== label, opinion[1])
    this.#members.visit(memory, memory.length - 1)
    for (let r = 0; r < design.replays; r++)
      this.#members.visit(memory, memory.length - 1 - Math.floor(this.#draws.replay() * memory.length))
    this.#members.visit(memory, memory.length - 1)
    return true
  }

  /** The scores of an opinion; a class that was not known then had none. */
  #padded(opinion: Float64Array): Float64Array {
    const then = (opinion.length - 2) / MEMBERS.length
    const scores = new Float64Array(MEMBERS.length * this.#classes)
    for (let m = 0; m < MEMBERS.length; m++)
      scores.set(opinion.subarray(2 + m * then, 2 + (m + 1) * then), m * this.#classes)
    return scores
  }

  #fitStack(): void {
    const { design } = this.ground
    const most = Math.max(1, Math.floor(SCORES_AT_ONCE / (this.#stack.held * this.#classes)))
    this.#stack.fit(design.spread === 0 ? design.newtonSteps : most)
  }

  #now(): Moment {
    return {
      round: this.#round,
      answers: this.#memory.length,
      weights: this.#stack.influences(),
      threshold: this.ground.threshold.value,
    }
  }

  report(): SelfReport {
    const { features, scales } = this.ground
    return {
      members: MEMBERS,
      moments: [...this.#chronicle.moments, this.#now()],
      alarms: [...this.#chronicle.alarms],
      features: { met: features.met, dense: scales[scales.length - 1].denseCount },
    }
  }

  keepLatest(answers: number): void {
    this.#chronicle.alarm(this.#round)
    const memory = this.#memory
    const gone = Math.max(0, memory.length - answers)
    for (let i = 0; i < gone; i++) this.#members.put(memory, i, -1)
    memory.remove(0, gone)
    this.#stack.keep(answers)
    this.#fitStack()
    for (let pass = 0; pass < this.ground.design.alarmVisits; pass++)
      for (let i = 0; i < memory.length; i++) this.#members.visit(memory, i)
  }

  addClass(): void {
    this.#classes++
    this.#members.addClass()
    this.#memory.addClass(this.#classes)
    this.#stack.addClass()
    this.#renewal.addClass()
    this.reading = newReading(this.#classes)
    this.#scores = new Float64Array(MEMBERS.length * this.#classes)
    this.#sums = new Float64Array(this.#classes)
  }

  /** What a feature adds through the linear members; the waves know no single features. */
  contribution(x: Row, k: number, label: number): number {
    const own = this.#members.contributions(x.index[k], this.#classes === 2 ? 1 : label)
    const both = this.#classes === 2 ? 2 : 1
    return own.reduce((sum, part, m) => sum + both * this.#stack.slopes[m] * part, 0)
  }

  curved(label: number): number {
    const k = this.#classes
    const slope = this.#stack.slopes[WAVES]
    const own = this.#scores[WAVES * k + label]
    return slope * (k === 2 ? own - this.#scores[WAVES * k + 1 - label] : own)
  }

  /** Rows are centred and bent: scores are no linear function of them. */
  weights(): Weights | undefined {
    return undefined
  }

  snapshot(): unknown {
    const { rows, steps } = this.#memory.snapshot()
    return { state: this.#saved(), rows, steps }
  }

  restore(snapshot: unknown): void {
    const { state, ...memory } = snapshot as { state: State } & Pick<Memory, 'rows' | 'steps'>
    this.#load(state)
    this.#memory.restore(memory, this.#classes)
  }

  save(): State {
    return { ...this.#saved(), memory: this.#memory.save() }
  }

  load(state: State): void {
    this.#load(state)
    this.#memory.load(stateIn(state, 'memory'))
  }

  #saved(): State {
    return {
      members: this.#members.save(),
      stack: this.#stack.save(),
      surprise: this.#surprise.save(),
      renewal: this.#renewal.save(),
      sight: this.#sight.save(),
      draws: this.#draws.save(),
      chronicle: this.#chronicle.save(),
      counts: { classes: this.#classes, version: this.#version, round: this.#round, sight: this.#seen },
    }
  }

  /** Which of the ground's scales rows are seen with. */
  get #seen(): number {
    return this.ground.scales.indexOf(this.#sight.scales)
  }

  #load(state: State): void {
    const counts = stateIn(state, 'counts')
    while (this.#classes < numberIn(counts, 'classes')) this.addClass()
    this.#version = numberIn(counts, 'version')
    this.#round = numberIn(counts, 'round')
    this.#members.load(stateIn(state, 'members'))
    this.#stack.load(stateIn(state, 'stack'))
    this.#surprise.load(stateIn(state, 'surprise'))
    this.#renewal.load(stateIn(state, 'renewal'), this.ground.scales[this.#version])
    this.#sight = new Sight()
    this.#sight.load(stateIn(state, 'sight'), this.ground.scales[numberIn(counts, 'sight')])
    this.#draws.load(stateIn(state, 'draws'))
    this.#chronicle.load(stateIn(state, 'chronicle'))
  }
}

/** Two classes have one score between them. */
const newReading = (classes: number): Reading => new Reading(classes === 2 ? 1 : classes)

const softmax = (scores: Float64Array, out: Float64Array): Float64Array => {
  let most = Number.NEGATIVE_INFINITY
  let total = 0
  for (let c = 0; c < scores.length; c++) most = Math.max(most, scores[c])
  out.fill(0)
  for (let c = 0; c < scores.length; c++) {
    out[c] = Math.exp(scores[c] - most)
    total += out[c]
  }
  for (let c = 0; c < scores.length; c++) out[c] /= total
  return out
}
