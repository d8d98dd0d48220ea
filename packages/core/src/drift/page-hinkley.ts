import { type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import { numberIn, type State } from '../state/state.js'

export const pageHinkleyParameters: readonly Parameter[] = [
  {
    name: 'tolerance',
    symbol: 'δ',
    type: 'number',
    default: 0.005,
    least: 0,
    summary: 'a change of the mean that does not matter',
  },
  {
    name: 'threshold',
    symbol: 'λ',
    type: 'number',
    default: 50,
    above: 0,
    summary: 'how much excess must gather for an alarm: more means fewer false alarms and later ones',
  },
  {
    name: 'least',
    symbol: 'n',
    default: 30,
    least: 1,
    type: 'whole',
    summary: 'so many values come before the first alarm: the mean must be known first',
  },
]

/** Which changes of the mean count. */
export type Side = 'up' | 'down' | 'both'

/**
 * The Page–Hinkley test (E. S. Page: Continuous inspection schemes. Biometrika 41 (1954) 100–115; D. V. Hinkley:
 * Inference about the change-point from cumulative sum tests. Biometrika 58 (1971) 509–523), as J. Gama, I. Žliobaitė,
 * A. Bifet, M. Pechenizkiy & A. Bouchachia write it: A survey on concept drift adaptation. ACM Computing Surveys 46
 * (2014) 44:
 *
 *     m_T = Σ_{t ≤ T} (x_t − x̄_t − δ),   M_T = min(0, m_1 … m_T),   alarm when m_T − M_T > λ,
 *
 * x̄_t the mean of the first t values; mirrored for a mean that falls. m_T − M_T is kept as max(0, itself + the next
 * term), which is the same number. After an alarm it starts anew.
 *
 * @example
 * const test = new PageHinkley({ threshold: 5 })
 * let first = 0
 * for (let t = 1; t <= 200 && first === 0; t++) if (test.add(t <= 100 ? 0 : 1)) first = t
 * first // => 106
 */
export class PageHinkley {
  readonly #tolerance: number
  readonly #threshold: number
  readonly #least: number
  readonly #side: Side
  #count = 0
  #mean = 0
  #up = 0
  #down = 0

  constructor(parameters: Parameters = {}, side: Side = 'up') {
    const { tolerance, threshold, least } = resolveParameters(
      'Page–Hinkley',
      pageHinkleyParameters,
      parameters,
    )
    this.#tolerance = tolerance
    this.#threshold = threshold
    this.#least = least
    this.#side = side
  }

  /** The mean since the start or the last alarm. */
  get mean(): number {
    return this.#mean
  }

  /** True when the mean has changed. */
  add(value: number): boolean {
    this.#count++
    this.#mean += (value - this.#mean) / this.#count
    const excess = value - this.#mean
    this.#up = Math.max(0, this.#up + excess - this.#tolerance)
    this.#down = Math.max(0, this.#down - excess - this.#tolerance)
    const gathered =
      this.#side === 'up' ? this.#up : this.#side === 'down' ? this.#down : Math.max(this.#up, this.#down)
    if (this.#count < this.#least || gathered <= this.#threshold) return false
    this.reset()
    return true
  }

  /** Forgets everything. */
  reset(): void {
    this.#count = 0
    this.#mean = 0
    this.#up = 0
    this.#down = 0
  }

  save(): State {
    return { count: this.#count, mean: this.#mean, up: this.#up, down: this.#down }
  }

  load(state: State): void {
    this.#count = numberIn(state, 'count')
    this.#mean = numberIn(state, 'mean')
    this.#up = numberIn(state, 'up')
    this.#down = numberIn(state, 'down')
  }
}
