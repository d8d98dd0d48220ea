import { integersIn, numberIn, type State, stateIn } from '../state/state.js'
import { type Costs, Metrics, type MetricValues } from './metrics.js'

/** The same metrics over the last `size` rounds only. Adding a round takes back the one that leaves. */
export class WindowedMetrics {
  readonly #metrics: Metrics
  /** One code a round: truth, prediction, asked, updated. */
  #rounds: Int32Array
  #next = 0
  #filled = 0

  constructor(size: number, classes: number, positive: number, costs: Costs = {}) {
    this.#metrics = new Metrics(classes, positive, costs)
    this.#rounds = new Int32Array(size)
  }

  add(predicted: number, truth: number, asked: boolean, updated: boolean): void {
    const { classes } = this.#metrics
    const size = this.#rounds.length
    if (this.#filled === size) {
      const code = this.#rounds[this.#next]
      const pair = code >> 2
      const gone = pair % classes
      this.#metrics.add(gone, (pair - gone) / classes, (code & 2) !== 0, (code & 1) !== 0, -1)
    } else this.#filled++
    this.#rounds[this.#next] = ((truth * classes + predicted) << 2) | (asked ? 2 : 0) | (updated ? 1 : 0)
    this.#next = (this.#next + 1) % size
    this.#metrics.add(predicted, truth, asked, updated)
  }

  values(): MetricValues {
    return this.#metrics.values()
  }

  save(): State {
    return {
      metrics: this.#metrics.save(),
      rounds: this.#rounds.slice(),
      next: this.#next,
      filled: this.#filled,
    }
  }

  load(state: State): void {
    this.#metrics.load(stateIn(state, 'metrics'))
    this.#rounds = integersIn(state, 'rounds')
    this.#next = numberIn(state, 'next')
    this.#filled = numberIn(state, 'filled')
  }
}
