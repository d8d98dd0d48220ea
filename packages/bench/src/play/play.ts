import type { Classifier, Metrics } from '@askance/core'
import type { Decision } from '@askance/core/internals'
import { Pass, type PassOptions, type Playable, type Round, type Rows } from './pass.js'

/** Consecutive items: positions `from` to `to` (exclusive) of some rows. */
export interface Piece extends Rows {
  readonly from: number
  readonly to: number
  /** The share of the source read, from 0 to 1; undefined if unknown. */
  readonly done?: number | undefined
}

/** A source of items in pieces: a file that is streamed, or a table in memory. */
export interface Source<P extends Piece = Piece> {
  pieces(): AsyncIterable<P> | Iterable<P>
}

interface PlayOptions<P extends Piece = Piece, D extends Round = Decision> extends PassOptions<D> {
  /** Returns how many more items may be played before `onProgress` is called; 0 ends the pass. */
  ahead?(): number
  /** Called after every piece or part of one with the number of items played; the pass awaits it. */
  onProgress?(items: number, piece: P): void | Promise<void>
}

export interface Played<P extends Piece = Piece> {
  readonly items: number
  readonly last: P | undefined
  /** The error that ended the source early; what was played before it is kept. */
  readonly broken: unknown
  /** Whether `ahead` ended the pass. */
  readonly stopped: boolean
}

/**
 * Plays one round for every item of a source. Without a delay and callbacks it is a bare loop that
 * allocates nothing.
 *
 * @example
 * const rows = new RowTable()
 * for (const x of [1, -1, 2]) rows.push(new Row(Int32Array.of(1), Float64Array.of(x)))
 * const table = { rows, labels: Int32Array.of(1, 0, 1), from: 0, to: 3 }
 * const rounds = createRounds({ algorithm: 'MD', classes: 2, parameters: {}, seed: 1 })
 * const metrics = new Metrics(2, 1)
 * const { items } = await play(rounds, { pieces: () => [table] }, metrics)
 * items // => 3
 * metrics.values().asked // => 3
 */
export const play = <P extends Piece, D extends Round, Memo>(
  player: Playable<D, Memo>,
  source: Source<P>,
  metrics: Metrics,
  options: PlayOptions<P, D> = {},
): Promise<Played<P>> => {
  return playPass(new Pass(player, metrics, options), source, options)
}

/** Plays a pass over a source, piece by piece. */
export const playPass = async <P extends Piece>(
  pass: { play(piece: Rows, from: number, to: number): void },
  source: Source<P>,
  { ahead, onProgress }: Pick<PlayOptions<P>, 'ahead' | 'onProgress'> = {},
): Promise<Played<P>> => {
  let items = 0
  let last: P | undefined
  const ended = (broken: unknown, stopped: boolean): Played<P> => ({ items, last, broken, stopped })
  const pieces = iteratorOf(source.pieces())
  for (;;) {
    let next: IteratorResult<P>
    try {
      next = await pieces.next()
    } catch (broken) {
      return ended(broken, false)
    }
    if (next.done) return ended(undefined, false)
    last = next.value
    for (let from = last.from; from < last.to; ) {
      const to = Math.min(last.to, from + (ahead?.() ?? Number.POSITIVE_INFINITY))
      if (to === from) {
        await pieces.return?.()
        return ended(undefined, true)
      }
      pass.play(last, from, to)
      items += to - from
      await onProgress?.(to - from, last)
      from = to
    }
  }
}

const iteratorOf = <P>(pieces: AsyncIterable<P> | Iterable<P>): AsyncIterator<P> | Iterator<P> =>
  Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()

const NO_SCORES = new Float64Array(0)

/** Makes a live classifier playable: labels arrive as answers to its questions. */
export const livePlayer = (classifier: Classifier): Playable<Round, string> => {
  const round = { predicted: 0, asked: false, scores: NO_SCORES, margin: 0 }
  let id = ''
  return {
    observe(row) {
      const decision = classifier.observe({ row })
      id = decision.id
      round.predicted = classifier.classes.indexOf(decision.predicted)
      round.asked = decision.asked
      return round
    },
    learn(label, question = id) {
      classifier.answer(question, classifier.classes[label] ?? '')
      return true
    },
    // The classifier finds the row by its question.
    read: () => round,
    opinion: () => id,
  }
}
