import { RowTable } from '@askance/core'
import {
  Allowance,
  type Earlier,
  earlierAt,
  type Grant,
  ItemIds,
  NEW_PARTITION,
  type PartitionStatus,
  REPEATED,
  totalCap,
  type WideModel,
} from '@askance/core/internals'
import { decodeGrant, decodePack, decodePage, encodePage, type Pack, type Page } from './messages.js'
import type { Models } from './models.js'
import type { Place, Wire } from './wire.js'

interface WorkerOptions {
  readonly wire: Wire
  readonly stream: string
  readonly partition: number
  readonly models: Models
  /** The most items of a page. */
  readonly pageItems?: number
  /** For how long an id is recent. */
  readonly dedupeSeconds?: number
  readonly now?: () => number
}

const PAGE_ITEMS = 1000
const DEDUPE_SECONDS = 600

/** A pack and its number. */
export interface NumberedPack {
  readonly seq: number
  readonly pack: Pack
  readonly bytes: number
}

/** Takes the packs of the next page off a list: at least one, and as many as fit in a message with all their rows. */
export const takePacks = (
  waiting: NumberedPack[],
  { pageItems, maxBytes }: { readonly pageItems: number; readonly maxBytes: number },
): NumberedPack[] => {
  let [count, items, bytes] = [0, 0, 0]
  for (const { pack, bytes: own } of waiting) {
    items += pack.ids.length
    bytes += own
    if (count > 0 && (items > pageItems || bytes > maxBytes / 2)) break
    count++
  }
  return waiting.splice(0, count)
}

/**
 * A worker of one partition. It reads packs from where the last page ended, decides, and appends a page, which is taken only if it follows on
 * the last page. So whoever else works on the partition, every pack is decided once. All it needs to go on after a crash is in the pages.
 */
export class PartitionWorker {
  readonly #options: Required<WorkerOptions>
  readonly #in: Place
  readonly #out: Place
  readonly #grants: Place
  #ids: ItemIds | undefined
  #status: PartitionStatus = NEW_PARTITION
  #allowance = new Allowance({ spent: 0, bound: 0, grant: 0 })
  /** Whether a bound was lowered that no page has told the owner yet. */
  #isLowered = false
  /** The last pack that is in a page, and the number of that page. */
  #position = 0
  #seq = 0
  #epoch = 0
  readonly #recent = new Map<number, Earlier & { readonly time: number }>()
  /** Items whose probability was 0, because the allowance was used up. */
  forbidden = 0

  /** The number of the last pack that is in a page. */
  get position(): number {
    return this.#position
  }

  constructor(options: WorkerOptions) {
    const { stream, partition } = options
    this.#options = { pageItems: PAGE_ITEMS, dedupeSeconds: DEDUPE_SECONDS, now: Date.now, ...options }
    this.#in = { kind: 'in', stream, partition }
    this.#out = { kind: 'out', stream, partition }
    this.#grants = { kind: 'grant', stream, partition }
  }

  /** Reads the pages of the partition: the last one says where to go on, all recent ones which ids are known. */
  async start(): Promise<void> {
    const { wire } = this.#options
    for await (const { seq, bytes } of wire.read(this.#out, 0, false)) this.#took(decodePage(bytes), seq)
  }

  #took(page: Page, seq: number): void {
    const { status, bound, grant } = page
    this.#seq = seq
    this.#status = status
    this.#position = page.to
    this.#epoch = page.epoch
    this.#allowance = new Allowance({ spent: status.spent, bound, grant })
    this.#isLowered = false
    const oldest = page.time - 1000 * this.#options.dedupeSeconds
    for (const [number, { time }] of this.#recent) {
      if (time >= oldest) break
      this.#recent.delete(number)
    }
    page.numbers.forEach((number, at) => {
      if (!isRepeated(page, at)) this.#recent.set(number, { ...earlierAt(page, at), time: page.time })
    })
  }

  /** Decides about the packs that have arrived, up to the size of a page; returns the page, or undefined if there was nothing to do. */
  async step(): Promise<Page | undefined> {
    const { models } = this.#options
    const model = models.current ?? (await models.refresh())
    if (!model) return undefined
    const last = needsGrantsOf(model) ? await this.#options.wire.last(this.#grants) : undefined
    return this.decide(await this.#packs(), last && decodeGrant(last.bytes))
  }

  /**
   * Decides about the packs that follow on the position, with the last grant; returns the page, or undefined if there was nothing to do. Rejects
   * with `wire/conflict` if somebody else has continued the partition: this worker has lost it.
   */
  async decide(packs: readonly NumberedPack[], grant: Grant | undefined): Promise<Page | undefined> {
    const { wire, models, partition, now } = this.#options
    const model = models.current
    if (!model) return undefined
    const needsGrants = needsGrantsOf(model)
    if (needsGrants && grant && this.#allowance.take(grant, this.#status.spent)) this.#isLowered = true
    if (packs.length === 0 && !this.#isLowered) return undefined
    this.#ids ??= new ItemIds(model.version.config.seed)
    const { contents, ...given } = joined(packs.map(({ pack }) => pack))
    const decided = model.decide(partition, this.#status, {
      ...given,
      itemIds: this.#ids,
      allowance: needsGrants ? this.#allowance : undefined,
      earlier: (number) => this.#recent.get(number),
    })
    const page: Page = {
      ...decided,
      asked: contents
        ? decided.asked.map((item) => ({ ...item, content: contents[item.at] ?? '' }))
        : decided.asked,
      epoch: Math.max(this.#epoch, model.version.epoch),
      partition,
      from: this.#position,
      to: packs.at(-1)?.seq ?? this.#position,
      packs: packs.map(({ seq, pack }) => [seq, pack.ids.length] as const),
      time: now(),
      answers: model.version.answers,
      bound: needsGrants ? this.#allowance.bound : 0,
      grant: this.#allowance.grant,
    }
    const seq = await this.#append(wire, page)
    for (let at = 0; at < page.flags.length; at++)
      if (page.probability[at] === 0 && !isRepeated(page, at)) this.forbidden++
    this.#took(page, seq)
    return page
  }

  /** Whoever is in doubt about an append looks at the last page: if it is this one, it was taken. */
  async #append(wire: Wire, page: Page): Promise<number> {
    const bytes = encodePage(page)
    try {
      return await wire.append(this.#out, bytes, this.#seq)
    } catch (error) {
      // An append that got no response is repeated, and then refused if it was taken.
      const last = await wire.last(this.#out)
      if (last && last.seq > this.#seq && Buffer.compare(last.bytes, bytes) === 0) return last.seq
      throw error
    }
  }

  async #packs(): Promise<NumberedPack[]> {
    const { wire, pageItems } = this.#options
    const packs: NumberedPack[] = []
    let items = 0
    for await (const { seq, bytes } of wire.read(this.#in, this.#position, false)) {
      const pack = decodePack(bytes)
      packs.push({ seq, pack, bytes: bytes.length })
      items += pack.ids.length
      if (items >= pageItems) break
    }
    return takePacks(packs, { pageItems, maxBytes: wire.maxBytes })
  }
}

const isRepeated = ({ flags }: Page, at: number): boolean => ((flags[at] ?? 0) & REPEATED) > 0

const needsGrantsOf = ({ version }: WideModel): boolean =>
  version.config.budget.perHour !== undefined || totalCap(version.config.budget) < Number.POSITIVE_INFINITY

const joined = (packs: readonly Pack[]): Pick<Pack, 'ids' | 'rows' | 'contents'> => {
  const [only] = packs
  if (only && packs.length === 1) return only
  const rows = new RowTable()
  for (const pack of packs) for (let i = 0; i < pack.rows.length; i++) rows.push(pack.rows.row(i))
  const hasContents = packs.some(({ contents }) => contents)
  return {
    ids: packs.flatMap(({ ids }) => ids),
    rows,
    ...(hasContents && { contents: packs.flatMap(({ ids, contents }) => contents ?? ids.map(() => '')) }),
  }
}
