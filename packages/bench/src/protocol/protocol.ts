import type { Costs, Kernel, Parameters } from '@askance/core'
import type { MetricName } from '../metrics.js'

/** A whole experiment as plain JSON. It is stored with the results, and running it again reproduces them. */
export interface Protocol {
  /** The version of the document format. */
  readonly format: 1
  readonly title: string
  readonly sets: readonly SetSpec[]
  readonly algorithms: readonly AlgorithmSpec[]
  /** The shares of items to ask about, increasing. An algorithm that always asks has only the ratio 1. */
  readonly ratios: readonly number[]
  /** The metric for tuning and ranking. */
  readonly metric: MetricName
  /** Additional metrics in reports. */
  readonly metrics: readonly MetricName[]
  readonly runs: number
  /** Run k has the seed `seed + k`: its permutation and its coins are the same for all algorithms. */
  readonly seed: number
  /** The number of rounds until an answer arrives. */
  readonly delay: number
  readonly tuning: Tuning
  /** The number of permutations, separate from the runs, on which the dial is set. */
  readonly aimRuns: number
  /** The number of points of a run's curve; 0 for none. */
  readonly curvePoints: number
  /** The weights of `sum` and `cost`; `balance` takes the cost of an error from the class counts of each set. */
  readonly costs?: Costs
}

/** A data set and its preparation. */
export interface SetSpec {
  /** The name in reports. */
  readonly name: string
  readonly source: SetSource
  /** Whether an item has several labels; each class is then a binary part with its own coins. */
  readonly multiLabel?: boolean
  /** The text between two labels of an item, where a field holds them all. */
  readonly labelsSeparator?: string
  /** The column of the label; detected by default. */
  readonly labelColumn?: string
  /** Word vectors that give the items of texts their vectors: a file or `npm:NAME`. Only `auto` uses them. */
  readonly vectors?: string
  /** Takes only this many rows from the start. */
  readonly first?: number
  /** Takes a fixed random sample of these, in order. */
  readonly sample?: number
  /** Groups several classes into two: the positive labels, and the negative ones (default all others). */
  readonly groups?: { readonly positive: readonly string[]; readonly negative?: readonly string[] }
  /** The positive class for precision, recall and F1; default the last. */
  readonly positive?: string
  /** Keeps so many positives, drawn at random, that this is their share; all negatives stay. */
  readonly positiveShare?: number
  /** One step, or several in their order. Default none. Column scalings use the whole set, as in the papers. */
  readonly scaling?: SetScaling | readonly SetScaling[]
  /** A constant feature added to each row; `auto` is a fifth of the mean length of the rows. */
  readonly intercept?: number | 'auto'
  /** Overrides the protocol's maximum number of tuning rows for this set. */
  readonly tuningRows?: number
  /** A new permutation for every run, or the order of the source. */
  readonly order?: 'shuffled' | 'given'
  /** A note for readers, such as how it differs from the paper's data. */
  readonly note?: string
}

export type SetSource =
  /** A data set by name, in the folder of data sets. */
  | { readonly data: string }
  | { readonly file: string }
  /** A synthetic stream, generated with the seed of every run; `of` is its base data set, if it needs one. */
  | { readonly stream: string; readonly parameters?: Parameters; readonly of?: string }

/** For rows: to length 1, to a maximum of 1, to ones. For columns: to mean 0 and deviation 1, to −1 … 1. */
export const setScalings = ['none', 'l2', 'max', 'binary', 'standardize', 'minmax'] as const

export type SetScaling = (typeof setScalings)[number]

/**
 * The scaling steps of a set, in their order.
 *
 * @example
 * scalingSteps({ scaling: 'l2' }) // => ['l2']
 * scalingSteps({ scaling: ['standardize', 'l2'] }) // => ['standardize', 'l2']
 * scalingSteps({}) // => []
 */
export const scalingSteps = ({ scaling = [] }: Pick<SetSpec, 'scaling'>): readonly SetScaling[] =>
  [scaling].flat().filter((step) => step !== 'none')

export interface AlgorithmSpec {
  /** From the catalogue. */
  readonly name: string
  /** The label in reports; default the name. */
  readonly label?: string
  /** The name in rank tables, for algorithms that replace each other on different sets; default the label. */
  readonly rankedAs?: string
  /** Fixed parameters, which are not tuned. */
  readonly parameters?: Parameters
  /** The values to try, by parameter; default those of the catalogue. */
  readonly grid?: Readonly<Record<string, readonly number[]>>
  readonly kernel?: Kernel
  /** Whether rows are scaled to length 1 for this algorithm; default if the theory of its rule requires it. */
  readonly unitRows?: boolean
  /** Only on these sets. */
  readonly sets?: readonly string[]
  /** Whether it is compared or serves as a baseline. */
  readonly role?: Role
}

export type Role = 'compared' | 'random' | 'supervised'

export interface Tuning {
  /** All points on all folds, successive halving, or no tuning. */
  readonly method: 'exhaustive' | 'halving' | 'none'
  readonly folds: number
  /** The score of a point: the metric of the online pass over the training folds, or of the final model on the held-out fold. */
  readonly score: 'online' | 'held-out'
  /** Maximum number of rows for tuning, drawn at random. */
  readonly mostRows?: number
}

/** The label of an algorithm in reports. */
export const labelOf = ({ name, label }: AlgorithmSpec): string => label ?? name
