import type { MetricName } from '../../metrics.js'
import { defaultTuning } from '../../protocol/defaults.js'
import type { AlgorithmSpec, Protocol, Role, Tuning } from '../../protocol/protocol.js'
import type { Experiment, PaperNumber, View } from '../reproduction.js'

/** Cross-validation on a part of large sets: what is best on 10,000 rows is seldom bad on more. */
export const tunedOn = (mostRows: number): Tuning => ({ ...defaultTuning, mostRows })

/** For papers that give their parameters. */
export const untuned: Tuning = { ...defaultTuning, method: 'none' }

/** How many places of a run are noted for a figure over the items. */
export const CURVE_POINTS = 100

const defaults = {
  format: 1,
  metrics: ['queryRatio'],
  runs: 20,
  seed: 1,
  delay: 0,
  tuning: defaultTuning,
  aimRuns: 10,
  curvePoints: 0,
} as const satisfies Partial<Protocol>

type Settings = Omit<Protocol, keyof typeof defaults> & Partial<Protocol>

/** A comparison; defaults fill in the rest. */
export const compare = (view: View, settings: Settings): Experiment => ({
  kind: 'compare',
  protocol: { ...defaults, ...settings },
  view,
})

/** Names of the catalogue that need nothing said but what they are there for. */
export const named = (names: string, role: Role = 'compared'): readonly AlgorithmSpec[] =>
  names.split(' ').map((name) => (role === 'compared' ? { name } : { name, role }))

/** Numbers from `first` to `last`, each the same factor above the one before, to three digits. */
export const spread = (first: number, last: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, k) =>
    Number((first * (last / first) ** (k / (count - 1))).toPrecision(3)),
  )

/** Mean, deviation and query ratio as printed; nothing where the paper has a dash. */
export type Cell = readonly [mean: number, deviation: number, query: number] | undefined

/** What a paper prints at one ratio: a row for each algorithm, a cell for each set. */
export interface PrintedTable {
  readonly metric: MetricName
  readonly ratio: number
  readonly sets: readonly string[]
  /** What a mean and its deviation are divided by to become shares: 100 for percent. */
  readonly unit: 1 | 100
  /** The decimals of a printed mean. */
  readonly decimals: number
  readonly rows: readonly (readonly [algorithm: string, ...cells: readonly Cell[]])[]
}

/** The share, without the rounding error of the division. */
const share = (printed: number, unit: number): number => Number((printed / unit).toFixed(6))

/** The query ratio is printed in percent everywhere. */
export const numbersOf = ({
  metric,
  ratio,
  sets,
  unit,
  decimals,
  rows,
}: PrintedTable): readonly PaperNumber[] =>
  rows.flatMap(([algorithm, ...cells]) =>
    sets.flatMap((set, column) => {
      const cell = cells[column]
      if (!cell) return []
      const [mean, deviation, query] = cell
      return {
        set,
        algorithm,
        ratio,
        metric,
        mean: share(mean, unit),
        deviation: share(deviation, unit),
        unit: share(10 ** -decimals, unit),
        queryRatio: share(query, 100),
      }
    }),
  )
