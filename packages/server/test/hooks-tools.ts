import type { ClassifierEvent, Observed } from '@askance/core'
import type { Answered } from '@askance/core/internals'
import type { DeliveryMerge, DeliveryRecord, HookRecord, NewDelivery, Page } from '../src/store/records.js'
import type { Store } from '../src/store/store.js'
import { itemColumns } from './support/item-columns.js'

export const observedEvent = (differing: Partial<Observed> = {}): Observed => ({
  type: 'observed',
  t: 1,
  id: 'a',
  time: 2,
  predicted: 'spam',
  scores: [0.5],
  margin: 0.5,
  confidence: 0.75,
  probability: 0.25,
  coin: 0.5,
  asked: false,
  budget: { spent: 0, rate: 1, dial: null },
  modelVersion: 0,
  trace: { doubt: [0.5, 1, 0, 0, 0, 0], thinning: 1, measure: 0.01, audit: 0.01, lengths: [1, 1] },
  ...differing,
})

export const answeredEvent = (differing: Partial<Answered> = {}): Answered => ({
  type: 'answered',
  id: 'a',
  label: 'spam',
  time: 3,
  ...differing,
})

/** A page of the stream `mails` that begins with event 11. */
export const aPage = (events: readonly ClassifierEvent[], differing: Partial<Page> = {}): Page => ({
  stream: 'mails',
  seq: 11,
  count: events.length,
  events: events.map((event) => JSON.stringify(event)).join('\n'),
  time: 100,
  counts: { items: 0, open: 0, spent: 0, answers: 0, taught: 0 },
  items: itemColumns(
    events.flatMap((event, k) =>
      event.type === 'observed' ? [{ ...event, seq: 11 + k, content: '{}' }] : [],
    ),
  ),
  points: [],
  erased: [],
  ...differing,
})

export const aHook = (differing: Partial<HookRecord> = {}): HookRecord => ({
  id: 'h1',
  stream: 'mails',
  url: 'http://127.0.0.1:1/',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  events: ['question.opened', 'answer.learned'],
  created: 0,
  ...differing,
})

/** As much of a store as webhooks need, in memory. */
export class HookStore
  implements
    Pick<
      Store,
      | 'dueDeliveries'
      | 'changeDelivery'
      | 'reserveDelivery'
      | 'postponeDelivery'
      | 'mergeDeliveries'
      | 'dropDeliveries'
    >
{
  readonly hooks = new Map<string, HookRecord>()
  readonly deliveries = new Map<number, DeliveryRecord>()
  /** How often due deliveries were asked for. */
  looks = 0

  #last = 0

  add(hook: HookRecord, body = '{}'): number {
    this.hooks.set(hook.id, hook)
    return this.put({ hook: hook.id, event: 'answer.learned', body, due: 0 })
  }

  put(delivery: NewDelivery): number {
    const number = ++this.#last
    this.deliveries.set(number, { ...delivery, number, attempts: 0, state: 'waiting' })
    return number
  }

  get(number: number): DeliveryRecord {
    return this.deliveries.get(number)!
  }

  async dueDeliveries(now: number, limit: number) {
    this.looks++
    return [...this.deliveries.values()]
      .filter(({ state, due }) => state === 'waiting' && due <= now)
      .sort((a, b) => a.due - b.due)
      .slice(0, limit)
      .map((delivery) => ({ delivery, hook: this.hooks.get(delivery.hook)! }))
  }

  async reserveDelivery(number: number, due: number, until: number): Promise<boolean> {
    const found = this.get(number)
    if (found.due !== due) return false
    this.deliveries.set(number, { ...found, due: until, attempts: found.attempts + 1 })
    return true
  }

  async postponeDelivery(number: number, due: number, until: number): Promise<void> {
    if (this.get(number).due === due) await this.changeDelivery(number, { due: until })
  }

  async changeDelivery(number: number, change: Partial<DeliveryRecord>): Promise<void> {
    if (this.deliveries.has(number)) this.deliveries.set(number, { ...this.get(number), ...change })
  }

  async mergeDeliveries({ delivery, replaced }: DeliveryMerge): Promise<void> {
    for (const number of replaced) this.deliveries.delete(number)
    this.put(delivery)
  }

  async dropDeliveries(hook: string, event: string, keep: number): Promise<number> {
    const waiting = [...this.deliveries.values()].filter(
      (one) => one.hook === hook && one.event === event && one.state === 'waiting',
    )
    const oldest = waiting.slice(0, Math.max(0, waiting.length - keep))
    for (const { number } of oldest) this.deliveries.delete(number)
    return oldest.length
  }
}
