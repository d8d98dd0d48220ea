import type { MetricName, Results, Role } from '@askance/bench'
import type { LabTable } from './table.js'

/** Bytes read. */
export interface OpenEvent {
  readonly kind: 'reading'
  readonly done: number
  readonly total: number | undefined
}

/** Properties of the open file. */
export interface Facts {
  readonly name: string
  readonly items: number
  readonly features: number
  readonly classes: readonly { readonly name: string; readonly count: number }[]
  /** The positive class. */
  readonly positive: string
  /** Algorithms available for this number of classes, without the baselines. */
  readonly algorithms: readonly Choice[]
  /** Algorithms compared by default. */
  readonly defaults: readonly string[]
  /** The names of the algorithms that are listed at first, ticked or not. */
  readonly listed: readonly string[]
  readonly metric: MetricName
  /** The columns of a table, and the one of the label. */
  readonly columns: readonly string[]
  readonly labelColumn?: string
  /** What was left out, in words. */
  readonly notes: readonly string[]
  /** Default tuning, depending on the size of the file. */
  readonly tuning: Tuning
}

/** Default parameters, quick tuning, or full tuning. */
export type Tuning = 'none' | 'quick' | 'full'

export interface Choice {
  readonly name: string
  /** Short descriptions of the query rule and the learner. */
  readonly asks: string
  readonly learns: string
  readonly paper: string
}

/** What to compare and how; omitted values use defaults. */
export interface RunSpec {
  readonly algorithms: readonly string[]
  readonly ratios?: readonly number[]
  readonly runs?: number
  readonly seed?: number
  readonly tuning?: Tuning
  readonly metric?: MetricName
  /** Number of rows from the start of the file. */
  readonly rows?: number
  readonly positive?: string
  /** The target score for counting labels; by default close to full supervision. */
  readonly goal?: number
}

export type RunEvent =
  | {
      readonly kind: 'planned'
      /** All algorithms of the run, including the baselines. */
      readonly algorithms: readonly { readonly name: string; readonly role: Role }[]
      readonly ratios: readonly number[]
      readonly runs: number
      readonly metric: MetricName
      readonly items: number
      /** The command that reproduces the run. */
      readonly command: string
    }
  | {
      readonly kind: 'progress'
      /** In units of work; `expected` is refined during the run. */
      readonly done: number
      readonly expected: number
      /** Work reused from an earlier run. */
      readonly found: number
      readonly points: readonly Point[]
      /** Of all points so far; missing if none is new. */
      readonly table?: LabTable
    }

/** The score of an algorithm at a label share, over its finished runs. */
export interface Point {
  readonly algorithm: string
  /** The target share and the mean share of items actually asked. */
  readonly ratio: number
  readonly asked: number
  /** Missing if the query rule cannot reach this share. */
  readonly runs: number
  readonly mean?: number
  /** Missing for a single run. */
  readonly deviation?: number
}

/** The outcome of a run; of a stopped run, its finished part. */
export interface Outcome {
  readonly stopped: boolean
  readonly table: LabTable
  /** In the format of `askance compare --json`. */
  readonly results: Results
  readonly command: string
}
