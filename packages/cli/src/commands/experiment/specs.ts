import type { AlgorithmSpec } from '@askance/bench'
import type { GivenParameters, Parameters } from '@askance/core'
import { dialOf, findAlgorithm, resolveParameters } from '@askance/core/internals'
import { cliError } from '../../errors.js'
import { paramsFromFlag } from '../run/params.js'

/** A parameter set by a flag, for one algorithm or for all that have it. */
interface ParameterSetting<T> {
  readonly flag: 'grid' | 'params'
  readonly algorithm: string | undefined
  readonly parameter: string
  readonly value: T
}

/** The algorithms with the grids and fixed parameters of the flags, which replace their own. */
export const algorithmSpecs = (
  bases: readonly AlgorithmSpec[],
  flags: { readonly grid: readonly string[]; readonly params: readonly string[] },
): readonly AlgorithmSpec[] => {
  const known = bases.map(({ name }) => findAlgorithm(name).name)
  const grids = flags.grid.map((text) => parseGrid(text, known))
  const fixed = flags.params.flatMap((text) => parseFixed(text, known))
  for (const setting of [...grids, ...fixed]) check(setting, known)
  return bases.map((base, k) => {
    const name = known[k] ?? base.name
    const grid = settingsFor(name, grids)
    const given = settingsFor(name, fixed)
    const parameters = given && numbersOf(name, given)
    return {
      ...base,
      name,
      ...(parameters && { parameters: { ...base.parameters, ...parameters } }),
      ...(grid && { grid: { ...base.grid, ...grid } }),
    }
  })
}

/** The values with names, such as `balance`, as the numbers that stand for them. */
const numbersOf = (name: string, given: GivenParameters): Parameters => {
  const all = resolveParameters(name, findAlgorithm(name).parameters, given)
  return Object.fromEntries(Object.keys(given).map((parameter) => [parameter, all[parameter] ?? 0]))
}

const settingsFor = <T>(
  name: string,
  all: readonly ParameterSetting<T>[],
): Readonly<Record<string, T>> | undefined => {
  const own = all.filter((setting) => appliesTo(setting, name))
  return own.length === 0
    ? undefined
    : Object.fromEntries(own.map(({ parameter, value }) => [parameter, value]))
}

const parameterNames = (name: string): readonly string[] =>
  findAlgorithm(name).parameters.map((parameter) => parameter.name)

const appliesTo = ({ algorithm, parameter }: ParameterSetting<unknown>, name: string): boolean =>
  (algorithm ?? name) === name && parameterNames(name).includes(parameter)

const check = (setting: ParameterSetting<unknown>, names: readonly string[]): void => {
  const { flag, parameter, algorithm } = setting
  const meant = names.filter((name) => appliesTo(setting, name))
  if (meant.length === 0) {
    const asked = algorithm === undefined ? names : [algorithm]
    const known = [...new Set(asked.flatMap(parameterNames))].join(', ') || 'none'
    throw cliError('usage/parameter', { flag, parameter, owner: asked.join(', '), known })
  }
  for (const name of meant) {
    if (dialOf(findAlgorithm(name))?.parameter.name === parameter)
      throw cliError('usage/dial-given', { flag: 'ratio', parameter, where: flag })
  }
}

/** Splits an optional algorithm name before a colon. */
const splitAlgorithm = (
  flag: 'grid' | 'params',
  text: string,
  known: readonly string[],
): { readonly algorithm: string | undefined; readonly rest: string } => {
  const [, before, rest = ''] = /^([^={:]+):(.*)$/.exec(text) ?? []
  if (before === undefined) return { algorithm: undefined, rest: text }
  const algorithm = findAlgorithm(before).name
  if (!known.includes(algorithm))
    throw cliError('usage/value', { flag, found: before, expected: `one of ${known.join(', ')}` })
  return { algorithm, rest }
}

const parseGrid = (text: string, known: readonly string[]): ParameterSetting<readonly number[]> => {
  const { algorithm, rest } = splitAlgorithm('grid', text, known)
  const [, parameter = '', list = ''] = /^([^=]+)=(.+)$/.exec(rest) ?? []
  const value = list.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  if (!value.every(Number.isFinite))
    throw cliError('usage/value', { flag: 'grid', found: text, expected: 'values such as ridge=0.01,0.1,1' })
  return { flag: 'grid', algorithm, parameter: parameter.trim(), value }
}

const parseFixed = (text: string, known: readonly string[]): readonly ParameterSetting<number | string>[] => {
  const { algorithm, rest } = splitAlgorithm('params', text, known)
  return Object.entries(paramsFromFlag([rest])).map(([parameter, value]) => ({
    flag: 'params',
    algorithm,
    parameter,
    value,
  }))
}
