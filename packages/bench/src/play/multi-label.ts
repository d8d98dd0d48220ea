import type { MultiLabelMetrics } from '@askance/core'
import type { Decision } from '@askance/core/internals'
import { partLabels } from '@askance/data'
import { Pass, type Playable, type Rows } from './pass.js'

/** Labels as sets of class indices; the label of a row is the id of its set. */
interface LabelledBySets {
  readonly sets: readonly (readonly number[])[]
}

interface MultiLabelPassOptions {
  /** Rounds until an answer arrives. */
  readonly delay?: number
  /** Called after every round of a part. The parts of an item follow each other. */
  onRound?(part: number, decision: Decision, label: number, updated: boolean): void
}

/**
 * One pass over items with several labels: every class is a binary pass of its own over the same rows, with the labels 1
 * (the item has the class) and 0.
 */
export class MultiLabelPass {
  readonly #passes: readonly Pass[]
  readonly #labels: LabelledBySets
  readonly #isTraced: boolean
  /** The labels of the parts, by class, and the ids and number of sets they were made from. */
  #made:
    | { readonly ids: Int32Array; readonly sets: number; readonly parts: readonly Int32Array[] }
    | undefined

  constructor(
    players: readonly Playable[],
    labels: LabelledBySets,
    metrics: MultiLabelMetrics,
    { delay = 0, onRound }: MultiLabelPassOptions = {},
  ) {
    this.#labels = labels
    this.#isTraced = onRound !== undefined
    this.#passes = players.map(
      (player, part) =>
        new Pass(player, metrics.parts[part]!, {
          delay,
          ...(onRound && { onRound: (...round) => onRound(part, ...round) }),
        }),
    )
  }

  /** Plays the positions `from` to `to` (exclusive): part by part, because a part alone stays in the cache. */
  play(piece: Rows, from: number, to: number): void {
    const parts = this.#labelsOf(piece.labels)
    const step = this.#isTraced ? 1 : to - from
    for (let at = from; at < to; at += step)
      this.#passes.forEach((pass, c) => {
        pass.play({ rows: piece.rows, labels: parts[c]!, order: piece.order }, at, at + step)
      })
  }

  #labelsOf(ids: Int32Array): readonly Int32Array[] {
    const { sets } = this.#labels
    if (this.#made?.ids !== ids || this.#made.sets !== sets.length)
      this.#made = {
        ids,
        sets: sets.length,
        parts: this.#passes.map((_, part) => partLabels(sets, part, ids)),
      }
    return this.#made.parts
  }
}
