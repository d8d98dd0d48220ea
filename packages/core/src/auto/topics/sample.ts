import { floatsIn, integersIn, numberIn, type State } from '../../state/state.js'

/** At most this many rows and features of rows. */
const MAX_ROWS = 2048
const MAX_ENTRIES = 1 << 20

const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Rows spread evenly over all rows so far: those whose number times the golden ratio has a small fractional part. These numbers
 * follow no period that the stream may have. When the sample is full, the bound is halved, and with it the sample.
 */
export class TopicSample {
  /** The rows: their numbers in the stream, and their features. */
  numbers: number[] = []
  rows: Int32Array[] = []
  #bound = 1
  #entries = 0

  /** Whether the row with this number belongs to the sample. */
  takes(number: number): boolean {
    return (number * GOLDEN) % 1 < this.#bound
  }

  add(number: number, features: Int32Array): void {
    if (!this.takes(number)) return
    this.numbers.push(number)
    this.rows.push(features)
    this.#entries += features.length
    while (this.rows.length > 1 && (this.rows.length > MAX_ROWS || this.#entries > MAX_ENTRIES)) this.#halve()
  }

  #halve(): void {
    this.#bound /= 2
    const kept = this.numbers.map((number) => this.takes(number))
    this.numbers = this.numbers.filter((_, i) => kept[i])
    this.rows = this.rows.filter((_, i) => kept[i])
    this.#entries = this.rows.reduce((sum, { length }) => sum + length, 0)
  }

  save(): State {
    const features = new Int32Array(this.rows.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const row of this.rows) {
      features.set(row, end)
      end += row.length
    }
    return {
      bound: this.#bound,
      numbers: Float64Array.from(this.numbers),
      lengths: Int32Array.from(this.rows, ({ length }) => length),
      features,
    }
  }

  load(state: State): void {
    this.#bound = numberIn(state, 'bound')
    this.numbers = Array.from(floatsIn(state, 'numbers'))
    const features = integersIn(state, 'features')
    let at = 0
    this.rows = Array.from(integersIn(state, 'lengths'), (length) => {
      at += length
      return features.slice(at - length, at)
    })
    this.#entries = features.length
  }
}
