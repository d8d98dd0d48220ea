import { cliError } from '../../errors.js'

/**
 * The parameters in `--params`, each text a JSON object or a list `name=value,name=value`; the last value wins. A value is a
 * number or a word such as `balance`, which the declaration of the parameter must know.
 */
export const paramsFromFlag = (texts: readonly string[]): Record<string, number | string> =>
  Object.assign({}, ...texts.map((text) => parseParams(text, isValue)))

/** The same where values can only be numbers. */
export const numbersFromFlag = (texts: readonly string[]): Record<string, number> =>
  Object.assign({}, ...texts.map((text) => parseParams(text, isNumber)))

const isNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value)
const isValue = (value: unknown): boolean => isNumber(value) || (typeof value === 'string' && value !== '')

const parseParams = (text: string, isSound: (value: unknown) => boolean): object => {
  const pairs = text.trim().startsWith('{') ? jsonPairs(text) : text.split(',').map(parsePair)
  if (!pairs?.every(([name, value]) => name !== '' && isSound(value)))
    throw cliError('usage/params', { found: text })
  return Object.fromEntries(pairs)
}

const jsonPairs = (text: string): [string, unknown][] | undefined => {
  try {
    return Object.entries(JSON.parse(text) as object)
  } catch {
    return undefined
  }
}

const parsePair = (text: string): [string, unknown] => {
  const [name = '', value = ''] = text.split('=', 2).map((part) => part.trim())
  return [name, value === '' || Number.isNaN(Number(value)) ? value : Number(value)]
}

/** Formats parameters for `--params`. */
export const paramsAsFlag = (params: Readonly<Record<string, number>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
