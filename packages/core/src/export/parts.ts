import { findAlgorithm } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import type { Weights } from '../parts.js'
import type { Normalization } from '../rows/prepare.js'
import { emptyRow, INTERCEPT, type Row } from '../rows/row.js'

/** All that predicts like a linear model, without what learns. */
export interface LinearParts {
  readonly algorithm: string
  readonly classes: readonly string[]
  /** How a row is scaled before it is weighed. */
  readonly normalize: Normalization
  /**
   * One vector per class, and the class with the highest score is predicted; or, of two classes, a single one: the second
   * class is predicted when its score is 0 or more. The weight of feature k (from 1) stands at k − 1.
   */
  readonly weights: readonly Float64Array[]
  /** What is added to the score of each vector. */
  readonly intercepts: readonly number[]
  /** The names of features that have one, by their number. */
  readonly names: ReadonlyMap<number, string>
}

/** What can be exported, such as a `Classifier`. */
export interface LinearSource {
  linear(): LinearParts
}

/** Where the parts of a model are found. */
interface LinearOrigin {
  readonly algorithm: string
  readonly classes: readonly string[]
  readonly normalize: Normalization
  weights(label: number): Weights | undefined
  /** A row as the learner sees it. */
  prepare(x: Row): Row
  nameOf?(index: number): string | undefined
}

/** The parts of a model, where it is linear. The intercept is the one that the next row would get. */
export const linearParts = (origin: LinearOrigin): LinearParts => {
  const { algorithm, classes, normalize } = origin
  const isSingle = findAlgorithm(algorithm).task === 'binary' && classes.length === 2
  const found = isSingle ? [weightsOf(origin, 1)] : classes.map((_, label) => weightsOf(origin, label))
  if (!isSingle && found.some(({ exact }) => !exact))
    throw coreError('export/linear', {
      algorithm,
      reason: 'with more than two classes, each score is divided by a different number',
    })
  const constant = constantOf(origin)
  // A class that was added last, or is rare, has seen fewer features.
  const dimension = Math.max(1, ...found.map(({ weights }) => weights.length))
  const names = new Map<number, string>()
  for (let index = 1; index < dimension; index++) {
    const name = origin.nameOf?.(index)
    if (name !== undefined) names.set(index, name)
  }
  return {
    algorithm,
    classes: [...classes],
    normalize,
    weights: found.map(({ weights }) => {
      const padded = new Float64Array(dimension - 1)
      padded.set(weights.subarray(1))
      return padded
    }),
    intercepts: found.map(({ weights }) => (weights[INTERCEPT] ?? 0) * constant),
    names,
  }
}

const weightsOf = (origin: LinearOrigin, label: number): Weights => {
  const weights = origin.weights(label)
  if (weights) return weights
  throw coreError('export/linear', {
    algorithm: origin.algorithm,
    reason: 'it has no weights that hold for every row (auto, a kernel, or least squares with a diagonal)',
  })
}

/** The value of the intercept feature; 0 without one. */
const constantOf = ({ prepare }: LinearOrigin): number => {
  const { value, start, end } = prepare(emptyRow())
  return end > start ? value[start] : 0
}
