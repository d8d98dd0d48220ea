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
const jsonNumber = (value: number): string =>
  JSON.stringify(Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value)))

/** Writes the decisions about an item as a line of JSON. */
export class MultiLabelTrace {
  readonly #sink: Sink
  readonly #classes: readonly (string | number)[]
  #decisions: string[] = []
  #predicted: (string | number)[] = []
  #asked: (string | number)[] = []
  #labels: (string | number)[] = []

  constructor(sink: Sink, classes: readonly string[]) {
    this.#sink = sink
    this.#classes = classes.map(jsonLabel)
  }

  /** Adds the decision of a part; after the last one the item is written. `labels` are those that were asked for. */
  add(part: number, decision: DecisionRecord, label: number, updated: boolean): void {
    const name = this.#classes[part] ?? ''
    const { t, predicted, margin, probability, coin, asked } = decision
    if (predicted === 1) this.#predicted.push(name)
    if (asked) this.#asked.push(name)
    if (asked && label === 1) this.#labels.push(name)
    this.#decisions.push(
      `{"class":${JSON.stringify(name)},"margin":${jsonNumber(margin)},"probability":${jsonNumber(probability)},"coin":${jsonNumber(coin)},"updated":${updated}}`,
    )
    if (part < this.#classes.length - 1) return
    const lists = { predicted: this.#predicted, asked: this.#asked, labels: this.#labels }
    this.#sink.add(
      `{"t":${t},${JSON.stringify(lists).slice(1, -1)},"decisions":[${this.#decisions.join(',')}]}`,
    )
    this.#decisions = []
    this.#predicted = []
    this.#asked = []
    this.#labels = []
  }

  flush(): Promise<void> {
    return this.#sink.flush()
  }
}
