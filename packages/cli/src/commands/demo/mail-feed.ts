import { setTimeout as wait } from 'node:timers/promises'
import type { Controls } from './controls.js'
import type { NumberedMail } from './mails.js'
import type { DemoService, Prediction } from './stream.js'

/** Waits so many milliseconds, or until the signal ends it; tests bring a clock of their own. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

const MAX_TIMEOUT = 2 ** 31 - 1

export const defaultSleep: Sleep = (milliseconds, signal) =>
  wait(Math.min(milliseconds, MAX_TIMEOUT), undefined, { signal }).catch(() => undefined)

/** A rest that can be ended early. */
export class Pause {
  readonly #sleep: Sleep
  #called = false
  #resting: AbortController | undefined

  constructor(sleep: Sleep) {
    this.#sleep = sleep
  }

  async rest(milliseconds: number): Promise<void> {
    if (!this.#called) {
      this.#resting = new AbortController()
      await this.#sleep(milliseconds, this.#resting.signal)
      this.#resting = undefined
    }
    this.#called = false
  }

  /** Ends the rest; where nobody rests just now, the next one, so that no call is missed. */
  wake(): void {
    this.#called = true
    this.#resting?.abort()
  }

  /** Ends the rest, if there is one. */
  interrupt(): void {
    this.#resting?.abort()
  }
}

export const STATES = ['arriving', 'waiting', 'paused', 'finished'] as const
export type FeedState = (typeof STATES)[number]

/** While so many questions are open, no more mails come. */
const MAX_OPEN = 8
/** Of questions that are not for the simulated labeller no more are passed over. */
const MAX_OTHERS = 100
/** Mails in a request, where they come as fast as it goes. */
const FAST_BATCH = 5
const MAX_BATCH = 20
/** Requests a second, where there is a pace. */
const REQUESTS_PER_SECOND = 10
/** After so many milliseconds is looked again whether somebody has answered. */
const POLL_MS = 200

interface MailFeedOptions {
  readonly service: DemoService
  readonly mails: readonly NumberedMail[]
  /** How many of them were there before. */
  readonly arrived: number
  /** As they are at the moment. */
  readonly controls: () => Controls
  /** Hears of every prediction. */
  readonly onPrediction: (mail: NumberedMail, predicted: Prediction) => void
  readonly sleep: Sleep
  readonly now: () => number
}

/** Lets mails arrive at a pace, as long as those who answer keep up. */
export class MailFeed {
  readonly #options: MailFeedOptions
  readonly #rest: Pause
  readonly #ours: ReadonlySet<string>
  #arrived: number
  #waiting = false
  #finished = false
  #stopped = false
  /** When the next mails are due. */
  #due = 0

  constructor(options: MailFeedOptions) {
    this.#options = options
    this.#ours = new Set(options.mails.map(({ id }) => id))
    this.#arrived = options.arrived
    this.#rest = new Pause(options.sleep)
  }

  get arrived(): number {
    return this.#arrived
  }

  get state(): FeedState {
    if (this.#finished) return 'finished'
    if (this.#paused) return 'paused'
    return this.#waiting ? 'waiting' : 'arriving'
  }

  /** Until all mails are through and no question is open, or until it is stopped; says whether it is the former. */
  async run(): Promise<boolean> {
    while (!this.#stopped) {
      if (this.#paused) {
        await this.#rest.rest(Number.POSITIVE_INFINITY)
        continue
      }
      const enough = this.#more ? this.#mostOpen : 1
      this.#waiting = (await this.#open(enough)) >= enough
      if (this.#waiting) await this.#rest.rest(POLL_MS)
      else if (this.#more) await this.#bring()
      else this.#finished = true
      if (this.#finished) return true
    }
    return false
  }

  /** Something has changed that it may be waiting for. */
  wake(): void {
    this.#rest.wake()
  }

  stop(): void {
    this.#stopped = true
    this.wake()
  }

  get #more(): boolean {
    return this.#arrived < this.#options.mails.length
  }

  get #paused(): boolean {
    return this.#options.controls().paused && this.#more
  }

  /** How many questions whoever answers could answer; `enough` are enough to know. */
  async #open(enough: number): Promise<number> {
    const { service, controls } = this.#options
    if (!controls().labeller.on) return (await service.open(enough)).length
    // The simulated labeller takes neither what a person holds, who may only be watching, nor what others have sent.
    const open = await service.open(enough + MAX_OTHERS)
    return open.filter(({ id, isHeld }) => !isHeld && this.#ours.has(id)).length
  }

  /** Where answers come at once, they come before the next mails: then chance alone decides how it goes, not speed. */
  get #mostOpen(): number {
    const { on, delay } = this.#options.controls().labeller
    return on && delay === 0 ? 1 : MAX_OPEN
  }

  async #bring(): Promise<void> {
    const { service, mails, onPrediction, now, controls } = this.#options
    const { pace } = controls()
    const size =
      pace === 0 ? FAST_BATCH : Math.max(1, Math.min(MAX_BATCH, Math.round(pace / REQUESTS_PER_SECOND)))
    const batch = mails.slice(this.#arrived, this.#arrived + size)
    const predictions = await service.send(batch)
    batch.forEach((mail, k) => {
      const predicted = predictions[k]
      if (predicted) onPrediction(mail, predicted)
    })
    this.#arrived += batch.length
    if (pace === 0) return
    const begun = now()
    this.#due = Math.max(begun, this.#due + (1000 * batch.length) / pace)
    if (this.#due > begun) await this.#rest.rest(this.#due - begun)
  }
}
