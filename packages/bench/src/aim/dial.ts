import type { Algorithm, Kernel } from '@askance/core'
import type { Dial } from '@askance/core/internals'
import { type Found, fewestQuestionsAt, isFair, searchDial, type Trial } from './search.js'

/** A kernel learner is slow after many examples, so its search starts with few questions. */
const CAUTION = 1000

/** The default start of the search. */
export const startOf = ({ parameter, more }: Dial, kernel: Kernel | undefined): number =>
  kernel && more === 'up' ? parameter.default / CAUTION : parameter.default

/** Searches a dial with passes over the same items; trials for one ratio are reused for the next. */
export class Aim {
  readonly #dial: Dial
  /** Whether the rule uses more than the margin, so that it has a minimum number of questions for every dial value. */
  readonly #hasFloor: boolean
  readonly #items: number
  readonly #pass: (value: number) => number
  readonly #trials: Trial[] = []
  #floor: number | undefined

  /** `pass` plays all items with a dial value and returns the (mean) number of questions. */
  constructor({ rule }: Algorithm, dial: Dial, items: number, pass: (value: number) => number) {
    this.#dial = dial
    this.#hasFloor = rule.needs === 'variance'
    this.#items = items
    this.#pass = pass
  }

  /** The dial value that gives the ratio, or the closest one. */
  at(ratio: number, options: { start?: number; close: number; maxPasses: number }): Found {
    const { parameter, more } = this.#dial
    const wanted = ratio * this.#items
    // One pass shows that the ratio is not attainable.
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
