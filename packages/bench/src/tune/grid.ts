import type { Parameters } from '@askance/core'
import { dialOf, findAlgorithm, parametersOf, resolveParameters } from '@askance/core/internals'
import type { AlgorithmSpec } from '../protocol/protocol.js'

/**
 * The grid points: every combination of the grid values of the parameters, except fixed ones and
 * the dial. Combinations that the learner rejects are omitted.
 *
 * @example
 * gridPoints({ name: 'PAA-I', grid: { aggressiveness: [0.1, 1] } }) // => [{ aggressiveness: 0.1 }, { aggressiveness: 1 }]
 * gridPoints({ name: 'PAA-II' }).length // => 11
 * gridPoints({ name: 'PAA' }) // => [{}]
 * gridPoints({ name: 'auto' }) // => [{}]
 */
export const gridPoints = ({
  name,
  parameters: fixed = {},
  grid = {},
  kernel,
}: AlgorithmSpec): readonly Parameters[] => {
  const algorithm = findAlgorithm(name)
  const { learner } = algorithm
  const turned = dialOf(algorithm)?.parameter.name
  const declared = parametersOf(name, kernel)
  let points: Parameters[] = [{}]
  for (const { name: parameter, grid: defaults } of declared) {
    if (parameter === turned || parameter in fixed) continue
    const values = grid[parameter] ?? defaults
    if (values) points = points.flatMap((point) => values.map((value) => ({ ...point, [parameter]: value })))
  }
  return points
    .map((point) => ({ ...fixed, ...point }))
    .filter((point) => isAdmitted(() => learner.check?.(resolveParameters(name, declared, point))))
}

const isAdmitted = (check: () => void): boolean => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

const FINE = 12

/** Every other value of a fine grid, including the ends; a grid of decades is already coarse. */
export const coarser = (values: readonly number[]): readonly number[] =>
  values.length <= FINE ? values : values.filter((_, k) => k % 2 === 0 || k === values.length - 1)
