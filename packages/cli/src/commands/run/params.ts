import { cliError } from '../../errors.js'

/** Parses `--params`: JSON objects or lists `name=value,name=value`; later values win. */
export const paramsFromFlag = (texts: readonly string[]): Record<string, number> =>
  Object.assign({}, ...texts.map(parseParams))

const parseParams = (text: string): Record<string, number> => {
  const pairs = text.trim().startsWith('{') ? jsonPairs(text) : text.split(',').map(parsePair)
  const isValid = pairs?.every(
    ([name, value]) => name !== '' && typeof value === 'number' && !Number.isNaN(value),
  )
  if (!isValid) throw cliError('usage/params', { found: text })
  return Object.fromEntries(pairs as [string, number][])
}

const jsonPairs = (text: string): [string, unknown][] | undefined => {
  try {
    return Object.entries(JSON.parse(text) as object)
  } catch {
    return undefined
  }
}

const parsePair = (text: string): [string, unknown] => {
  const [name = '', value = ''] = text.split('=', 2)
  return [name.trim(), value.trim() === '' ? Number.NaN : Number(value)]
}

/** Formats parameters for `--params`. */
export const paramsAsFlag = (params: Readonly<Record<string, number>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
