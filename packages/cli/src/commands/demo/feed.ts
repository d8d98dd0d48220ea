import { setTimeout as wait } from 'node:timers/promises'
import { type Controls, MAX_OPEN } from './controls.js'
import type { NumberedItem } from './data/data.js'
import type { DemoService, Prediction } from './stream.js'

/** Waits, or returns early on the signal; tests pass their own clock. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

const MAX_TIMEOUT = 2 ** 31 - 1

export const defaultSleep: Sleep = (milliseconds, signal) =>
  wait(Math.min(milliseconds, MAX_TIMEOUT), undefined, { signal }).catch(() => undefined)

/** A pause that can be ended early. */
export class Pause {
  readonly #sleep: Sleep
  #woken = false
  #abort: AbortController | undefined

  constructor(sleep: Sleep) {
    this.#sleep = sleep
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#woken) {
      this.#abort = new AbortController()
      await this.#sleep(milliseconds, this.#abort.signal)
      this.#abort = undefined
    }
    this.#woken = false
  }

  /** Ends the current pause, or skips the next one, so that no wake-up is lost. */
  wake(): void {
    this.#woken = true
    this.#abort?.abort()
  }

  /** Ends the current pause, if any. */
  interrupt(): void {
    this.#abort?.abort()
  }
}

export const STATES = ['arriving', 'waiting', 'paused', 'finished'] as const
export type FeedState = (typeof STATES)[number]

/** Maximum number of questions to skip that are not for the simulated labeller. */
const MAX_OTHERS = 100
/** Items per request at full speed. */
const FAST_BATCH = 5
const MAX_BATCH = 20
const REQUESTS_PER_SECOND = 10
const POLL_MS = 200

interface FeedOptions {
  readonly service: DemoService
  readonly items: readonly NumberedItem[]
  /** How many of them arrived before this start. */
  readonly arrived: number
  /** The current controls. */
  readonly controls: () => Controls
  readonly onPrediction: (item: NumberedItem, predicted: Prediction) => void
  readonly sleep: Sleep
  readonly now: () => number
}

/** Sends items at a pace that falls with the number of open questions, and waits while too many are open. */
export class Feed {
  readonly #options: FeedOptions
  readonly #pause: Pause
  readonly #ours: ReadonlySet<string>
  #arrived: number
  #waiting = false
  #finished = false
  #stopped = false
  /** When the next batch is due. */
  #due = 0

  constructor(options: FeedOptions) {
    this.#options = options
    this.#ours = new Set(options.items.map(({ id }) => id))
    this.#arrived = options.arrived
    this.#pause = new Pause(options.sleep)
  }

  get arrived(): number {
    return this.#arrived
  }

  get state(): FeedState {
    if (this.#finished) return 'finished'
    if (this.#paused) return 'paused'
    return this.#waiting ? 'waiting' : 'arriving'
  }

  /** Runs until all items are sent and answered (true), or until stopped (false). */
  async run(): Promise<boolean> {
    while (!this.#stopped) {
      if (this.#paused) {
        await this.#pause.wait(Number.POSITIVE_INFINITY)
        continue
      }
      const enough = this.#more ? this.#maxOpen : 1
      const open = await this.#open(enough)
      this.#waiting = open >= enough
      if (this.#waiting) await this.#pause.wait(POLL_MS)
      else if (this.#more) await this.#sendBatch(1 - open / enough)
      else this.#finished = true
      if (this.#finished) return true
    }
    return false
  }

  /** Rechecks the condition it waits for. */
  wake(): void {
    this.#pause.wake()
  }

  stop(): void {
    this.#stopped = true
    this.wake()
  }

  get #more(): boolean {
    return this.#arrived < this.#options.items.length
  }

  get #paused(): boolean {
    return this.#options.controls().paused && this.#more
  }

  /** How many questions could be answered now, counted up to about `enough`. */
  async #open(enough: number): Promise<number> {
    const { service, controls } = this.#options
    if (!controls().labeller.on) return (await service.open(enough)).length
    // The simulated labeller answers neither questions leased to a person nor items from other senders.
    const open = await service.open(enough + MAX_OTHERS)
    return open.filter(({ id, isHeld }) => !isHeld && this.#ours.has(id)).length
  }

  /** With a delay of 0, each question is answered before the next batch, so the result depends on the seed alone. */
  get #maxOpen(): number {
    const { on, delay } = this.#options.controls().labeller
    return on && delay === 0 ? 1 : MAX_OPEN
  }

  /** `share` is the part of the pace that the open questions leave. */
  async #sendBatch(share: number): Promise<void> {
    const { service, items, onPrediction, now, controls } = this.#options
    const { pace } = controls()
    const size =
      pace === 0 ? FAST_BATCH : Math.max(1, Math.min(MAX_BATCH, Math.round(pace / REQUESTS_PER_SECOND)))
    const batch = items.slice(this.#arrived, this.#arrived + size)
    const predictions = await service.send(batch)
    batch.forEach((item, k) => {
      const predicted = predictions[k]
      if (predicted) onPrediction(item, predicted)
    })
    this.#arrived += batch.length
    if (pace === 0) return
    const begun = now()
    this.#due = Math.max(begun, this.#due + (1000 * batch.length) / (pace * share))
    if (this.#due > begun) await this.#pause.wait(this.#due - begun)
  }
}
