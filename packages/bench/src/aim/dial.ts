import type { Algorithm, Kernel } from '@askance/core'
import type { Dial } from '@askance/core/internals'
import { type Found, fewestQuestionsAt, isFair, searchDial, type Trial } from './search.js'

/** A kernel learner is slow where it has learned much: its search comes from the side of few questions. */
const CAUTION = 1000

/** Where to begin when nothing better is known. */
export const startOf = ({ parameter, more }: Dial, kernel: Kernel | undefined): number =>
  kernel && more === 'up' ? parameter.default / CAUTION : parameter.default

/** A dial that is turned in passes over the same items: what was tried for one ratio helps with the next. */
export class Aim {
  readonly #dial: Dial
  /** Whether the rule looks at more than the margin, so that it asks much however its dial is turned. */
  readonly #hasFloor: boolean
  readonly #items: number
  readonly #pass: (value: number) => number
  readonly #trials: Trial[] = []
  #floor: number | undefined

  /** `pass` plays all items with a value of the dial, and says how many questions there were (on average). */
  constructor({ rule }: Algorithm, dial: Dial, items: number, pass: (value: number) => number) {
    this.#dial = dial
    this.#hasFloor = rule.needs === 'variance'
    this.#items = items
    this.#pass = pass
  }

  /** The value that gives the ratio, or comes nearest. */
  at(ratio: number, options: { start?: number; close: number; maxPasses: number }): Found {
    const { parameter, more } = this.#dial
    const wanted = ratio * this.#items
    // One pass tells that many cannot be had.
    if (this.#hasFloor && this.#floorAsked() > wanted && !isFair(this.#floorAsked(), wanted))
      return {
        value: fewestQuestionsAt(parameter, more),
        asked: this.#floorAsked(),
        status: 'too many',
        trials: this.#trials,
      }
    const search = searchDial({ parameter, more, wanted, known: this.#trials.slice(), ...options })
    let next = search.next()
    while (!next.done) {
      const trial = { value: next.value, asked: this.#pass(next.value) }
      this.#trials.push(trial)
      next = search.next(trial.asked)
    }
    return next.value
  }

  #floorAsked(): number {
    this.#floor ??= this.#pass(fewestQuestionsAt(this.#dial.parameter, this.#dial.more))
    return this.#floor
  }
}
