import type { ClassifierOptions } from '@askance/core'
import { WideOwner } from '@askance/core/internals'
import { decodeGrant, decodePage, encodeGrant, encodeVersion } from './messages.js'
import type { Place, Wire } from './wire.js'

/** What the owner did, in order. With the pages it rebuilds the owner. */
export type JournalEntry =
  | { readonly type: 'page'; readonly partition: number; readonly seq: number }
  | { readonly type: 'answer'; readonly id: string; readonly label: string; readonly time: number }

/** The durable log of an owner. */
export interface Journal {
  append(entry: JournalEntry): void
  readonly entries: readonly JournalEntry[]
}

export interface OwnerOptions {
  readonly wire: Wire
  readonly stream: string
  readonly partitions: number
  readonly classifier: ClassifierOptions
  readonly journal: Journal
  /** One more than that of the owner before. */
  readonly epoch: number
  readonly now?: () => number
}

/** A version is made when items or answers have grown by this factor, and not sooner than this after the last. */
const GROWTH = 1.1
const MIN_MILLISECONDS = 100

/**
 * The owner of a wide stream: it reads the pages of all partitions, keeps the questions, learns the answers, and publishes versions and grants.
 * A new owner voids the grants of the one before by renumbering them, before it hands out anything.
 */
export class StreamOwner {
  readonly wide: WideOwner
  readonly #options: Required<OwnerOptions>
  readonly #read: Float64Array
  readonly #grantSeqs: Float64Array
  readonly #model: Place
  #published = { seq: 0, time: Number.NEGATIVE_INFINITY, items: 0, answers: 0 }

  constructor(options: OwnerOptions) {
    const { classifier, partitions, stream } = options
    this.#options = { now: Date.now, ...options }
    this.wide = new WideOwner(classifier, partitions)
    this.#read = new Float64Array(partitions)
    this.#grantSeqs = new Float64Array(partitions)
    this.#model = { kind: 'model', stream }
  }

  /** Rebuilds the state from the journal, voids the grants of an earlier owner, and publishes. */
  async start(): Promise<void> {
    const { journal, partitions, wire } = this.#options
    await this.#replay(journal.entries)
    for (let p = 0; p < partitions && this.wide.needsGrants; p++) await this.#fence(p)
    const last = await wire.last(this.#model)
    this.#published.seq = last?.seq ?? 0
    await this.step()
    await this.publish()
  }

  async #replay(entries: readonly JournalEntry[]): Promise<void> {
    const { wire, partitions } = this.#options
    const pages = await Promise.all(
      Array.from({ length: partitions }, async (_, p) => {
        const found = new Map<number, Uint8Array>()
        for await (const { seq, bytes } of wire.read(this.#out(p), 0, false)) found.set(seq, bytes)
        return found
      }),
    )
    for (const entry of entries)
      if (entry.type === 'answer') this.wide.answer(entry.id, entry.label, { time: entry.time })
      else {
        const bytes = pages[entry.partition]?.get(entry.seq)
        if (bytes) this.wide.take(decodePage(bytes))
        this.#read[entry.partition] = entry.seq
      }
  }

  #out(partition: number): Place {
    return { kind: 'out', stream: this.#options.stream, partition }
  }

  #grant(partition: number): Place {
    return { kind: 'grant', stream: this.#options.stream, partition }
  }

  async #fence(partition: number): Promise<void> {
    const { wire, epoch } = this.#options
    const last = await wire.last(this.#grant(partition))
    if (last) this.wide.grants.given(decodeGrant(last.bytes))
    const grant = { ...this.wide.grants.renew(partition), epoch }
    this.#grantSeqs[partition] = await wire.append(this.#grant(partition), encodeGrant(grant), last?.seq ?? 0)
  }

  /** Reads the new pages of all partitions; returns the ids of the new questions. */
  async step(): Promise<string[]> {
    const { wire, partitions, journal } = this.#options
    const opened: string[] = []
    for (let p = 0; p < partitions; p++)
      for await (const { seq, bytes } of wire.read(this.#out(p), this.#read[p] ?? 0, false)) {
        const page = decodePage(bytes)
        journal.append({ type: 'page', partition: p, seq })
        opened.push(...this.wide.take(page))
        this.#read[p] = seq
      }
    return opened
  }

  answer(id: string, label: string): void {
    const time = this.#options.now()
    // A refused answer throws here, and must not be in the journal: every rebuilt owner would throw too.
    this.wide.answer(id, label, { time })
    this.#options.journal.append({ type: 'answer', id, label, time })
  }

  /** Publishes a version if it is time. */
  async publishIfDue(): Promise<boolean> {
    const { items, classifier } = this.wide
    const { answers } = classifier.counts
    const { time, items: before, answers: known } = this.#published
    const hasGrown = items >= GROWTH * before + 1 || answers >= GROWTH * known + 1
    if (!hasGrown || this.#options.now() - time < MIN_MILLISECONDS) return false
    await this.publish()
    return true
  }

  /** Publishes a version, then the grants that go with it. Rejects with `wire/conflict` if there is another owner. */
  async publish(): Promise<void> {
    const { wire, epoch, now } = this.#options
    const { wide } = this
    const time = now()
    const { seq } = this.#published
    const version = wide.version(seq + 1, epoch, time)
    const published = await wire.append(this.#model, encodeVersion(version), seq)
    this.#published = { seq: published, time, items: wide.items, answers: version.answers }
    if (!wide.needsGrants) return
    for (const grant of wide.grants.hand(wide.cap(time))) {
      const { partition } = grant
      const follows = this.#grantSeqs[partition] ?? 0
      const bytes = encodeGrant({ ...grant, epoch })
      this.#grantSeqs[partition] = await wire.append(this.#grant(partition), bytes, follows)
    }
  }
}
