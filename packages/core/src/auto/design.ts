/**
 * All constants of `auto`. They are not parameters: they were chosen once, on many data sets, and results depend little on most of
 * them. They are in one place so that an experiment can switch a part off and measure its effect.
 */
export const DESIGN = {
  /** The cost C of a mistake to the members: presence, values, kernel or topics, and vector. */
  presenceCost: 1,
  valueCost: 0.1,
  kernelCost: 2,
  topicCost: 1,
  vectorCost: 1,
  /** The number of sampled rows from which on there are topics. */
  minTopicRows: 32,
  /** Topics are used from this many answers on, and before if every class has one. */
  topicsFrom: 0,
  /** Stored rows visited again per answer, and more of them by the kernel; random candidates for eviction at capacity. */
  replays: 10,
  kernelReplays: 20,
  evictionDraws: 8,
  /** The maximum number of features for the kernel; its rows: at most, at least, and entries and scores of all rows together. */
  maxKernelFeatures: 1024,
  kernelRows: 2048,
  minKernelRows: 256,
  kernelEntries: 131_072,
  kernelScores: 1_048_576,
  /** The mean length of rows is measured on at most, and at least, this many answered rows. */
  lengthRows: 256,
  minLengthRows: 5,
  /** The kernel falls asleep if its share was below this so many times in a row; from which answer on, and how often, one looks. */
  sleepShare: 0.15,
  sleepLooks: 3,
  sleepFrom: 300,
  sleepStep: 100,
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
  /** Scales and relevances are renewed when the number of rows has grown by this factor, and from `lateFrom` rows on by another one. */
  refreshGrowth: 1.25,
  lateFrom: 4096,
  lateGrowth: 1.5,
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
  /** Re-fits of the stack in a stream: from and until which answer, and when the answers have grown by this factor. */
  refitFrom: 10,
  refitUntil: 150,
  refitGrowth: 1.15,
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
  /** The order test: kept rows, rows before the first comparison, rows after which every n-th is compared, and the end. */
  orderKept: 256,
  orderWarmup: 8,
  orderRows: 1000,
  orderStep: 8,
  orderEnd: 4096,
  /** How many comparisons, and which score, make an order likely and clear. */
  orderLikelyCount: 8,
  orderLikelyScore: 2,
  orderCount: 74,
  orderScore: 6,
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
  sleepFrom: Number.POSITIVE_INFINITY,
  // A pool decides itself when its stack is re-fitted, and needs the result for its estimates.
  refitUntil: 0,
  // Topics are what many items have in common. A class without labels is rarely one of them, and a model that knows topics is too sure to
  // ask about it. After 200 answers it has less than 1.5 % of the items (rule of three), or does not exist.
  topicsFrom: 200,
  spread: 0,
} as const satisfies Partial<Record<keyof typeof DESIGN, number>>

export type Design = { readonly [Name in keyof typeof DESIGN]: number }
