import { type MetricName, metrics } from '@askance/bench'
import { formatCount } from '../parts/numbers.js'
import { say } from '../words/say.js'

/** A non-breaking space. */
const UNBROKEN = '\u00a0'

const isShare = (metric: MetricName): boolean => metrics[metric].unit === 'share'

/**
 * Formats a metric value; shares in percent.
 *
 * @example
 * valueText('f1', 0.93512) // => '93.5'
 * valueText('mistakes', 1234.4) // => '1,234'
 */
export const valueText = (metric: MetricName, value: number): string =>
  isShare(metric) ? (100 * value).toFixed(1) : formatCount(Math.round(value))

/** Formats the absolute difference of two values. */
export const differenceText = (metric: MetricName, difference: number): string => {
  const value = valueText(metric, Math.abs(difference))
  return isShare(metric) ? say('lab.points', { value }) : say('lab.units', { value })
}

/**
 * Formats a share in percent with three digits.
 *
 * @example
 * shareText(0.005) // => '0.5\u00a0%'
 * shareText(0.12345) // => '12.3\u00a0%'
 */
export const shareText = (share: number): string =>
  say('common.percent', { value: String(Number((100 * share).toPrecision(3))) }).replace(' ', UNBROKEN)

/** Formats a metric with its value. */
export const goalText = (metric: MetricName, value: number): string =>
  `${metrics[metric].title}${UNBROKEN}${valueText(metric, value)}`

export const metricTitle = (metric: MetricName): string => {
  const { title } = metrics[metric]
  return `${title[0]?.toUpperCase()}${title.slice(1)}`
}

/** Whether `a` is better than `b`. */
export const isBetter = (metric: MetricName, a: number, b: number): boolean =>
  metrics[metric].better === 'up' ? a > b : a < b

/**
 * Formats a p-value with non-breaking spaces.
 *
 * @example
 * pText(0.2134) // => 'p\u00a0=\u00a00.21'
 * pText(0.00004) // => 'p\u00a0<\u00a00.001'
 */
export const pText = (p: number): string =>
  (p < 0.001 ? 'p < 0.001' : `p = ${p < 0.1 ? p.toFixed(3) : p.toFixed(2)}`).replaceAll(' ', UNBROKEN)
