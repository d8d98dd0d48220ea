import { Row } from '../rows/row.js'
import { enlarged, RowTable } from '../rows/table.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../state/state.js'
import { stepsFor, type View } from './dual-svm.js'
import { bytesOf, singlesIn } from './single-floats.js'

/** A row whose label was learned: as it came, and as each member sees it. */
export interface Remembered {
  readonly row: Row
  readonly label: number
  /** One for each member. */
  views: readonly View[]
}

/** The rows that are learned from, in the order of their answers, and the steps that each member has taken on them. */
export class Memory {
  readonly #members: number
  #width: number
  rows: Remembered[] = []
  /** By member: the steps of all rows, one after the other. */
  readonly steps: Float64Array[]

  constructor(members: number, classes: number) {
    this.#members = members
    this.#width = stepsFor(classes)
    this.steps = Array.from({ length: members }, () => new Float64Array(0))
  }

  get length(): number {
    return this.rows.length
  }

  /** Where the steps of a row begin. */
  at(i: number): number {
    return i * this.#width
  }

  /** Stores a row on which no step was taken yet. */
  add(x: Row, label: number, views: readonly View[]): void {
    const row = new Row(x.index.slice(x.start, x.end), x.value.slice(x.start, x.end))
    const from = this.at(this.length)
    for (let m = 0; m < this.#members; m++) {
      this.steps[m] = enlarged(this.steps[m], from + this.#width)
      this.steps[m].fill(0, from, from + this.#width)
    }
    this.rows.push({ row, label, views })
  }

  /** Takes rows out; their steps must have been taken out of the members before. */
  remove(from: number, count = 1): void {
    this.rows.splice(from, count)
    for (const steps of this.steps) steps.copyWithin(this.at(from), this.at(from + count))
  }

  /** The sum of the steps that were taken on a row by all members: how much it matters. */
  weightOf(i: number): number {
    let sum = 0
    for (const steps of this.steps) for (let k = this.at(i); k < this.at(i + 1); k++) sum += steps[k]
    return sum
  }

  /** Room for one class more. A step between two classes counts half when there are more: both of them move. */
  addClass(classes: number): void {
    const before = this.#width
    this.#width = stepsFor(classes)
    this.steps.forEach((old, m) => {
      const steps = new Float64Array(this.length * this.#width)
      for (let i = 0; i < this.length; i++) {
        if (before > 1) {
          steps.set(old.subarray(i * before, (i + 1) * before), this.at(i))
          continue
        }
        // Two classes: against the only rival, and in all.
        steps[this.at(i)] = old[i] / 2
        steps[this.at(i) + 1] = old[i] / 2
      }
      this.steps[m] = steps
    })
  }

  /** What it holds now; what is never changed is shared. */
  snapshot(): Pick<Memory, 'rows' | 'steps'> {
    return {
      rows: this.rows.map((row) => ({ ...row })),
      steps: this.steps.map((steps) => steps.slice(0, this.at(this.length))),
    }
  }

  /** Back to what it held; so many classes were known then. */
  restore({ rows, steps }: Pick<Memory, 'rows' | 'steps'>, classes: number): void {
    this.#width = stepsFor(classes)
    this.rows = rows.map((row) => ({ ...row }))
    steps.forEach((own, m) => {
      this.steps[m] = own.slice()
    })
  }

  save(): State {
    const raw = new RowTable()
    for (const { row } of this.rows) raw.push(row)
    return {
      rows: this.length,
      labels: Int32Array.from(this.rows, ({ label }) => label),
      starts: raw.starts.slice(0, raw.length + 1),
      index: raw.index.slice(0, raw.entries),
      value: raw.value.slice(0, raw.entries),
      members: Object.fromEntries(this.steps.map((steps, m) => [String(m), this.#saveMember(m, steps)])),
    }
  }

  #saveMember(m: number, steps: Float64Array): State {
    const views = this.rows.map((row) => row.views[m])
    const total = views.reduce((sum, { length }) => sum + length, 0)
    // All rows have the same waves: where they stand is stored once.
    const isShared = views.every(({ slots }) => slots === views[0].slots)
    return {
      lengths: Int32Array.from(views, ({ length }) => length),
      isShared: isShared ? 1 : 0,
      slots: isShared ? (views[0]?.slots.slice() ?? new Int32Array(0)) : joined(views, new Int32Array(total)),
      values: bytesOf(joined(views, new Float32Array(total))),
      squares: Float64Array.from(views, ({ square }) => square),
      steps: steps.slice(0, this.at(this.length)),
    }
  }

  load(state: State): void {
    const members = stateIn(state, 'members')
    const views = this.steps.map((_, m) => this.#loadMember(m, stateIn(members, String(m))))
    const labels = integersIn(state, 'labels')
    const starts = integersIn(state, 'starts')
    const index = integersIn(state, 'index')
    const value = floatsIn(state, 'value')
    this.rows = Array.from({ length: numberIn(state, 'rows') }, (_, i) => ({
      row: new Row(index.slice(starts[i], starts[i + 1]), value.slice(starts[i], starts[i + 1])),
      label: labels[i],
      views: views.map((own) => own[i]),
    }))
  }

  #loadMember(m: number, state: State): readonly View[] {
    const lengths = integersIn(state, 'lengths')
    const slots = integersIn(state, 'slots')
    const values = singlesIn(state, 'values')
    const squares = floatsIn(state, 'squares')
    this.steps[m] = floatsIn(state, 'steps')
    const isShared = numberIn(state, 'isShared') === 1
    let at = 0
    return Array.from(lengths, (length, i) => {
      const from = at
      at += length
      const own = isShared ? slots : slots.slice(from, at)
      return { slots: own, values: values.slice(from, at), length, square: squares[i] }
    })
  }
}

/** What members see of all rows, one after the other: the slots or the values. */
const joined = <A extends Int32Array | Float32Array>(views: readonly View[], out: A): A => {
  let at = 0
  for (const { slots, values, length } of views) {
    out.set(out instanceof Int32Array ? slots : values, at)
    at += length
  }
  return out
}
