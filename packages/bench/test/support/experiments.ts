import { parseProtocol } from '../../src/protocol/parse.js'
import type { Protocol } from '../../src/protocol/protocol.js'
import type { Cell, Results } from '../../src/results/results.js'

/** A small, fast experiment; without tuning by default. */
export const small = (more: object = {}): Protocol =>
  parseProtocol({
    sets: [{ name: 'numbers', source: { stream: 'gaussian', parameters: { rows: 200, dimension: 6 } } }],
    algorithms: [{ name: 'PAA-I' }, { name: 'RPA-I' }, { name: 'PA-I' }],
    ratios: [0.1, 0.3],
    runs: 3,
    aimRuns: 2,
    curvePoints: 4,
    metrics: ['accuracy', 'f1', 'queryRatio', 'updateRatio', 'time'],
    tuning: { method: 'none' },
    ...more,
  })

/** Cells without what differs from time to time. */
export const timeless = (cells: readonly Cell[]) =>
  cells.map(({ runs, ...cell }) => ({
    ...cell,
    runs: runs.map(({ values: { time: _, ...values }, curve, ...run }) => {
      const { seconds: __, ...places } = curve ?? { seconds: [] }
      return { ...run, values, places }
    }),
  }))

/** All of the results that must come again. */
export const repeatable = ({ made: _, cells, ...results }: Results) => ({
  ...results,
  cells: timeless(cells),
})
