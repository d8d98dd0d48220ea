import type { Parameter } from '../parameters.js'

/** Parameters that several rules share, each declared once. */
export const smoothing: Parameter = {
  name: 'smoothing',
  symbol: 'b',
  type: 'number',
  default: 1,
  above: 0,
  summary: 'how freely to ask: the margin at which every second item is asked about',
}

export const kappa: Parameter = {
  name: 'kappa',
  symbol: 'κ',
  type: 'number',
  default: 0.5,
  above: 0,
  max: 1,
  summary: 'how fast the threshold falls: over T items about T^κ questions',
}

export const delta: Parameter = {
  name: 'delta',
  symbol: 'δ',
  type: 'number',
  default: 0.1,
  above: 0,
  below: 1,
  summary: 'the probability with which the guarantee may fail',
}
