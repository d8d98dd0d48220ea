import { spread } from '@askance/bench'
import type { Algorithm, Parameters } from '@askance/core'
import { resolveParameters } from '@askance/core/internals'
import { cliError, conflictError } from '../../errors.js'

/** A parameter and its values, rising. */
export interface Axis {
  readonly parameter: string
  readonly values: readonly number[]
}

/** A larger map does not fit on a page. */
const MAX_VALUES = 50

/**
 * Parses `ridge=0.1,1,10`, or `ridge=1e-3..1e2:6` for six values, each the same factor above the one before. Values are
 * checked against the range of the parameter.
 */
export const parseAxis = (flag: 'x' | 'y', text: string, { name, parameters }: Algorithm): Axis => {
  const [, parameter = '', list = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(text) ?? []
  if (parameter === '') throw axisError(flag, text)
  const declared = parameters.find((one) => one.name === parameter)
  if (!declared)
    throw cliError('usage/parameter', {
      flag,
      parameter,
      owner: name,
      known: parameters.map((one) => one.name).join(', ') || 'none',
    })
  const isWhole = declared.type === 'whole'
  const values = (rangeValues(flag, text, list) ?? listValues(flag, text, list)).map((value) =>
    isWhole && list.includes('..') ? Math.round(value) : value,
  )
  for (const value of values) resolveParameters(name, parameters, { [parameter]: value })
  const rising = [...new Set(values)].sort((a, b) => a - b)
  if (rising.length > MAX_VALUES) throw axisError(flag, text, `at most ${MAX_VALUES} values`)
  return { parameter, values: rising }
}

const listValues = (flag: string, text: string, list: string): readonly number[] => {
  const values = list.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (values.some(Number.isNaN)) throw axisError(flag, text)
  return values
}

/** The values of `FROM..TO:COUNT`; undefined for a list. */
const rangeValues = (flag: string, text: string, list: string): readonly number[] | undefined => {
  if (!list.includes('..')) return undefined
  const [, from = '', to = '', count = ''] = /^(.+)\.\.(.+):(\d+)$/.exec(list.trim()) ?? []
  const [first, last, size] = [Number(from || Number.NaN), Number(to || Number.NaN), Number(count)]
  if (!(first > 0 && last > first && Number.isFinite(last) && size >= 2))
    throw axisError(flag, text, 'a range above 0 with two or more values, such as ridge=1e-3..1e2:6')
  return spread(first, last, size)
}

const axisError = (
  flag: string,
  found: string,
  expected = 'a parameter with values such as ridge=0.01,0.1,1 or ridge=1e-3..1e2:6',
): Error => cliError('usage/value', { flag, found, expected })

/** All other parameters: as given, or their defaults. The horizon of a paced algorithm is the size of the data. */
export const fixedParameters = (
  { name, parameters, paced }: Algorithm,
  given: Readonly<Record<string, number | string>>,
  axes: readonly Axis[],
): Parameters => {
  const varied = axes.map(({ parameter }) => parameter)
  const twice = Object.keys(given).find((parameter) => varied.includes(parameter))
  if (twice !== undefined)
    throw conflictError(`--params ${twice}`, `--${varied.indexOf(twice) === 0 ? 'x' : 'y'} ${twice}`)
  const all = Object.entries(resolveParameters(name, parameters, given))
  return Object.fromEntries(
    all.filter(
      ([parameter]) =>
        !varied.includes(parameter) && (parameter in given || !(paced && parameter === 'horizon')),
    ),
  )
}
