import { Metrics } from '@askance/core'
import type { DemoData } from './data/data.js'

/** The true quality of the predictions. */
export interface TruthValues {
  readonly items: number
  readonly accuracy: number
  /** F1 of the positive class, if there is one. */
  readonly f1?: number
  /** The accuracy of the latest items, at several moments from the start to now. */
  readonly curve: readonly number[]
}

/** A point of the curve covers at most this many items. */
export const RECENT = 100
/** The curve has a point after this many items, and at most this many points. */
const STEP = 20
const MAX_POINTS = 60

/**
 * Compares predictions with the true labels, which only a demo has.
 *
 * @example
 * const truth = new Truth({ classes: ['ham', 'spam'], positive: 'spam' })
 * truth.add('spam', 'spam')
 * truth.add('ham', 'spam')
 * truth.values().accuracy // => 0.5
 */
export class Truth {
  readonly #metrics: Metrics
  readonly #data: Pick<DemoData, 'classes' | 'positive'>
  /** How many of the first k predictions were right, for each k. */
  readonly #right: number[] = [0]

  constructor(data: Pick<DemoData, 'classes' | 'positive'>) {
    const { classes, positive } = data
    this.#data = data
    this.#metrics = new Metrics(classes.length, positive === undefined ? 0 : classes.indexOf(positive))
  }

  /** A class that was added later counts as wrong. */
  add(predicted: string, label: string): void {
    const { classes } = this.#data
    const truth = classes.indexOf(label)
    const other = (truth + 1) % classes.length
    const found = classes.indexOf(predicted)
    this.#metrics.add(found < 0 ? other : found, truth, false, false)
    this.#right.push((this.#right.at(-1) ?? 0) + (found === truth ? 1 : 0))
  }

  values(): TruthValues {
    const { items, accuracy, f1 } = this.#metrics.values()
    return { items, accuracy, ...(this.#data.positive !== undefined && { f1 }), curve: this.#curve() }
  }

  #curve(): readonly number[] {
    const items = this.#right.length - 1
    const step = STEP * Math.max(1, Math.ceil(items / STEP / MAX_POINTS))
    const points: number[] = []
    for (let to = items; to >= STEP; to -= step) points.unshift(this.#recent(to))
    return points
  }

  #recent(to: number): number {
    const from = Math.max(0, to - RECENT)
    return ((this.#right[to] ?? 0) - (this.#right[from] ?? 0)) / (to - from)
  }
}
