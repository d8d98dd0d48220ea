import type { Parameter } from '../parameters.js'

/** Parameters that several rules share, each declared once. */
export const smoothing: Parameter = {
  name: 'smoothing',
  symbol: 'b',
  default: 1,
  above: 0,
  meaning: 'how freely to ask: the margin at which every second item is asked about',
}

export const kappa: Parameter = {
  name: 'kappa',
  symbol: 'κ',
  default: 0.5,
  above: 0,
  most: 1,
  meaning: 'how fast the threshold falls: over T items about T^κ questions',
}

export const delta: Parameter = {
  name: 'delta',
  symbol: 'δ',
  default: 0.1,
  above: 0,
  below: 1,
  meaning: 'the probability with which the guarantee may fail',
}
