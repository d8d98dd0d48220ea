/** Declares a metric; reports, flags and validation are derived from it. */
export interface MetricDeclaration {
  readonly title: string
  /** Whether larger or smaller is better. */
  readonly better: 'up' | 'down'
  /** A share is printed in percent. */
  readonly unit: 'share' | 'count' | 'microseconds'
  readonly meaning: string
}

/** All metrics of a run. */
export const metrics = {
  accuracy: {
    title: 'accuracy',
    better: 'up',
    unit: 'share',
    meaning: 'the share of all items predicted correctly on arrival, asked about or not',
  },
  f1: { title: 'F1', better: 'up', unit: 'share', meaning: 'the harmonic mean of precision and recall' },
  macroF1: { title: 'macro F1', better: 'up', unit: 'share', meaning: 'the mean F1 over the classes' },
  microF1: {
    title: 'micro F1',
    better: 'up',
    unit: 'share',
    meaning: 'F1 over all pairs of an item and a class; several labels for an item only',
  },
  hammingLoss: {
    title: 'Hamming loss',
    better: 'down',
    unit: 'share',
    meaning: 'the share of pairs predicted wrongly; several labels for an item only',
  },
  precision: {
    title: 'precision',
    better: 'up',
    unit: 'share',
    meaning: 'the share of positives among the items predicted positive',
  },
  recall: {
    title: 'recall',
    better: 'up',
    unit: 'share',
    meaning: 'the share of positive items predicted positive',
  },
  sensitivity: { title: 'sensitivity', better: 'up', unit: 'share', meaning: 'the same as recall' },
  specificity: {
    title: 'specificity',
    better: 'up',
    unit: 'share',
    meaning: 'the share of negative items predicted negative',
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
  mistakes: { title: 'mistakes', better: 'down', unit: 'count', meaning: 'the number of wrong predictions' },
  auc: {
    title: 'AUC',
    better: 'up',
    unit: 'share',
    meaning: 'the probability that a positive item scores higher than a negative one; two classes only',
  },
  queryRatio: {
    title: 'query ratio',
    better: 'down',
    unit: 'share',
    meaning: 'the share of items asked about; with several labels, of pairs of an item and a class',
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

/** Metrics of sets whose items have several labels; the others are for one label, except macro F1. */
export const multiLabelMetrics = [
  'microF1',
  'macroF1',
  'hammingLoss',
] as const satisfies readonly MetricName[]

/** Whether a metric for tuning and ranking exists for sets with one label or with several labels for an item. */
export const isMetricFor = (metric: MetricName, several: boolean): boolean =>
  metric === 'macroF1' || several === (multiLabelMetrics as readonly MetricName[]).includes(metric)

/** Metrics for tuning and ranking, which depend only on the counts of predictions. */
export const decisiveMetrics = metricNames.filter(
  (name) => !['auc', 'queryRatio', 'updateRatio', 'time'].includes(name),
)
