import { chiSquareSurvival } from './chi-square.js'
import { fSurvival } from './f-ratio.js'
import { type Direction, midRanks } from './ranks.js'

export interface Friedman {
  /** One for each algorithm, 1 at best. */
  readonly averageRanks: readonly number[]
  readonly chiSquare: number
  readonly df: number
  readonly p: number
  /** Undefined, as its p, for a single data set. */
  readonly f: number | undefined
  readonly pF: number | undefined
}

/**
 * Do k algorithms differ over N data sets? Each data set is a row with a value for every algorithm, and ranks them.
 *
 * With A = Σⱼ (Rⱼ − N(k + 1)/2)² of the sums of ranks and V = Σᵢⱼ (rᵢⱼ − (k + 1)/2)² of all ranks,
 * χ² = (k − 1) A / V. Without ties V = N k (k² − 1)/12 and this is 12N/(k(k + 1)) · (Σ R̄ⱼ² − k(k + 1)²/4) (Friedman
 * 1937, "The use of ranks to avoid the assumption of normality", JASA 32/200); with ties it is the usual correction.
 * The less cautious F = (N − 1) χ² / (N(k − 1) − χ²) with k − 1 and (k − 1)(N − 1) degrees (Iman & Davenport 1980,
 * "Approximations of the critical region of the Friedman statistic", Communications in Statistics A 9/6) is
 * (N − 1) A / (NV − A), which needs no rounded χ². Where every row is all ties, p is 1.
 *
 * @example
 * const errors = [[0.1, 0.2, 0.3], [0.2, 0.1, 0.3], [0.1, 0.2, 0.4]]
 * friedman(errors, 'down').averageRanks // => [1.3333333333, 1.6666666667, 3.0]
 * friedman(errors, 'down').chiSquare // => 4.6666666667
 */
export const friedman = (rows: readonly (readonly number[])[], direction: Direction = 'up'): Friedman => {
  const N = rows.length
  const k = rows[0]?.length ?? 0
  if (k < 2) throw new RangeError('A data set and two algorithms are the least that can be compared.')
  if (rows.some((row) => row.length !== k))
    throw new RangeError(`Every data set must have a value for each of the ${k} algorithms.`)
  const ranks = rows.map((row) => midRanks(row, direction))
  const sums = Array.from({ length: k }, (_, j) => ranks.reduce((sum, row) => sum + row[j]!, 0))
  const A = squaresAround((N * (k + 1)) / 2, sums)
  const V = ranks.reduce((sum, row) => sum + squaresAround((k + 1) / 2, row), 0)
  const chiSquare = V === 0 ? 0 : ((k - 1) * A) / V
  const f = V === 0 ? 0 : ((N - 1) * A) / (N * V - A)
  const known = N > 1
  return {
    averageRanks: sums.map((sum) => sum / N),
    chiSquare,
    df: k - 1,
    p: chiSquareSurvival(chiSquare, k - 1),
    f: known ? f : undefined,
    pF: known ? fSurvival(f, k - 1, (k - 1) * (N - 1)) : undefined,
  }
}

const squaresAround = (center: number, values: readonly number[]): number =>
  values.reduce((sum, value) => sum + (value - center) ** 2, 0)
