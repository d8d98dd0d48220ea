import { INTERCEPT, type Row } from '../../rows/row.js'
import { enlarged } from '../../rows/table.js'
import { featureEnd } from '../../rows/vector.js'
import { integersIn, numberIn, type State, stateIn } from '../../state/state.js'
import type { Features } from '../features.js'
import { FeatureShares, TopicBasis } from './basis.js'
import { TopicRefresh } from './refresh.js'
import { TopicSample } from './sample.js'

/** A feature counts from this many rows on; at most so many count. */
const MIN_ROWS = 3
const MAX_FEATURES = 16384
/** A row with more features is about everything, and would take the place of many others. */
const MAX_ROW_FEATURES = 4096

/**
 * The topics of the rows of a stream, labelled or not: features that occur in the same rows belong to the same topics, so that an
 * answer about one of them tells something about the others.
 */
export class Topics {
  readonly #features: Features
  /** A basis needs this many rows. */
  readonly #minSample: number
  readonly #sample = new TopicSample()
  /** Rows that arrived during a refresh, in which the sample must not change. */
  #arrived: { readonly number: number; readonly slots: Int32Array }[] = []
  /** By slot: the number of the feature in the basis, counted from 1; 0 if it does not count. Then the slots by number. */
  #number: Int32Array = new Int32Array(1)
  #slots: Int32Array = new Int32Array(64)
  #counting = 0
  #isOn = false
  #refresh: TopicRefresh | undefined
  /** A refresh that nobody has asked for yet. */
  #ahead: TopicRefresh | undefined
  /** The latest basis and the one before, with which rows are represented until learners have renewed them. */
  basis: TopicBasis | undefined
  older: TopicBasis | undefined
  #row = new Int32Array(64)

  constructor(features: Features, minSample: number) {
    this.#features = features
    this.#minSample = minSample
  }

  /** Updates the topics with a row that the features have observed. Features that were seen before the first row count too. */
  observe(x: Row): void {
    const { index, value, start } = x
    const end = featureEnd(x)
    const features = this.#features
    if (!this.#isOn) for (let slot = 1; slot <= features.seen; slot++) this.#admit(slot)
    this.#isOn = true
    this.#ahead = undefined
    const number = features.rows
    const isTaken = this.#sample.takes(number)
    // When no other feature will ever count, nobody needs those that do not.
    if (this.#isFull && !isTaken) return
    if (this.#row.length < end - start) this.#row = new Int32Array(2 * (end - start))
    const slots = this.#row
    let length = 0
    let met = 0
    for (let k = start; k < end; k++) {
      if (value[k] === 0 || index[k] === INTERCEPT) continue
      const slot = features.slot(index[k])
      this.#admit(slot)
      met++
      if (!this.#isFull || this.#numberOf(slot) > 0) slots[length++] = slot
    }
    if (met > MAX_ROW_FEATURES || !isTaken) return
    const row = { number, slots: slots.slice(0, length).sort() }
    if (this.#refresh) this.#arrived.push(row)
    else this.#sample.add(number, row.slots)
  }

  get #isFull(): boolean {
    return this.#counting >= MAX_FEATURES
  }

  #admit(slot: number): void {
    if (this.#isFull || this.#features.count[slot] < MIN_ROWS) return
    this.#number = enlarged(this.#number, slot + 1)
    if (this.#number[slot] > 0) return
    this.#slots = enlarged(this.#slots, this.#counting + 1)
    this.#slots[this.#counting++] = slot
    this.#number[slot] = this.#counting
  }

  /** Begins a new basis, if there are enough rows. */
  begin(): void {
    this.#refresh = this.#ahead ?? this.#begun()
    this.#ahead = undefined
  }

  /** Does this many units of the next basis before it is begun; returns whether there are more. */
  prepare(units: number): boolean {
    if (this.#refresh) return false
    this.#ahead ??= this.#begun()
    return this.#ahead?.step(units) === false
  }

  #begun(): TopicRefresh | undefined {
    if (this.#sample.rows.length < this.#minSample) return undefined
    const { count, rows } = this.#features
    const counts = new Int32Array(this.#counting)
    for (let k = 0; k < counts.length; k++) counts[k] = count[this.#slots[k]]
    return this.#refreshOf(new FeatureShares(counts, rows))
  }

  #refreshOf(shares: FeatureShares): TopicRefresh {
    return new TopicRefresh([...this.#sample.rows], shares, this.basis, (slot) => this.#numberOf(slot))
  }

  #numberOf(slot: number): number {
    return slot < this.#number.length ? this.#number[slot] : 0
  }

  /** The units of work of the basis that was begun; 0 if none was. */
  get work(): number {
    return this.#refresh?.units ?? 0
  }

  /** Does this many units of the basis that was begun; returns whether it is finished. */
  step(units: number): boolean {
    return this.#refresh?.step(units) ?? true
  }

  /** Makes the basis that is finished the latest. */
  adopt(): void {
    if (!this.#refresh) return
    this.older = this.basis
    this.basis = this.#refresh.basis
    this.#refresh = undefined
    for (const { number, slots } of this.#arrived) this.#sample.add(number, slots)
    this.#arrived = []
  }

  /** Writes the view of a row in a basis; returns whether it has one. */
  view(x: Row, basis: TopicBasis, out: Float32Array): boolean {
    const { index, value, start } = x
    const end = featureEnd(x)
    if (this.#row.length < end - start) this.#row = new Int32Array(2 * (end - start))
    const row = this.#row
    let length = 0
    for (let k = start; k < end; k++) {
      const slot = value[k] === 0 || index[k] === INTERCEPT ? 0 : this.#features.slot(index[k])
      row[length++] = this.#numberOf(slot)
    }
    return basis.view(row, length, out)
  }

  /** What predicts: which features count, in which order. */
  saveReplica(): State {
    return { slots: this.#slots.slice(0, this.#counting) }
  }

  loadReplica(state: State): void {
    this.#assign(integersIn(state, 'slots'))
  }

  #assign(slots: Int32Array): void {
    this.#slots = slots
    this.#counting = slots.length
    this.#number = new Int32Array(slots.reduce((most, slot) => Math.max(most, slot), 0) + 1)
    slots.forEach((slot, place) => {
      this.#number[slot] = place + 1
    })
  }

  /** An unfinished basis is not saved, but how far it was: its units are computed again. Undefined if there are few features. */
  save(): State | undefined {
    if (!this.#isOn) return undefined
    const refresh = this.#refresh
    const arrived = new TopicSample()
    arrived.numbers = this.#arrived.map(({ number }) => number)
    arrived.rows = this.#arrived.map(({ slots }) => slots)
    return {
      sample: this.#sample.save(),
      slots: this.#slots.slice(0, this.#counting),
      ...(this.basis && { basis: this.basis.save() }),
      ...(this.older && { older: this.older.save(this.basis) }),
      ...(refresh && { arrived: arrived.save(), shares: refresh.shares.save(), done: refresh.done }),
    }
  }

  load(state: State): void {
    this.#isOn = true
    this.#sample.load(stateIn(state, 'sample'))
    this.#assign(integersIn(state, 'slots'))
    this.basis = 'basis' in state ? TopicBasis.load(stateIn(state, 'basis')) : undefined
    this.older = 'older' in state ? TopicBasis.load(stateIn(state, 'older'), this.basis) : undefined
    if (!('done' in state)) return
    const arrived = new TopicSample()
    arrived.load(stateIn(state, 'arrived'))
    this.#arrived = arrived.rows.map((slots, i) => ({ number: arrived.numbers[i], slots }))
    this.#refresh = this.#refreshOf(FeatureShares.load(stateIn(state, 'shares')))
    this.#refresh.step(numberIn(state, 'done'))
  }
}
