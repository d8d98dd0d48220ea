import { type MetricDeclaration, type MetricName, metrics } from '../../metrics.js'

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

/** With so many digits behind the point, a true minus sign, and no minus before a zero. */
export const fixed = (value: number, decimals: number): string => {
  const text = Math.abs(value).toFixed(decimals)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
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

/**
 * A ratio in words, with no more digits than it needs.
 *
 * @example
 * percent(0.05) // => '5 %'
 * percent(0.1417) // => '14.2 %'
 * percent(0.0025) // => '0.25 %'
 */
export const percent = (ratio: number): string => {
  const value = ratio * 100
  return `${Number(value.toFixed(value < 1 ? 3 : 1))} %`
}

/** A chance as papers print it. */
export const chance = (p: number): string => (Number.isNaN(p) ? '–' : p < 0.0001 ? '< 0.0001' : p.toFixed(4))

/** A parameter's value with four digits at most. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(4))).replace('-', '−')

/** A whole number with its noun: `1 run`, `20 runs`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A list in words: `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
