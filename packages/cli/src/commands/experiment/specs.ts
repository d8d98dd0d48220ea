import type { AlgorithmSpec } from '@askance/bench'
import { dialOf, findAlgorithm } from '@askance/core/internals'
import { cliError } from '../../errors.js'
import { paramsFromFlag } from '../run/params.js'

/** What a flag says of a parameter: of one algorithm, or of all that have it. */
interface Said<T> {
  readonly flag: 'grid' | 'params'
  readonly algorithm: string | undefined
  readonly parameter: string
  readonly value: T
}

/** The algorithms, with what the flags say of their parameters. */
export const specsOf = (
  names: readonly string[],
  flags: { readonly grid: readonly string[]; readonly params: readonly string[] },
): readonly AlgorithmSpec[] => {
  const known = names.map((name) => findAlgorithm(name).name)
  const grids = flags.grid.map((text) => gridIn(text, known))
  const fixed = flags.params.flatMap((text) => fixedIn(text, known))
  for (const said of [...grids, ...fixed]) check(said, known)
  return known.map((name) => {
    const grid = sayingOf(name, grids)
    const parameters = sayingOf(name, fixed)
    return { name, ...(parameters && { parameters }), ...(grid && { grid }) }
  })
}

const sayingOf = <T>(name: string, all: readonly Said<T>[]): Readonly<Record<string, T>> | undefined => {
  const own = all.filter((said) => isMeant(said, name))
  return own.length === 0
    ? undefined
    : Object.fromEntries(own.map(({ parameter, value }) => [parameter, value]))
}

const parametersOf = (name: string): readonly string[] =>
  findAlgorithm(name).parameters.map((parameter) => parameter.name)

const isMeant = ({ algorithm, parameter }: Said<unknown>, name: string): boolean =>
  (algorithm ?? name) === name && parametersOf(name).includes(parameter)

const check = (said: Said<unknown>, names: readonly string[]): void => {
  const { flag, parameter, algorithm } = said
  const meant = names.filter((name) => isMeant(said, name))
  if (meant.length === 0) {
    const asked = algorithm === undefined ? names : [algorithm]
    const known = [...new Set(asked.flatMap(parametersOf))].join(', ') || 'none'
    throw cliError('usage/parameter', { flag, parameter, owner: asked.join(', '), known })
  }
  for (const name of meant) {
    if (dialOf(findAlgorithm(name))?.parameter.name === parameter)
      throw cliError('usage/dial-given', { flag: 'ratio', parameter, where: flag })
  }
}

/** The algorithm in front of the colon, where one stands there. */
const addressed = (
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

const gridIn = (text: string, known: readonly string[]): Said<readonly number[]> => {
  const { algorithm, rest } = addressed('grid', text, known)
  const [, parameter = '', list = ''] = /^([^=]+)=(.+)$/.exec(rest) ?? []
  const value = list.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  if (!value.every(Number.isFinite))
    throw cliError('usage/value', { flag: 'grid', found: text, expected: 'something like ridge=0.01,0.1,1' })
  return { flag: 'grid', algorithm, parameter: parameter.trim(), value }
}

const fixedIn = (text: string, known: readonly string[]): readonly Said<number>[] => {
  const { algorithm, rest } = addressed('params', text, known)
  return Object.entries(paramsFromFlag([rest])).map(([parameter, value]) => ({
    flag: 'params',
    algorithm,
    parameter,
    value,
  }))
}
