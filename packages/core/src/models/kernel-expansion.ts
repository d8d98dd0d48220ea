import type { Kernel } from '../kernels.js'
import type { Reading } from '../parts.js'
import { Random } from '../random.js'
import type { Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { integersIn, type State, stateIn, weightsIn } from '../state/state.js'
import type { FirstOrderModel } from './first-order.js'
import { SupportSet } from './support.js'

/** Which stored row is removed at capacity. */
export type Eviction = 'oldest' | 'random'

/** w = Σ αⱼ φ(xⱼ) over stored rows; the score is Σ αⱼ K(xⱼ, x). At most `capacity` rows are kept. */
export class KernelExpansion implements FirstOrderModel {
  readonly #support: SupportSet
  readonly #capacity: number
  /** Evictions have their own random stream, so that the coins do not depend on them. */
  readonly #random: Random | undefined
  #coefficients: Float64Array = new Float64Array(16)

  constructor(kernel: Kernel, capacity: number, eviction: Eviction, seed: number) {
    this.#support = new SupportSet(kernel)
    this.#capacity = capacity
    this.#random = eviction === 'random' ? new Random(seed, 'eviction') : undefined
  }

  get dimension(): number {
    return this.#support.dimension
  }

  read(x: Row, out: Reading): void {
    this.#support.evaluate(x)
    const { values, size, self } = this.#support
    let score = 0
    for (let j = 0; j < size; j++) score += this.#coefficients[j] * values[j]
    out.normSq = self
    out.settle(score)
  }

  move(x: Row, label: number, _rival: number, step: number): void {
    if (this.#support.size >= this.#capacity) this.#evict()
    this.#support.push(x)
    this.#coefficients = enlarged(this.#coefficients, this.#support.size)
    this.#coefficients[this.#support.size - 1] = label === 1 ? step : -step
  }

  shrink(keep: number): void {
    for (let j = 0; j < this.#support.size; j++) this.#coefficients[j] *= keep
  }

  /** A kernel model has no feature weights. */
  contribution(): undefined {
    return undefined
  }

  weights(): undefined {
    return undefined
  }

  #evict(): void {
    const victim = this.#random ? this.#random.below(this.#support.size) : 0
    this.#coefficients.copyWithin(victim, victim + 1, this.#support.size)
    this.#support.remove(victim)
  }

  save(): State {
    return {
      support: this.#support.save(),
      coefficients: this.#coefficients.slice(0, this.#support.size),
      ...(this.#random && { eviction: this.#random.save() }),
    }
  }

  load(state: State): void {
    this.#support.load(stateIn(state, 'support'))
    this.#coefficients = weightsIn(state, 'coefficients')
    this.#random?.load(integersIn(state, 'eviction'))
  }
}
