import type { Schemas } from '@askance/server/client'

/** An estimate with a symmetric interval; the any-time interval is twice as wide. */
export const estimate = (value: number, reach: number): Schemas['Estimate'] => ({
  value,
  fixedTime: { low: round(value - reach), high: round(value + reach) },
  anyTime: { low: round(value - 2 * reach), high: round(value + 2 * reach) },
})

const round = (value: number): number => Number(value.toFixed(6))

const estimates = (): Schemas['QualityEstimates'] => ({
  items: 1000,
  unsampled: 0,
  answers: 100,
  effectiveAnswers: 80,
  accuracy: estimate(0.9, 0.05),
  precision: estimate(0.9, 0.05),
  recall: estimate(0.9, 0.05),
  f1: estimate(0.8, 0.05),
  macroF1: estimate(0.7, 0.05),
  sensitivity: estimate(0.9, 0.05),
  specificity: estimate(0.9, 0.05),
  sum: estimate(0.9, 0.05),
  cost: estimate(0.1, 0.05),
})

export const quality = (part: Partial<Schemas['Quality']> = {}): Schemas['Quality'] => ({
  all: estimates(),
  recent: estimates(),
  gainOverRandom: {
    items: 1000,
    disagreements: 100,
    informativeAnswers: 20,
    labels: 100,
    randomLabels: 97,
    guesses: 25,
    wrongGuesses: 0.01,
    accuracy: estimate(0.05, 0.02),
    text: 'Higher.',
  },
  now: { items: 200, accuracy: { value: 0.95, low: 0.9, high: 0.98 } },
  response: 1,
  gain: { labels: 100, per: 100, upper: 0.01, level: 0.95, rising: false, stop: false, text: 'Too early.' },
  text: { accuracy: '90 %', f1: '80 %', macroF1: '70 %', now: '95 %', interval: '95 %' },
  reliability: { bins: [], error: 0 },
  ...part,
})

export const window = (part: Partial<Schemas['TimelineWindow']>): Schemas['TimelineWindow'] => ({
  from: 0,
  to: 100,
  time: 1_000_000,
  items: 100,
  asked: 20,
  answers: 15,
  queryRate: 0.2,
  accuracy: { value: 0.9, low: 0.8, high: 1, fixedTime: { low: 0.85, high: 0.95 } },
  f1: { value: 0.8, low: 0.7, high: 0.9 },
  recent: { value: 0.95, low: 0.8, high: 1 },
  gainOverRandom: { value: 0.05, low: 0.01, high: 0.09 },
  drift: [],
  classes: {},
  delays: [0, 0, 0, 0, 0, 0, 0],
  reasons: {},
  ...part,
})
