import type { DecisionRecord } from '@askance/core/internals'
import type { Sink } from '../../files/sink.js'
import { jsonLabel } from '../../stream/classes.js'

/** Writes decisions as JSON lines. */
export class Trace {
  readonly #sink: Sink
  /** The classes as JSON, by index. */
  readonly #labels: readonly string[]

  constructor(sink: Sink, classes: readonly string[]) {
    this.#sink = sink
    this.#labels = classes.map((label) => JSON.stringify(jsonLabel(label)))
  }

  /** Adds one round; the label is included only if it was asked for. */
  add(decision: DecisionRecord, updated: boolean, label: number): void {
    const { t, predicted, margin, probability, coin, asked } = decision
    const labelField = asked ? `,"label":${this.#labels[label]}` : ''
    this.#sink.add(
      `{"t":${t},"predicted":${this.#labels[predicted]},"margin":${jsonNumber(margin)},"probability":${jsonNumber(probability)},"coin":${jsonNumber(coin)},"asked":${asked},"updated":${updated}${labelField}}`,
    )
  }

  flush(): Promise<void> {
    return this.#sink.flush()
  }
}

/** JSON has no infinity; the largest number replaces it. */
export const jsonNumber = (value: number): string =>
  JSON.stringify(Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value)))
