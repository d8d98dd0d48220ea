import { type Metrics, Row, type RowTable } from '@askance/core'
import type { Decision } from '@askance/core/internals'

/** What a round says; the decision of a published round says more. */
export type Round = Pick<Decision, 'predicted' | 'asked' | 'scores' | 'margin'>

/** What is played: the rounds of an algorithm, or a classifier that records them. `Memo` is what it wants back with a late answer. */
export interface Playable<D extends Round = Decision, Memo = Float64Array> {
  /** Predicts and decides whether to ask. The record may be reused by the next round. */
  observe(row: Row): D
  /** Learns the label of the row that was observed or read last; true when the model changed. */
  learn(label: number, memo?: Memo): boolean
  /** Scores a row and nothing else, which a late answer needs before `learn`. */
  read(row: Row): { readonly predicted: number }
  /** What it must remember of the row that was observed last until its answer comes. */
  opinion?(): Memo | undefined
}

/** Rows and the class index of each, in an order of their own or as they stand. */
export interface Rows {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly order?: Int32Array | undefined
}

export interface PassOptions<D extends Round = Decision> {
  /** After how many rounds an answer comes, drawn for each question where it is a function; at once with 0. */
  readonly delay?: number | (() => number)
  /** Takes the signed score of every round, by its place in the pass. */
  readonly scores?: Float64Array
  /** Called after every round. */
  onRound?(decision: D, label: number, updated: boolean): void
}

/** A question whose answer is on the way. */
interface Waiting<Memo> {
  readonly row: Row
  readonly label: number
  readonly memo: Memo | undefined
}

/** One pass over items, played piece by piece: every row is observed, and learned where it was asked about. */
export class Pass<D extends Round = Decision, Memo = Float64Array> {
  readonly #player: Playable<D, Memo>
  readonly #metrics: Metrics
  readonly #options: PassOptions<D>
  readonly #row = new Row(new Int32Array(0), new Float64Array(0))
  /** By the round in which they come. */
  readonly #waiting = new Map<number, Waiting<Memo>[]>()
  #rounds = 0

  constructor(player: Playable<D, Memo>, metrics: Metrics, options: PassOptions<D> = {}) {
    this.#player = player
    this.#metrics = metrics
    this.#options = options
  }

  /** Plays the places `from` to `to` (exclusive) of the order. */
  play(piece: Rows, from: number, to: number): void {
    const { delay = 0, scores, onRound } = this.#options
    if (delay !== 0) this.#playLate(piece, from, to)
    else if (scores || onRound) this.#playNoting(piece, from, to)
    else this.#playPlain(piece, from, to)
    this.#rounds += to - from
  }

  /** The loop that nearly all time is spent in: nothing but the round itself. */
  #playPlain({ rows, labels, order }: Rows, from: number, to: number): void {
    const player = this.#player
    const metrics = this.#metrics
    const row = this.#row
    for (let p = from; p < to; p++) {
      const i = order === undefined ? p : order[p]!
      const label = labels[i]!
      const { predicted, asked } = player.observe(rows.view(i, row))
      metrics.add(predicted, label, asked, asked && player.learn(label))
    }
  }

  #playNoting({ rows, labels, order }: Rows, from: number, to: number): void {
    const { onRound } = this.#options
    for (let p = from; p < to; p++) {
      const i = order?.[p] ?? p
      const label = labels[i]!
      const decision = this.#player.observe(rows.view(i, this.#row))
      const { predicted, asked } = decision
      this.#noteScore(this.#rounds + p - from, decision)
      const updated = asked && this.#player.learn(label)
      this.#metrics.add(predicted, label, asked, updated)
      onRound?.(decision, label, updated)
    }
  }

  /** An answer that comes late meets the model as it is then: the row is read again before it is learned. */
  #playLate({ rows, labels, order }: Rows, from: number, to: number): void {
    const { delay = 0, onRound } = this.#options
    for (let p = from; p < to; p++) {
      const round = this.#rounds + p - from
      let updated = this.#answer(round)
      const i = order?.[p] ?? p
      const label = labels[i]!
      const row = rows.view(i, this.#row)
      const decision = this.#player.observe(row)
      const { predicted, asked } = decision
      this.#noteScore(round, decision)
      if (asked) {
        const rounds = typeof delay === 'number' ? delay : delay()
        if (rounds === 0) updated = this.#player.learn(label) || updated
        else this.#await(round + rounds, row, label)
      }
      this.#metrics.add(predicted, label, asked, updated)
      onRound?.(decision, label, updated)
    }
  }

  /** Rows of a stream are gone when their answers come: they are kept in copies. */
  #await(round: number, { index, value, start, end }: Row, label: number): void {
    const opinion = this.#player.opinion?.()
    const memo = opinion instanceof Float64Array ? (opinion.slice() as Memo) : opinion
    const row = new Row(index.slice(start, end), value.slice(start, end))
    const others = this.#waiting.get(round)
    if (others) others.push({ row, label, memo })
    else this.#waiting.set(round, [{ row, label, memo }])
  }

  #answer(round: number): boolean {
    let updated = false
    for (const { row, label, memo } of this.#waiting.get(round) ?? []) {
      this.#player.read(row)
      updated = this.#player.learn(label, memo) || updated
    }
    this.#waiting.delete(round)
    return updated
  }

  /** What the model says of a row now; nothing is learned or counted. */
  predict({ rows }: Rows, i: number): number {
    return this.#player.read(rows.view(i, this.#row)).predicted
  }

  /** How strongly the second of two classes is spoken for. */
  #noteScore(round: number, { scores: all, margin }: Round): void {
    const { scores } = this.#options
    if (scores) scores[round] = all.length === 2 ? all[1]! - all[0]! : margin
  }
}
