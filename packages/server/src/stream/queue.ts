import { Heap, type Ranked } from './heap.js'

/** An open question, possibly leased. */
export interface OpenEntry extends Ranked {
  readonly id: string
  holder: string | undefined
  /** When the lease of the holder expires. */
  leaseExpires: number
  /** Who has already answered, if several people answer. */
  voters: Set<string> | undefined
  /** Who released it last; they get other questions first. */
  passed: string | undefined
  readonly lease: Lease
}

/** A lease in the expiry heap; the earliest ranks first. */
interface Lease extends Ranked {
  readonly id: string
}

/** How many questions are searched for one that the labeller did not release last. */
const MAX_PASSED = 32
/** How many of the best questions are reranked before one is leased. */
const LOOKED_AT = 4
/** How many closed questions may remain in the list of begun ones. */
const MAX_STALE = 1024

/**
 * The open questions with their leases and their order. Questions that need another vote come first, so that they get
 * finished; the others follow by rank.
 */
export class QuestionQueue {
  readonly #waiting = new Map<string, OpenEntry>()
  readonly #heap = new Heap<OpenEntry>()
  /** Questions that need another vote, in order; each labeller passes over the list once. */
  #begun: OpenEntry[] = []
  readonly #reached = new Map<string, number>()
  readonly #held = new Map<string, Set<OpenEntry>>()
  readonly #leases = new Heap<Lease>()
  /** The latest time of an operation. */
  #now = Number.NEGATIVE_INFINITY

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

  /** Removes a closed question. */
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

  /** Records a vote; the question needs more. */
  voted(id: string, by: string): void {
    const entry = this.#waiting.get(id)
    if (!entry) return
    entry.voters ??= new Set()
    entry.voters.add(by)
    this.#free(entry)
    this.#back(entry)
  }

  /** Removes a vote. */
  unvoted(id: string, by: string): void {
    const entry = this.#waiting.get(id)
    entry?.voters?.delete(by)
    if (entry && !entry.holder) this.#back(entry)
  }

  heldBy(by: string): readonly OpenEntry[] {
    return [...(this.#held.get(by) ?? [])]
  }

  /** Leases a question. */
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
   * Leases the next question. `look` returns the current rank of a question and may close it. Questions that the labeller
   * released last come at the end.
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

  /** Frees questions whose lease has expired. If the clock was set back, leases end as much earlier. */
  expire(now: number): void {
    if (now < this.#now) this.#setBack(this.#now - now)
    this.#now = now
    for (let lease = this.#leases.first; lease && -lease.rank <= now; lease = this.#leases.first) {
      const entry = this.#waiting.get(lease.id) as OpenEntry
      this.#free(entry)
      this.#back(entry)
    }
  }

  #setBack(milliseconds: number): void {
    for (const held of this.#held.values())
      for (const entry of held) {
        entry.leaseExpires -= milliseconds
        this.#leases.rerank(entry.lease, -entry.leaseExpires)
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

  /** Makes a question available again. */
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

  /** Removes closed questions; every labeller starts over. */
  #clearBegun(): void {
    this.#begun = [...new Set(this.#begun)].filter((entry) => this.#waiting.get(entry.id) === entry)
    this.#reached.clear()
  }

  /** Puts questions that the labeller released back, unless there is nothing else. */
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

/** Questions that measure rank first, because an unbiased sample needs all of them answered. */
export const questionRank = ({ reason, probability }: { reason?: string; probability: number }): number =>
  isMeasuring(reason) ? 1 : probability

/** Whether a question was asked to measure. */
export const isMeasuring = (reason?: string): boolean => reason === 'audit' || reason === 'measure'
