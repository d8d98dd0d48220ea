import type { Parameters } from '@askance/core'
import type { MetricName } from '../metrics.js'
import type { Protocol } from '../protocol/protocol.js'

/** The results of an experiment as plain JSON. Every table and figure is derived from this document. */
export interface Results {
  readonly format: 1
  readonly protocol: Protocol
  readonly made: Made
  readonly sets: readonly SetFacts[]
  /** Missing sets and the reasons. */
  readonly missing: readonly { readonly set: string; readonly reason: string }[]
  /** In the order of sets, algorithms and ratios of the protocol. */
  readonly cells: readonly Cell[]
}

/** Date, version and machine of the results. */
export interface Made {
  readonly date: string
  readonly version: string
  readonly node: string
  readonly machine: string
  /** The computing time, without cached results. */
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
  /** A hash of rows, labels and order, to check whether two results use the same data. */
  readonly digest: string
  readonly notes: readonly string[]
}

/** One algorithm on one set at one target ratio. */
export interface Cell {
  readonly set: string
  /** The label of the algorithm. */
  readonly algorithm: string
  readonly ratio: number
  /** If the rule cannot reach the ratio, `reached` is the closest one, and there are no runs. */
  readonly status: 'reached' | 'unattainable'
  readonly reached: number
  /** All parameters, including the dial. */
  readonly parameters: Parameters
  /** The parameter that was set to reach the ratio. */
  readonly dial?: string
  /** The evaluated grid points, best first; empty without tuning. */
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
  /** `time` is in microseconds per round; only it differs between repetitions. */
  readonly values: Readonly<Partial<Record<MetricName, number>>>
  readonly curve?: Curve
}

/** The course of a run, as columns of equal length. */
export interface Curve {
  readonly items: readonly number[]
  readonly asked: readonly number[]
  /** The protocol's metric since the start, and since the previous point. */
  readonly value: readonly number[]
  readonly window: readonly number[]
  /** Seconds since the start. */
  readonly seconds: readonly number[]
}
