import { setTimeout as wait } from 'node:timers/promises'

/** Waits so many milliseconds, or until the signal ends it; tests bring a clock of their own. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

const LONGEST = 2 ** 31 - 1

export const usualSleep: Sleep = (milliseconds, signal) =>
  wait(Math.min(milliseconds, LONGEST), undefined, { signal }).catch(() => undefined)

/** A rest that can be ended early. */
export class Rest {
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
  call(): void {
    this.#called = true
    this.#resting?.abort()
  }

  /** Ends the rest, if there is one. */
  interrupt(): void {
    this.#resting?.abort()
  }
}
