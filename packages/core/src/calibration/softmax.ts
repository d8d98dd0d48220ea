import { type Parameters, resolveParameters } from '../parameters.js'
import { floatsIn, numberIn, type State, stateIn } from '../state/state.js'
import type { Calibration } from './calibration.js'
import { Pairs, tame, Window } from './pairs.js'
import { calibrationParameters, FARTHEST } from './parameters.js'
import { SoftmaxFit } from './softmax-fit.js'

/**
 * Platt scaling for several classes: one slope for all (the inverse of the temperature of C. Guo, G. Pleiss, Y. Sun &
 * K. Q. Weinberger: On calibration of modern neural networks. ICML 2017, 1321–1330) and one intercept a class,
 *
 *     p_c = exp(a·s_c + b_c) / Σ_k exp(a·s_k + b_k),
 *
 * fitted as `SoftmaxFit` says. With two classes and scores (0, s) it is PlattScaling. It is preferred to one Platt curve per
 * class, normalised, because a single slope needs far fewer answers than one a class, because the order of the classes
 * changes only by what the intercepts say of their frequency, and because a class without answers needs no special
 * case: it keeps the common slope and an intercept near 0.
 *
 * A class added later has no score in older answers; they do not affect it.
 *
 * @example
 * const softmax = new SoftmaxScaling(2)
 * softmax.addClass()
 * softmax.classes // => 3
 * softmax.probabilities([1, 1, 1], new Float64Array(3)) // => new Float64Array(3).fill(1 / 3)
 */
export class SoftmaxScaling implements Calibration {
  readonly #pairs: Pairs
  /** The answers when a fit was last due. It is made when it is needed: most rounds of an experiment need none. */
  readonly #due: Window
  #isDue = false
  readonly #bound: number
  readonly #fit: SoftmaxFit
  #typical = 1

  constructor(classes: number, parameters: Parameters = {}) {
    const { window, bound, slope } = resolveParameters('softmax scaling', calibrationParameters, parameters)
    this.#pairs = new Pairs(window, classes)
    this.#due = new Window(window, classes)
    this.#bound = bound
    this.#fit = new SoftmaxFit(slope, window, classes)
  }

  get classes(): number {
    return this.#pairs.columns
  }

  /** The slope a for raw scores. */
  get slope(): number {
    return this.#fitted().slope / this.#typical
  }

  /** A class that was not there before, with the next index. */
  addClass(): void {
    this.#fitted()
    this.#pairs.grow()
    this.#fit.resize(this.classes)
  }

  add(scores: ArrayLike<number>, label: number, probability = 1): void {
    if (!this.#pairs.add(scores, label, Math.min(1 / probability, this.#bound))) return
    this.#due.copy(this.#pairs)
    this.#isDue = true
  }

  #fitted(): SoftmaxFit {
    if (this.#isDue) {
      this.#isDue = false
      this.#typical = this.#due.typical()
      this.#fit.refit(this.#due, this.#typical)
    }
    return this.#fit
  }

  probabilities(scores: ArrayLike<number>, into: Float64Array): Float64Array {
    const { classes } = this
    const { slope, intercepts } = this.#fitted()
    let top = tame(scores[0])
    for (let c = 1; c < classes; c++) top = Math.max(top, tame(scores[c]))
    let highest = Number.NEGATIVE_INFINITY
    for (let c = 0; c < classes; c++) {
      into[c] = slope * Math.max((tame(scores[c]) - top) / this.#typical, -FARTHEST) + intercepts[c]
      if (into[c] > highest) highest = into[c]
    }
    let sum = 0
    for (let c = 0; c < classes; c++) sum += into[c] = Math.exp(into[c] - highest)
    for (let c = 0; c < classes; c++) into[c] /= sum
    return into
  }

  save(): State {
    const { slope, intercepts } = this.#fitted()
    return { pairs: this.#pairs.save(), typical: this.#typical, slope, intercepts: intercepts.slice() }
  }

  load(state: State): void {
    this.#pairs.load(stateIn(state, 'pairs'))
    this.#typical = numberIn(state, 'typical')
    this.#fit.resize(this.classes)
    this.#fit.slope = numberIn(state, 'slope')
    this.#fit.intercepts.set(floatsIn(state, 'intercepts'))
    this.#isDue = false
  }
}
