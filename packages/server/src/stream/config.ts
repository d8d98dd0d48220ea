import type { BudgetSpec, Costs, GivenParameters, Measure, Protocol } from '@askance/core'
import { DEFAULT_MEASURE, withMeasure } from '@askance/core/internals'
import type { SourceFile, VectorizerConfig } from '@askance/data'

/** How several answers to one question are combined. */
export type Consensus = 'majority' | 'reliability'

/** The configuration of a stream, as plain JSON. */
export interface StreamConfig {
  /** A display title; defaults to the id. */
  readonly title?: string
  /** Instructions for labellers, as plain text. */
  readonly guidelines?: string
  /** The class labels. Those of a multi-label stream are fixed; see `newClasses` for the others. */
  readonly classes: readonly string[]
  /** Who may add a class by answering with another label; defaults to owners. */
  readonly newClasses?: 'owners' | 'anyone'
  /** Whether an item can have none, one or several of the labels; by default it has exactly one. */
  readonly multiLabel?: boolean
  readonly algorithm: string
  readonly parameters: GivenParameters
  /** How a round decides; defaults to `live`. In a `pool` all items are there before the first question. */
  readonly protocol?: Protocol
  /** How items become rows; by default derived from the first items. */
  readonly vectorizer?: VectorizerConfig
  /** The table that the items come from; exports have its columns. */
  readonly file?: SourceFile
  readonly budget: BudgetSpec
  /** The share of the questions that measure. Older configurations have `audit` instead; see `readConfig`. */
  readonly measure: number
  readonly drift: boolean
  /** The class for precision, recall and F1; defaults to the last. */
  readonly positive?: string
  readonly objective?: Measure
  readonly costs?: Costs
  /** Seconds after which open questions expire. */
  readonly expireAfter?: number
  /** How many people answer each question. */
  readonly answersPerItem: number
  readonly consensus: Consensus
  /** Lease time in seconds, from the last heartbeat. */
  readonly leaseSeconds: number
  readonly seed: number
  /** A wide stream: so many partitions are decided about by workers of a cluster. */
  readonly partitions?: number
  /** Whether asking and leasing are paused. Items are still predicted. */
  readonly paused: boolean
}

/** The defaults. Classes and the seed have none. */
export const defaultConfig = {
  algorithm: 'auto',
  parameters: {},
  budget: { ratio: 0.1 },
  measure: DEFAULT_MEASURE,
  drift: true,
  answersPerItem: 1,
  consensus: 'majority',
  leaseSeconds: 60,
  paused: false,
} as const satisfies Omit<StreamConfig, 'classes' | 'seed'>

/** A stored configuration. Versions before 0.2 had the share `audit` of the items in place of `measure`. */
export const readConfig = (stored: StreamConfig): StreamConfig => withMeasure(stored) as StreamConfig

/** The settings that can be changed later. The others define the learner. */
export const changeable = [
  'title',
  'guidelines',
  'classes',
  'newClasses',
  'budget',
  'answersPerItem',
  'consensus',
  'leaseSeconds',
  'paused',
] as const satisfies readonly (keyof StreamConfig)[]

export type StreamChange = Partial<Pick<StreamConfig, (typeof changeable)[number]>>
