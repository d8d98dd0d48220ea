/** A number for Prometheus as data: the registry and the page come from this. */
export interface MetricDeclaration {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Never ids of streams, items or people: each value is a series of its own. */
  readonly labels?: readonly string[]
  /** The upper ends of a histogram's buckets. */
  readonly buckets?: readonly number[]
}

export const METRIC_PREFIX = 'askance_'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every number of the service, without the prefix. Those of the process itself are prom-client's. */
export const metricsTable = {
  predictions_total: { type: 'counter', help: 'Items that were taken and predicted' },
  queries_total: { type: 'counter', help: 'Items that were asked about, by the reason', labels: ['reason'] },
  labels_total: {
    type: 'counter',
    help: 'Labels that came in: to a question, from outside, or taught; and what became of them',
    labels: ['source', 'outcome'],
  },
  label_delay_seconds: {
    type: 'histogram',
    help: 'From asking to the answer that was learned',
    buckets: [1, 5, 15, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY, 3 * DAY, 7 * DAY],
  },
  questions_open: { type: 'gauge', help: 'Questions that are open, over all streams' },
  questions_leased: { type: 'gauge', help: 'Questions in the hands of somebody' },
  budget_remaining: {
    type: 'gauge',
    help: 'Questions that may still be asked, over the streams whose budget has a total',
  },
  drift_alarms_total: { type: 'counter', help: 'Changes that were found in streams' },
  model_version: { type: 'gauge', help: 'Labels that the models have learned, over all streams' },
  accuracy_ipw: {
    type: 'gauge',
    help: 'The estimated share of right predictions, weighted by 1/P, the mean over items of streams that have been used since the start',
  },
  streams: { type: 'gauge', help: 'Streams that there are' },
  streams_loaded: { type: 'gauge', help: 'Streams in memory' },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'How long requests took, by method, route and status',
    labels: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
  },
  sse_clients: { type: 'gauge', help: 'Followers of streams: connections with server-sent events' },
  store_append_duration_seconds: {
    type: 'histogram',
    help: 'From handing a page to the store until it is on disk',
    buckets: [0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  },
  store_append_pages: { type: 'gauge', help: 'Pages that are handed to the store and not on disk yet' },
  store_append_failures_total: { type: 'counter', help: 'Pages that the store could not write' },
  webhook_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver a message: delivered, failed (it is tried again) or dead (it is not)',
    labels: ['outcome'],
  },
} as const satisfies Readonly<Record<string, MetricDeclaration>>

export type MetricName = keyof typeof metricsTable
