/** A metric as data: reports, flags and checks come from this one declaration. */
export interface MetricDeclaration {
  readonly title: string
  /** Which way is better. */
  readonly better: 'up' | 'down'
  /** A share is printed in percent. */
  readonly unit: 'share' | 'count' | 'microseconds'
  readonly meaning: string
}

/** Everything a run is measured by. */
export const metrics = {
  accuracy: {
    title: 'accuracy',
    better: 'up',
    unit: 'share',
    meaning: 'the share of all items that were predicted rightly when they came, asked about or not',
  },
  f1: { title: 'F1', better: 'up', unit: 'share', meaning: 'the harmonic mean of precision and recall' },
  macroF1: { title: 'macro F1', better: 'up', unit: 'share', meaning: 'the mean F1 over the classes' },
  precision: {
    title: 'precision',
    better: 'up',
    unit: 'share',
    meaning: 'of the items predicted positive, the share that was',
  },
  recall: {
    title: 'recall',
    better: 'up',
    unit: 'share',
    meaning: 'of the positive items, the share that was predicted so',
  },
  sensitivity: { title: 'sensitivity', better: 'up', unit: 'share', meaning: 'another word for recall' },
  specificity: {
    title: 'specificity',
    better: 'up',
    unit: 'share',
    meaning: 'of the negative items, the share that was predicted so',
  },
  sum: {
    title: 'sum',
    better: 'up',
    unit: 'share',
    meaning: 'the weighted sum of sensitivity and specificity',
  },
  cost: {
    title: 'cost',
    better: 'down',
    unit: 'count',
    meaning: 'the weighted number of false negatives and false positives',
  },
  mistakes: { title: 'mistakes', better: 'down', unit: 'count', meaning: 'how many predictions were wrong' },
  auc: {
    title: 'AUC',
    better: 'up',
    unit: 'share',
    meaning: 'how often a positive item had a higher score than a negative one; two classes only',
  },
  queryRatio: {
    title: 'query ratio',
    better: 'down',
    unit: 'share',
    meaning: 'the share of items asked about',
  },
  updateRatio: {
    title: 'update ratio',
    better: 'down',
    unit: 'share',
    meaning: 'the share of items that changed the model',
  },
  time: { title: 'time', better: 'down', unit: 'microseconds', meaning: 'the time of one round' },
} as const satisfies Readonly<Record<string, MetricDeclaration>>

export type MetricName = keyof typeof metrics

export const metricNames = Object.keys(metrics) as readonly MetricName[]

/** Those that algorithms can be tuned for and ranked by: a count of right and wrong predictions tells them. */
export const decisiveMetrics = metricNames.filter(
  (name) => !['auc', 'queryRatio', 'updateRatio', 'time'].includes(name),
)
