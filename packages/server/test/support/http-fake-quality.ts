const interval = { low: 0.1, high: 0.9 }
const known = { value: 0.5, anyTime: interval, fixedTime: interval }
const unknown = { value: undefined, anyTime: interval, fixedTime: interval }

const estimates = {
  items: 10,
  unsampled: 0,
  answers: 5,
  effectiveAnswers: 4.5,
  accuracy: known,
  precision: unknown,
  recall: known,
  f1: known,
  macroF1: known,
  sensitivity: known,
  specificity: known,
  sum: known,
  cost: known,
}

/** Some quality, of the shape that the core gives. */
export const someQuality = () => ({
  all: estimates,
  recent: estimates,
  now: { items: 5, accuracy: { value: undefined, low: 0, high: 1 } },
  response: 1,
  gain: {
    labels: 5,
    per: 100,
    gain: undefined,
    upper: 1,
    level: 0.95,
    rising: false,
    stop: false,
    text: 'Too early.',
  },
  text: {
    accuracy: 'too early',
    f1: 'too early',
    macroF1: 'too early',
    now: 'too early',
    interval: '95 % interval for one moment chosen in advance',
  },
  reliability: {
    bins: [{ from: 0, to: 1, share: 1, confidence: 0.5, accuracy: 0.5, answers: 5 }],
    error: 0.01,
  },
})

export const someConfusion = () => ({
  items: 10,
  unsampled: 0,
  answers: 5,
  classes: ['ham', 'spam'],
  omitted: 0,
  predicted: [8, 2],
  cells: [
    [known, known],
    [unknown, known],
  ],
  shares: [known, known],
  perClass: [known, unknown].map((one) => ({ answers: 3, precision: one, recall: one, f1: one })),
})

export const someFeatures = () => ({
  classes: [
    { label: 'ham', features: [{ feature: 'lunch', text: 'lunch', weight: 0.5 }] },
    { label: 'spam', features: [] },
  ],
  omitted: 0,
})

/** A decision that predicts ham, and asks about every second item. */
export const decisionOf = (id: string, t: number, time: number) => ({
  t,
  id,
  time,
  predicted: 'ham',
  scores: [0.4],
  margin: 0.4,
  confidence: 0.7,
  probability: 0.5,
  coin: 0.3,
  ready: true,
  asked: t % 2 === 1,
  ...(t % 2 === 1 && { reason: 'audit' }),
  budget: { spent: 0, rate: 0.1, dial: null },
  modelVersion: 0,
})
