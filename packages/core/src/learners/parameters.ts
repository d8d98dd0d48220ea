import { type Parameter, powers } from '../parameters.js'

/** Parameters that several learners share, each declared once. */
export const aggressiveness: Parameter = {
  name: 'aggressiveness',
  symbol: 'C',
  type: 'number',
  default: 1,
  above: 0,
  summary: 'how far one label may move the weights',
  // Lu et al. 2016, section 6.1.1.
  grid: powers(2, -5, 5),
}

export const rho: Parameter = {
  name: 'rho',
  symbol: 'ρ',
  type: 'number',
  default: 0,
  min: 0,
  words: { balance: 0 },
  summary:
    'cost of a missed positive relative to a false alarm; 0 or balance: the estimated number of negatives per positive',
  grid: powers(2, -2, 8),
}

export const stepSize: Parameter = {
  name: 'stepSize',
  symbol: 'η',
  type: 'number',
  default: 1,
  above: 0,
  summary: 'the length of a step',
  // Hao et al. 2017, section IV.A.
  grid: powers(10, -5, 5),
}

export const ridge: Parameter = {
  name: 'ridge',
  symbol: 'b',
  type: 'number',
  default: 1,
  above: 0,
  summary: 'how strongly the weights are held near 0 at first',
  grid: powers(10, -5, 5),
}

export const regularization: Parameter = {
  name: 'regularization',
  symbol: 'γ',
  type: 'number',
  default: 1,
  above: 0,
  summary: 'how slowly the covariance narrows',
  grid: powers(10, -5, 5),
}

export const capacity: Parameter = {
  name: 'capacity',
  symbol: 'B',
  default: 8192,
  min: 1,
  max: 8192,
  type: 'whole',
  summary: 'maximum number of rows a kernel learner stores; beyond it the oldest is removed',
}
