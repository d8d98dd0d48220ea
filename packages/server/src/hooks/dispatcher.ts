import type { Settings } from '../settings/table.js'
import type { DeliveryRecord, HookRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { mergesOf, PREDICTED } from './predictions.js'
import { type Send, sendWith } from './send.js'
import { signedHeaders } from './sign.js'

/** Seconds to wait after each failed attempt: ten attempts over about three days. */
export const WAITS = [5, 30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600] as const

/** Relative jitter, so that messages that failed together are not retried together. */
const JITTER = 0.2

/**
 * The delay before the next attempt in milliseconds; undefined after the last attempt.
 *
 * @example
 * waitAfter(1, 0.5) // => 5000
 * waitAfter(10, 0.5) // => undefined
 */
export const waitAfter = (attempts: number, chance: number): number | undefined => {
  const seconds = WAITS[attempts - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + JITTER * (2 * chance - 1)))
}

/** The outcome of an attempt: `failed` is retried, `dead` is not; `dropped` because too many waited. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'dead' | 'dropped'

export interface DispatcherOptions {
  readonly store: Pick<
    Store,
    | 'dueDeliveries'
    | 'changeDelivery'
    | 'reserveDelivery'
    | 'postponeDelivery'
    | 'mergeDeliveries'
    | 'dropDeliveries'
  >
  readonly settings: Pick<Settings, 'privateHooks'>
  /** With several nodes: whose messages are sent here; undefined while none may be. */
  readonly scope?: () => { readonly node: string; readonly alive: readonly string[] } | undefined
  readonly now?: () => number
  readonly chance?: () => number
  readonly send?: Send
  /** Request timeout in milliseconds. */
  readonly timeout?: number
  /** Polling interval in milliseconds. */
  readonly pause?: number
  readonly onOutcome?: (outcome: DeliveryOutcome) => void
  /** Called when the store fails. Deliveries that could not be recorded are sent again. */
  readonly onError?: (error: unknown) => void
}

type Due = { readonly delivery: DeliveryRecord; readonly hook: HookRecord }

const TIMEOUT = 10_000
const PAUSE = 1000
/** Max concurrent requests per webhook. */
const PER_HOOK = 4
/** How many due messages are read in addition to those already known. */
const WINDOW = 200
/** Max queued messages per webhook. */
const QUEUE = 2000
/** Max waiting messages with predictions per webhook; the oldest are dropped, because a stream can be fast and a receiver down. */
const BACKLOG = 200
/** How long messages beyond the queue limit are postponed, so that they do not block other webhooks. */
const ASIDE = 60_000

/**
 * Delivers webhook messages until they are delivered or dead. All state is in the store, so a restart loses nothing. A
 * message can be delivered twice with the same `webhook-id` if the process ends before the delivery is recorded.
 */
export class Dispatcher {
  readonly #options: Required<Omit<DispatcherOptions, 'settings' | 'scope'>> &
    Pick<DispatcherOptions, 'scope'>
  readonly #underWay = new Map<number, { readonly hook: string; readonly done: Promise<void> }>()
  /** Deliveries finished since the last poll began; its result may still list them as due. */
  readonly #ended = new Set<number>()
  readonly #ending = new AbortController()
  #queues = new Map<string, Due[]>()
  #known = 0
  #timer: NodeJS.Timeout | undefined
  #running = false
  #looking = false
  #again = false

  constructor({ settings, ...options }: DispatcherOptions) {
    this.#options = {
      now: Date.now,
      chance: Math.random,
      send: sendWith(settings),
      timeout: TIMEOUT,
      pause: PAUSE,
      onOutcome: () => {},
      onError: () => {},
      ...options,
    }
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  /** Polls immediately, for example after a page with messages. */
  wake(): void {
    if (!this.#running) return
    this.#again = true
    if (!this.#looking) this.#plan(0)
  }

  /** Starts no more deliveries and waits for those in flight. */
  async stop(grace = 5000): Promise<void> {
    this.#running = false
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#ending.abort(), grace)
    await Promise.all([...this.#underWay.values()].map(({ done }) => done))
    clearTimeout(timer)
  }

  #plan(pause: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), pause)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    this.#looking = true
    this.#again = false
    try {
      await this.#sendDue()
    } catch (error) {
      this.#options.onError(error)
    }
    this.#looking = false
    if (this.#running) this.#plan(this.#again ? 0 : this.#options.pause)
  }

  async #sendDue(): Promise<void> {
    const { store, now, scope } = this.#options
    const by = scope?.()
    if (scope && !by) return
    this.#ended.clear()
    const limit = WINDOW + this.#known
    const due = await this.#readDue(limit, by)
    const aside = this.#queue(due.filter(({ delivery: { number } }) => !this.#isBegun(number)))
    for (const hook of this.#queues.keys()) this.#fill(hook)
    await Promise.all(
      aside.map(({ delivery: { number, due } }) => store.postponeDelivery(number, due, now() + ASIDE)),
    )
    this.#known = due.length - aside.length
    if (due.length === limit) this.#again = true
  }

  /** Reads due messages after those with predictions were merged. */
  async #readDue(limit: number, by: Parameters<Store['dueDeliveries']>[2]): Promise<readonly Due[]> {
    const { store, now } = this.#options
    for (;;) {
      const due = await store.dueDeliveries(now(), limit, by)
      const waiting = due.map(({ delivery }) => delivery).filter(({ number }) => !this.#isBegun(number))
      const merges = mergesOf(waiting)
      if (merges.length === 0) return due
      // What is merged must not be begun meanwhile.
      this.#queues = new Map()
      await Promise.all(merges.map((merge) => store.mergeDeliveries(merge)))
    }
  }

  #isBegun(number: number): boolean {
    return this.#underWay.has(number) || this.#ended.has(number)
  }

  /** Rebuilds the queues, because webhooks may have been deleted; returns messages beyond the limit. */
  #queue(due: readonly Due[]): readonly Due[] {
    const aside: Due[] = []
    this.#queues = new Map()
    for (const one of due) {
      const queue = this.#queues.get(one.hook.id) ?? []
      this.#queues.set(one.hook.id, queue)
      if (queue.length < QUEUE) queue.push(one)
      else aside.push(one)
    }
    return aside
  }

  #fill(hook: string): void {
    const queue = this.#queues.get(hook) ?? []
    const underWay = [...this.#underWay.values()].filter((one) => one.hook === hook).length
    for (const due of queue.splice(0, this.#running ? PER_HOOK - underWay : 0)) this.#begin(due)
  }

  #begin(due: Due): void {
    const { number, hook } = due.delivery
    const done = this.#deliver(due).then(
      () => {
        this.#underWay.delete(number)
        this.#ended.add(number)
        this.#fill(hook)
      },
      // The next poll retries it. An immediate retry would send it in a loop.
      (error: unknown) => {
        this.#underWay.delete(number)
        this.#options.onError(error)
      },
    )
    this.#underWay.set(number, { hook, done })
  }

  async #deliver({ delivery, hook }: Due): Promise<void> {
    if (!(await this.#reserve(delivery))) return
    const error = await this.#attempt(delivery, hook)
    // An attempt cut off by shutdown does not count: it is repeated after the next start.
    if (error !== undefined && this.#ending.signal.aborted) return
    const { store, onOutcome, now, chance } = this.#options
    const attempts = delivery.attempts + 1
    const wait = error === undefined ? undefined : waitAfter(attempts, chance())
    const state = error === undefined ? 'delivered' : wait === undefined ? 'dead' : 'waiting'
    await store.changeDelivery(delivery.number, {
      attempts,
      state,
      due: now() + (wait ?? 0),
      ...(error !== undefined && { error }),
    })
    onOutcome(state === 'waiting' ? 'failed' : state)
    if (delivery.event !== PREDICTED || (state !== 'waiting' && !this.#isBehind(hook.id))) return
    const dropped = await store.dropDeliveries(hook.id, PREDICTED, BACKLOG)
    for (let k = 0; k < dropped; k++) onOutcome('dropped')
  }

  /** Whether a receiver accepts messages more slowly than they arrive. */
  #isBehind(hook: string): boolean {
    return (this.#queues.get(hook)?.length ?? 0) > BACKLOG
  }

  /**
   * Counts the attempt before it begins. With several nodes, that keeps the others from sending the message too, for as long as an attempt
   * can take; and predictions that may have been sent are not merged with others any more.
   */
  async #reserve({ number, due, event, attempts }: DeliveryRecord): Promise<boolean> {
    const { store, scope, now, timeout } = this.#options
    if (!scope && (event !== PREDICTED || attempts > 0)) return true
    return store.reserveDelivery(number, due, scope ? now() + 2 * timeout : due)
  }

  /** Sends a message once; returns an error text on failure. */
  async #attempt(
    { number, body }: DeliveryRecord,
    { id, url, secret }: HookRecord,
  ): Promise<string | undefined> {
    const { send, now, timeout } = this.#options
    const timestamp = Math.floor(now() / 1000)
    const headers = signedHeaders(secret, `msg_${id}_${number}`, timestamp, body)
    const late = AbortSignal.timeout(timeout)
    try {
      const status = await send({ url, headers, body, signal: AbortSignal.any([late, this.#ending.signal]) })
      if (status >= 200 && status < 300) return undefined
      return status >= 300 && status < 400
        ? `status ${status}: redirects are not followed`
        : `status ${status}`
    } catch (error) {
      if (late.aborted) return `no response within ${timeout / 1000} s`
      return error instanceof Error
        ? error.message || String((error as NodeJS.ErrnoException).code)
        : String(error)
    }
  }
}
