import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RowTable } from '@askance/core'
import { ASKED, hasCode, ItemIds } from '@askance/core/internals'
import type { ItemInput } from '@askance/data'
import { serverError } from '../errors.js'
import type { NamedItem, WideDecision } from '../operations/types.js'
import { checkShape, createInput, type Shape } from '../stream/input.js'
import { wideVector } from '../stream/wide.js'
import { decodePage, encodePack, type Page } from './messages.js'
import type { Models } from './models.js'
import type { Wire } from './wire.js'

interface GatewayOptions {
  readonly wire: Wire
  /** A pack is sent when it has so many items, or so many milliseconds after its first one. */
  readonly pageItems: number
  readonly pageMilliseconds: number
  /** How long to wait for the decisions about a pack. */
  readonly patienceMs?: number
  readonly onError?: (error: unknown) => void
}

/** Longer than NATS needs to choose another leader. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 250
/** How many decisions about packs are kept that may be about a pack that is being sent. */
const MAX_EARLY = 1024

/** Where the decisions about a pack are: a page, and the place of its first item in it. */
interface Decided {
  readonly page: Page
  readonly from: number
}

/** Items of one partition that are not sent yet. */
class OpenPack {
  readonly ids: string[] = []
  readonly rows = new RowTable()
  readonly contents: string[] = []
  bytes = 0
  readonly decided: Promise<Decided>
  resolve!: (decided: Decided) => void
  reject!: (error: unknown) => void

  constructor() {
    this.decided = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // Nobody may wait any more.
    this.decided.catch(() => undefined)
  }
}

/** Sends items of one wide stream in packs, and answers with the decisions of their pages. */
export class StreamGateway {
  readonly #models: Models
  readonly #options: Required<GatewayOptions>
  readonly #packs = new Map<number, OpenPack>()
  readonly #waiting = new Map<number, OpenPack>()
  /** Pages that came while a pack was being sent, by the numbers of their packs: they may be about it. */
  readonly #early = new Map<number, Decided>()
  readonly #stop = new AbortController()
  #sending = 0
  #timer: NodeJS.Timeout | undefined
  #ids: ItemIds | undefined
  #input: ItemInput | undefined
  #following: Promise<void> | undefined

  constructor(models: Models, options: GatewayOptions) {
    this.#models = models
    this.#options = { patienceMs: PATIENCE_MS, onError: () => undefined, ...options }
  }

  /** Decides about items. Throws `item/shape` before anything is sent, and `cluster/away` if no decision arrives in time. */
  async observe(items: readonly NamedItem[]): Promise<readonly WideDecision[]> {
    const { wire } = this.#options
    const { version } = this.#models
    if (!version) throw serverError('cluster/away', { reason: 'there is no version of the model yet' })
    if (wire.problem !== undefined) throw serverError('cluster/away', { reason: wire.problem })
    const rows = this.#rowsOf(items, version.shape as Shape)
    this.#following ??= this.#follow()
    await this.#following
    const places = items.map((item, k) => this.#add(item, rows, k, version.partitions))
    return Promise.all(places.map(({ pack, at }, k) => this.#decision(items[k] as NamedItem, pack, at)))
  }

  /** The rows of all items, so that one that cannot be read is refused before any is sent. */
  #rowsOf(items: readonly NamedItem[], shape: Shape): RowTable {
    const rows = new RowTable()
    const most = this.#options.wire.maxBytes / 4
    this.#input ??= createInput(shape)
    for (const [k, item] of items.entries()) {
      if (item.vector) throw wideVector(k + 1)
      checkShape(item, shape, k + 1)
      const before = rows.entries
      rows.push(this.#input.row(item, false))
      if (12 * (rows.entries - before) > most)
        throw serverError('item/shape', { number: k + 1, reason: `its row has more than ${most} bytes` })
    }
    return rows
  }

  #add(item: NamedItem, rows: RowTable, k: number, partitions: number): { pack: OpenPack; at: number } {
    const { pageItems, pageMilliseconds, wire } = this.#options
    const content = JSON.stringify(item)
    const row = rows.row(k)
    const bytes = 3 * content.length + 12 * (row.end - row.start) + 2 * item.id.length
    this.#ids ??= new ItemIds(this.#models.version?.config.seed ?? 0)
    const partition = this.#ids.partition(item.id, partitions)
    if ((this.#packs.get(partition)?.bytes ?? 0) + bytes > wire.maxBytes / 2) this.#flush(partition)
    const pack = this.#packs.get(partition) ?? new OpenPack()
    this.#packs.set(partition, pack)
    const at = pack.ids.push(item.id) - 1
    pack.rows.push(row)
    pack.contents.push(content)
    pack.bytes += bytes
    if (pack.ids.length >= pageItems) this.#flush(partition)
    else this.#timer ??= setTimeout(() => this.#flushAll(), pageMilliseconds)
    return { pack, at }
  }

  #flushAll(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const partition of [...this.#packs.keys()]) this.#flush(partition)
  }

  #flush(partition: number): void {
    const pack = this.#packs.get(partition)
    if (!pack) return
    this.#packs.delete(partition)
    this.#send(partition, pack).catch((error: unknown) => pack.reject(error))
  }

  /** Sends a pack until it is taken: with its key it is taken once. */
  async #send(partition: number, pack: OpenPack): Promise<void> {
    const { wire, patienceMs } = this.#options
    const key = randomUUID()
    const { ids, rows, contents } = pack
    const bytes = encodePack({ key, ids, rows, contents })
    const end = performance.now() + patienceMs
    const place = { kind: 'in', stream: this.#models.stream, partition } as const
    this.#sending++
    try {
      for (;;)
        try {
          this.#sent(await wire.append(place, bytes, undefined, key), pack, end)
          return
        } catch (error) {
          if (hasCode(error, 'wire/size')) throw error
          if (this.#stop.signal.aborted) throw serverError('service/stopping')
          if (performance.now() > end) throw serverError('cluster/away', { reason: String(error) })
          await wait(PAUSE_MS)
        }
    } finally {
      if (--this.#sending === 0) this.#early.clear()
    }
  }

  #sent(seq: number, pack: OpenPack, end: number): void {
    const early = this.#early.get(seq)
    this.#early.delete(seq)
    if (early) {
      pack.resolve(early)
      return
    }
    this.#waiting.set(seq, pack)
    const timer = setTimeout(
      () => {
        const reason = 'no worker has decided about the items in time'
        pack.reject(serverError('cluster/away', { reason }))
      },
      Math.max(0, end - performance.now()),
    )
    const settled = (): void => {
      clearTimeout(timer)
      this.#waiting.delete(seq)
    }
    pack.decided.then(settled, settled)
  }

  async #decision(item: NamedItem, pack: OpenPack, at: number): Promise<WideDecision> {
    const { page, from } = await pack.decided
    const place = from + at
    const predicted = page.predicted[place] ?? 0
    let { version } = this.#models
    if (!version || predicted >= version.classes.length)
      version = await this.#models.atLeast(page.status.version, this.#options.patienceMs)
    const asked = page.asked.find((one) => one.at === place)
    return {
      t: 0,
      id: item.id,
      time: page.time,
      predicted: version.classes[predicted] ?? '',
      margin: page.margin[place] ?? 0,
      confidence: page.confidence[place] ?? 0,
      probability: page.probability[place] ?? 0,
      coin: this.#ids?.coin(item.id) ?? 0,
      asked: ((page.flags[place] ?? 0) & ASKED) > 0,
      ...(asked && { reason: asked.reason }),
      ready: version.ready,
      modelVersion: page.answers,
      partition: page.partition,
      version: page.status.version,
    }
  }

  /** Begins to read pages; resolves when none can be missed any more. */
  async #follow(): Promise<void> {
    const { wire } = this.#options
    try {
      const after = await wire.end('out')
      void this.#read(after)
    } catch (error) {
      this.#following = undefined
      throw serverError('cluster/away', { reason: String(error) })
    }
  }

  async #read(after: number): Promise<void> {
    const { wire, onError } = this.#options
    const { signal } = this.#stop
    const pages = { kind: 'out', stream: this.#models.stream } as const
    let seen = after
    while (!signal.aborted)
      try {
        for await (const { seq, bytes } of wire.read(pages, seen, true, signal)) {
          seen = seq
          if (this.#waiting.size > 0 || this.#sending > 0) this.#take(decodePage(bytes))
        }
      } catch (error) {
        if (signal.aborted) return
        onError(error)
        await wait(PAUSE_MS)
      }
  }

  #take(page: Page): void {
    let from = 0
    for (const [seq, items] of page.packs) {
      const decided = { page, from }
      const pack = this.#waiting.get(seq)
      if (pack) pack.resolve(decided)
      else if (this.#sending > 0) this.#keep(seq, decided)
      from += items
    }
  }

  /** Keeps the latest: the page about a pack comes soon after the pack was appended. */
  #keep(seq: number, decided: Decided): void {
    this.#early.set(seq, decided)
    for (const oldest of this.#early.keys()) {
      if (this.#early.size <= MAX_EARLY) return
      this.#early.delete(oldest)
    }
  }

  /** Ends the connection; packs that are not decided yet are rejected. */
  close(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    const gone = serverError('service/stopping')
    for (const pack of [...this.#packs.values(), ...this.#waiting.values()]) pack.reject(gone)
  }
}
