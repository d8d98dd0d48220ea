import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import { DualSvm, type View } from './dual-svm.js'
import type { Features } from './features.js'
import type { Memory } from './memory.js'
import { Represented, represent } from './represented.js'
import type { Sight } from './sight.js'
import { Waves } from './waves.js'

/** What the members are called, in their order. */
export const MEMBERS = ['presence', 'values', 'waves'] as const
export const WAVES = 2

const NOTHING: View = { slots: new Int32Array(0), values: new Float32Array(0), length: 0, square: 0 }

/** A window on what is written anew for every row. */
type Window = { -readonly [Name in keyof View]: View[Name] }

/** The three members and how they see a row: it is represented once, and each looks at its own side of it. */
export class Members {
  readonly #features: Features
  readonly #waves: Waves
  readonly #svms: readonly DualSvm[]
  readonly #row = new Represented()
  readonly #windows: readonly [Window, Window, Window]

  constructor(design: Design, classes: number, features: Features, draws: Draws) {
    const { presenceCost, valueCost, waveCost } = design
    this.#features = features
    this.#waves = new Waves(draws, design.waves, design.width, design.waveIntercept)
    this.#svms = [presenceCost, valueCost, waveCost].map((cost) => new DualSvm(classes, cost))
    const { slots, presence, values } = this.#row
    const waves = new Float32Array(design.waves + 1)
    this.#windows = [
      { slots, values: presence, length: 0, square: 1 },
      { slots, values, length: 0, square: 1 },
      { slots: this.#waves.slots, values: waves, length: waves.length, square: 0 },
    ]
  }

  /** Looks at a row; the waves only where they take part. */
  see(x: Row, sight: Sight, waving: boolean): void {
    const row = this.#row
    sight.reserve(this.#features.met)
    const [presence, values, waves] = this.#windows
    represent(x, this.#features, sight.scales, sight.relevance, row)
    presence.slots = row.slots
    presence.values = row.presence
    presence.length = row.length
    values.slots = row.slots
    values.values = row.values
    values.length = row.length
    waves.length = waving ? this.#waves.count + 1 : 0
    if (waving) waves.square = this.#waves.of(row, waves.values)
  }

  /** The scores that the members give the row seen last, member by member. */
  score(out: Float64Array, classes: number): void {
    for (let m = 0; m < MEMBERS.length; m++) this.#svms[m].score(this.#windows[m], out, m * classes)
  }

  /** What the members see of the row seen last, to be stored. */
  views(): readonly View[] {
    const [presence, values, waves] = this.#windows
    const slots = presence.slots.slice(0, presence.length)
    return [
      { ...presence, slots, values: presence.values.slice(0, presence.length) },
      { ...values, slots, values: values.values.slice(0, values.length) },
      waves.length > 0 ? { ...waves, values: waves.values.slice() } : NOTHING,
    ]
  }

  /** Every member takes its step on a stored row. */
  visit(memory: Memory, i: number): void {
    const { views, label } = memory.rows[i]
    for (let m = 0; m < MEMBERS.length; m++)
      if (views[m].length > 0) this.#svms[m].visit(views[m], label, memory.steps[m], memory.at(i))
  }

  /** Adds what a stored row contributes, or with −1 takes it out. */
  put(memory: Memory, i: number, sign: 1 | -1): void {
    const { views, label } = memory.rows[i]
    for (let m = 0; m < MEMBERS.length; m++)
      this.#svms[m].put(views[m], label, memory.steps[m], memory.at(i), sign)
  }

  /** What a feature adds to the score of a class, of the row seen last: by member. The waves know no features. */
  contributions(index: number, label: number): readonly number[] {
    const slot = this.#features.slot(index)
    const at = this.#row.slots.subarray(0, this.#row.length).indexOf(slot)
    if (slot === 0 || at < 0) return [0, 0]
    return [0, 1].map((m) => this.#svms[m].weight(slot, label) * this.#windows[m].values[at])
  }

  addClass(): void {
    for (const svm of this.#svms) svm.addClass()
  }

  save(): State {
    return Object.fromEntries(this.#svms.map((svm, m) => [MEMBERS[m], svm.save()]))
  }

  load(state: State): void {
    this.#svms.forEach((svm, m) => {
      svm.load(stateIn(state, MEMBERS[m]))
    })
  }
}
