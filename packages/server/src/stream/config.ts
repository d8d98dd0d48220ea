import type { BudgetSpec, Costs, Measure, Parameters } from '@askance/core'
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
