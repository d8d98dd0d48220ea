import type { Results } from '@askance/bench'
import { nearestShare } from '@askance/bench'

/** A grid point. */
export interface Setting {
  readonly x: number
  /** Constant if only one parameter was tuned. */
  readonly y: number
  readonly score: number
  readonly isBest: boolean
}

/** The grid of one algorithm at one label share. */
export interface Settings {
  readonly ratio: number
  readonly x: Axis
  readonly y: Axis | undefined
  readonly cells: readonly Setting[]
  /** Number of grid points; more than cells if other parameters were tuned too. */
  readonly tried: number
}

export interface Axis {
  readonly parameter: string
  /** Ascending. */
  readonly values: readonly number[]
}

const rising = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The cell of an algorithm nearest to a label share. */
export const cellNear = ({ cells }: Results, algorithm: string, wanted: number) => {
  const own = cells.filter((cell) => cell.algorithm === algorithm && cell.status === 'reached')
  const ratio = nearestShare(
    own.map((cell) => cell.ratio),
    wanted,
  )
  return own.find((cell) => cell.ratio === ratio)
}

/**
 * Returns the scores over the two parameters with the most values, using the best over the others; undefined
 * without tuning.
 */
export const tunedSettings = (results: Results, algorithm: string, wanted: number): Settings | undefined => {
  const cell = cellNear(results, algorithm, wanted)
  // Points stopped early used less data and are not comparable.
  const folds = Math.max(0, ...(cell?.tried.map((one) => one.folds) ?? []))
  const tried = cell?.tried.filter((one) => one.attainable && one.folds === folds) ?? []
  if (!cell || tried.length < 2) return undefined
  const axes = Object.keys(tried[0]?.parameters ?? {})
    .map((parameter) => ({
      parameter,
      values: rising(tried.flatMap(({ parameters }) => parameters[parameter] ?? [])),
    }))
    .filter(({ values }) => values.length > 1)
    .toSorted((a, b) => b.values.length - a.values.length)
  const [x, y] = axes
  if (!x) return undefined
  const cells = new Map<string, Setting>()
  tried.forEach(({ parameters, score }, k) => {
    const at = { x: parameters[x.parameter] ?? 0, y: y ? (parameters[y.parameter] ?? 0) : 0 }
    const key = `${at.x} ${at.y}`
    // Best first.
    if (!cells.has(key)) cells.set(key, { ...at, score, isBest: k === 0 })
  })
  return { ratio: cell.ratio, x, y, cells: [...cells.values()], tried: tried.length }
}
