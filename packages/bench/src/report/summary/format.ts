import { counted, fixed, share } from '@askance/core/internals'
import { type MetricDeclaration, type MetricName, metrics } from '../../metrics.js'
import type { Cell, Results } from '../../results/results.js'

type Unit = MetricDeclaration['unit']

/** By how much a share is multiplied when it is printed. */
const scaleOf = (unit: Unit): number => (unit === 'share' ? 100 : 1)

/**
 * Digits behind the point: two for shares in percent, as the papers print them; for times as many as make three
 * digits in all; for counts fewer the larger they are.
 */
const decimalsOf = (unit: Unit, value: number): number => {
  if (unit === 'share') return 2
  const size = Math.abs(value)
  if (unit === 'count') return size < 10 ? 2 : size < 1000 ? 1 : 0
  return size === 0 ? 2 : Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size))))
}

/**
 * A value as people read it, without its unit.
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
 * A mean and its deviation, with the same digits; without the deviation where there is none.
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

/** A difference of two values, in percentage points for shares, with its sign. */
export const shownDifference = (metric: MetricName, difference: number): string => {
  const text = shown(metric, difference)
  return difference > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** The unit behind the title of a column, where there is one to tell. */
const suffixes: Readonly<Record<Unit, string>> = { share: ' %', count: '', microseconds: ' µs' }

/** The same of a metric. */
export const unitOf = (metric: MetricName): string => suffixes[metrics[metric].unit]

/**
 * The title of a column of this metric.
 *
 * @example
 * titleWith('f1') // => 'F1 %'
 */
export const titleWith = (metric: MetricName): string => metrics[metric].title + unitOf(metric)

/** A chance as papers print it. */
export const chance = (p: number): string => (Number.isNaN(p) ? '–' : p < 0.0001 ? '< 0.0001' : p.toFixed(4))

/** How many runs there were and their seeds: `20 runs (seeds 1 to 20)`. */
export const runsNote = ({ protocol: { runs, seed } }: Results): string =>
  runs === 1 ? `1 run (seed ${seed})` : `${counted(runs, 'run')} (seeds ${seed} to ${seed + runs - 1})`

/** The sets that are not there, each with the reason. */
export const missingNotes = ({ missing }: Results): readonly string[] =>
  missing.map(({ set, reason }) => `Without ${set}: ${reason}.`.replace(/\.\.$/, '.'))

/**
 * What stands in place of a value that the rule cannot have.
 *
 * @example
 * notAttainable({ ratio: 0.1, reached: 0.1417 }) // => 'not attainable (lowest 14.2 %)'
 * notAttainable({ ratio: 0.5, reached: 0.31 }) // => 'not attainable (highest 31 %)'
 */
export const notAttainable = ({ ratio, reached }: Pick<Cell, 'ratio' | 'reached'>): string =>
  `not attainable (${reached > ratio ? 'lowest' : 'highest'} ${share(reached)})`

/**
 * A name fit for a file: letters and digits, the rest as hyphens.
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

/** A slug for every name, no two alike: `a+` and `a-` become `a` and `a-2`. */
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
