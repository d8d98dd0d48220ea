/** A heap entry. It stores its position, so that any entry can be removed. */
export interface Ranked {
  rank: number
  /** Breaks ties: the smaller comes first. */
  readonly t: number
  /** The position in the heap; −1 if it is not in a heap. */
  place: number
}

/** A max-heap by rank. Any entry can be removed or reranked in O(log n). */
export class Heap<Entry extends Ranked> {
  readonly #entries: Entry[] = []

  get size(): number {
    return this.#entries.length
  }

  get first(): Entry | undefined {
    return this.#entries[0]
  }

  add(entry: Entry): void {
    this.#put(entry, this.#entries.length)
    this.#rise(entry)
  }

  remove(entry: Entry): void {
    const { place } = entry
    if (place < 0) return
    const last = this.#entries.pop() as Entry
    entry.place = -1
    if (last === entry) return
    this.#put(last, place)
    this.#rise(last)
    this.#sink(last)
  }

  rerank(entry: Entry, rank: number): void {
    entry.rank = rank
    if (entry.place < 0) return
    this.#rise(entry)
    this.#sink(entry)
  }

  #put(entry: Entry, place: number): void {
    this.#entries[place] = entry
    entry.place = place
  }

  #rise(entry: Entry): void {
    while (entry.place > 0) {
      const place = entry.place
      const parent = this.#entries[(place - 1) >> 1] as Entry
      if (!isBefore(entry, parent)) return
      this.#put(entry, parent.place)
      this.#put(parent, place)
    }
  }

  #sink(entry: Entry): void {
    for (;;) {
      const place = entry.place
      const left = this.#entries[2 * place + 1]
      const right = this.#entries[2 * place + 2]
      const child = left && right && isBefore(right, left) ? right : left
      if (!child || !isBefore(child, entry)) return
      this.#put(entry, child.place)
      this.#put(child, place)
    }
  }
}

const isBefore = (one: Ranked, other: Ranked): boolean =>
  one.rank > other.rank || (one.rank === other.rank && one.t < other.t)
