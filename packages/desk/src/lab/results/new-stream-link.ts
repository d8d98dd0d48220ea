import type { Results } from '@askance/bench'
import type { Facts } from '../engine/messages.js'
import { cellNear } from './settings.js'
import { GAIN_SHARE } from './verdict.js'

/** What stands in an address must not get too long for it. */
const MAX_QUERY_LENGTH = 4000

/** Parameters that the budget of a stream stands for. */
const SET_BY_BUDGET: readonly string[] = ['ratio', 'horizon']

/** What was chosen by tuning; not the dial, which a stream turns itself to keep to its budget. */
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

/** The query for the form of a new stream. The class to look out for comes last, as the form takes it. */
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
