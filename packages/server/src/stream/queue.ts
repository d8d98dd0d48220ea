import { Heap, type Ranked } from './heap.js'

/** A question that waits for an answer, or is in somebody's hands. */
export interface OpenEntry extends Ranked {
  readonly id: string
  holder: string | undefined
  /** When the lease of the holder expires. */
  leaseExpires: number
  /** Who has answered it already, where several are to. */
  voters: Set<string> | undefined
  /** Who has given it back last: they get another one first. */
  passed: string | undefined
  readonly lease: Lease
}

/** When somebody's time with a question ends: those that end first rank first. */
interface Lease extends Ranked {
  readonly id: string
}

/** How far to look for a question that somebody has not just given back. */
const MAX_PASSED = 32
/** So many of the best are looked at again before one is handed out. */
const LOOKED_AT = 4
/** So many closed questions may stand among those to be finished. */
const MAX_STALE = 1024

/**
 * The open questions: who holds which until when, and which comes next. What nobody has answered yet comes by rank; what
 * only needs another's word comes first, so that it is finished.
 */
export class QuestionQueue {
  readonly #waiting = new Map<string, OpenEntry>()
  readonly #heap = new Heap<OpenEntry>()
  /** In the order in which they came to need another's word; each labeller goes along it once. */
  #begun: OpenEntry[] = []
  readonly #reached = new Map<string, number>()
  readonly #held = new Map<string, Set<OpenEntry>>()
  readonly #leases = new Heap<Lease>()

  get leased(): number {
    return this.#leases.size
  }

  find(id: string): OpenEntry | undefined {
    return this.#waiting.get(id)
  }

  add(id: string, t: number, rank: number): void {
    const entry = {
      id,
      t,
      rank,
      place: -1,
      holder: undefined,
      leaseExpires: 0,
      voters: undefined,
      passed: undefined,
      lease: { id, t, rank: 0, place: -1 },
    }
    this.#waiting.set(id, entry)
    this.#heap.add(entry)
  }

  /** It is answered, or will not be. */
  remove(id: string): void {
    const entry = this.#waiting.get(id)
    if (!entry) return
    this.#free(entry)
    this.#heap.remove(entry)
    this.#waiting.delete(id)
  }

  rerank(id: string, rank: number): void {
    const entry = this.#waiting.get(id)
    if (entry) this.#heap.rerank(entry, rank)
  }

  /** Somebody has answered; others are to answer too. */
  voted(id: string, by: string): void {
    const entry = this.#waiting.get(id)
    if (!entry) return
    entry.voters ??= new Set()
    entry.voters.add(by)
    this.#free(entry)
    this.#back(entry)
  }

  /** Somebody has taken their answer back. */
  unvoted(id: string, by: string): void {
    const entry = this.#waiting.get(id)
    entry?.voters?.delete(by)
    if (entry && !entry.holder) this.#back(entry)
  }

  heldBy(by: string): readonly OpenEntry[] {
    return [...(this.#held.get(by) ?? [])]
  }

  /** Gives a certain question to somebody. */
  give(entry: OpenEntry, by: string, leaseExpires: number): void {
    this.#heap.remove(entry)
    entry.passed = undefined
    if (entry.holder !== by) {
      this.#free(entry)
      entry.holder = by
      this.#leases.add(entry.lease)
      const held = this.#held.get(by) ?? new Set()
      this.#held.set(by, held.add(entry))
    }
    entry.leaseExpires = leaseExpires
    this.#leases.rerank(entry.lease, -leaseExpires)
  }

  /**
   * The next question for somebody, and gives it to them. `look` tells how it would rank now; looking may close it. What
   * they gave back last comes when there is nothing else.
   */
  next(by: string, leaseExpires: number, look: (id: string) => number): OpenEntry | undefined {
    const entry = this.#toFinish(by) ?? this.#best(by, look) ?? this.#toFinish(by, true)
    if (entry) this.give(entry, by, leaseExpires)
    return entry
  }

  release(entry: OpenEntry): void {
    entry.passed = entry.holder
    this.#free(entry)
    this.#back(entry)
  }

  /** Frees what was leased and not renewed. */
  expire(now: number): void {
    for (let lease = this.#leases.first; lease && -lease.rank <= now; lease = this.#leases.first) {
      const entry = this.#waiting.get(lease.id) as OpenEntry
      this.#free(entry)
      this.#back(entry)
    }
  }

  #free(entry: OpenEntry): void {
    if (entry.holder === undefined) return
    const held = this.#held.get(entry.holder)
    held?.delete(entry)
    if (held?.size === 0) this.#held.delete(entry.holder)
    entry.holder = undefined
    this.#leases.remove(entry.lease)
  }

  /** Puts a free question where others find it. */
  #back(entry: OpenEntry): void {
    if (this.#waiting.get(entry.id) !== entry) return
    if (!entry.voters?.size) {
      if (entry.place < 0) this.#heap.add(entry)
      return
    }
    this.#heap.remove(entry)
    this.#addBegun(entry)
  }

  #addBegun(entry: OpenEntry): void {
    this.#begun.push(entry)
    if (this.#begun.length > 2 * this.#waiting.size + MAX_STALE) this.#clearBegun()
  }

  /** Leaves out what is closed; all go along the list anew. */
  #clearBegun(): void {
    this.#begun = [...new Set(this.#begun)].filter((entry) => this.#waiting.get(entry.id) === entry)
    this.#reached.clear()
  }

  /** What they gave back themselves stands behind the others again, unless they are to have that too. */
  #toFinish(by: string, evenPassed = false): OpenEntry | undefined {
    let k = this.#reached.get(by) ?? 0
    let found: OpenEntry | undefined
    const later: OpenEntry[] = []
    for (; k < this.#begun.length && !found; k++) {
      const entry = this.#begun[k]
      if (!entry || !this.#canFinish(entry, by)) continue
      if (entry.passed === by && !evenPassed) later.push(entry)
      else found = entry
    }
    this.#reached.set(by, k)
    for (const entry of later) this.#addBegun(entry)
    return found
  }

  #canFinish(entry: OpenEntry, by: string): boolean {
    const isThere = this.#waiting.get(entry.id) === entry && entry.holder === undefined
    return isThere && Boolean(entry.voters?.size) && !entry.voters?.has(by)
  }

  #best(by: string, look: (id: string) => number): OpenEntry | undefined {
    const passed: OpenEntry[] = []
    const seen: { readonly entry: OpenEntry; readonly now: number }[] = []
    while (seen.length < LOOKED_AT) {
      const entry = this.#heap.first
      if (!entry) break
      this.#heap.remove(entry)
      if (entry.passed === by && passed.length < MAX_PASSED) {
        passed.push(entry)
        continue
      }
      const now = look(entry.id)
      if (this.#waiting.has(entry.id)) seen.push({ entry, now })
    }
    seen.sort((a, b) => b.now - a.now)
    const best = seen.shift()?.entry ?? passed.shift()
    for (const entry of [...seen.map(({ entry }) => entry), ...passed]) this.#heap.add(entry)
    return best
  }
}
