import type { Parameters } from '@askance/core'
import type { SetFacts } from '../results/results.js'
import type { SharedTable } from './table.js'

/** An open set, which can be sent to workers. */
export interface OpenSet {
  readonly facts: SetFacts
  readonly positive: number
  readonly table: SharedTable
  /** The rows for algorithms that scale numbers themselves, where they differ from those of the table. */
  readonly unscaled?: SharedTable
  readonly shuffled: boolean
  /** With several labels for an item: the classes of each set; the label of a row is the id of its set. */
  readonly labelSets?: readonly (readonly number[])[]
  /** A stream is generated for every seed; the table is then its base data, or empty. */
  readonly stream?: {
    readonly name: string
    readonly parameters: Parameters
    /** The number of classes of the table. */
    readonly classes: number
  }
}
