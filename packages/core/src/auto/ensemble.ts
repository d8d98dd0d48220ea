import { enlarged } from '../rows/table.js'
import { floatsIn, integersIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import { DualSvm, stepsFor, type View } from './dual-svm.js'
import { PRESENCE, VIEW_NAMES } from './featurizer.js'
import { loadedViews, type StoredRow, storedViews } from './memory.js'
import { softmax } from './softmax.js'
import { Stack } from './stack.js'

/** The stack is fitted in pieces of about this many scores, and so many rows are visited at once. */
const SCORES_AT_ONCE = 4000
const VISITS_AT_ONCE = 16

/**
 * One support vector machine per view, all over the same rows, and a stack that combines their scores. A younger ensemble uses
 * one view only.
 */
export class Ensemble {
  readonly #design: Design
  /** The indices of its views. */
  readonly viewIndices: readonly number[]
  readonly #svms: readonly DualSvm[]
  readonly stack: Stack
  #classes: number
  /** The rows, the views of each that its members currently contain, and the steps that each member took on them. */
  rows: StoredRow[] = []
  #seen: (readonly View[])[] = []
  #steps: Float64Array[]
  /** During a renewal: how many rows use the new scales, and how many have been visited since. */
  renewed = 0
  visited = 0
  /** Pending visits to its rows, in order. */
  due = 0
  /** The number of answers when it started. */
  startedAt = 0
  /** Its weight in the prediction, and its lead over the primary: the log of a bet that it is better. */
  weight = 1
  lead = 0
  /** A frozen ensemble no longer learns, but may be used again. */
  isFrozen = false
  /** The results for the row that was scored last. */
  scores: Float64Array
  sums: Float64Array
  probabilities: Float64Array
  predicted = 0

  constructor(design: Design, classes: number, isWhole: boolean) {
    const { presenceCost, valueCost, waveCost } = design
    this.#design = design
    this.#classes = classes
    this.viewIndices = isWhole ? VIEW_NAMES.map((_, name) => name) : [PRESENCE]
    this.#svms = this.viewIndices.map(
      (name) => new DualSvm(classes, [presenceCost, valueCost, waveCost][name]),
    )
    this.stack = new Stack(design, this.viewIndices.length, classes)
    this.#steps = this.viewIndices.map(() => new Float64Array(0))
    this.scores = new Float64Array((this.viewIndices.length + 1) * classes)
    this.sums = new Float64Array(classes)
    this.probabilities = new Float64Array(classes)
  }

  get length(): number {
    return this.rows.length
  }

  /** The offset of a row's steps. */
  #at(i: number): number {
    return i * stepsFor(this.#classes)
  }

  /** Scores a row. */
  score(views: readonly View[]): void {
    const k = this.#classes
    for (let m = 0; m < this.#svms.length; m++)
      this.#svms[m].score(views[this.viewIndices[m]], this.scores, m * k)
    this.combine()
  }

  /** Combines the scores of the members. */
  combine(): void {
    this.stack.complete(this.scores)
    this.stack.combine(this.scores, this.sums)
    this.predicted = softmax(this.sums, this.probabilities)
  }

  /** Learns a row: visits it, then random stored rows, then it again. */
  learn(row: StoredRow, scores: Float64Array, draw: () => number, replays: number): void {
    this.stack.add(scores, row.label)
    this.#fit()
    const last = this.length
    this.rows.push(row)
    this.#seen.push(row.views)
    const from = this.#at(last)
    const to = this.#at(last + 1)
    this.#steps.forEach((steps, m) => {
      this.#steps[m] = enlarged(steps, to)
      this.#steps[m].fill(0, from, to)
    })
    this.visit(last)
    for (let r = 0; r < replays; r++) this.visit(last - Math.floor(draw() * this.length))
    this.visit(last)
  }

  /** Each member takes its step on a row. */
  visit(i: number): void {
    const views = this.#seen[i]
    const { label } = this.rows[i]
    for (let m = 0; m < this.#svms.length; m++) {
      const view = views[this.viewIndices[m]]
      if (view.length > 0) this.#svms[m].visit(view, label, this.#steps[m], this.#at(i))
    }
  }

  /** Visits every row once, in random order. */
  sweep(draw: () => number): void {
    const order = Int32Array.from(this.rows, (_, i) => i)
    for (let left = order.length; left > 0; left--) {
      const drawn = Math.floor(draw() * left)
      this.visit(order[drawn])
      order[drawn] = order[left - 1]
    }
  }

  /** What a cross-fit starts from. */
  copyForFit(): { rows: readonly StoredRow[]; steps: readonly Float64Array[]; classes: number } {
    const steps = this.#steps.map((own) => own.slice(0, this.#at(this.length)))
    return { rows: [...this.rows], steps, classes: this.#classes }
  }

  /** Does some of the pending work of earlier rounds. */
  catchUp(): void {
    this.stack.fit(1)
    const most = this.#design.spread === 0 ? Number.POSITIVE_INFINITY : VISITS_AT_ONCE
    for (let k = 0; k < most && this.due > 0 && this.length > 0; k++, this.due--)
      this.visit(this.due % this.length)
  }

  /** Replaces a row's old views by its current ones. */
  renew(i: number): void {
    if (this.#seen[i] === this.rows[i].views) return
    this.#put(i, -1)
    this.#seen[i] = this.rows[i].views
    this.#put(i, 1)
  }

  #put(i: number, sign: 1 | -1): void {
    const { label } = this.rows[i]
    for (let m = 0; m < this.#svms.length; m++)
      this.#svms[m].put(this.#seen[i][this.viewIndices[m]], label, this.#steps[m], this.#at(i), sign)
  }

  /** The index of the first row that was learned after this number of answers. */
  placeAfter(answers: number): number {
    const place = this.rows.findIndex(({ answer }) => answer >= answers)
    return place < 0 ? this.length : place
  }

  /** Moves the rows from an index on, with their steps, to a new ensemble. */
  split(from: number): Ensemble {
    const successor = this.#summed(from)
    this.forget(from, this.length)
    return successor
  }

  /** A new ensemble with the rows from an index on and their steps; its weights are the sum of their contributions. */
  #summed(from = 0): Ensemble {
    const sum = new Ensemble(this.#design, this.#classes, this.viewIndices.length > 1)
    sum.rows = this.rows.slice(from)
    sum.#seen = this.#seen.slice(from)
    sum.#steps = this.#steps.map((steps) => steps.slice(this.#at(from), this.#at(this.length)))
    for (let i = 0; i < sum.length; i++) sum.#put(i, 1)
    return sum
  }

  /** Removes rows. */
  forget(from: number, to: number): void {
    for (let i = from; i < to; i++) this.#put(i, -1)
    this.rows.splice(from, to - from)
    this.#seen.splice(from, to - from)
    for (const steps of this.#steps) steps.copyWithin(this.#at(from), this.#at(to))
  }

  /** The importance of a row: the sum of its steps. */
  stake(i: number): number {
    let sum = 0
    for (const steps of this.#steps) for (let k = this.#at(i); k < this.#at(i + 1); k++) sum += steps[k]
    return sum
  }

  #fit(): void {
    const { spread, newtonSteps } = this.#design
    const most = Math.max(1, Math.floor(SCORES_AT_ONCE / (this.stack.held * this.#classes)))
    this.stack.fit(spread === 0 ? newtonSteps : most)
  }

  /** The contribution of a slot with this value to the score of a class, through member m. */
  part(m: number, slot: number, value: number, label: number): number {
    return this.stack.slopes[m] * this.#svms[m].weight(slot, label) * value
  }

  /** Adds a class. With more than two classes a step moves both classes, so existing steps are halved. */
  addClass(): void {
    const before = stepsFor(this.#classes)
    this.#classes++
    for (const svm of this.#svms) svm.addClass()
    this.stack.addClass()
    this.#steps = this.#steps.map((old) => {
      const steps = new Float64Array(this.#at(this.length))
      for (let i = 0; i < this.length; i++) {
        if (before > 1) steps.set(old.subarray(i * before, (i + 1) * before), this.#at(i))
        else steps.fill(old[i] / 2, this.#at(i), this.#at(i) + 2)
      }
      return steps
    })
    this.scores = new Float64Array((this.viewIndices.length + 1) * this.#classes)
    this.sums = new Float64Array(this.#classes)
    this.probabilities = new Float64Array(this.#classes)
  }

  /** A copy; `copyOf` returns the copies of rows, which other ensembles may share. */
  copy(copyOf: (row: StoredRow) => StoredRow): Ensemble {
    const copy = new Ensemble(this.#design, this.#classes, this.viewIndices.length > 1)
    copy.#load(this.#saved())
    this.#svms.forEach((svm, m) => {
      copy.#svms[m].copy(svm)
    })
    copy.rows = this.rows.map(copyOf)
    copy.#seen = [...this.#seen]
    return copy
  }

  /** `placeOf` returns the index at which a row is stored. */
  save(placeOf: (row: StoredRow) => number): State {
    const stale = this.#seen.flatMap((views, i) => (views === this.rows[i].views ? [] : [i]))
    const sum = this.#summed()
    return {
      ...this.#saved(),
      svms: Object.fromEntries(this.#svms.map((svm, m) => [String(m), svm.save(sum.#svms[m])])),
      rows: Int32Array.from(this.rows, placeOf),
      stale: Int32Array.from(stale),
      seen: Object.fromEntries(
        VIEW_NAMES.map((name, w) => [
          name,
          storedViews(
            stale.map((i) => this.#seen[i][w]),
            name,
          ),
        ]),
      ),
    }
  }

  load(state: State, stored: readonly StoredRow[]): void {
    this.#load(state)
    this.rows = Array.from(integersIn(state, 'rows'), (place) => stored[place])
    this.#seen = this.rows.map(({ views }) => views)
    const seen = stateIn(state, 'seen')
    const views = VIEW_NAMES.map((name) => loadedViews(stateIn(seen, name), name))
    integersIn(state, 'stale').forEach((i, place) => {
      this.#seen[i] = views.map((own) => own[place])
    })
    const svms = stateIn(state, 'svms')
    const sum = this.#summed()
    this.#svms.forEach((svm, m) => {
      svm.load(stateIn(svms, String(m)), sum.#svms[m])
    })
  }

  #saved(): State {
    return {
      stack: this.stack.save(),
      steps: Object.fromEntries(
        this.#steps.map((steps, m) => [String(m), steps.slice(0, this.#at(this.length))]),
      ),
      numbers: Float64Array.of(
        this.renewed,
        this.visited,
        this.startedAt,
        this.weight,
        this.lead,
        this.isFrozen ? 1 : 0,
        this.due,
      ),
    }
  }

  #load(state: State): void {
    const steps = stateIn(state, 'steps')
    this.stack.load(stateIn(state, 'stack'))
    this.#steps = this.#svms.map((_, m) => floatsIn(steps, String(m)))
    const [renewed, visited, born, weight, lead, frozen, due] = floatsIn(state, 'numbers')
    this.renewed = renewed
    this.visited = visited
    this.startedAt = born
    this.weight = weight
    this.lead = lead
    this.isFrozen = frozen === 1
    this.due = due
  }
}
