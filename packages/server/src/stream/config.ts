import type { BudgetSpec, Costs, Measure, Parameters, Protocol } from '@askance/core'
import type { VectorizerConfig } from '@askance/data'

/** How several answers to one question become one. */
export type Consensus = 'majority' | 'reliability'

/** How a stream is set up, as plain JSON. */
export interface StreamConfig {
  /** A title for people; the id stands for it if not given. */
  readonly title?: string
  /** What labellers should know, as plain text. */
  readonly guidelines?: string
  /** The labels that are offered. An answer may bring another. */
  readonly classes: readonly string[]
  readonly algorithm: string
  readonly parameters: Parameters
  /** How a round decides; `live` if not given. */
  readonly protocol?: Protocol
  /** How items become rows; chosen by what the first items have if not given. */
  readonly vectorizer?: VectorizerConfig
  readonly budget: BudgetSpec
  readonly audit: number
  readonly drift: boolean
  /** The class that precision, recall and F1 speak of; the last if not given. */
  readonly positive?: string
  readonly objective?: Measure
  readonly costs?: Costs
  /** Questions older than this, in seconds, expire. */
  readonly expireAfter?: number
  /** How many people answer each question. */
  readonly answersPerItem: number
  readonly consensus: Consensus
  /** For how many seconds a question is somebody's own, from the last sign of life. */
  readonly leaseSeconds: number
  readonly seed: number
  /** Whether nothing is asked and no question handed out for the time being. Items are predicted as ever. */
  readonly paused: boolean
}

/** What is not said is as most will want it. Classes and a seed everybody has of their own. */
export const defaultConfig = {
  algorithm: 'auto',
  parameters: {},
  budget: { ratio: 0.1 },
  audit: 0.01,
  drift: true,
  answersPerItem: 1,
  consensus: 'majority',
  leaseSeconds: 60,
  paused: false,
} as const satisfies Omit<StreamConfig, 'classes' | 'seed'>

/** What may be changed once a stream is there: the rest is what its learner is made of. */
export const changeable = [
  'title',
  'guidelines',
  'classes',
  'budget',
  'answersPerItem',
  'consensus',
  'leaseSeconds',
  'paused',
] as const satisfies readonly (keyof StreamConfig)[]

export type StreamChange = Partial<Pick<StreamConfig, (typeof changeable)[number]>>
