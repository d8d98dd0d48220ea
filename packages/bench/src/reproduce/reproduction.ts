import type { MetricName } from '../metrics.js'
import type { Protocol } from '../protocol/protocol.js'

/** A table or figure of a paper, and how it is made here. */
export interface Reproduction {
  /** `zhai-2022/table-2`; the parts of a figure are `moroshko-2014/figure-2a` and so on. */
  readonly id: string
  /** What it shows, in a few words. */
  readonly title: string
  readonly experiment: Experiment
  /** What the paper reports, number by number; none for a figure whose values are not printed. */
  readonly numbers: readonly PaperNumber[]
  /** What the paper claims of it in words, to be held against our result. */
  readonly claims: readonly string[]
  /** How our data or setting differs from the paper's, or what its text leaves open. */
  readonly notes: readonly string[]
}

export type Experiment =
  /** Algorithms against each other: a table at fixed ratios, or curves over them. */
  | { readonly kind: 'compare'; readonly protocol: Protocol; readonly view: View }
  /** One algorithm over a grid of parameters that are given, dial included. */
  | { readonly kind: 'sensitivity'; readonly study: SensitivityStudy }
  /** How far the margin of RLS is from the truth when it does not ask. */
  | { readonly kind: 'estimation'; readonly study: EstimationStudy }

/** What the paper shows of a comparison: numbers at its ratios, the metric against the ratio or against the items, or time. */
export type View = 'table' | 'ratio' | 'items' | 'time' | 'time-items'

/** A heat map for each pair of axes; every point is the mean over the runs. */
export interface SensitivityStudy {
  readonly set: Protocol['sets'][number]
  readonly algorithm: string
  readonly metric: MetricName
  readonly runs: number
  readonly seed: number
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

/** A number as printed, made a plain share where the paper prints percent. */
export interface PaperNumber {
  readonly set: string
  readonly algorithm: string
  readonly ratio: number
  readonly metric: MetricName
  readonly mean: number
  readonly deviation?: number
  /** The ratio that the paper really had. */
  readonly queryRatio?: number
}
