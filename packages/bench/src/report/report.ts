import type { Table } from '@askance/core/internals'
import type { Figure } from './figure.js'

/** All that is said of an experiment, as plain data. */
export interface Report {
  readonly title: string
  /** Paragraphs below the title. */
  readonly intro: readonly string[]
  /** Date, version, machine: what a reader must know to repeat it. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly sections: readonly Section[]
  /** All results, for the button that saves them. */
  readonly json?: unknown
}

export interface Section {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly tables: readonly Table[]
  readonly figures: readonly Figure[]
}
