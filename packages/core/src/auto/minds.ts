import { integersIn, numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import type { View } from './dual-svm.js'
import { loadedRows, type Remembered, storedRows } from './memory.js'
import { Mind } from './mind.js'

/** A bet of half the stake that a younger mind is right where it and the eldest differ, and one of them is. */
const WON = Math.log(1.5)
const LOST = Math.log(0.5)
/** What is less likely is not told apart. */
const LEAST = 1e-9

/**
 * The eldest mind has learned all answers; others began later, so that their ages about double, and what they say is weighed by
 * how well each foretold the answers of late. Where nothing changes the eldest speaks alone.
 *
 * Weights are those of follow the leading history with fixed share, as in `live/forgetting.ts`, but with the log loss: w ← w·max(0.001,
 * p(y)), Σw = 1; w ← 0.99 w, of the rest one half to the eldest and one half to all alike.
 *
 * When a younger mind leads clearly, it is the stream that has changed, and the eldest forgets what is older. Clearly: who had
 * bet, on every answer on which just one of the two is right, half of what he has on the younger one, would have e⁵ times
 * what he began with. If it is right no more often than the eldest, that happens with probability e⁻⁵ at most (J. Ville: Étude critique
 * de la notion de collectif. 1939), whatever their confidence. The eldest as it was stays, frozen: what has gone may come back, and then
 * the two change places.
 */
export class Minds {
  readonly #design: Design
  readonly #draws: Draws
  /** The most rows that the eldest learns from. */
  readonly #capacity: number
  #classes: number
  /** The eldest first, then the frozen one if there is one, then the others by age. */
  all: Mind[]
  /** How many answers were learned. */
  answers = 0
  /** Whether the younger ones were asked about the row that was scored last. */
  #isWhole = false
  /** How many classes were known then. */
  #scored = 0
  /** What all say together of the row that was scored last: log odds of every class, up to a constant, and probabilities. */
  sums: Float64Array
  probabilities: Float64Array

  constructor(design: Design, classes: number, draws: Draws, capacity: number) {
    this.#capacity = capacity
    this.#design = design
    this.#draws = draws
    this.#classes = classes
    this.all = [new Mind(design, classes, true)]
    this.sums = new Float64Array(classes)
    this.probabilities = new Float64Array(classes)
  }

  get eldest(): Mind {
    return this.all[0]
  }

  /** What all say of a row; where the younger ones count for little they are not asked. */
  score(views: readonly View[]): void {
    const { eldest, probabilities, sums } = this
    this.#scored = this.#classes
    eldest.score(views)
    this.#isWhole = 1 - eldest.weight > this.#design.leastYoung
    if (!this.#isWhole) {
      sums.set(eldest.sums)
      probabilities.set(eldest.probabilities)
      return
    }
    probabilities.fill(0)
    for (const mind of this.all) {
      if (mind !== eldest) mind.score(views)
      for (let c = 0; c < probabilities.length; c++) probabilities[c] += mind.weight * mind.probabilities[c]
    }
    for (let c = 0; c < sums.length; c++) sums[c] = Math.log(Math.max(LEAST, probabilities[c]))
  }

  /**
   * All learn the row that was scored last; the eldest's stack with its `scores` of the time of asking. Gives how many of the
   * latest answers belong to a stream that has changed; 0 if it has not.
   */
  learn(row: Remembered, views: readonly View[], scores: Float64Array): number {
    const { replays, youngReplays, historyStep, historyFrom } = this.#design
    const { eldest } = this
    // Nobody had a chance to name a class that is new: all are asked again.
    if (this.#scored < this.#classes) this.score(views)
    if (!this.#isWhole) for (const mind of this.all) if (mind !== eldest) mind.score(views)
    this.#weigh(row.label)
    const draw = (): number => this.#draws.replay()
    for (const mind of this.all) {
      if (mind.isFrozen) continue
      if (mind === eldest) mind.learn(row, scores, draw, replays)
      else mind.learn(row, mind.scores, draw, youngReplays)
    }
    this.answers++
    if (eldest.length > this.#capacity) this.#evict(eldest, draw)
    const since = this.#succeed()
    if (this.answers >= historyFrom && this.answers % historyStep === 0) this.#begin()
    return since
  }

  /** Of some rows that are drawn, the one that matters least goes. */
  #evict(mind: Mind, draw: () => number): void {
    let least = 0
    for (let k = 0; k < this.#design.evictionDraws; k++) {
      const drawn = Math.floor(draw() * mind.length)
      if (k === 0 || mind.stake(drawn) < mind.stake(least)) least = drawn
    }
    mind.forget(least, least + 1)
  }

  #weigh(label: number): void {
    const { sharedWeight, leastLikelihood } = this.#design
    const { eldest } = this
    const isRight = eldest.likeliest === label
    let sum = 0
    for (const mind of this.all) {
      if ((mind.likeliest === label) !== isRight) mind.lead += isRight ? LOST : WON
      if (mind.isFrozen) mind.lead = Math.max(0, mind.lead)
      mind.weight *= Math.max(leastLikelihood, mind.probabilities[label])
      sum += mind.weight
    }
    const each = sharedWeight / 2 / this.all.length
    for (const mind of this.all) mind.weight = ((1 - sharedWeight) * mind.weight) / sum + each
    eldest.weight += sharedWeight / 2
  }

  /** Whether one leads so clearly that the stream must have changed. */
  #succeed(): number {
    let leader: Mind | undefined
    for (const mind of this.all)
      if (mind !== this.eldest && mind.lead > (leader?.lead ?? this.#design.successionLead)) leader = mind
    if (!leader) return 0
    const since = this.answers - leader.born
    if (leader.isFrozen) this.#wake(leader)
    else this.#forgetBefore(leader.born)
    for (const mind of this.all) mind.lead = 0
    return Math.max(1, since)
  }

  /** What had gone has come back: the frozen one and the eldest change places. */
  #wake(elder: Mind): void {
    const { eldest } = this
    const place = this.all.indexOf(elder)
    this.all[0] = elder
    this.all[place] = eldest
    elder.isFrozen = false
    eldest.isFrozen = true
  }

  /** An heir takes over what came since; the eldest as it was until then stays, frozen. */
  #forgetBefore(born: number): void {
    const { newbornWeight, alarmVisits } = this.#design
    const { eldest } = this
    const heir = eldest.split(eldest.placeAfter(born))
    heir.born = born
    heir.due = alarmVisits * heir.length
    const isOver = (mind: Mind): boolean => mind === eldest || mind.isFrozen || mind.born <= born
    let inherited = 0
    for (const mind of this.all) if (isOver(mind)) inherited += mind.weight
    heir.weight = (1 - newbornWeight) * inherited
    eldest.weight = newbornWeight * inherited
    eldest.isFrozen = true
    this.all = [heir, eldest, ...this.all.filter((mind) => !isOver(mind))]
  }

  /** A mind begins. Where two have come to the same age, the younger leaves its weight to the older. */
  #begin(): void {
    const { newbornWeight, historyLevels } = this.#design
    for (const mind of this.all) mind.weight *= 1 - newbornWeight
    const kept: Mind[] = []
    let taken = historyLevels + 1
    for (const mind of this.all) {
      const level = this.#levelOf(this.answers - mind.born)
      const isYoung = mind !== this.eldest && !mind.isFrozen
      if (isYoung && level >= taken) {
        kept[kept.length - 1].weight += mind.weight
        continue
      }
      if (isYoung) taken = level
      kept.push(mind)
    }
    const newborn = new Mind(this.#design, this.#classes, false)
    newborn.born = this.answers
    newborn.weight = newbornWeight
    this.all = [...kept, newborn]
  }

  /** The level of an age: below 16, below 32, below 64 … */
  #levelOf(age: number): number {
    const { historyStep } = this.#design
    return age < historyStep ? 0 : 1 + Math.floor(Math.log2(age / historyStep))
  }

  /** Does some of what is left over from earlier rounds. */
  catchUp(): void {
    for (const mind of this.all) if (!mind.isFrozen) mind.catchUp()
  }

  addClass(): void {
    this.#classes++
    for (const mind of this.all) mind.addClass()
    this.sums = new Float64Array(this.#classes)
    this.probabilities = new Float64Array(this.#classes)
  }

  /** What they hold, for `restore`. */
  snapshot(): Snapshot {
    return { minds: copied(this.all), answers: this.answers }
  }

  restore({ minds, answers }: Snapshot): void {
    this.all = copied(minds)
    this.answers = answers
  }

  save(): State {
    const rows = [...new Set(this.all.flatMap((mind) => mind.rows))]
    const places = new Map(rows.map((row, place) => [row, place]))
    const placeOf = (row: Remembered): number => places.get(row) ?? 0
    return {
      rows: storedRows(rows),
      answers: this.answers,
      ways: Int32Array.from(this.all, ({ ways }) => ways.length),
      minds: Object.fromEntries(this.all.map((mind, k) => [String(k), mind.save(placeOf)])),
    }
  }

  load(state: State): void {
    const rows = loadedRows(stateIn(state, 'rows'))
    const minds = stateIn(state, 'minds')
    this.answers = numberIn(state, 'answers')
    this.all = Array.from(integersIn(state, 'ways'), (ways, k) => {
      const mind = new Mind(this.#design, this.#classes, ways > 1)
      mind.load(stateIn(minds, String(k)), rows)
      return mind
    })
  }
}

interface Snapshot {
  readonly minds: readonly Mind[]
  readonly answers: number
}

/** Minds like these; rows that several share are shared again. */
const copied = (minds: readonly Mind[]): Mind[] => {
  const copies = new Map<Remembered, Remembered>()
  const copyOf = (row: Remembered): Remembered => {
    const known = copies.get(row) ?? { ...row }
    copies.set(row, known)
    return known
  }
  return minds.map((mind) => mind.copy(copyOf))
}
