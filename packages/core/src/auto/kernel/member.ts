import { enlarged } from '../../rows/table.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../../state/state.js'
import type { Design } from '../design.js'
import { DualSteps, stepsFor, withClassAdded } from '../dual-steps.js'
import { KERNEL } from '../featurizer.js'
import type { View } from '../linear/dual-svm.js'
import type { Member, SeenRows } from '../member.js'
import { fromResiduals, residualsOf } from '../residuals.js'
import { mostRows } from './most-rows.js'
import { SAME } from './plain.js'
import { KernelRows } from './rows.js'

/** A row that is not in this member. */
const OUT = -1

/**
 * The member with a kernel: f(u) = Σ_j a_j k(u_j, u). The score of every stored row is kept, so a visit changes the scores of all
 * rows and computes no kernel.
 *
 * It stores fewer rows than the ensemble. When it is full, the row with the smallest sum of steps leaves and does not come back. It
 * falls asleep for good when the stack hardly uses it, and when there are too many features: then its scores are 0.
 */
export class KernelMember extends DualSteps<number> implements Member {
  readonly #design: Design
  readonly #rows: SeenRows
  /** By row: its place here, or OUT. */
  #places: number[] = []
  /** By place: labels and steps, and the number of entries of all rows here. */
  labels: number[] = []
  #steps: Float64Array = new Float64Array(0)
  #entries = 0
  /** Undefined until it is needed, after a copy or an added class; meanwhile the exact scores, unless they follow from the steps. */
  store: KernelRows | undefined
  #scores: Float32Array | undefined
  /** Its memory is used again. */
  #spare: KernelRows | undefined
  /** The change of the scores by the current visit, by line. */
  #change: Float64Array
  isAsleep = false
  #idle = 0

  constructor(rows: SeenRows, classes: number, design: Design) {
    super(classes, design.kernelCost)
    this.#design = design
    this.#rows = rows
    this.#change = new Float64Array(stepsFor(classes))
  }

  /** The number of rows here. */
  get count(): number {
    return this.labels.length
  }

  get ready(): KernelRows {
    if (this.store) return this.store
    const views: View[] = []
    this.#places.forEach((place, i) => {
      if (place !== OUT) views[place] = this.#rows.views[i][KERNEL]
    })
    const store = this.#spare ?? new KernelRows(stepsFor(this.classes), this.count)
    store.fill(views, (c, place) => this.#pull(c, place))
    if (this.#scores) store.setScores(this.#scores)
    this.#drop()
    this.store = store
    return store
  }

  /** The signed sum of steps: for a row's class the sum over its rivals. */
  #pull(c: number, place: number): number {
    const label = this.labels[place]
    const at = this.#at(place)
    if (this.classes === 2) return label === 1 ? this.#steps[at] : -this.#steps[at]
    return c === label ? this.#steps[at + c] : -this.#steps[at + c]
  }

  #at(place: number): number {
    return place * stepsFor(this.classes)
  }

  score(views: readonly View[], out: Float64Array, at: number): void {
    const view = views[KERNEL]
    if (this.count === 0 || view.length === 0) out.fill(0, at, at + this.classes)
    else this.#spell(this.ready.products(view), out, at)
  }

  /** Two classes share one line. */
  #spell(sums: Float32Array | Float64Array, out: Float64Array, at: number): void {
    if (this.classes === 2) {
      out[at] = -sums[0] / 2
      out[at + 1] = sums[0] / 2
    } else for (let c = 0; c < this.classes; c++) out[at + c] = sums[c]
  }

  add(): void {
    const { rows, views } = this.#rows
    const last = rows.length - 1
    const view = views[last][KERNEL]
    this.#places.push(OUT)
    if (view.length === 0) this.sleep()
    if (this.isAsleep) return
    const most = mostRows(this.#design, this.classes, this.#entries + view.length, this.count + 1)
    while (this.count >= most) this.#leave(this.#least())
    const place = this.count
    this.ready.add(view, most)
    this.#places[last] = place
    this.labels.push(rows[last].label)
    this.#entries += view.length
    this.#steps = enlarged(this.#steps, this.#at(place + 1))
    this.#steps.fill(0, this.#at(place), this.#at(place + 1))
  }

  /** The place of the row with the smallest sum of steps. */
  #least(): number {
    let least = 0
    for (let place = 1; place < this.count; place++)
      if (this.#stake(place) < this.#stake(least)) least = place
    return least
  }

  /** The step of two classes, or the sum over all rivals. */
  #stake(place: number): number {
    return this.#steps[this.#at(place) + (this.classes === 2 ? 0 : this.labels[place])]
  }

  stake(i: number): number {
    const place = this.#places[i]
    return place === OUT ? 0 : (this.classes === 2 ? 1 : 2) * this.#stake(place)
  }

  /** Removes a row; the last one takes its place. */
  #leave(place: number): void {
    const i = this.#places.indexOf(place)
    const last = this.count - 1
    this.ready.remove(place)
    this.#entries -= this.#rows.views[i][KERNEL].length
    this.#places[this.#places.indexOf(last)] = place
    this.#places[i] = OUT
    this.labels[place] = this.labels[last]
    this.labels.pop()
    this.#steps.copyWithin(this.#at(place), this.#at(last), this.#at(last + 1))
  }

  visit(i: number): void {
    if (this.#places[i] !== OUT) this.#visit(this.#places[i])
  }

  /** Visits random rows. */
  replay(draw: () => number): void {
    for (let r = 0; r < this.#design.kernelReplays && this.count > 0; r++)
      this.#visit(Math.floor(draw() * this.count))
  }

  #visit(place: number): void {
    const store = this.ready
    const change = this.#change
    for (let c = 0; c < change.length; c++) change[c] = store.score(c, place)
    this.#spell(change, this.own, 0)
    change.fill(0)
    this.takeSteps(place, SAME, this.labels[place], this.#steps, this.#at(place))
    let isMoved = false
    for (let c = 0; c < change.length; c++)
      if (change[c] !== 0) {
        store.setPull(c, place, this.#pull(c, place))
        isMoved = true
      }
    if (isMoved) store.move(place, change)
  }

  protected override move(_: number, label: number, rival: number, step: number): void {
    const change = this.#change
    if (this.classes === 2) change[0] += label === 1 ? step : -step
    else {
      change[label] += step
      change[rival] -= step
    }
  }

  renew(i: number, before: readonly View[]): void {
    const place = this.#places[i]
    if (place === OUT) return
    const view = this.#rows.views[i][KERNEL]
    this.#entries += view.length - before[KERNEL].length
    if (view.length === 0) this.sleep()
    else this.ready.renew(place, view)
  }

  remove(from: number, to: number): void {
    for (let i = from; i < to; i++) if (this.#places[i] !== OUT) this.#leave(this.#places[i])
    this.#places.splice(from, to - from)
  }

  /** Notes its share of the prediction; it falls asleep when the stack hardly used it so many times in a row. */
  look(share: number): void {
    const { sleepShare, sleepLooks } = this.#design
    this.#idle = share < sleepShare ? this.#idle + 1 : 0
    if (this.#idle >= sleepLooks) this.sleep()
  }

  sleep(): void {
    this.isAsleep = true
    this.#clear()
  }

  #clear(): void {
    this.#places.fill(OUT)
    this.labels = []
    this.#entries = 0
    this.#drop()
  }

  #drop(): void {
    this.store = undefined
    this.#spare = undefined
    this.#scores = undefined
  }

  addClass(): void {
    this.#steps = withClassAdded(this.#steps, this.count, this.classes++)
    this.own = new Float64Array(this.classes)
    this.#change = new Float64Array(this.classes)
    this.#drop()
  }

  steps(): Float64Array {
    const width = stepsFor(this.classes)
    const steps = new Float64Array(this.#places.length * width)
    this.#places.forEach((place, i) => {
      if (place !== OUT) steps.set(this.#steps.subarray(place * width, (place + 1) * width), i * width)
    })
    return steps
  }

  /** If there are too many rows, those with the smallest steps stay out. */
  take(steps: Float64Array): void {
    const { rows, views } = this.#rows
    const width = stepsFor(this.classes)
    const able = rows.flatMap((_, i) => (views[i][KERNEL].length > 0 ? [i] : []))
    const entries = able.reduce((sum, i) => sum + views[i][KERNEL].length, 0)
    const stakeOf = (i: number): number => steps[i * width + (this.classes === 2 ? 0 : rows[i].label)]
    const largest = able.toSorted((a, b) => stakeOf(b) - stakeOf(a) || a - b)
    const most = able.length > 0 ? mostRows(this.#design, this.classes, entries, able.length) : 0
    const kept = largest.slice(0, most).sort((a, b) => a - b)
    this.#place(kept, steps)
  }

  /** Takes the place of these rows, in this order, with the steps of all rows. */
  #place(order: readonly number[], steps: Float64Array): void {
    const { rows, views } = this.#rows
    const width = stepsFor(this.classes)
    const spare = this.store ?? this.#spare
    this.#places = rows.map(() => OUT)
    this.#clear()
    this.#spare = spare
    this.#steps = new Float64Array(order.length * width)
    order.forEach((i, place) => {
      this.#places[i] = place
      this.labels.push(rows[i].label)
      this.#entries += views[i][KERNEL].length
      this.#steps.set(steps.subarray(i * width, (i + 1) * width), place * width)
    })
  }

  copy(rows: SeenRows): KernelMember {
    const copy = new KernelMember(rows, this.classes, this.#design)
    copy.#places = [...this.#places]
    copy.labels = [...this.labels]
    copy.#steps = this.#steps.slice(0, this.#at(this.count))
    copy.#entries = this.#entries
    copy.#scores = this.store?.scores() ?? this.#scores
    copy.isAsleep = this.isAsleep
    copy.#idle = this.#idle
    return copy
  }

  /** The matrix can be computed again, and so can the scores up to rounding: only the difference is saved. */
  save(): State {
    const store = this.count > 0 ? this.ready : undefined
    return {
      steps: this.steps(),
      svm: store ? residualsOf(store.scores(), store.settledScores()) : {},
      places: Int32Array.from(this.#places),
      counts: { asleep: this.isAsleep ? 1 : 0, idle: this.#idle },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    const order: number[] = []
    integersIn(state, 'places', this.#rows.rows.length).forEach((place, i) => {
      if (place !== OUT) order[place] = i
    })
    this.#place(order, floatsIn(state, 'steps'))
    this.isAsleep = numberIn(counts, 'asleep') === 1
    this.#idle = numberIn(counts, 'idle')
    if (this.count > 0) this.ready.setScores(fromResiduals(stateIn(state, 'svm'), this.ready.settledScores()))
  }
}
