import type { Parameter } from '../parameters.js'

/** What both ways of scaling take. */
export const calibrationParameters: readonly Parameter[] = [
  {
    name: 'window',
    symbol: 'n',
    default: 500,
    min: 10,
    type: 'whole',
    summary: 'how many of the latest answers the fit looks at',
  },
  {
    name: 'bound',
    symbol: 'w',
    type: 'number',
    default: 10,
    min: 1,
    summary: 'the most that one answer may weigh, as a multiple of one that was certain to be asked for',
  },
  {
    name: 'slope',
    symbol: 'a₀',
    type: 'number',
    default: 2,
    above: 0,
    summary: 'the slope before there is any answer, for scores in units of the typical score',
  },
]

/** How strongly the slope is held at a₀, and the difference of two intercepts at 0: a fraction of one answer each. */
export const SLOPE_RIDGE = 0.1
export const INTERCEPT_RIDGE = 0.25

/** The slope stays above this, so that a higher score never means a lower probability. */
export const MIN_SLOPE = 0.05

/** Scores are clipped at this many typical scores, so that one outlier does not dominate the fit. */
export const FARTHEST = 50

/** A fit is due when the answers since the last one are this share of the window. */
export const GROWTH = 0.05

/** The fit ends when a step gains less than this, or after this many steps. */
export const SMALLEST_GAIN = 1e-10
export const MAX_STEPS = 12
export const SHORTEST_STEP = 1e-6
