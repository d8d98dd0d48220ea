import type { Results } from '@askance/bench'
import { nearestShare } from '../figures.js'

/** A point of the grid that was tried. */
export interface Setting {
  readonly x: number
  /** The same for all where one parameter was tried alone. */
  readonly y: number
  readonly score: number
  readonly isBest: boolean
}

/** What was tried of one algorithm at one share of labels. */
export interface Settings {
  readonly ratio: number
  readonly x: Axis
  readonly y: Axis | undefined
  readonly cells: readonly Setting[]
  /** Of how many points; more than there are cells where further parameters were tried. */
  readonly tried: number
}

export interface Axis {
  readonly parameter: string
  /** Rising. */
  readonly values: readonly number[]
}

const rising = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The cells in which an algorithm was played, by the share that is nearest to a wanted one. */
export const cellNear = ({ cells }: Results, algorithm: string, wanted: number) => {
  const own = cells.filter((cell) => cell.algorithm === algorithm && cell.status === 'reached')
  const ratio = nearestShare(
    own.map((cell) => cell.ratio),
    wanted,
  )
  return own.find((cell) => cell.ratio === ratio)
}

/**
 * The scores over the two parameters with the most values; of points that differ in further ones the best counts.
 * Undefined where nothing was tuned.
 */
export const tunedSettings = (results: Results, algorithm: string, wanted: number): Settings | undefined => {
  const cell = cellNear(results, algorithm, wanted)
  // Points that were given up early were judged on less, and cannot be compared with the others.
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
    // The best comes first, whichever way is better.
    if (!cells.has(key)) cells.set(key, { ...at, score, isBest: k === 0 })
  })
  return { ratio: cell.ratio, x, y, cells: [...cells.values()], tried: tried.length }
}
