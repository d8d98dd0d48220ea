import { type Asker, type Decision, type Metrics, Row, type RowPreparer } from '@askance/core'
import type { Stage } from '../sets/stage.js'

/** What is played besides the asker itself. */
export interface PassOptions {
  readonly preparer?: RowPreparer
  /** After how many rounds the answer comes; at once with 0. */
  readonly delay?: number
  /** Takes the signed score of every round, by its place in the order. */
  readonly scores?: Float64Array
}

/** One pass over a stage; it can be played piece by piece. */
export class Pass {
  readonly #asker: Asker
  readonly #stage: Stage
  readonly #metrics: Metrics
  readonly #row = new Row(new Int32Array(0), new Float64Array(0))
  readonly #preparer: RowPreparer | undefined
  readonly #scores: Float64Array | undefined
  /** The rows whose answers are on the way, by the round in which they come; −1 for none. */
  readonly #waiting: Int32Array
  /** What the asker thought of them when it asked, where it wants to know. */
  readonly #opinions: (Float64Array | undefined)[] = []

  constructor(asker: Asker, stage: Stage, metrics: Metrics, options: PassOptions = {}) {
    this.#asker = asker
    this.#stage = stage
    this.#metrics = metrics
    this.#preparer = options.preparer
    this.#scores = options.scores
    this.#waiting = new Int32Array(options.delay ?? 0).fill(-1)
  }

  /** Plays the rounds `from` to `to` (exclusive) of the order. */
  play(from: number, to: number): void {
    if (this.#waiting.length > 0) this.#playLate(from, to)
    else if (this.#preparer || this.#scores) this.#playNoting(from, to)
    else this.#playPlain(from, to)
  }

  /** The loop that nearly all time is spent in: nothing but the round itself. */
  #playPlain(from: number, to: number): void {
    const { rows, labels, order } = this.#stage
    const asker = this.#asker
    const metrics = this.#metrics
    const row = this.#row
    for (let t = from; t < to; t++) {
      const i = order[t]!
      const label = labels[i]!
      const decision = asker.observe(rows.view(i, row))
      const { predicted, asked } = decision
      metrics.add(predicted, label, asked, asked && asker.learn(row, label))
    }
  }

  #playNoting(from: number, to: number): void {
    const { labels, order } = this.#stage
    for (let t = from; t < to; t++) {
      const i = order[t]!
      const x = this.#view(i)
      const decision = this.#asker.observe(x)
      const { predicted, asked } = decision
      if (this.#scores) this.#scores[t] = signed(decision)
      this.#metrics.add(predicted, labels[i]!, asked, asked && this.#asker.learn(x, labels[i]!))
    }
  }

  /** An answer that comes late meets the model as it is then: the row is read again before it is learned. */
  #playLate(from: number, to: number): void {
    const { labels, order } = this.#stage
    const waiting = this.#waiting
    for (let t = from; t < to; t++) {
      const place = t % waiting.length
      const due = waiting[place]!
      let updated = false
      if (due >= 0) {
        const late = this.#view(due, false)
        this.#asker.read(late)
        updated = this.#asker.learn(late, labels[due]!, this.#opinions[place])
      }
      const i = order[t]!
      const decision = this.#asker.observe(this.#view(i))
      const { predicted, asked } = decision
      if (this.#scores) this.#scores[t] = signed(decision)
      waiting[place] = asked ? i : -1
      this.#opinions[place] = asked ? this.#asker.opinion?.()?.slice() : undefined
      this.#metrics.add(predicted, labels[i]!, asked, updated)
    }
  }

  /** What the model says of a row now; nothing is learned or counted. */
  predict(i: number): number {
    return this.#asker.read(this.#view(i, false)).predicted
  }

  #view(i: number, learning = true): Row {
    const row = this.#stage.rows.view(i, this.#row)
    return this.#preparer ? this.#preparer.prepare(row, learning) : row
  }
}

/** How strongly the second of two classes is spoken for. */
const signed = ({ scores, margin }: Decision): number =>
  scores.length === 2 ? scores[1]! - scores[0]! : margin
