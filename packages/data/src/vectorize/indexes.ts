import type { State } from '@askance/core'
import { enlarged, numberIn, stateIn } from '@askance/core/internals'
import type { FeatureBag } from './bag.js'
import type { IndexConfig } from './config.js'
import type { Mark } from './murmur3.js'
import { Names } from './names.js'

/** The number of features that share an index with an earlier one. */
export interface Collisions {
  /** Features whose names are kept. */
  readonly features: number
  readonly collided: number
  readonly share: number
}

/** Numbers features, from 1, and keeps their names. */
export class FeatureIndex {
  /** How often a full dictionary dropped a feature. */
  dropped = 0
  /** The largest possible index. */
  readonly most: number
  readonly #names: Names
  readonly #hashed: boolean
  #indices: Int32Array = new Int32Array(64)

  constructor(config: IndexConfig) {
    this.#hashed = config.kind === 'hash'
    this.most = config.kind === 'hash' ? 2 ** config.bits : config.most
    this.#names =
      config.kind === 'hash'
        ? new Names({ bits: config.bits, most: config.names, exact: false })
        : new Names({ bits: Math.ceil(Math.log2(config.most)), most: config.most, exact: true })
  }

  /** The index of each feature of the bag, or 0; valid until the next call. */
  indicesOf(bag: FeatureBag, bytes: Uint8Array, learning: boolean): Int32Array {
    const { hashes, marks, starts, ends, size } = bag
    const indices = enlarged(this.#indices, size)
    this.#indices = indices
    if (this.#hashed) {
      if (learning && !this.#names.full) {
        const strangers = this.#names.strangers(hashes, size, indices)
        for (let k = 0; k < strangers; k++) {
          const slot = indices[k]!
          this.#keep(hashes[slot]!, marks[slot]!, bytes, starts[slot]!, ends[slot]!)
        }
      }
      for (let slot = 0; slot < size; slot++) indices[slot] = this.#names.bucketOf(hashes[slot]!) + 1
    } else
      for (let slot = 0; slot < size; slot++)
        indices[slot] = this.indexOf(hashes[slot]!, marks[slot]!, bytes, starts[slot]!, ends[slot]!, learning)
    return indices
  }

  /** The index of a feature, or 0 if it has none. New features are added only while learning. */
  indexOf(
    hash: number,
    mark: Mark,
    bytes: Uint8Array,
    start: number,
    end: number,
    learning: boolean,
  ): number {
    const id = learning
      ? this.#keep(hash, mark, bytes, start, end)
      : this.#names.find(hash, mark, bytes, start, end)
    return (this.#hashed ? this.#names.bucketOf(hash) : id) + 1
  }

  #keep(hash: number, mark: Mark, bytes: Uint8Array, start: number, end: number): number {
    let id = this.#names.find(hash, mark, bytes, start, end)
    if (id < 0) id = this.#names.add(hash, mark, bytes, start, end)
    if (id < 0 && !this.#hashed) this.dropped++
    return id
  }

  /** Half of the hashed features count negatively, so that collisions cancel out on average. */
  signOf(hash: number): number {
    return this.#hashed && hash < 0 ? -1 : 1
  }

  /** The sign of the first feature with this index. */
  signAt(index: number): number {
    return this.signOf(this.#names.hashIn(index - 1))
  }

  nameOf(index: number): string | undefined {
    return this.#hashed ? this.#names.firstIn(index - 1) : this.#names.name(index - 1)
  }

  names(index: number): readonly string[] {
    if (this.#hashed) return this.#names.namesIn(index - 1)
    const name = this.#names.name(index - 1)
    return name === undefined ? [] : [name]
  }

  get collisions(): Collisions {
    const features = this.#names.size
    const collided = this.#hashed ? this.#names.collided : 0
    return { features, collided, share: features === 0 ? 0 : collided / features }
  }

  save(): State {
    return { names: this.#names.save(), dropped: this.dropped }
  }

  load(state: State): void {
    this.#names.load(stateIn(state, 'names'))
    this.dropped = numberIn(state, 'dropped')
  }
}
