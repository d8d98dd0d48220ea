import { cliError } from '../../errors.js'

/** What `--params` says, each a JSON object or a list `name=value,name=value`; the later wins. */
export const paramsFromFlag = (texts: readonly string[]): Record<string, number> =>
  Object.assign({}, ...texts.map(parseParams))

const parseParams = (text: string): Record<string, number> => {
  const pairs = text.trim().startsWith('{') ? jsonPairs(text) : text.split(',').map(parsePair)
  const sound = pairs?.every(
    ([name, value]) => name !== '' && typeof value === 'number' && !Number.isNaN(value),
  )
  if (!sound) throw cliError('usage/params', { found: text })
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

/** The same as one word of a command line. */
export const paramsAsFlag = (params: Readonly<Record<string, number>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
