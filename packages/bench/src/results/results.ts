import type { Parameters } from '@askance/core'
import type { MetricName } from '../metrics.js'
import type { Protocol } from '../protocol/protocol.js'

/** What came of an experiment, as plain JSON. Every table and figure is made from this document alone. */
export interface Results {
  readonly format: 1
  readonly protocol: Protocol
  readonly made: Made
  readonly sets: readonly SetFacts[]
  /** Data that is not there, by the name of the set, and why. */
  readonly missing: readonly { readonly set: string; readonly reason: string }[]
  /** In the order of sets, algorithms and ratios of the protocol. */
  readonly cells: readonly Cell[]
}

/** When, by what and where it was made. */
export interface Made {
  readonly date: string
  readonly version: string
  readonly node: string
  readonly machine: string
  /** How long the computing took, what was found in the cache left out. */
  readonly seconds: number
}

/** A data set as it was used. */
export interface SetFacts {
  readonly name: string
  readonly items: number
  readonly features: number
  readonly entries: number
  readonly classes: readonly string[]
  /** How many items each class has; for streams those of the first run. */
  readonly counts: readonly number[]
  /** The content of rows, labels and order, so that two results can be told to be of the same data. */
  readonly digest: string
  readonly notes: readonly string[]
}

/** One algorithm on one set at one target ratio. */
export interface Cell {
  readonly set: string
  /** The label of the algorithm. */
  readonly algorithm: string
  readonly ratio: number
  /** The rule may be unable to ask so little (or so much); then `reached` is the nearest ratio, and there are no runs. */
  readonly status: 'reached' | 'unattainable'
  readonly reached: number
  /** All of them, the dial included. */
  readonly parameters: Parameters
  /** The parameter that was turned to reach the ratio. */
  readonly dial?: string
  /** The points that were tried, the best first; none where nothing was tuned. */
  readonly tried: readonly Tried[]
  readonly runs: readonly Run[]
}

/** A point of the grid. */
export interface Tried {
  readonly parameters: Parameters
  /** The mean of the metric over the folds that were played, and their number. */
  readonly score: number
  readonly folds: number
  /** The mean ratio over these folds. */
  readonly ratio: number
  readonly attainable: boolean
}

export interface Run {
  readonly seed: number
  /** `time` in microseconds a round; it alone differs when the run is repeated. */
  readonly values: Readonly<Partial<Record<MetricName, number>>>
  readonly curve?: Curve
}

/** Where a run stood after so many items. Columns of equal length. */
export interface Curve {
  readonly items: readonly number[]
  readonly asked: readonly number[]
  /** The protocol's metric from the start, and since the place before. */
  readonly value: readonly number[]
  readonly window: readonly number[]
  /** Seconds since the start. */
  readonly seconds: readonly number[]
}
