import type { Grant } from '@askance/core/internals'
import { decodeGrant, encodeGrant } from './messages.js'
import type { Place, Wire } from './wire.js'

/** A page as it was read: its number and its bytes. */
export interface ReadPage {
  readonly seq: number
  readonly bytes: Uint8Array
}

/** What an owner begins with: the number of the last page in its log, and whether it must grant questions. */
export interface OwnerBeginning {
  readonly taken: number
  readonly needsGrants: boolean
}

/** A version as it is published, with the grants that go with it. */
export interface PublishedVersion {
  readonly bytes: Uint8Array
  readonly grants: readonly Grant[]
}

/** How much of a stream the owner has: what a version is due by. */
export interface OwnerProgress {
  readonly items: number
  readonly answers: number
  /** Questions that partitions may still ask without another grant; missing if the budget needs no grants. */
  readonly grantsLeft?: number
}

/** The durable state of an owner: a log that can be replayed. Everything is on disk before a promise resolves. */
export interface OwnerState {
  begin(): Promise<OwnerBeginning>
  /** Notes the grants that earlier owners gave, and returns one for every partition that voids them. */
  fence(given: readonly Grant[]): Promise<readonly Grant[]>
  /** Takes pages in order; those that were taken before are left out. Returns how many questions they opened. */
  take(pages: readonly ReadPage[]): Promise<number>
  progress(): Promise<OwnerProgress>
  /** Undefined if the grants of earlier owners are not known: `fence` must be called before. */
  version(number: number, epoch: number): Promise<PublishedVersion | undefined>
}

interface OwnerOptions {
  readonly wire: Wire
  readonly stream: string
  readonly partitions: number
  readonly state: OwnerState
  /** At least that of the owner before. */
  readonly epoch: number
  readonly now?: () => number
}

/** A version is made when items or answers have grown by this factor, and not sooner than this after the last. */
const GROWTH = 1.1
const MIN_MILLISECONDS = 100
/** If anything is new, a version is made at least so often: grants of an hourly budget follow the clock. */
const MAX_MILLISECONDS = 10_000

/**
 * The owner of a wide stream: it reads the pages of all partitions, keeps the questions, learns the answers, and publishes versions and grants.
 * A new owner voids the grants of the one before by renumbering them, before it hands out anything.
 */
export class StreamOwner {
  readonly #options: Required<OwnerOptions>
  readonly #grantSeqs: Float64Array
  readonly #model: Place
  #needsGrants = false
  #taken = 0
  #published = { seq: 0, number: 0, time: Number.NEGATIVE_INFINITY, items: 0, answers: 0 }
  #grantsLeft: number | undefined

  constructor(options: OwnerOptions) {
    const { partitions, stream } = options
    this.#options = { now: Date.now, ...options }
    this.#grantSeqs = new Float64Array(partitions)
    this.#model = { kind: 'model', stream }
  }

  /** The number of the last page that was taken. */
  get taken(): number {
    return this.#taken
  }

  /** When the last version was published. */
  get publishedAt(): number {
    return this.#published.time
  }

  /** The number of the last version; 0 before the first. */
  get version(): number {
    return this.#published.number
  }

  /** Questions that partitions may still ask, when it was last computed. */
  get grantsLeft(): number | undefined {
    return this.#grantsLeft
  }

  /** Voids the grants of an earlier owner, takes the pages that it did not, and publishes. */
  async start(): Promise<void> {
    const { state, wire } = this.#options
    const { taken, needsGrants } = await state.begin()
    this.#taken = taken
    this.#needsGrants = needsGrants
    await this.#fence()
    this.#published.seq = (await wire.last(this.#model))?.seq ?? 0
    await this.step()
    await this.publish()
  }

  #grant(partition: number): Place {
    return { kind: 'grant', stream: this.#options.stream, partition }
  }

  async #fence(): Promise<void> {
    const { wire, epoch, partitions, state } = this.#options
    const each = Array.from({ length: this.#needsGrants ? partitions : 0 }, (_, p) => p)
    const last = await Promise.all(each.map((p) => wire.last(this.#grant(p))))
    const grants = await state.fence(last.flatMap((one) => (one ? [decodeGrant(one.bytes)] : [])))
    await Promise.all(
      grants.map(async (grant) => {
        const { partition } = grant
        const follows = last[partition]?.seq ?? 0
        const bytes = encodeGrant({ ...grant, epoch })
        this.#grantSeqs[partition] = await wire.append(this.#grant(partition), bytes, follows)
      }),
    )
  }

  /** Reads the new pages of all partitions; returns how many questions they opened. */
  async step(): Promise<number> {
    const { wire, stream } = this.#options
    let opened = 0
    for await (const page of wire.read({ kind: 'out', stream }, this.#taken, false))
      opened += await this.take([page])
    return opened
  }

  /** Takes pages that were read elsewhere. */
  async take(pages: readonly ReadPage[]): Promise<number> {
    const opened = await this.#options.state.take(pages)
    this.#taken = Math.max(this.#taken, pages.at(-1)?.seq ?? 0)
    return opened
  }

  /** Publishes a version if it is time. */
  async publishIfDue(): Promise<boolean> {
    const since = this.#options.now() - this.#published.time
    if (since < MIN_MILLISECONDS) return false
    const { items, answers, grantsLeft } = await this.#options.state.progress()
    this.#grantsLeft = grantsLeft
    const { items: before, answers: known } = this.#published
    const hasGrown = items >= GROWTH * before + 1 || answers >= GROWTH * known + 1
    const isNew = items !== before || answers !== known
    if (!hasGrown && !(isNew && since >= MAX_MILLISECONDS)) return false
    await this.publish()
    return true
  }

  /** Publishes a version, then the grants that go with it. Rejects with `wire/conflict` if there is another owner. */
  async publish(): Promise<void> {
    const { wire, epoch, now, state } = this.#options
    const { seq } = this.#published
    const time = now()
    let version = await state.version(seq + 1, epoch)
    if (!version) {
      // The state was loaded again, and does not have the grants.
      await this.#fence()
      version = await state.version(seq + 1, epoch)
    }
    if (!version) return
    const { items, answers, grantsLeft } = await state.progress()
    const published = await wire.append(this.#model, version.bytes, seq)
    this.#published = { seq: published, number: seq + 1, time, items, answers }
    this.#grantsLeft = grantsLeft
    for (const grant of version.grants) {
      const { partition } = grant
      const follows = this.#grantSeqs[partition] ?? 0
      const bytes = encodeGrant({ ...grant, epoch })
      this.#grantSeqs[partition] = await wire.append(this.#grant(partition), bytes, follows)
    }
  }
}
