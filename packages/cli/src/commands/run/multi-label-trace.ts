import type { DecisionRecord } from '@askance/core/internals'
import type { Sink } from '../../files/sink.js'
import { jsonLabel } from '../../stream/classes.js'
import { jsonNumber } from './trace.js'

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
