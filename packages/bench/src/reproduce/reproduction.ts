import type { Costs } from '@askance/core'
import type { MetricName } from '../metrics.js'
import type { Protocol } from '../protocol/protocol.js'
import type { Claim } from './claims/verdict.js'

/** A table or figure of a paper and its reproduction. */
export interface Reproduction {
  /** `zhai-2022/table-2`; the parts of a figure are `moroshko-2014/figure-2a` and so on. */
  readonly id: string
  readonly title: string
  readonly experiment: Experiment
  /** The printed numbers; none for a figure. */
  readonly numbers: readonly PaperNumber[]
  /** The paper's claims, each with a check of our results. */
  readonly claims: readonly Claim[]
  /** How our data or settings differ from the paper's, or what its text leaves open. */
  readonly notes: readonly string[]
}

export type Experiment =
  /** Algorithms against each other: a table at fixed ratios, or curves over them. */
  | { readonly kind: 'compare'; readonly protocol: Protocol; readonly view: View }
  /** One algorithm over a fixed grid of parameters, including the dial. */
  | { readonly kind: 'sensitivity'; readonly study: SensitivityStudy }
  /** The error of the RLS margin when it does not ask. */
  | { readonly kind: 'estimation'; readonly study: EstimationStudy }

/** The main view of a comparison: numbers at fixed ratios, the metric against the ratio or the items, or time. */
export type View = 'table' | 'ratio' | 'items' | 'time' | 'time-items'

/** A heat map for each pair of axes; every point is the mean over the runs. */
export interface SensitivityStudy {
  readonly set: Protocol['sets'][number]
  readonly algorithm: string
  readonly metric: MetricName
  readonly runs: number
  readonly seed: number
  /** The weights of `sum` and `cost`. */
  readonly costs?: Costs
  readonly maps: readonly {
    readonly id: string
    readonly x: { readonly parameter: string; readonly values: readonly number[] }
    readonly y: { readonly parameter: string; readonly values: readonly number[] }
    /** The other parameters. */
    readonly fixed: Readonly<Record<string, number>>
  }[]
}

/** Parametric BBQ on points of the unit circle, for each ε. */
export interface EstimationStudy {
  readonly rows: number
  readonly delta: number
  readonly epsilons: readonly number[]
  readonly runs: number
  readonly seed: number
}

/** A printed number; percentages are converted to shares. */
export interface PaperNumber {
  readonly set: string
  readonly algorithm: string
  readonly ratio: number
  readonly metric: MetricName
  readonly mean: number
  readonly deviation?: number
  /** One unit of the last printed digit, as a share. */
  readonly unit?: number
  /** The measured ratio in the paper. */
  readonly queryRatio?: number
}
