/** The declaration of a Prometheus metric. The registry and the docs are derived from it. */
export interface MetricDeclaration {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /**
   * Each value of a label creates a time series. So labels never contain ids of items or people, and only ids of so many
   * streams as the settings allow.
   */
  readonly labels?: readonly string[]
  /** The upper bounds of the histogram buckets. */
  readonly buckets?: readonly number[]
}

export const METRIC_PREFIX = 'askance_'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every metric of the service, without the prefix. prom-client adds the process metrics. */
export const metricsTable = {
  predictions_total: { type: 'counter', help: 'Items observed and predicted' },
  queries_total: { type: 'counter', help: 'Questions asked, by reason', labels: ['reason'] },
  labels_total: {
    type: 'counter',
    help: 'Labels received, by source (question, outside, taught) and outcome',
    labels: ['source', 'outcome'],
  },
  label_delay_seconds: {
    type: 'histogram',
    help: 'Time from a question to the learned answer',
    buckets: [1, 5, 15, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY, 3 * DAY, 7 * DAY],
  },
  questions_open: { type: 'gauge', help: 'Open questions over all streams' },
  questions_leased: { type: 'gauge', help: 'Questions currently leased' },
  budget_remaining: {
    type: 'gauge',
    help: 'Remaining questions over all streams whose budget has a total',
  },
  drift_alarms_total: { type: 'counter', help: 'Drift alarms' },
  model_version: { type: 'gauge', help: 'Labels learned over all streams' },
  accuracy_ipw: {
    type: 'gauge',
    help: 'Estimated accuracy (inverse probability weighted), averaged over the items of all streams used since the start',
  },
  streams: { type: 'gauge', help: 'Streams in the store' },
  streams_loaded: { type: 'gauge', help: 'Streams in memory' },
  stream_items: { type: 'gauge', help: 'Items, by stream', labels: ['stream'] },
  stream_questions_open: { type: 'gauge', help: 'Open questions, by stream', labels: ['stream'] },
  stream_labels: { type: 'gauge', help: 'Labels learned, by stream', labels: ['stream'] },
  stream_budget_remaining: {
    type: 'gauge',
    help: 'Remaining questions, by stream, where the budget has a total',
    labels: ['stream'],
  },
  stream_accuracy: {
    type: 'gauge',
    help: 'Estimated accuracy, by stream and bound: value, and low and high of the 95 % interval for any time',
    labels: ['stream', 'bound'],
  },
  operation_duration_seconds: {
    type: 'histogram',
    help: 'Computing time of operations in the threads of streams, by operation',
    labels: ['operation'],
    buckets: [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of HTTP requests, by method, route and status',
    labels: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
  },
  sse_clients: { type: 'gauge', help: 'Open server-sent event connections' },
  store_append_duration_seconds: {
    type: 'histogram',
    help: 'Time to write a page to disk',
    buckets: [0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  },
  store_append_pages: { type: 'gauge', help: 'Pages waiting to be written' },
  store_append_failures_total: { type: 'counter', help: 'Pages that could not be written' },
  webhook_deliveries_total: {
    type: 'counter',
    help: 'Webhook delivery attempts, by outcome: delivered, failed (will be retried), dead, or dropped because too many waited',
    labels: ['outcome'],
  },
  nodes_alive: {
    type: 'gauge',
    help: 'Nodes alive on the database, this one included; 0 for a service alone',
  },
  node_streams_owned: { type: 'gauge', help: 'Streams that this node owns' },
  node_requests_forwarded_total: {
    type: 'counter',
    help: 'Requests passed on to another node, by outcome: answered, unreachable (not begun there, or a read without a response), lost (no response) or left (the client did not wait)',
    labels: ['outcome'],
  },
  node_pages_refused_total: {
    type: 'counter',
    help: 'Pages that the store refused because another node owns the stream',
  },
  node_failovers_total: { type: 'counter', help: 'Streams taken over from a dead node' },
  wide_workers: { type: 'gauge', help: 'Workers of wide streams that are alive' },
  wide_items: {
    type: 'gauge',
    help: 'Items that the workers alive have decided about since they were started',
  },
  wide_items_forbidden: {
    type: 'gauge',
    help: 'Items of wide streams with P = 0, because the questions were used up; of the workers alive',
  },
  wide_pages_refused: {
    type: 'gauge',
    help: 'Pages of wide streams that were refused, because another worker had the partition; of the workers alive',
  },
  wide_packs_waiting: {
    type: 'gauge',
    help: 'Packs of wide streams that workers have read and not decided about',
  },
  wide_pages_waiting: {
    type: 'gauge',
    help: 'Pages of wide streams that their owner, if it is this node, has read and not taken',
  },
  wide_grants_left: {
    type: 'gauge',
    help: 'Questions that partitions of the wide streams of this node may still ask without another grant',
  },
  wide_version_age_seconds: {
    type: 'gauge',
    help: 'Time since this node has published a version of the wide stream whose last one is oldest; 0 if it owns none',
  },
  backups_total: {
    type: 'counter',
    help: 'Scheduled backups, by outcome: ok or failed',
    labels: ['outcome'],
  },
  backup_last_success_seconds: {
    type: 'gauge',
    help: 'When the last scheduled backup that was verified was begun, in seconds since 1970; 0 without one',
  },
} as const satisfies Readonly<Record<string, MetricDeclaration>>

export type MetricName = keyof typeof metricsTable
