import { enlarged } from '../rows/table.js'
import { floatsIn, type State, stateIn, weightsIn } from '../state/state.js'
import { stepsFor, withClassAdded } from './dual-steps.js'
import { DualSvm, type View } from './linear/dual-svm.js'
import type { StoredRow } from './memory.js'

/** The rows of an ensemble, and the views of each that its members currently contain. */
export class SeenRows {
  rows: Pick<StoredRow, 'label'>[] = []
  views: (readonly View[])[] = []
}

/** A support vector machine over one view of the rows of an ensemble. */
export interface Member {
  /** Writes the score of every class to `out` from `at` on. */
  score(views: readonly View[], out: Float64Array, at: number): void
  /** Adds the last of the rows, without steps. */
  add(): void
  visit(i: number): void
  /** Replaces the view of a row, which was `before`. */
  renew(i: number, before: readonly View[]): void
  /** Removes rows. They are still among the rows of the ensemble. */
  remove(from: number, to: number): void
  /** The importance of a row: the sum of its steps. */
  stake(i: number): number
  addClass(): void
  /** The steps of all rows. */
  steps(): Float64Array
  /** Contains all rows with these steps, and nothing else. */
  take(steps: Float64Array): void
  /** A member of the same rows with the same bits. */
  copy(rows: SeenRows): Member
  save(): State
  load(state: State): void
}

/** A linear member. */
export class LinearMember implements Member {
  readonly #rows: SeenRows
  readonly #view: number
  readonly #cost: number
  #classes: number
  #svm: DualSvm
  #steps: Float64Array = new Float64Array(0)

  constructor(rows: SeenRows, classes: number, view: number, cost: number) {
    this.#rows = rows
    this.#view = view
    this.#cost = cost
    this.#classes = classes
    this.#svm = new DualSvm(classes, cost)
  }

  /** The offset of a row's steps. */
  #at(i: number): number {
    return i * stepsFor(this.#classes)
  }

  /** The contribution of a slot with value 1 to the score of a class. */
  weight(slot: number, label: number): number {
    return this.#svm.weight(slot, label)
  }

  score(views: readonly View[], out: Float64Array, at: number): void {
    this.#svm.score(views[this.#view], out, at)
  }

  add(): void {
    const last = this.#rows.rows.length - 1
    this.#steps = enlarged(this.#steps, this.#at(last + 1))
    this.#steps.fill(0, this.#at(last), this.#at(last + 1))
  }

  visit(i: number): void {
    const { rows, views } = this.#rows
    const view = views[i][this.#view]
    if (view.length > 0) this.#svm.visit(view, rows[i].label, this.#steps, this.#at(i))
  }

  renew(i: number, before: readonly View[]): void {
    this.#put(i, before, -1)
    this.#put(i, this.#rows.views[i], 1)
  }

  #put(i: number, views: readonly View[], sign: 1 | -1): void {
    this.#svm.put(views[this.#view], this.#rows.rows[i].label, this.#steps, this.#at(i), sign)
  }

  remove(from: number, to: number): void {
    for (let i = from; i < to; i++) this.#put(i, this.#rows.views[i], -1)
    this.#steps.copyWithin(this.#at(from), this.#at(to))
  }

  stake(i: number): number {
    let sum = 0
    for (let k = this.#at(i); k < this.#at(i + 1); k++) sum += this.#steps[k]
    return sum
  }

  addClass(): void {
    this.#svm.addClass()
    this.#steps = withClassAdded(this.#steps, this.#rows.rows.length, this.#classes++)
  }

  steps(): Float64Array {
    return this.#steps.slice(0, this.#at(this.#rows.rows.length))
  }

  take(steps: Float64Array): void {
    this.#steps = steps
    this.#svm.clear()
    this.#rows.views.forEach((views, i) => {
      this.#put(i, views, 1)
    })
  }

  copy(rows: SeenRows): LinearMember {
    const copy = new LinearMember(rows, this.#classes, this.#view, this.#cost)
    copy.#steps = this.steps()
    copy.#svm.copy(this.#svm)
    return copy
  }

  /** What predicts. */
  saveReplica(): State {
    return this.#svm.saveReplica()
  }

  loadReplica(state: State): void {
    this.#svm.load({ weights: weightsIn(state, 'weights') }, this.#svm)
  }

  /** The weights are the sum of the rows' contributions up to rounding: only the difference is saved. */
  save(): State {
    return { steps: this.steps(), svm: this.#svm.save(this.#summed(this.steps())) }
  }

  load(state: State): void {
    this.#steps = floatsIn(state, 'steps')
    this.#svm.load(stateIn(state, 'svm'), this.#summed(this.#steps))
  }

  #summed(steps: Float64Array): DualSvm {
    const sum = new LinearMember(this.#rows, this.#classes, this.#view, this.#cost)
    sum.take(steps)
    return sum.#svm
  }
}
