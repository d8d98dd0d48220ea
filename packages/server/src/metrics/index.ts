export {
  createMetrics,
  type LabelOutcome,
  type LabelSource,
  type Metrics,
  type MetricsOptions,
} from './create.js'
export { METRIC_PREFIX, type MetricDeclaration, type MetricName, metricsTable } from './table.js'
export { watchedService, watchedStore } from './watch.js'
