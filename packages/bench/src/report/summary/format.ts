import { counted, fixed, share } from '@askance/core/internals'
import { type MetricDeclaration, type MetricName, metrics } from '../../metrics.js'
import type { Cell, Results } from '../../results/results.js'

type Unit = MetricDeclaration['unit']

/** The factor for printing: shares are in percent. */
const scaleOf = (unit: Unit): number => (unit === 'share' ? 100 : 1)

/**
 * Decimals: two for percentages, as in the papers; for times three
 * significant digits; for counts fewer the larger they are.
 */
const decimalsOf = (unit: Unit, value: number): number => {
  if (unit === 'share') return 2
  const size = Math.abs(value)
  if (unit === 'count') return size < 10 ? 2 : size < 1000 ? 1 : 0
  return size === 0 ? 2 : Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size))))
}

/**
 * Formats a value without its unit.
 *
 * @example
 * shown('accuracy', 0.92617) // => '92.62'
 * shown('mistakes', 1234.5) // => '1235'
 * shown('time', 0.123456) // => '0.123'
 */
export const shown = (metric: MetricName, value: number): string => {
  const { unit } = metrics[metric]
  return fixed(value * scaleOf(unit), decimalsOf(unit, value))
}

/**
 * A mean and its deviation, if any, with the same decimals.
 *
 * @example
 * shownWith('accuracy', 0.92617, 0.00718) // => '92.62 ± 0.72'
 * shownWith('time', 12.345, 0.5) // => '12.3 ± 0.5'
 */
export const shownWith = (metric: MetricName, mean: number, deviation: number | undefined): string => {
  const { unit } = metrics[metric]
  if (deviation === undefined || !Number.isFinite(deviation)) return shown(metric, mean)
  return `${shown(metric, mean)} ± ${fixed(deviation * scaleOf(unit), decimalsOf(unit, mean))}`
}

/** A signed difference of two values, in percentage points for shares. */
export const shownDifference = (metric: MetricName, difference: number): string => {
  const text = shown(metric, difference)
  return difference > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** The unit after a column title, if any. */
const suffixes: Readonly<Record<Unit, string>> = { share: ' %', count: '', microseconds: ' µs' }

export const unitOf = (metric: MetricName): string => suffixes[metrics[metric].unit]

/**
 * The title of a column of this metric.
 *
 * @example
 * titleWith('f1') // => 'F1 %'
 */
export const titleWith = (metric: MetricName): string => metrics[metric].title + unitOf(metric)

/** A p-value as papers print it. */
export const chance = (p: number): string => (Number.isNaN(p) ? '–' : p < 0.0001 ? '< 0.0001' : p.toFixed(4))

/** The number of runs and their seeds: `20 runs (seeds 1 to 20)`. */
export const runsNote = ({ protocol: { runs, seed } }: Results): string =>
  runs === 1 ? `1 run (seed ${seed})` : `${counted(runs, 'run')} (seeds ${seed} to ${seed + runs - 1})`

/**
 * The text in place of a value that is not attainable.
 *
 * @example
 * notAttainable({ ratio: 0.1, reached: 0.1417 }) // => 'not attainable (lowest 14.2 %)'
 * notAttainable({ ratio: 0.5, reached: 0.31 }) // => 'not attainable (highest 31 %)'
 */
export const notAttainable = ({ ratio, reached }: Pick<Cell, 'ratio' | 'reached'>): string =>
  `not attainable (${reached > ratio ? 'lowest' : 'highest'} ${share(reached)})`

/**
 * A name for files: letters and digits, everything else as hyphens.
 *
 * @example
 * slug('CSPAA(a), w8a') // => 'cspaa-a-w8a'
 */
export const slug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'x'

/** A unique slug for every name: `a+` and `a-` become `a` and `a-2`. */
export const slugs = (names: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set<string>()
  const bySlug = new Map<string, string>()
  for (const name of names) {
    if (bySlug.has(name)) continue
    let found = slug(name)
    for (let k = 2; taken.has(found); k++) found = `${slug(name)}-${k}`
    taken.add(found)
    bySlug.set(name, found)
  }
  return bySlug
}

/**
 * A ratio in a file name: its percent, `p` for the point.
 *
 * @example
 * ratioSlug(0.125) // => '12p5'
 */
export const ratioSlug = (ratio: number): string => String(Number((ratio * 100).toFixed(6))).replace('.', 'p')
