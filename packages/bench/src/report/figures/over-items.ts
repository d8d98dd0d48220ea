import type { Cell, Curve, Results } from '../../results/results.js'
import type { Axis, Figure, LineFigure, Point } from '../figure.js'
import { reported } from '../summary/algorithms.js'
import { cellAt, ratiosOf, setNames } from '../summary/cells.js'
import { percent } from '../summary/format.js'
import { ratioSlug, slugs } from '../summary/slug.js'
import { summaryOf } from '../summary/values.js'
import { bandsNote, itemsAxis, pointOf } from './series.js'

/** A column of the curves that is drawn over the items. */
export interface OverItems {
  readonly id: string
  readonly column: Exclude<keyof Curve, 'items'>
  readonly y: Axis
  /** What is shown, for title and caption. */
  readonly title: string
  readonly meaning: string
}

/** The curves of the runs that noted where they stood at the same places as the first. */
const curvesOf = ({ runs }: Cell): readonly Curve[] => {
  const curves = runs.flatMap(({ curve }) => curve ?? [])
  const items = curves[0]?.items ?? []
  return curves.filter(
    (curve) => curve.items.length === items.length && curve.items.every((item, k) => item === items[k]),
  )
}

const pointsOf = (cell: Cell, column: OverItems['column']): readonly Point[] => {
  const curves = curvesOf(cell)
  return (curves[0]?.items ?? []).flatMap((item, k) => {
    const values = curves.flatMap((curve) => {
      const value = curve[column][k]
      return typeof value === 'number' && Number.isFinite(value) ? [value] : []
    })
    const summary = summaryOf(values)
    return summary ? [pointOf(item, summary)] : []
  })
}

/** Something over the items, a figure for each set and ratio; none where runs have no curves. */
export const overItems = (results: Results, shown: OverItems): readonly Figure[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets
    .flatMap((set) =>
      ratiosOf(results).map((ratio): LineFigure => {
        const series = reported(results).map((algorithm) => {
          const cell = cellAt(results, set, algorithm, ratio)
          const points = cell ? pointsOf(cell, shown.column) : []
          return { name: algorithm.name, role: algorithm.role, points }
        })
        return {
          kind: 'lines',
          id: `${shown.id}-${ids.get(set)}-${ratioSlug(ratio)}`,
          title: `${set} at ${percent(ratio)}: ${shown.title}`,
          caption: `${shown.meaning} on ${set}, with ${percent(ratio)} of the labels as target. ${bandsNote(results.protocol.runs)}.`,
          x: itemsAxis,
          y: shown.y,
          series: series.filter(({ points }) => points.length > 0),
        }
      }),
    )
    .filter(({ series }) => series.length > 0)
}
