import type { Results } from '../../results/results.js'
import { reported } from '../summary/algorithms.js'
import { cellAt, ratiosOf, setNames } from '../summary/cells.js'
import { percent, titleWith } from '../summary/format.js'
import { runsNote } from '../summary/notes.js'
import { ratioSlug, slugs } from '../summary/slug.js'
import type { Table } from '../table.js'
import { EMPTY, left, metricCell, right } from './cells.js'

/** What is reported beside the metric and the query ratio, a table for each set and ratio; none if that is nothing. */
export const otherMetricsTables = (results: Results): readonly Table[] => {
  const { metric, metrics } = results.protocol
  const others = [...new Set(metrics)].filter((name) => name !== metric && name !== 'queryRatio')
  if (others.length === 0) return []
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets.flatMap((set) =>
    ratiosOf(results).map((ratio): Table => {
      const rows = reported(results).flatMap((algorithm) => {
        const cell = cellAt(results, set, algorithm, ratio)
        if (!cell) return []
        const cells = others.map((name) => metricCell(cell, name))
        // That it cannot be reached is said once.
        const said = cell.status === 'unattainable' ? cells.map((one, k) => (k === 0 ? one : EMPTY)) : cells
        return [[{ text: algorithm.name }, ...said]]
      })
      return {
        id: `others-${ids.get(set)}-${ratioSlug(ratio)}`,
        title: `${set} at ${percent(ratio)} of the labels: other metrics`,
        columns: [left('algorithm'), ...others.map((name) => right(titleWith(name)))],
        rows,
        notes: [`Mean ± standard deviation over ${runsNote(results)}.`],
      }
    }),
  )
}
