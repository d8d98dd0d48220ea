import { type Metrics, Row, type RowTable } from '@askance/core'
import type { Decision } from '@askance/core/internals'
import { emptyRow } from '@askance/core/internals'

/** The parts of a decision that a pass needs. */
export type Round = Pick<Decision, 'predicted' | 'asked' | 'scores' | 'margin'>

/** Something to play: the rounds of an algorithm, or a classifier. `Memo` is passed back with a late answer. */
export interface Playable<D extends Round = Decision, Memo = Float64Array> {
  /** Predicts and decides whether to ask. The next round may reuse the record. */
  observe(row: Row): D
  /** Learns the label of the row observed or read last; true if the model changed. */
  learn(label: number, memo?: Memo): boolean
  /** Only scores a row, which a late answer needs before `learn`. */
  read(row: Row): { readonly predicted: number }
  /** What to keep of the last observed row until its answer arrives. */
  opinion?(): Memo | undefined
}

/** Rows and their class indices, in the given order or their own. */
export interface Rows {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly order?: Int32Array | undefined
}

export interface PassOptions<D extends Round = Decision> {
  /** Rounds until an answer arrives; a function draws it for each question; 0 is immediate. */
  readonly delay?: number | (() => number)
  /** Receives the signed score of every round, by its position in the pass. */
  readonly scores?: Float64Array
  /** Called after every round. */
  onRound?(decision: D, label: number, updated: boolean): void
}

/** A question with a pending answer. */
interface Waiting<Memo> {
  readonly row: Row
  readonly label: number
  readonly memo: Memo | undefined
}

/** One pass over items, piece by piece: observes every row and learns those that were asked about. */
export class Pass<D extends Round = Decision, Memo = Float64Array> {
  readonly #player: Playable<D, Memo>
  readonly #metrics: Metrics
  readonly #options: PassOptions<D>
  readonly #row = emptyRow()
  /** Pending answers by their round of arrival. */
  readonly #waiting = new Map<number, Waiting<Memo>[]>()
  #rounds = 0

  constructor(player: Playable<D, Memo>, metrics: Metrics, options: PassOptions<D> = {}) {
    this.#player = player
    this.#metrics = metrics
    this.#options = options
  }

  /** Plays the positions `from` to `to` (exclusive) of the order. */
  play(piece: Rows, from: number, to: number): void {
    const { delay = 0, scores, onRound } = this.#options
    if (delay !== 0) this.#playLate(piece, from, to)
    else if (scores || onRound) this.#playNoting(piece, from, to)
    else this.#playPlain(piece, from, to)
    this.#rounds += to - from
  }

  /** The hot loop: nothing but the round itself. */
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

  /** A late answer updates the model as it is then, so the row is read again before it is learned. */
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

  /** Copies the row, because a stream overwrites it before its answer arrives. */
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

  /** The prediction of the current model; nothing is learned or counted. */
  predict({ rows }: Rows, i: number): number {
    return this.#player.read(rows.view(i, this.#row)).predicted
  }

  /** Records the score of the second of two classes. */
  #noteScore(round: number, { scores: all, margin }: Round): void {
    const { scores } = this.#options
    if (scores) scores[round] = all.length === 2 ? all[1]! - all[0]! : margin
  }
}
