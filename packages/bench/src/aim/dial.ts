import { type Algorithm, findAlgorithm, type Kernel, type Parameter, queries } from '@askance/core'
import { type Found, isFair, leastAsking, searchDial, type Trial } from './search.js'

/** How a rule is made to ask more or less. */
export type Dial =
  /** It asks about every item. */
  | { readonly kind: 'none' }
  /** Its parameter is the ratio itself. */
  | { readonly kind: 'exact'; readonly parameter: Parameter }
  | {
      readonly kind: 'searched'
      readonly parameter: Parameter
      readonly more: 'up' | 'down'
      /** Whether the rule looks at more than the margin, so that it asks much however its dial is turned. */
      readonly hasFloor: boolean
    }

type Searched = Extract<Dial, { kind: 'searched' }>

/** The dial of a named algorithm. */
export const dialOf = (algorithm: string): Dial => {
  const { rule, parameters }: Algorithm = findAlgorithm(algorithm)
  const parameter = parameters.find(({ name }) => name === rule.dial?.parameter)
  if (!rule.dial || !parameter) return { kind: 'none' }
  if (rule === queries.random) return { kind: 'exact', parameter }
  return { kind: 'searched', parameter, more: rule.dial.more, hasFloor: rule.needs === 'variance' }
}

/** A kernel learner is slow where it has learned much: its search comes from the side of few questions. */
const CAUTION = 1000

/** Where to begin when nothing better is known. */
export const startOf = ({ parameter, more }: Searched, kernel: Kernel | undefined): number =>
  kernel && more === 'up' ? parameter.default / CAUTION : parameter.default

/** A dial that is turned in passes over the same items: what was tried for one ratio helps with the next. */
export class Aim {
  readonly #dial: Searched
  readonly #items: number
  readonly #pass: (value: number) => number
  readonly #trials: Trial[] = []
  #floor: number | undefined

  /** `pass` plays all items with a value of the dial, and says how many questions there were (on average). */
  constructor(dial: Searched, items: number, pass: (value: number) => number) {
    this.#dial = dial
    this.#items = items
    this.#pass = pass
  }

  /** The value that gives the ratio, or comes nearest. */
  at(ratio: number, options: { start?: number; close: number; mostPasses: number }): Found {
    const { parameter, more, hasFloor } = this.#dial
    const wanted = ratio * this.#items
    // One pass tells that many cannot be had.
    if (hasFloor && this.#floorAsked() > wanted && !isFair(this.#floorAsked(), wanted))
      return {
        value: leastAsking(parameter, more),
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
    this.#floor ??= this.#pass(leastAsking(this.#dial.parameter, this.#dial.more))
    return this.#floor
  }
}
