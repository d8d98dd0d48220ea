import { serverError } from '../../src/errors.js'
import type { OperationName, Request, Result } from '../../src/operations/index.js'
import { withIds } from '../../src/operations/known-items.js'
import { parseBody } from '../../src/operations/receive.js'
import type { SentItem } from '../../src/operations/types.js'
import type { Caller, Service } from '../../src/service/service.js'
import { defaultSettings, type Settings } from '../../src/settings/table.js'
import type { ItemRecord, Page, StreamRecord } from '../../src/store/records.js'
import type { StreamConfig } from '../../src/stream/config.js'
import { decisionOf, someConfusion, someFeatures, someQuality } from './http-fake-quality.js'
import { FakeStore } from './http-fake-store.js'
import { itemColumns } from './item-columns.js'

const probabilities = { ham: 0.7, spam: 0.3 }

type Event = Readonly<Record<string, unknown>>

const zero = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }

/** A service that predicts ham, asks about every second item and learns nothing. */
export class FakeService implements Service {
  wideStream = async () => undefined
  readonly settings: Settings
  readonly fake = new FakeStore()
  readonly store = this.fake.asStore()
  readonly calls: { name: string; request: unknown; caller: Caller }[] = []
  readonly #receipts = new Map<string, { fingerprint: string; result: unknown }>()
  readonly #followers = new Map<string, Set<(page: Page) => void>>()
  time = 1_700_000_000_000
  /** Is awaited before an operation is done. */
  beforeRun: () => Promise<void> = async () => undefined
  /** What `ready` and the operations of this name reject with. */
  fault: { name: string; error: unknown } | undefined

  constructor(settings: Partial<Settings> = {}) {
    this.settings = { ...defaultSettings, logLevel: 'silent', ...settings }
  }

  now(): number {
    return this.time
  }

  async createStream(id: string, config: StreamConfig): Promise<StreamRecord> {
    if (this.fake.streams.has(id)) throw serverError('stream/exists', { stream: id })
    const record = { id, config, created: this.time, changed: this.time, version: 1, seq: 0, counts: zero }
    this.fake.streams.set(id, record)
    return record
  }

  async changeStream(id: string, version: number, change: Partial<StreamConfig>): Promise<StreamRecord> {
    const record = this.#record(id)
    if (record.version !== version)
      throw serverError('stream/changed', { stream: id, found: record.version, expected: version })
    const changed = { ...record, version: version + 1, config: { ...record.config, ...change } }
    this.fake.streams.set(id, changed)
    return changed
  }

  async deleteStream(id: string): Promise<void> {
    this.#record(id)
    this.fake.streams.delete(id)
  }

  #record(stream: string): StreamRecord {
    const record = this.fake.streams.get(stream)
    if (!record) throw serverError('stream/unknown', { stream })
    return record
  }

  /** Writes events into the log of a stream, and tells who follows it. */
  page(stream: string, events: readonly Event[], items: readonly ItemRecord[] = []): void {
    const { seq, counts } = this.#record(stream)
    const page: Page = {
      stream,
      seq: seq + 1,
      count: events.length,
      events: events.map((event) => JSON.stringify(event)).join('\n'),
      time: this.time,
      counts: { ...counts, items: counts.items + items.length },
      items: itemColumns(items),
      points: [],
      erased: [],
    }
    this.fake.add(page)
    for (const onPage of this.#followers.get(stream) ?? []) onPage(page)
  }

  async receive(stream: string, body: string, caller: Caller) {
    const { items, isBatch } = parseBody({ body, limits: this.settings })
    const decisions = await this.run(stream, 'observe', { items }, caller)
    return { decisions: JSON.stringify(decisions).slice(1, -1), isBatch }
  }

  async run<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>> {
    if (this.fault?.name === name) throw this.fault.error
    this.#record(stream)
    this.calls.push({ name, request, caller })
    await this.beforeRun()
    const receipt = caller.key && this.#receipts.get(caller.key.key)
    if (receipt && receipt.fingerprint !== caller.key?.fingerprint)
      throw serverError('request/key-reused', { key: caller.key?.key })
    const result = receipt ? receipt.result : this.#done(stream, name, request)
    if (caller.key) this.#receipts.set(caller.key.key, { fingerprint: caller.key.fingerprint, result })
    return result as Result<Name>
  }

  #done(stream: string, name: OperationName, request: unknown): unknown {
    const {
      ids = ['a'],
      id = ids[0],
      items = [],
    } = request as {
      ids?: readonly string[]
      id?: string
      items?: readonly (SentItem & { id: string })[]
    }
    const known = this.#known(stream)
    const need = (result: unknown): unknown => {
      if (!known.some((item) => item.id === id)) throw serverError('item/unknown', { stream, id })
      return result
    }
    const explanation = {
      predicted: 'ham',
      ready: true,
      probabilities,
      features: [],
      unknownFeatures: [],
    }
    const simple: Partial<Record<OperationName, () => unknown>> = {
      observe: () => this.#observe(stream, withIds<SentItem>(items, this.now()).items),
      predict: () => items.map(() => ({ predicted: 'ham', confidence: 0.7, ready: true, probabilities })),
      teach: () => ({ taught: items.length }),
      classify: () => items.map(({ id }) => ({ id, label: 'ham', source: 'prediction', probabilities })),
      work: () => false,
      lease: () =>
        known
          .filter(({ asked }) => asked)
          .slice(0, 1)
          .map((item) => leased(item, this.time)),
      heartbeat: () => ({ leaseExpires: this.time + 60_000, lost: [] }),
      release: () => ({ released: 1 }),
      answer: () => need(answered(request as Request<'answer'>)),
      skip: () => need({ id, state: 'skipped' }),
      unsure: () => need({ id, state: 'unsure' }),
      undo: () => this.#undo(stream),
      answers: () => [
        { id: 'a', outcome: 'learned', label: 'spam' },
        { id: 'x', outcome: 'refused', code: 'item/unknown', detail: 'none' },
      ],
      forget: () => need({ id, forgotten: true }),
      erase: () => need({ erased: 1, forgotten: [id] }),
      eraseLabeller: () => ({ forgotten: 2, votes: 0, through: 1, isDone: true }),
      questions: () =>
        known
          .filter(({ asked }) => asked)
          .map(({ t, time, ...item }) => ({
            id: item.id,
            t,
            time,
            reason: 'audit',
            probability: 0.5,
            votes: 0,
          })),
      quality: () => someQuality(),
      confusion: () => someConfusion(),
      features: () => someFeatures(),
      asked: () =>
        known
          .filter((item) => item.asked && (request as Request<'asked'>).ids.includes(item.id))
          .map((item) => ({ id: item.id, t: item.t, reason: 'audit', probability: 0.5, state: 'open' })),
      labelled: () => labelledAmong(known, request as Request<'labelled'>),
      doubtful: () =>
        labelledAmong(known, request as Request<'labelled'>).map((item) => ({
          ...item,
          doubt: 0.9,
          suggested: 'ham',
        })),
      explain: () =>
        'id' in (request as object)
          ? need({ ...explanation, reason: 'audit', reasonText: 'It was.' })
          : explanation,
      agreement: () => ({ labellers: [{ name: 'Ada', answers: 1, unsure: 0, skipped: 0 }], pairs: 0 }),
      status: () => this.#status(stream),
      imported: () => this.#imported(stream),
      exported: () => new Uint8Array([65, 83, 75]),
      linear: () => ({
        algorithm: 'PA',
        classes: ['ham', 'spam'],
        normalize: 'l2',
        weights: [new Float64Array([1, 2])],
        intercepts: [0],
        names: new Map([[1, 'win']]),
      }),
    }
    return simple[name]?.()
  }

  #known(stream: string): readonly ItemRecord[] {
    return this.fake.items.get(stream) ?? []
  }

  #status(stream: string) {
    const { counts, seq, config } = this.#record(stream)
    return {
      counts,
      seq,
      classes: config.classes,
      budget: config.budget,
      leased: 0,
      withdrawn: 0,
      driftAlarms: 0,
      modelVersion: 0,
      ready: true,
    }
  }

  #imported(stream: string) {
    if (this.#known(stream).length > 0) throw serverError('stream/begun', { stream, what: 'a model' })
    return this.#status(stream)
  }

  #undo(stream: string) {
    const item = this.#known(stream).find(({ asked }) => asked)
    if (!item) throw serverError('undo/nothing', { by: 'you' })
    return leased(item, this.time)
  }

  #observe(stream: string, items: readonly (SentItem & { id: string })[]): readonly unknown[] {
    const { seq, counts } = this.#record(stream)
    const decisions = items.map(({ id }, k) => decisionOf(id, counts.items + k + 1, this.time))
    const records = items.map(({ id, ...content }, k) => {
      const { t, time, predicted, confidence, asked } = decisions[k]
      return { id, t, seq: seq + k + 1, time, predicted, confidence, asked, content: JSON.stringify(content) }
    })
    this.page(
      stream,
      decisions.map((decision) => ({ type: 'observed', ...decision, trace: { doubt: [1] } })),
      records,
    )
    return decisions
  }

  follow(stream = '', onPage: (page: Page) => void): () => void {
    const followers = this.#followers.get(stream) ?? new Set()
    this.#followers.set(stream, followers.add(onPage))
    return () => followers.delete(onPage)
  }

  followerCount(stream: string): number {
    return this.#followers.get(stream)?.size ?? 0
  }

  async hooksChanged(): Promise<void> {}

  async release(): Promise<void> {}

  readonly loaded = 0

  async ready(): Promise<void> {
    if (this.fault?.name === 'ready') throw this.fault.error
  }

  async close(): Promise<void> {}
}

/** Those asked about, each answered spam where ham was predicted. */
const labelledAmong = (known: readonly ItemRecord[], { after, limit }: Request<'labelled'>) =>
  known
    .filter(({ asked, t }) => asked && t < (after?.t ?? Infinity))
    .sort((a, b) => b.t - a.t)
    .slice(0, limit)
    .map(({ id, t }) => ({ id, t, reason: 'audit', probability: 0.5, state: 'answered', answer: 'spam' }))

const leased = ({ id, t, time, predicted, confidence }: ItemRecord, now: number) => ({
  id,
  t,
  time,
  leaseExpires: now + 60_000,
  reason: 'audit',
  reasonText: 'It was drawn by lot.',
  probability: 0.5,
  predicted,
  confidence,
  ready: true,
  unknownFeatures: [],
  contributions: [{ feature: 'win', value: 1, contribution: 0.2 }],
  likely: [{ label: 'spam', probability: 0.9 }],
  votes: 0,
})

const answered = ({ isLabeller: _, ...answer }: Request<'answer'>) => ({ ...answer, outcome: 'learned' })
