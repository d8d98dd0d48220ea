import { ratio } from '../budget/parameters.js'
import type { Parameter } from '../parameters.js'
import { random } from '../queries/index.js'
import type { Algorithm } from './algorithm.js'

/** What is turned to reach a given share of questions. */
export interface Dial {
  readonly parameter: Parameter
  readonly more: 'up' | 'down'
  /** Whether its value is the share itself. */
  readonly isExact: boolean
}

/**
 * The dial of an algorithm; none where it asks about every item.
 *
 * @example
 * dialOf(findAlgorithm('D-AMD'))?.parameter.name // => 'smoothing'
 * dialOf(findAlgorithm('auto'))?.isExact // => true
 * dialOf(findAlgorithm('DA')) // => undefined
 */
export const dialOf = ({ rule, parameters, paced }: Algorithm): Dial | undefined => {
  if (paced) return { parameter: ratio, more: 'up', isExact: true }
  const parameter = parameters.find(({ name }) => name === rule.dial?.parameter)
  return rule.dial && parameter && { parameter, more: rule.dial.more, isExact: rule === random }
}
