import { serverError } from '../../src/errors.js'
import type {
  AuditRecord,
  DeliveryRecord,
  GrantRecord,
  HookRecord,
  ItemRecord,
  Page,
  StreamRecord,
  TokenRecord,
} from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import { itemRecords } from './item-columns.js'

const isOf = (a: Pick<GrantRecord, 'stream' | 'subject'>, b: Pick<GrantRecord, 'stream' | 'subject'>) =>
  a.stream === b.stream && a.subject === b.subject

/** What HTTP asks of a store, in memory. */
export class FakeStore {
  readonly streams = new Map<string, StreamRecord>()
  readonly pages = new Map<string, Page[]>()
  readonly items = new Map<string, ItemRecord[]>()
  readonly tokens: TokenRecord[] = []
  readonly grants: GrantRecord[] = []
  readonly audit: AuditRecord[] = []
  readonly hooks: HookRecord[] = []
  readonly deliveries: DeliveryRecord[] = []
  tokenLookups = 0
  useWrites = 0
  /** Is awaited before a piece of a log is handed out: a test may do something in between. */
  beforeRead: () => Promise<void> = async () => undefined

  asStore(): Store {
    return this as unknown as Store
  }

  async readStream(id: string): Promise<StreamRecord | undefined> {
    return this.streams.get(id)
  }

  async listStreams({ after = '', limit }: { after?: string; limit: number }) {
    const ids = [...this.streams.keys()].sort().filter((id) => id > after)
    return ids.slice(0, limit).map((id) => this.streams.get(id))
  }

  add(page: Page): void {
    this.pages.set(page.stream, [...(this.pages.get(page.stream) ?? []), page])
    this.items.set(page.stream, [...(this.items.get(page.stream) ?? []), ...itemRecords(page.items)])
    const record = this.streams.get(page.stream)
    if (record)
      this.streams.set(page.stream, { ...record, seq: page.seq + page.count - 1, counts: page.counts })
  }

  async readLog(stream: string, after: number, bytes: number) {
    await this.beforeRead()
    const found = (this.pages.get(stream) ?? []).filter(({ seq, count }) => seq + count - 1 > after)
    let size = 0
    return found.filter(({ events }, k) => {
      size += events.length
      return k === 0 || size <= bytes
    })
  }

  /** As in the log of an older version: nothing is indexed. */
  async readItemEvents(stream: string) {
    return { seqs: [], unindexed: this.streams.get(stream)?.seq ?? 0 }
  }

  async readPage(stream: string, wanted: number) {
    return this.pages.get(stream)?.find(({ seq, count }) => seq <= wanted && wanted < seq + count)
  }

  async findItems(stream: string, ids: readonly string[]) {
    return (this.items.get(stream) ?? []).filter(({ id }) => ids.includes(id))
  }

  async scanItems(stream: string, { prefix, after, limit }: Parameters<Store['scanItems']>[1]) {
    return (this.items.get(stream) ?? [])
      .filter(({ id }) => id.startsWith(prefix) && id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit)
  }

  async listItems(stream: string, list: Parameters<Store['listItems']>[1]) {
    const { before = Number.POSITIVE_INFINITY, after, limit, asked, predicted, search = '' } = list
    const items = (this.items.get(stream) ?? [])
      .filter(
        (item) =>
          item.t > (after ?? 0) &&
          item.t < before &&
          (asked === undefined || item.asked === asked) &&
          (predicted === undefined || item.predicted === predicted) &&
          (item.id.includes(search) || item.content.includes(search)),
      )
      .sort((a, b) => (after === undefined ? b.t - a.t : a.t - b.t))
      .slice(0, limit)
    const last = items.length === limit ? items.at(-1) : undefined
    return { items, ...(last && { next: last.t }) }
  }

  async readPoints(_stream: string, from: number, to: number, most: number) {
    const band = { value: 0.5, low: 0.2, high: 0.8 }
    return [100, 200, 300]
      .filter((t) => t >= from && t <= to)
      .slice(0, most)
      .map((t) => {
        const counts = { items: t, open: 1, spent: t / 10, answers: t / 20, taught: 0 }
        const drift = t === 200 ? [{ t: 150, time: 1, kind: 'error', strength: 2 }] : []
        const classes = { ham: t / 2, spam: t / 2 }
        const delay = { count: t / 20, sum: t * 5 }
        const point = { t, time: t, counts, accuracy: band, f1: band, drift, classes, delay }
        return { t, time: t, point: JSON.stringify(point) }
      })
  }

  async createToken(token: TokenRecord): Promise<void> {
    this.tokens.push(token)
  }

  async findToken(hash: string): Promise<TokenRecord | undefined> {
    this.tokenLookups++
    return this.tokens.find((token) => token.hash === hash || token.previous === hash)
  }

  async listTokens() {
    return this.tokens
  }

  async rotateToken(id: string, change: Parameters<Store['rotateToken']>[1]): Promise<TokenRecord> {
    const place = this.tokens.findIndex((token) => token.id === id)
    if (place < 0) throw serverError('token/unknown', { id })
    const { expires: _, ...token } = this.tokens[place]
    this.tokens[place] = { ...token, previous: token.hash, ...change }
    return this.tokens[place]
  }

  async markUsed(used: ReadonlyMap<string, number>): Promise<void> {
    this.useWrites++
    for (const [place, token] of this.tokens.entries())
      this.tokens[place] = { ...token, ...(used.has(token.id) && { used: used.get(token.id) ?? 0 }) }
  }

  async deleteToken(id: string): Promise<void> {
    const place = this.tokens.findIndex((token) => token.id === id)
    if (place < 0) throw serverError('token/unknown', { id })
    this.tokens.splice(place, 1)
  }

  async listGrants() {
    return this.grants
  }

  async putGrant(grant: GrantRecord): Promise<void> {
    if (grant.stream !== '' && !this.streams.has(grant.stream))
      throw serverError('stream/unknown', { stream: grant.stream })
    const place = this.grants.findIndex((one) => isOf(one, grant))
    if (place < 0) this.grants.push(grant)
    else this.grants[place] = grant
  }

  async deleteGrant(stream: string, subject: string): Promise<void> {
    const place = this.grants.findIndex((one) => isOf(one, { stream, subject }))
    if (place < 0) throw serverError('grant/unknown', { subject, about: stream })
    this.grants.splice(place, 1)
  }

  async note(entry: Omit<AuditRecord, 'number'>): Promise<void> {
    this.audit.push({ ...entry, number: this.audit.length + 1 })
  }

  async listAudit({ stream, who, action, before, limit }: Parameters<Store['listAudit']>[0]) {
    return this.audit
      .filter((entry) => who === undefined || entry.who === who)
      .filter((entry) => action === undefined || entry.action === action)
      .filter((entry) => stream === undefined || entry.stream === stream)
      .filter(({ number }) => before === undefined || number < before)
      .reverse()
      .slice(0, limit)
  }

  async createHook(hook: HookRecord): Promise<void> {
    this.hooks.push(hook)
  }

  async listHooks(stream: string) {
    return this.hooks.filter((hook) => hook.stream === stream)
  }

  async deleteHook(stream: string, id: string): Promise<void> {
    const place = this.hooks.findIndex((hook) => hook.stream === stream && hook.id === id)
    if (place < 0) throw serverError('hook/unknown', { id })
    this.hooks.splice(place, 1)
  }

  async listDeliveries(hook: string, { before, limit }: { before?: number; limit: number }) {
    return this.deliveries
      .filter((delivery) => delivery.hook === hook && (before === undefined || delivery.number < before))
      .reverse()
      .slice(0, limit)
  }

  async changeDelivery(number: number, change: Partial<DeliveryRecord>): Promise<void> {
    const place = this.deliveries.findIndex((delivery) => delivery.number === number)
    this.deliveries[place] = { ...this.deliveries[place], ...change }
  }
}
