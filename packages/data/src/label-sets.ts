import type { Position } from '@askance/core'
import { classList } from '@askance/core/internals'
import { dataError } from './errors.js'

/** Bounds the memory of a stream whose items all have other labels. */
const MAX_SETS = 1 << 20

/**
 * The combinations of labels seen so far: labels ↔ id, as `LabelNames` has them for single labels. A table then stores one
 * number for an item with several labels.
 *
 * @example
 * const sets = new LabelSets(['sport', 'politics', 'music'])
 * sets.add(['music', 'sport']) // => 0
 * sets.add([]) // => 1
 * sets.add(['sport', 'music']) // => 0
 * sets.sets // => [[0, 2], []]
 * sets.labelsFor(2, Int32Array.of(0, 1, 0)) // => Int32Array.of(1, 0, 1)
 * sets.add(['chess']) // => throws data/label
 */
export class LabelSets {
  readonly classes: readonly string[]
  readonly #sets: (readonly number[])[] = []
  readonly #ids = new Map<string, number>()

  constructor(classes: readonly string[]) {
    this.classes = classes
  }

  /** The sets by id: the indices of their classes, increasing. */
  get sets(): readonly (readonly number[])[] {
    return this.#sets
  }

  /** Whether all labels are among the classes. */
  knows(labels: readonly string[]): boolean {
    return labels.every((label) => this.classes.includes(label))
  }

  /** The id of the set, added if it is new; `position` is used in errors. */
  add(labels: readonly string[], position?: Position): number {
    const places = labels.map((label) => {
      const place = this.classes.indexOf(label)
      if (place < 0)
        throw dataError(
          'data/label',
          { label: classList([label]), classes: classList(this.classes) },
          position,
        )
      return place
    })
    const set = places.sort((a, b) => a - b)
    const key = set.join()
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    if (this.#sets.length >= MAX_SETS) throw dataError('labels/combinations', { most: MAX_SETS }, position)
    this.#ids.set(key, this.#sets.length)
    return this.#sets.push(set) - 1
  }

  /** The labels of the binary part of a class: 1 if the set of the item has the class, else 0. */
  labelsFor(part: number, ids: Int32Array): Int32Array {
    return partLabels(this.#sets, part, ids)
  }
}

/** The labels of the binary part of a class, from sets of class indices by id. */
export const partLabels = (
  sets: readonly (readonly number[])[],
  part: number,
  ids: Int32Array,
): Int32Array => {
  const has = sets.map((set) => (set.includes(part) ? 1 : 0))
  return ids.map((id) => has[id] ?? 0)
}
