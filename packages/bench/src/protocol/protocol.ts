import type { Costs, Kernel, Parameters } from '@askance/core'
import type { MetricName } from '../metrics.js'

/** A whole experiment as plain JSON. It is stored with the results, and running it again gives them again. */
export interface Protocol {
  /** The version of this document's shape. */
  readonly format: 1
  readonly title: string
  readonly sets: readonly SetSpec[]
  readonly algorithms: readonly AlgorithmSpec[]
  /** The shares of items to ask about, rising. An algorithm that always asks has the ratio 1 and no other. */
  readonly ratios: readonly number[]
  /** What parameters are chosen for and algorithms ranked by. */
  readonly metric: MetricName
  /** What is reported besides. */
  readonly metrics: readonly MetricName[]
  readonly runs: number
  /** Run k has the seed `seed + k`: its permutation and its coins are the same for all algorithms. */
  readonly seed: number
  /** How many rounds after the question its answer comes. */
  readonly delay: number
  readonly tuning: Tuning
  /** On how many permutations, other than those of the runs, the dial of a rule is set to hit the ratio. */
  readonly aimRuns: number
  /** In how many places a run notes where it stands; 0 for none. */
  readonly curvePoints: number
  /** The weights of `sum` and `cost`. */
  readonly costs?: Costs
}

/** Data and how it is prepared. */
export interface SetSpec {
  /** How reports call it. */
  readonly name: string
  readonly source: SetSource
  /** Only so many rows from the start of the source. */
  readonly first?: number
  /** Only so many of these, drawn at random, always the same, in their order. */
  readonly sample?: number
  /** A binary task made of several classes: which labels are positive, and which negative (all others if not given). */
  readonly groups?: { readonly positive: readonly string[]; readonly negative?: readonly string[] }
  /** Of two classes the one that precision, recall and F1 speak of; the last if not given. */
  readonly positive?: string
  /** Rows as they are if not given. The column scalings look at the whole set beforehand, as the papers do. */
  readonly scaling?: SetScaling
  /** A constant feature beside each row; `auto` is a fifth of the mean length of the rows. */
  readonly intercept?: number | 'auto'
  /** At most so many of its rows are tuned on, where the protocol's number is too many for so large a set. */
  readonly tuningRows?: number
  /** A new permutation for every run, or the order of the source. */
  readonly order?: 'shuffled' | 'given'
  /** What a reader should know of it, such as how it differs from a paper's. */
  readonly note?: string
}

export type SetSource =
  /** A data set by name, in the folder of data sets. */
  | { readonly data: string }
  | { readonly file: string }
  /** A synthetic stream, made anew with the seed of every run; `of` is the data it is made from, where it needs some. */
  | { readonly stream: string; readonly parameters?: Parameters; readonly of?: string }

/** Of rows: to length 1, to a largest value of 1, to ones. Of columns: to mean 0 and deviation 1, to −1 … 1. */
export type SetScaling = 'none' | 'l2' | 'max' | 'binary' | 'standardize' | 'minmax'

export interface AlgorithmSpec {
  /** From the catalogue. */
  readonly name: string
  /** How reports call it, where the name is not enough. */
  readonly label?: string
  /** Parameters that are fixed, and not tuned. */
  readonly parameters?: Parameters
  /** The values to try, by parameter; those of the catalogue for the rest. */
  readonly grid?: Readonly<Record<string, readonly number[]>>
  readonly kernel?: Kernel
  /** Rows to length 1 for this algorithm alone; where the theory of its rule wants it, if not given. */
  readonly unitRows?: boolean
  /** Only on these sets. */
  readonly sets?: readonly string[]
  /** What it is there for: to be compared, or as a line to compare with. */
  readonly role?: Role
}

export type Role = 'compared' | 'random' | 'supervised'

export interface Tuning {
  /** All points on all folds, the better third of the points from fold to fold, or the defaults. */
  readonly method: 'exhaustive' | 'halving' | 'none'
  readonly folds: number
  /** What a point is judged by: the metric of the one online pass over the training folds, or of the model after it on the fold left out. */
  readonly score: 'online' | 'held-out'
  /** At most so many rows, drawn at random, are tuned on. */
  readonly mostRows?: number
}

/** The label of an algorithm in reports. */
export const labelOf = ({ name, label }: AlgorithmSpec): string => label ?? name
