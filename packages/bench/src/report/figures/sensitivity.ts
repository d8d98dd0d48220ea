import { counted, listed, share } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import type { Cell, Results, Tried } from '../../results/results.js'
import type { Figure, HeatFigure } from '../figure.js'
import { cellsOf, isBetter, reported, setNames } from '../summary/cells.js'
import { ratioSlug, slugs } from '../summary/format.js'

interface Varied {
  readonly name: string
  /** Rising. */
  readonly values: readonly number[]
}

/** The parameters with more than one value, most values first. The dial is not part of the grid. */
const variedOf = ({ tried, dial }: Cell): readonly Varied[] => {
  const names = [...new Set(tried.flatMap(({ parameters }) => Object.keys(parameters)))]
  return names
    .filter((name) => name !== dial)
    .map((name) => {
      const values = new Set(tried.flatMap(({ parameters }) => parameters[name] ?? []))
      return { name, values: [...values].sort((a, b) => a - b) }
    })
    .filter(({ values }) => values.length > 1)
    .sort((a, b) => b.values.length - a.values.length)
}

/** The best score among the attainable points with these two values; null if there is none. */
const scoreAt = (tried: readonly Tried[], metric: MetricName, fixed: Tried['parameters']): number | null => {
  const scores = tried
    .filter(({ attainable, parameters }) => {
      return attainable && Object.entries(fixed).every(([name, value]) => parameters[name] === value)
    })
    .map(({ score }) => score)
    .filter(Number.isFinite)
  return scores.reduce<number | null>(
    (best, score) => (best === null || isBetter(metric, score, best) ? score : best),
    null,
  )
}

const heatOf = (cell: Cell, metric: MetricName, id: string): HeatFigure | undefined => {
  const [x, y, ...others] = variedOf(cell)
  if (!x || !y) return undefined
  const { title, unit, better } = metrics[metric]
  const rest =
    others.length > 0 ? ` The best value of ${listed(others.map(({ name }) => name))} is taken.` : ''
  return {
    kind: 'heat',
    id,
    title: `${cell.set}: ${cell.algorithm} at ${share(cell.ratio)}`,
    caption: `Mean ${title} of ${cell.algorithm} in tuning on ${cell.set}, with ${share(cell.ratio)} of the labels as target: ${counted(cell.tried.length, 'point')} of ${x.name} and ${y.name}, empty where the ratio is not attainable.${rest}`,
    x: { label: x.name, values: x.values },
    y: { label: y.name, values: y.values },
    value: { label: title, unit: unit === 'share' ? 'share' : 'number', better },
    cells: y.values.map((down) =>
      x.values.map((across) => scoreAt(cell.tried, metric, { [x.name]: across, [y.name]: down })),
    ),
  }
}

/** Heat maps of the metric over the two parameters with the most values, one per cell tuned over two or more. */
export const sensitivityFigures = (results: Results): readonly Figure[] => {
  const sets = setNames(results)
  const algorithms = reported(results).map(({ name }) => name)
  const setIds = slugs(sets)
  const algorithmIds = slugs(algorithms)
  return sets.flatMap((set) =>
    algorithms.flatMap((algorithm) =>
      cellsOf(results, set, algorithm).flatMap((cell) => {
        // Slugs have no double hyphens, so these ids are unique.
        const id = `sensitivity-${setIds.get(set)}--${algorithmIds.get(algorithm)}--${ratioSlug(cell.ratio)}`
        return heatOf(cell, results.protocol.metric, id) ?? []
      }),
    ),
  )
}
