/**
 * All constants of `auto`. They are not parameters: they were chosen once, on many data sets, and results depend little on most of
 * them. They are in one place so that an experiment can switch a part off and measure its effect.
 */
export const DESIGN = {
  /** The cost C of a mistake to the three members: presence, values, waves. */
  presenceCost: 1,
  valueCost: 0.1,
  waveCost: 1,
  /** Stored rows visited again per answer; random candidates for eviction at capacity. */
  replays: 10,
  evictionDraws: 8,
  /** The number of random Fourier features, their width γ, their intercept, and the maximum number of input features. */
  waves: 256,
  width: 2,
  waveIntercept: 0.3,
  maxWaveFeatures: 1024,
  /** Whether frequencies are assigned to features by their values (1) or in order of appearance (0). */
  orderly: 1,
  /** A feature in more than this share of the rows is dense: it is centred and standardised. */
  dense: 0.25,
  /** Sparse features are multiplied by (their frequency)^−rarity. */
  rarity: 0.25,
  /** relevance² = max(minRelevance, 1 − relevanceDemand/F), from `relevanceFrom` answers on. */
  relevanceDemand: 2,
  minRelevance: 0.03,
  relevanceFrom: 20,
  /** From this many answers on, false discoveries are corrected for; useless features have at most this share together. */
  discoveryFrom: 100,
  noiseShare: 0.1,
  /** Scales and relevances are renewed when the number of rows has grown by this factor. */
  refreshGrowth: 1.25,
  /** Relevances are also renewed when the number of answers has grown by this factor; in streams, never. */
  renewalGrowth: Number.POSITIVE_INFINITY,
  /** The stack: the initial sum of slopes, the ridges on slopes and offset, and the window. */
  slope: 4,
  slopeRidge: 0.1,
  offsetRidge: 0.25,
  /** Class frequencies are used from this many answers per class on. */
  priorFrom: 10,
  minSlope: 0.2,
  stackWindow: 500,
  /** The stack is fitted at every answer up to `stackEager`, then whenever the answers have grown by `stackGrowth`. */
  stackEager: 30,
  stackGrowth: 1.05,
  newtonSteps: 5,
  longestStep: 2,
  /** The bounds of the threshold for F1. */
  minThreshold: 0.02,
  maxThreshold: 0.5,
  /** Younger ensembles: from which answer on, how often one starts, and the number of age levels. */
  historyFrom: 64,
  historyStep: 16,
  historyLevels: 6,
  /** Their initial weight, the share of weight redistributed per answer, and the minimum likelihood of an answer. */
  newbornWeight: 0.01,
  sharedWeight: 0.01,
  minLikelihood: 0.001,
  /** Stored rows they visit per answer, and the total weight below which they do not score. */
  youngReplays: 1,
  minYoungWeight: 0.05,
  /** The log of the bet that triggers a succession, and the visits to each row of the successor. */
  successionLead: 5,
  alarmVisits: 5,
  /** Whether a renewal is spread over many rounds (1) or done at once (0). */
  spread: 1,
} as const

/**
 * What differs in a pool. All rows are there before the first answer, so scales are computed once and relevances follow the
 * answers. The pool chose the order of the answers, so there is no drift to detect. Nobody waits for a row.
 */
export const POOL_DESIGN = {
  historyFrom: Number.POSITIVE_INFINITY,
  stackWindow: 2000,
  refreshGrowth: Number.POSITIVE_INFINITY,
  renewalGrowth: 1.25,
  spread: 0,
} as const satisfies Partial<Record<keyof typeof DESIGN, number>>

export type Design = { readonly [Name in keyof typeof DESIGN]: number }
