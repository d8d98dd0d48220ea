import type { Results } from '@askance/bench'
import { GAIN_SHARE } from '@askance/bench'
import type { Facts } from '../engine/messages.js'
import { cellNear } from './settings.js'

/** Maximum length of the query string. */
const MAX_QUERY_LENGTH = 4000

/** Parameters that the budget of a stream replaces. */
const SET_BY_BUDGET: readonly string[] = ['ratio', 'horizon']

/** The tuned parameters without the dial, which the stream sets itself. */
export const tunedParameters = (results: Results, algorithm: string): Readonly<Record<string, number>> => {
  const cell = cellNear(results, algorithm, GAIN_SHARE)
  const chosen = Object.keys(cell?.tried[0]?.parameters ?? {}).filter(
    (name) => name !== cell?.dial && !SET_BY_BUDGET.includes(name),
  )
  return Object.fromEntries(
    chosen.flatMap((name) => {
      const value = cell?.parameters[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** Returns the query string for the new-stream form. The positive class comes last, as the form expects. */
export const newStreamLink = (
  results: Results,
  algorithm: string,
  { classes }: Pick<Facts, 'classes'>,
  positive: string,
): string => {
  const parameters = tunedParameters(results, algorithm)
  const names = classes.map(({ name }) => name)
  const ordered = names.length === 2 ? [...names.filter((name) => name !== positive), positive] : names
  const list = JSON.stringify(ordered)
  const query = new URLSearchParams({
    algorithm,
    ...(Object.keys(parameters).length > 0 && { parameters: JSON.stringify(parameters) }),
    ...(list.length <= MAX_QUERY_LENGTH && { classes: list }),
  })
  return `?${query}`
}
