import { Random } from '@askance/core/internals'

const WORDS = 'win free prize cash call now dinner bus late home lunch mail loan ü 日本 🙂 0'.split(' ')

/** Seeded random helpers. */
export class Dice {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed, 'requests')
  }

  uniform(): number {
    return this.#random.uniform()
  }

  chance(probability: number): boolean {
    return this.uniform() < probability
  }

  /** A whole number from 0 to below. */
  below(most: number): number {
    return Math.floor(this.uniform() * most)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  list<Item>(most: number, make: (k: number) => Item): Item[] {
    return Array.from({ length: 1 + this.below(most) }, (_, k) => make(k))
  }

  text(): string {
    return this.list(12, () => this.pick(WORDS)).join(' ')
  }
}
