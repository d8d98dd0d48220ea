import type { Parameters } from '@askance/core'
import type { SetFacts } from '../results/results.js'
import type { SharedTable } from './table.js'

/** A set as the threads see it; it can be sent to them as it is. */
export interface OpenSet {
  readonly facts: SetFacts
  readonly positive: number
  readonly table: SharedTable
  readonly shuffled: boolean
  /** A stream is made anew for every seed; the table is then what it is made from, or empty. */
  readonly stream?: {
    readonly name: string
    readonly parameters: Parameters
    /** How many classes the table has. */
    readonly classes: number
  }
}
