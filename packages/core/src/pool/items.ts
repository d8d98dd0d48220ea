import type { Question } from '../classifier/question.js'
import { linesOf, objectsIn } from '../classifier/stored.js'
import { Random } from '../random.js'
import { isFeatureless, type Row } from '../rows/row.js'
import { rowsIn, savedRows } from '../rows/table.js'
import { bytesIn, integersIn, type State } from '../state/state.js'

/** The maximum number of items of the working set. */
const MAX_KEPT = 20_000
/** An item that this many people skipped is not asked about again. */
const MAX_SKIPS = 2

/** Items with identical rows. One of them is asked about, and the answer is valid for all. */
export interface Group {
  /** The places of its items, in order. */
  readonly places: number[]
  /** The latest question about one of its items, or an example. */
  question: Question | undefined
  /** Who skipped it. */
  readonly skips: (string | null)[]
}

/**
 * The items of a pool: the ids of all, and the rows of the working set, from which questions are chosen. The working set is a
 * uniform sample of all items, so that neither memory nor the cost of a question depends on the number of items.
 */
export class PoolItems {
  /** The ids of all items, in the order in which they were added. */
  readonly ids = new Set<string>()
  /** By place in the working set. */
  readonly kept: string[] = []
  readonly rows: Row[] = []
  readonly groups: Group[] = []
  /** By place: the batch in which the item was added; a batch ends when a question is chosen. */
  readonly batches: number[] = []
  batch = 0
  /** By place: whether the item may be asked about (`FREE`, `TAKEN` or `SKIPPED`), and whether it stands for its group. */
  status = new Uint8Array(64)
  standsFor = new Uint8Array(64)
  /** The number of entries of all rows. */
  entries = 0
  readonly #places = new Map<string, number>()
  /** The groups of items that were asked about. */
  readonly #asked = new Map<string, Group>()
  /** Groups by a hash of their rows. Rows without features are not grouped: they have nothing in common. */
  readonly #groups = new Map<number, Group[]>()

  get size(): number {
    return this.ids.size
  }

  /** The place of an item in the working set; undefined if it is not there. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  /** The group of an item that is in the working set, or was asked about when it was. */
  groupOf(id: string): Group | undefined {
    const place = this.#places.get(id)
    return place === undefined ? this.#asked.get(id) : this.groups[place]
  }

  /** Links the group of an item to its question. */
  link(question: Question): void {
    const group = this.groupOf(question.id)
    if (!group) return
    group.question = question
    this.#asked.set(question.id, group)
  }

  /** Adds the id of an item. An item of the working set has a row; it may replace the item at a place. */
  add(id: string, row?: Row, place = this.kept.length): void {
    this.ids.add(id)
    if (!row) return
    if (place < this.kept.length) this.#remove(place)
    this.kept[place] = id
    this.rows[place] = row
    this.entries += row.end - row.start
    this.batches[place] = this.batch
    this.#places.set(id, place)
    const group = this.#joined(row)
    group.places.push(place)
    this.groups[place] = group
    if (this.status.length <= place) {
      this.status = longer(this.status)
      this.standsFor = longer(this.standsFor)
    }
    const isLast = place >= (group.places.at(-2) ?? 0)
    if (!isLast) group.places.sort((a, b) => a - b)
    this.#mark(group, isLast ? [place] : group.places)
  }

  /** Updates what depends on the question about a group. */
  refresh(group: Group): void {
    this.#mark(group, group.places)
  }

  #mark(group: Group, places: readonly number[]): void {
    const status = statusOf(group)
    for (const place of places) {
      this.status[place] = status
      this.standsFor[place] = place === group.places[0] && !isFeatureless(this.rows[place]) ? 1 : 0
    }
  }

  /** Whether a person may be asked about the item at a place. */
  isFree(place: number, by: string | undefined): boolean {
    const status = this.status[place]
    return status === FREE || (status === SKIPPED && !this.groups[place].skips.includes(by ?? null))
  }

  #remove(place: number): void {
    const { places } = this.groups[place]
    places.splice(places.indexOf(place), 1)
    this.#places.delete(this.kept[place])
    this.entries -= this.rows[place].end - this.rows[place].start
    if (places.length > 0) {
      this.refresh(this.groups[place])
      return
    }
    const hash = hashOf(this.rows[place])
    const others = (this.#groups.get(hash) ?? []).filter((group) => group !== this.groups[place])
    if (others.length > 0) this.#groups.set(hash, others)
    else this.#groups.delete(hash)
  }

  #joined(row: Row): Group {
    const group: Group = { places: [], question: undefined, skips: [] }
    if (isFeatureless(row)) return group
    const hash = hashOf(row)
    const others = this.#groups.get(hash)
    const same = others?.find(({ places }) => isSame(this.rows[places[0]], row))
    if (same) return same
    if (others) others.push(group)
    else this.#groups.set(hash, [group])
    return group
  }

  save(): State {
    const records = this.kept.map((id, place) => {
      const { question, skips } = this.groups[place]
      return [id, ...(question || skips.length > 0 ? [question?.id ?? null, skips] : [])]
    })
    return {
      ids: linesOf([...this.ids]),
      batches: Int32Array.from(this.batches),
      kept: linesOf(records),
      ...savedRows(this.rows),
    }
  }

  load(state: State, questionOf: (id: string) => Question | undefined): void {
    const rows = rowsIn(state)
    for (const id of objectsIn(bytesIn(state, 'ids')) as string[]) this.ids.add(id)
    const records = objectsIn(bytesIn(state, 'kept')) as [string, (string | null)?, (string | null)[]?][]
    const batches = integersIn(state, 'batches')
    records.forEach(([id, asked, skips], place) => {
      this.batch = batches[place]
      this.add(id, rows[place])
      const group = this.groups[place]
      const question = asked ? questionOf(asked) : undefined
      group.question = question
      if (question) this.#asked.set(question.id, group)
      if (skips) group.skips.splice(0, group.skips.length, ...skips)
      this.refresh(group)
    })
  }
}

/**
 * The place of the n-th item in a working set of at most `max` items; undefined if it does not enter. Every item is in the
 * set with the same probability (algorithm R; J. S. Vitter: Random sampling with a reservoir. ACM TOMS 11, 1985).
 */
export const reservoirPlace = (n: number, seed: number, max = MAX_KEPT): number | undefined => {
  if (n <= max) return n - 1
  const place = new Random(seed, `pool item ${n}`).below(n)
  return place < max ? place : undefined
}

const FREE = 0
const TAKEN = 1
/** Some people skipped it; the others may be asked. */
const SKIPPED = 2

const statusOf = ({ question, skips }: Group): number => {
  switch (question?.state) {
    case undefined:
    case 'withdrawn':
    case 'expired':
      return FREE
    case 'skipped':
      return skips.length < MAX_SKIPS ? SKIPPED : TAKEN
    default:
      return TAKEN
  }
}

const longer = (flags: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(2 * flags.length)
  copy.set(flags)
  return copy
}

/** FNV-1a over the indices and values. */
const hashOf = ({ index, value, start, end }: Row): number => {
  let hash = 0x811c9dc5
  for (let k = start; k < end; k++) {
    bits[0] = value[k]
    hash = Math.imul(hash ^ index[k], 0x01000193)
    hash = Math.imul(hash ^ words[0], 0x01000193)
    hash = Math.imul(hash ^ words[1], 0x01000193)
  }
  return hash
}

const bits = new Float64Array(1)
const words = new Int32Array(bits.buffer)

const isSame = (a: Row, b: Row): boolean => {
  if (a.end - a.start !== b.end - b.start) return false
  for (let i = a.start, j = b.start; i < a.end; i++, j++)
    if (a.index[i] !== b.index[j] || a.value[i] !== b.value[j]) return false
  return true
}
