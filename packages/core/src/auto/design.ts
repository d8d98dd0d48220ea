/**
 * Every constant of `auto`. None of them is a knob: they were chosen once, on many data sets, and most are flat. They stand
 * here together so that an experiment can switch a part off and show what it gives.
 */
export const DESIGN = {
  /** The cost C of a mistake to the three members: presence, values, waves. */
  presenceCost: 1,
  valueCost: 0.1,
  waveCost: 1,
  /** Stored rows that are visited again for every answer; and of how many the least one goes where they are too many. */
  replays: 10,
  evictionDraws: 8,
  /** Random Fourier features, their width γ, the intercept beside them, and the most features they are made from. */
  waves: 256,
  width: 2,
  waveIntercept: 0.3,
  maxWaveFeatures: 1024,
  /** Whether frequencies go to features by what these are like (1), or by when they were met (0). */
  orderly: 1,
  /** A feature in more than this share of the rows is dense: it is centred and standardised. */
  dense: 0.25,
  /** The others are lifted by (their frequency)^−rarity. */
  rarity: 0.25,
  /** relevance² = max(least, 1 − demand/F), from so many answers on. */
  relevanceDemand: 2,
  minRelevance: 0.03,
  relevanceFrom: 20,
  /** From so many answers on features found by chance are reckoned with; useless ones have at most this share together. */
  discoveryFrom: 100,
  noiseShare: 0.1,
  /** Scales and relevances are made anew when the rows have grown by this factor. */
  refreshGrowth: 1.25,
  /** The stack: the sum of slopes it starts from, how strongly slopes and offset are held, and its window. */
  slope: 4,
  slopeRidge: 0.1,
  offsetRidge: 0.25,
  /** The log frequencies of several classes count from so many answers for each on. */
  priorFrom: 10,
  minSlope: 0.2,
  stackWindow: 500,
  /** The stack is fitted at every answer while there are fewer than `stackEager`, then whenever they have grown so. */
  stackEager: 30,
  stackGrowth: 1.05,
  newtonSteps: 5,
  longestStep: 2,
  /** θ for F1 stays within these. */
  minThreshold: 0.02,
  maxThreshold: 0.5,
  /** Beside the eldest mind others begin: from the so-manieth answer on, every so many, of so many ages. */
  historyFrom: 64,
  historyStep: 16,
  historyLevels: 6,
  /** What they begin with, what is shared out anew after every answer, and the least that an answer is held likely. */
  newbornWeight: 0.01,
  sharedWeight: 0.01,
  minLikelihood: 0.001,
  /** Stored rows that they visit for every answer, and the weight below which they are not asked. */
  youngReplays: 1,
  minYoungWeight: 0.05,
  /** The log of the bet by which one must lead to succeed the eldest, which then visits each row so often. */
  successionLead: 5,
  alarmVisits: 5,
  /** Whether the work of a refresh is spread over many rounds; 0 does it at once. */
  spread: 1,
} as const

/** The constants, or others in their place. */
export type Design = { readonly [Name in keyof typeof DESIGN]: number }
