import type { Parameter } from '../parameters.js'

/** The parameters of an algorithm that follows a budget. They describe the task and need no tuning. */
export const ratio: Parameter = {
  name: 'ratio',
  symbol: 'r',
  type: 'number',
  default: 0.1,
  above: 0,
  max: 1,
  summary: 'the share of the items to ask about',
}

export const horizon: Parameter = {
  name: 'horizon',
  symbol: 'T',
  default: 0,
  min: 0,
  type: 'whole',
  summary: 'expected number of items; more is asked early; 0 if unknown',
}
