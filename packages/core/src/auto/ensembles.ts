import { integersIn, numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import { Ensemble } from './ensemble.js'
import { inputsOf, VECTOR } from './featurizer.js'
import type { View } from './linear/dual-svm.js'
import { loadedRows, type StoredRow, storedRows, type ViewsOf } from './memory.js'
import { copied, type ViewsOfCopy } from './snapshots.js'

/** The outcome of betting half of the capital on a younger ensemble when exactly one of it and the primary is right. */
const WON = Math.log(1.5)
const LOST = Math.log(0.5)
/** Smaller probabilities are treated as equal. */
const MIN_PROBABILITY = 1e-9

/**
 * The primary ensemble has learned all answers. Others started later, so that their ages roughly double. Their predictions are
 * weighted by how well each predicted recent answers. Without drift, the primary has almost all the weight.
 *
 * Weights follow the leading history with fixed share, as in `classifier/forgetting.ts`, but with the log loss: w ← w·max(0.001,
 * p(y)), Σw = 1; w ← 0.99 w, the rest one half to the primary and one half equally to all.
 *
 * If a younger ensemble leads clearly, the stream has changed, and the primary forgets older answers. Clearly means: betting half
 * of the capital on the younger one, at every answer on which exactly one of the two is right, has multiplied the capital by e⁵. If the
 * younger one is right no more often than the primary, this happens with probability e⁻⁵ at most (J. Ville: Étude critique de la notion
 * de collectif. 1939), whatever their confidence. The old primary is kept, frozen; if the old stream comes back, the two swap places.
 */
export class Ensembles {
  readonly #design: Design
  readonly #draws: Draws
  /** The maximum number of rows of the primary. */
  readonly #capacity: number
  classes: number
  /** The primary, the frozen one if there is one, then the others by age. */
  all: Ensemble[]
  /** The number of answers learned. */
  answers = 0
  /** Whether the row scored last had a vector. */
  hasScoredVector = false
  /** Whether the younger ones also scored the last row. */
  #isWhole = false
  /** The number of classes when it was scored. */
  #scored = 0
  /** The combined result for the row scored last: log probabilities up to a constant, and probabilities. */
  sums: Float64Array
  probabilities: Float64Array

  constructor(design: Design, classes: number, draws: Draws, capacity: number) {
    this.#capacity = capacity
    this.#design = design
    this.#draws = draws
    this.classes = classes
    this.all = [new Ensemble(design, classes, true, false)]
    this.sums = new Float64Array(classes)
    this.probabilities = new Float64Array(classes)
  }

  /** Whether there was a vector so far, so that the ensembles have a member for it. */
  get hasVector(): boolean {
    return this.primary.hasVector
  }

  addVector(): void {
    for (const ensemble of this.all) ensemble.addVector()
  }

  /** Whether the next answer removes a row of the primary. */
  get isFull(): boolean {
    return this.primary.length >= this.#capacity
  }

  /** Combines these scores of the primary's members in place of those of a row. */
  combine(scores: Float64Array): void {
    const { primary } = this
    primary.scores.set(scores)
    primary.combine()
    this.sums.set(primary.sums)
    this.probabilities.set(primary.probabilities)
  }

  /** Writes the combined scores and probabilities of the row scored last. */
  keepResult(out: Float64Array, at: number): void {
    out.set(this.sums, at)
    out.set(this.probabilities, at + this.sums.length)
  }

  /** Restores them. */
  restoreResult(from: Float64Array, at: number): void {
    const { sums, probabilities } = this
    for (let c = 0; c < sums.length; c++) {
      sums[c] = from[at + c]
      probabilities[c] = from[at + sums.length + c]
    }
  }

  get primary(): Ensemble {
    return this.all[0]
  }

  /** Scores a row. The younger ones are skipped while their weight is small. */
  score(views: readonly View[]): void {
    const { primary, probabilities, sums } = this
    this.#scored = this.classes
    this.hasScoredVector = views[VECTOR].length > 0
    primary.score(views)
    this.#isWhole = 1 - primary.weight > this.#design.minYoungWeight
    if (!this.#isWhole) {
      sums.set(primary.sums)
      probabilities.set(primary.probabilities)
      return
    }
    probabilities.fill(0)
    for (const ensemble of this.all) {
      if (ensemble !== primary) ensemble.score(views)
      for (let c = 0; c < probabilities.length; c++)
        probabilities[c] += ensemble.weight * ensemble.probabilities[c]
    }
    for (let c = 0; c < sums.length; c++) sums[c] = Math.log(Math.max(MIN_PROBABILITY, probabilities[c]))
  }

  /**
   * All learn the row that was scored last; the primary's stack uses its `scores` from the time of asking. Returns the number of
   * answers since a detected change of the stream, or 0.
   */
  learn(row: StoredRow, views: readonly View[], scores: Float64Array): number {
    const { replays, youngReplays, historyStep, historyFrom } = this.#design
    const { primary } = this
    // A class was added since the row was scored, so score it again.
    if (this.#scored < this.classes) this.score(views)
    if (!this.#isWhole) for (const ensemble of this.all) if (ensemble !== primary) ensemble.score(views)
    this.#weigh(row.label)
    const draw = (): number => this.#draws.replay()
    for (const ensemble of this.all) {
      if (ensemble.isFrozen) continue
      if (ensemble === primary) ensemble.learn(row, scores, draw, replays)
      else ensemble.learn(row, ensemble.scores, draw, youngReplays)
    }
    this.answers++
    if (primary.length > this.#capacity) this.#evict(primary, draw)
    const since = this.#succeed()
    if (this.answers >= historyFrom && this.answers % historyStep === 0) this.#begin()
    return since
  }

  /** Removes the least important of some random rows. */
  #evict(ensemble: Ensemble, draw: () => number): void {
    let least = 0
    for (let k = 0; k < this.#design.evictionDraws; k++) {
      const drawn = Math.floor(draw() * ensemble.length)
      if (k === 0 || ensemble.stake(drawn) < ensemble.stake(least)) least = drawn
    }
    ensemble.forget(least, least + 1)
  }

  #weigh(label: number): void {
    const { sharedWeight, minLikelihood } = this.#design
    const { primary } = this
    const isRight = primary.predicted === label
    let sum = 0
    for (const ensemble of this.all) {
      if ((ensemble.predicted === label) !== isRight) ensemble.lead += isRight ? LOST : WON
      if (ensemble.isFrozen) ensemble.lead = Math.max(0, ensemble.lead)
      ensemble.weight *= Math.max(minLikelihood, ensemble.probabilities[label])
      sum += ensemble.weight
    }
    const each = sharedWeight / 2 / this.all.length
    for (const ensemble of this.all) ensemble.weight = ((1 - sharedWeight) * ensemble.weight) / sum + each
    primary.weight += sharedWeight / 2
  }

  /** Handles an ensemble that leads clearly; returns the number of answers since it started, or 0 if there is none. */
  #succeed(): number {
    let leader: Ensemble | undefined
    for (const ensemble of this.all)
      if (ensemble !== this.primary && ensemble.lead > (leader?.lead ?? this.#design.successionLead))
        leader = ensemble
    if (!leader) return 0
    const since = this.answers - leader.startedAt
    if (leader.isFrozen) this.#wake(leader)
    else this.#forgetBefore(leader.startedAt)
    for (const ensemble of this.all) ensemble.lead = 0
    return Math.max(1, since)
  }

  /** The old stream is back: swaps the frozen ensemble and the primary. */
  #wake(elder: Ensemble): void {
    const { primary } = this
    const place = this.all.indexOf(elder)
    this.all[0] = elder
    this.all[place] = primary
    elder.isFrozen = false
    primary.isFrozen = true
  }

  /** A successor takes over the answers since then; the primary with the older answers is frozen. */
  #forgetBefore(born: number): void {
    const { newbornWeight, alarmVisits } = this.#design
    const { primary } = this
    const successor = primary.split(primary.placeAfter(born))
    successor.startedAt = born
    successor.due = alarmVisits * successor.length
    const isOver = (ensemble: Ensemble): boolean =>
      ensemble === primary || ensemble.isFrozen || ensemble.startedAt <= born
    let inherited = 0
    for (const ensemble of this.all) if (isOver(ensemble)) inherited += ensemble.weight
    successor.weight = (1 - newbornWeight) * inherited
    primary.weight = newbornWeight * inherited
    primary.isFrozen = true
    this.all = [successor, primary, ...this.all.filter((ensemble) => !isOver(ensemble))]
  }

  /** Starts an ensemble. If two have the same age level, the younger is dropped and the older gets its weight. */
  #begin(): void {
    const { newbornWeight, historyLevels } = this.#design
    for (const ensemble of this.all) ensemble.weight *= 1 - newbornWeight
    const kept: Ensemble[] = []
    let taken = historyLevels + 1
    for (const ensemble of this.all) {
      const level = this.#levelOf(this.answers - ensemble.startedAt)
      const isYoung = ensemble !== this.primary && !ensemble.isFrozen
      if (isYoung && level >= taken) {
        kept[kept.length - 1].weight += ensemble.weight
        continue
      }
      if (isYoung) taken = level
      kept.push(ensemble)
    }
    const started = new Ensemble(this.#design, this.classes, false, this.hasVector)
    started.startedAt = this.answers
    started.weight = newbornWeight
    this.all = [...kept, started]
  }

  /** The level of an age: below 16, below 32, below 64 … */
  #levelOf(age: number): number {
    const { historyStep } = this.#design
    return age < historyStep ? 0 : 1 + Math.floor(Math.log2(age / historyStep))
  }

  /** Does some of the pending work of earlier rounds. */
  catchUp(): void {
    for (const ensemble of this.all) if (!ensemble.isFrozen) ensemble.catchUp()
  }

  addClass(): void {
    this.classes++
    for (const ensemble of this.all) ensemble.addClass()
    this.sums = new Float64Array(this.classes)
    this.probabilities = new Float64Array(this.classes)
  }

  /** The current state, for `restore`. */
  snapshot(viewsOf: ViewsOfCopy): Snapshot {
    return { ensembles: copied(this.all, viewsOf), answers: this.answers }
  }

  restore({ ensembles, answers }: Snapshot, viewsOf: ViewsOfCopy): void {
    this.all = copied(ensembles, viewsOf)
    this.answers = answers
  }

  save(viewsOf?: ViewsOf): State {
    const rows = [...new Set(this.all.flatMap((ensemble) => ensemble.rows))]
    const places = new Map(rows.map((row, place) => [row, place]))
    const placeOf = (row: StoredRow): number => places.get(row) ?? 0
    return {
      rows: storedRows(rows, viewsOf),
      answers: this.answers,
      ways: Int32Array.from(this.all, ({ isWhole }) => (isWhole ? inputsOf(false) : 1)),
      minds: Object.fromEntries(this.all.map((ensemble, k) => [String(k), ensemble.save(placeOf)])),
    }
  }

  load(state: State, hasVector: boolean, viewsOf?: ViewsOf): void {
    const rows = loadedRows(stateIn(state, 'rows'), viewsOf)
    const ensembles = stateIn(state, 'minds')
    this.answers = numberIn(state, 'answers')
    this.all = Array.from(integersIn(state, 'ways'), (ways, k) => {
      const ensemble = new Ensemble(this.#design, this.classes, ways > 1, hasVector)
      ensemble.load(stateIn(ensembles, String(k)), rows)
      return ensemble
    })
  }
}

/** More than any data have: a file must not make a learner of any size. */
export const MAX_CLASSES = 2 ** 16

export interface Snapshot {
  readonly ensembles: readonly Ensemble[]
  readonly answers: number
}
