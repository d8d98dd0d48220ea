import type { MetricName, Results, Role } from '@askance/bench'
import type { AskanceError } from '@askance/core'
import type { LabTable } from './table.js'

/** What went wrong, and where in the file, counted from 1. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** An error as plain data; the position is that of an `AskanceError`, here or from the engine's thread. */
export const toProblem = (cause: unknown): Problem => {
  const { code = 'fault', message = String(cause), position = {} } = Object(cause) as Partial<AskanceError>
  const { source, line, column } = position
  return {
    code,
    message,
    ...(source !== undefined && { file: source }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}

/** How many bytes of the file were read. */
export interface OpenEvent {
  readonly kind: 'reading'
  readonly done: number
  readonly total: number | undefined
}

/** What the file is. */
export interface Facts {
  readonly name: string
  readonly items: number
  readonly features: number
  readonly classes: readonly { readonly name: string; readonly count: number }[]
  /** Of two classes the one that F1 speaks of. */
  readonly positive: string
  /** What can play with so many classes; what asks at random or always is none of them. */
  readonly algorithms: readonly Choice[]
  /** What is compared where nobody says what. */
  readonly usual: readonly string[]
  readonly metric: MetricName
  /** Whether there is time to choose parameters. */
  readonly tuning: Tuning
}

/** Parameters as they are, chosen at a first look, or chosen with all care. */
export type Tuning = 'none' | 'quick' | 'full'

/** An algorithm that can be chosen. */
export interface Choice {
  readonly name: string
  /** How it asks, and how it learns, in a few words. */
  readonly asks: string
  readonly learns: string
  readonly paper: string
}

/** What to compare, and how; what is left out takes the usual value. */
export interface RunSpec {
  readonly algorithms: readonly string[]
  readonly ratios?: readonly number[]
  readonly runs?: number
  readonly seed?: number
  readonly tuning?: Tuning
  readonly metric?: MetricName
  /** Only so many rows from the start of the file. */
  readonly rows?: number
  readonly positive?: string
  /** The value of the metric that labels are counted for; close to full supervision if not given. */
  readonly goal?: number
}

export type RunEvent =
  | {
      readonly kind: 'planned'
      /** All that will be played, what asks at random and what asks always among them. */
      readonly algorithms: readonly { readonly name: string; readonly role: Role }[]
      readonly ratios: readonly number[]
      readonly runs: number
      readonly metric: MetricName
      readonly items: number
      /** What repeats the run. */
      readonly command: string
    }
  | {
      readonly kind: 'progress'
      /** In passes over the data; what is expected grows clearer on the way. */
      readonly done: number
      readonly expected: number
      /** How much of what is done was known from an earlier run, and took no time. */
      readonly found: number
      /** The points that have changed. */
      readonly points: readonly Point[]
    }

/** Where an algorithm stands at a share of the labels, after some of its runs. */
export interface Point {
  readonly algorithm: string
  /** The share that was wanted, and the mean share of items that was really asked about. */
  readonly ratio: number
  readonly asked: number
  /** None where the rule cannot ask so little, or so much. */
  readonly runs: number
  readonly mean?: number
  /** Of a single run there is none. */
  readonly deviation?: number
}

/** What came of a run; of one that was stopped, what was finished until then. */
export interface Outcome {
  readonly stopped: boolean
  readonly table: LabTable
  /** As `askance compare --json` prints it. */
  readonly results: Results
  readonly command: string
}
