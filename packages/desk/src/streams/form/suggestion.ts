import { type Algorithm, type Form, fittingAlgorithms, isLabel } from './form.js'

/** A suggestion of the lab, passed in the query string. */
export interface Suggestion {
  readonly algorithm?: string
  readonly parameters?: Readonly<Record<string, number>>
  readonly classes?: readonly string[]
}

const MAX_LENGTH = 20_000
const MAX_PARAMETERS = 50
const MAX_CLASSES = 1000

const parseJson = (text: string | null): unknown => {
  if (text === null || text.length > MAX_LENGTH) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseParameters = (given: unknown): Readonly<Record<string, number>> | undefined => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const entries = Object.entries(given)
  const isSound = entries.every(([name, value]) => /^\w{1,50}$/.test(name) && Number.isFinite(value))
  return isSound && entries.length > 0 && entries.length <= MAX_PARAMETERS
    ? Object.fromEntries(entries)
    : undefined
}

const parseClasses = (given: unknown): readonly string[] | undefined => {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_CLASSES) return undefined
  const isSound = given.every((label) => typeof label === 'string' && isLabel(label))
  return isSound && new Set(given).size === given.length ? given : undefined
}

/**
 * Parses a suggestion. Invalid parts are dropped, because anyone can craft a link.
 *
 * @example
 * parseSuggestion('?algorithm=D-ADA&classes=["ham","spam"]') // => { algorithm: 'D-ADA', classes: ['ham', 'spam'] }
 * parseSuggestion('?parameters=nonsense') // => {}
 */
export const parseSuggestion = (search: string): Suggestion => {
  const query = new URLSearchParams(search)
  const algorithm = query.get('algorithm')
  const parameters = parseParameters(parseJson(query.get('parameters')))
  const classes = parseClasses(parseJson(query.get('classes')))
  return {
    ...(algorithm !== null && /^[\w().-]{1,100}$/.test(algorithm) && { algorithm }),
    ...(parameters && { parameters }),
    ...(classes && { classes }),
  }
}

/** Applies a suggestion. An unavailable algorithm is skipped along with its parameters. */
export const withSuggestion = (form: Form, suggestion: Suggestion, all: readonly Algorithm[]): Form => {
  const classes = suggestion.classes ?? form.classes
  const found = fittingAlgorithms(all, classes.length).find(({ name }) => name === suggestion.algorithm)
  if (!found) return { ...form, classes }
  const parameters = Object.entries(suggestion.parameters ?? {}).flatMap(([name, value]) =>
    found.parameters.some((parameter) => parameter.name === name) ? [[name, String(value)] as const] : [],
  )
  return { ...form, classes, algorithm: found.name, parameters: Object.fromEntries(parameters) }
}
