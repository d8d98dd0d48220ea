import type { NamedFeatures } from '../../items/item.js'
import { detached } from '../words.js'

/** A feature that was met before, and where it stands in the item under way. */
interface Known {
  readonly name: string
  /** Which item it stands in, and at which place. */
  item: number
  place: number
}

const MOST_KNOWN = 1 << 18

/** Collects the features of one item after another: full names are made once, and what stands twice is summed. */
export class FeatureCollector {
  #spaces = new Map<string, Map<string, Known>>()
  #space = new Map<string, Known>()
  #spaceName = ''
  #known = 0
  #item = 0
  #names: string[] = []
  #values: number[] = []

  begin(): void {
    this.#item++
    this.#names = []
    this.#values = []
    if (this.#known <= MOST_KNOWN) return
    this.#spaces = new Map()
    this.#known = 0
  }

  /** The namespace of the features that follow. */
  enter(name: string): void {
    const space = this.#spaces.get(name)
    this.#spaceName = space ? name : detached(name)
    this.#space = space ?? new Map()
    if (!space) this.#spaces.set(this.#spaceName, this.#space)
  }

  add(feature: string, value: number): void {
    const known = this.#space.get(feature) ?? this.#learn(feature)
    if (known.item === this.#item) {
      this.#values[known.place]! += value
      return
    }
    known.item = this.#item
    known.place = this.#names.push(known.name) - 1
    this.#values.push(value)
  }

  finished(): NamedFeatures {
    return { names: this.#names, values: this.#values }
  }

  #learn(feature: string): Known {
    const key = detached(feature)
    const name = this.#spaceName === '' ? key : detached(`${this.#spaceName}^${key}`)
    const known = { name, item: -1, place: 0 }
    this.#space.set(key, known)
    this.#known++
    return known
  }
}
