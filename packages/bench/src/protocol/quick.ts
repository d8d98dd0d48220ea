import { findAlgorithm } from '@askance/core'
import { coarser } from '../tune/grid.js'
import type { Protocol } from './protocol.js'

const MOST_RUNS = 5
const MOST_ROWS = 10_000

/** The same experiment for a first look: fewer runs, fewer folds, a coarser grid, tuned on part of the rows. */
export const quick = (protocol: Protocol): Protocol => ({
  ...protocol,
  title: `${protocol.title} (quick)`,
  runs: Math.min(MOST_RUNS, protocol.runs),
  tuning: {
    ...protocol.tuning,
    folds: Math.min(3, protocol.tuning.folds),
    mostRows: Math.min(MOST_ROWS, protocol.tuning.mostRows ?? MOST_ROWS),
  },
  algorithms: protocol.algorithms.map((spec) => {
    const usual = findAlgorithm(spec.name).parameters.flatMap(({ name, grid }) =>
      grid ? [[name, grid] as const] : [],
    )
    const all = { ...Object.fromEntries(usual), ...spec.grid }
    const grid = Object.fromEntries(Object.entries(all).map(([name, values]) => [name, coarser(values)]))
    return { ...spec, grid }
  }),
})
