import { count, significant, thousands, withMinus } from '@askance/core/internals'
import type { Axis } from '../figure.js'

type Unit = Axis['unit']

/** A non-breaking space between a number and its percent sign. */
const SPACE = '\u00a0'

/**
 * Formats a value to about four digits.
 *
 * @example
 * formatValue(0.9263, 'share') // => '92.6\u00a0%'
 * formatValue(0.0025, 'share') // => '0.25\u00a0%'
 * formatValue(12345.6, 'number') // => '12,346'
 * formatValue(0.000012, 'number') // => '1.2·10⁻⁵'
 */
export const formatValue = (value: number, unit: Unit): string => {
  if (!Number.isFinite(value)) return '–'
  if (unit === 'number') return formatNumber(value)
  const percent = value * 100
  const small = Math.abs(percent) < 1 && percent !== 0
  return `${small ? formatNumber(Number(percent.toPrecision(2))) : withMinus(percent.toFixed(1))}${SPACE}%`
}

const formatNumber = (value: number): string => {
  const size = Math.abs(value)
  if (size >= 1e9 || (size > 0 && size < 1e-4)) {
    const [digits, exponent] = value.toExponential(1).split('e') as [string, string]
    const factor = digits.replace(/\.0$/, '')
    return withMinus(
      factor === '1' ? power(10, Number(exponent)) : `${factor}·${power(10, Number(exponent))}`,
    )
  }
  if (size >= 1000) return withMinus(count(value))
  return withMinus(significant(value))
}

/**
 * @example
 * power(10, -3) // => '10⁻³'
 */
export const power = (base: number, exponent: number): string =>
  `${base}${[...String(exponent)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('')}`

/**
 * The labels of a parameter's grid: powers if all values are powers of ten or all of two, else plain numbers.
 *
 * @example
 * gridLabels([0.001, 1, 1000]) // => ['10⁻³', '10⁰', '10³']
 * gridLabels([0.5, 2, 8]) // => ['2⁻¹', '2¹', '2³']
 * gridLabels([1, 2, 3]) // => ['1', '2', '3']
 */
export const gridLabels = (values: readonly number[]): string[] => {
  for (const base of [10, 2]) {
    const exponents = values.map((value) => Math.log(value) / Math.log(base))
    const whole = exponents.every((exponent) => Math.abs(exponent - Math.round(exponent)) < 1e-9)
    const span = Math.max(...exponents) - Math.min(...exponents)
    if (whole && values.length > 1 && span > 1)
      return exponents.map((exponent) => power(base, Math.round(exponent)))
  }
  return values.map((value) => formatValue(value, 'number'))
}

/** A tick of an axis and its label. */
export interface Tick {
  readonly value: number
  readonly label: string
}

/**
 * The ticks of an axis. A log axis has 1, 2, 5 of every decade, fewer when that is too many, and round steps when it
 * spans less than a decade.
 *
 * @example
 * ticksOf({ label: '', scale: 'log', unit: 'share' }, 0.01, 0.5, 8).map((tick) => tick.value) // => [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
 * ticksOf({ label: '', scale: 'linear', unit: 'number' }, 0, 10, 2).map((tick) => tick.label) // => ['0', '5', '10']
 */
export const ticksOf = (axis: Axis, low: number, high: number, most: number): Tick[] => {
  const values = axis.scale === 'log' ? logTicks(low, high, most) : []
  if (values.length >= 2 && (values.length > 2 || high / low >= 10))
    return values.map((value) => ({ value, label: logLabel(value, axis.unit) }))
  return linearTicks(low, high, most, axis.unit)
}

const logTicks = (low: number, high: number, most: number): number[] => {
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const values = decades(steps, low, high)
    if (values.length <= most) return values
  }
  const values = decades([1], low, high)
  const every = Math.ceil(values.length / most)
  return values.filter((_, k) => k % every === 0)
}

const decades = (steps: readonly number[], low: number, high: number): number[] => {
  const values: number[] = []
  for (let exponent = Math.floor(Math.log10(low)); 10 ** exponent <= high * (1 + 1e-9); exponent++)
    for (const step of steps) {
      const value = Number(`${step}e${exponent}`)
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) values.push(value)
    }
  return values
}

const logLabel = (value: number, unit: Unit): string =>
  unit === 'share'
    ? `${formatNumber(Number((value * 100).toPrecision(3)))}${SPACE}%`
    : formatValue(value, unit)

const linearTicks = (low: number, high: number, most: number, unit: Unit): Tick[] => {
  const span = high - low
  if (!(span > 0)) return [{ value: low, label: formatValue(low, unit) }]
  const factor = unit === 'share' ? 100 : 1
  const step = stepOf((span * factor) / Math.max(1, most))
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  const ticks: Tick[] = []
  for (let k = Math.ceil((low * factor) / step - 1e-6); k * step <= high * factor + step * 1e-6; k++) {
    const shown = k * step
    const text = Math.abs(shown) >= 1e9 ? formatNumber(shown) : withMinus(thousands(shown.toFixed(digits)))
    ticks.push({ value: shown / factor, label: unit === 'share' ? `${text}${SPACE}%` : text })
  }
  return ticks
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `least`. */
const stepOf = (least: number): number => {
  const unit = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5].find((candidate) => candidate * unit >= least * (1 - 1e-9)) ?? 10
  return factor * unit
}
