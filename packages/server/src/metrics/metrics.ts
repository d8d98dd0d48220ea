import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DeliveryOutcome } from '../hooks/dispatcher.js'
import { type HookedEvent, notableEvents } from '../hooks/events.js'
import type { ForwardOutcome } from '../nodes/forward.js'
import type { Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import { METRIC_PREFIX, type MetricDeclaration, type MetricName, metricsTable } from './table.js'
import { type StreamTotals, Totals } from './totals.js'

type Made<Type extends MetricDeclaration['type']> = Type extends 'counter'
  ? Counter
  : Type extends 'gauge'
    ? Gauge
    : Histogram

export type Numbers = { readonly [Name in MetricName]: Made<(typeof metricsTable)[Name]['type']> }

const made = (
  registry: Registry,
  name: string,
  declaration: MetricDeclaration,
): Counter | Gauge | Histogram => {
  const { type, help, labels = [], buckets } = declaration
  const shared = { name: METRIC_PREFIX + name, help, labelNames: [...labels], registers: [registry] }
  if (type === 'counter') return new Counter(shared)
  if (type === 'gauge') return new Gauge(shared)
  return new Histogram({ ...shared, ...(buckets && { buckets: [...buckets] }) })
}

/** Creates a registry with every metric of the table and the process metrics. */
const createRegistry = (): { readonly registry: Registry; readonly numbers: Numbers } => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const numbers = Object.fromEntries(
    Object.entries(metricsTable).map(([name, declaration]) => [name, made(registry, name, declaration)]),
  ) as unknown as Numbers
  return { registry, numbers }
}

const MANY_LEASES = 1000

/** Leased questions, tracked from requests. Expired leases are removed when they are counted, and when there are many. */
class Leases {
  readonly #now: () => number
  readonly #leases = new Map<string, { readonly by: string; readonly until: number }>()
  #tidyAt = MANY_LEASES

  constructor(now: () => number) {
    this.#now = now
  }

  hold(stream: string, id: string, by: string, until: number): void {
    this.#leases.set(leaseKey(stream, id), { by, until })
    if (this.#leases.size >= this.#tidyAt) this.#tidyAt = Math.max(MANY_LEASES, 2 * this.count())
  }

  /** Ends the lease of this person; that of another one stays. */
  drop(stream: string, id: string, by: string): void {
    const key = leaseKey(stream, id)
    if (this.#leases.get(key)?.by === by) this.#leases.delete(key)
  }

  /** The number of leases that have not expired. */
  count(): number {
    const now = this.#now()
    for (const [key, { until }] of this.#leases) if (until <= now) this.#leases.delete(key)
    return this.#leases.size
  }

  /** The number of leases in memory. */
  get size(): number {
    return this.#leases.size
  }
}

const leaseKey = (stream: string, id: string): string => JSON.stringify([stream, id])

/** The source of a label. */
type LabelSource = 'question' | 'outside' | 'taught'
type LabelOutcome =
  | 'learned'
  | 'corrected'
  | 'duplicate'
  | 'removed'
  | 'late'
  | 'voted'
  | 'checked'
  | 'skipped'
  | 'unsure'
  | 'refused'

/** The metrics of a service. */
export interface Metrics {
  readonly contentType: string
  render(): Promise<string>

  /** Counts the events of a committed page. */
  takePage(page: Page): void
  label(source: LabelSource, outcome: LabelOutcome, count?: number): void
  readonly leases: Leases
  /** Call after streams were created, changed or deleted. */
  streamsChanged(): void
  follower(change: 1 | -1): void
  /** Starts timing a write; call the returned function with its success. */
  appending(): (written: boolean) => void
  delivery(outcome: DeliveryOutcome): void
  /** Counts a request that was passed on to another node. */
  forwarded(outcome: ForwardOutcome): void
  /** Counts a page that the store refused, because another node owns its stream. */
  pageRefused(): void
  /** Counts a stream that was taken over from a dead node. */
  failover(): void
  /** What came of a scheduled backup, or that one was found at the start; and when the last good one was begun. */
  backup(outcome: 'ok' | 'failed' | 'found', last: number | undefined): void
  /** `route` is the path pattern without ids. */
  observeRequest(method: string, route: string, status: number, seconds: number): void
  /** Records the computing time of an operation. */
  operation(name: string, seconds: number): void
}

/** The values of the metrics of wide streams. */
export type WideTotals = Readonly<
  Record<
    | 'wide_workers'
    | 'wide_items'
    | 'wide_items_forbidden'
    | 'wide_pages_refused'
    | 'wide_packs_waiting'
    | 'wide_pages_waiting'
    | 'wide_grants_left'
    | 'wide_version_age_seconds',
    number
  >
>

interface MetricsOptions {
  readonly store: Pick<Store, 'listStreams' | 'findItems'>
  readonly now?: () => number
  /** How many streams are in memory. */
  readonly loaded?: () => number
  /** How many streams this node owns and how many nodes are alive, if there are several. */
  readonly node?: () => { readonly owned: number; readonly alive: number } | undefined
  /** How the wide streams are, if there is a cluster. */
  readonly wide?: () => Promise<WideTotals | undefined>
  /** How many streams have metrics of their own. Default: 0. */
  readonly ownStreams?: number
}

/** The value of the label `stream` for all streams without metrics of their own. No id of a stream has parentheses. */
const OTHERS = '(others)'

export const createMetrics = ({
  store,
  now = Date.now,
  loaded,
  node,
  wide,
  ownStreams = 0,
}: MetricsOptions): Metrics => {
  const { registry, numbers } = createRegistry()
  const totals = new Totals(store, now)
  const leases = new Leases(now)

  /** The time of the question is read from the store, because it may be older than this process. */
  const observeDelays = async ({ stream }: Page, events: readonly HookedEvent[]): Promise<void> => {
    const answered = new Map(
      events.flatMap((event) => (event.type === 'answered' ? [[event.id, event.time]] : [])),
    )
    if (answered.size === 0) return
    for (const { id, time } of await store.findItems(stream, [...answered.keys()]))
      numbers.label_delay_seconds.observe(Math.max(0, (answered.get(id) ?? time) - time) / 1000)
  }

  const refresh = async (): Promise<void> => {
    const { streams, open, learned, remaining, accuracy } = await totals.sums()
    numbers.streams.set(streams)
    numbers.questions_open.set(open)
    numbers.model_version.set(learned)
    numbers.budget_remaining.set(remaining)
    numbers.accuracy_ipw.set(accuracy ?? Number.NaN)
    numbers.questions_leased.set(leases.count())
    numbers.streams_loaded.set(loaded?.() ?? Number.NaN)
  }

  const setStream = (stream: string, { counts, remaining, accuracy }: StreamTotals): void => {
    numbers.stream_items.set({ stream }, counts.items)
    numbers.stream_questions_open.set({ stream }, counts.open)
    numbers.stream_labels.set({ stream }, counts.answers + counts.taught)
    if (remaining !== undefined) numbers.stream_budget_remaining.set({ stream }, remaining)
    for (const [bound, value] of Object.entries(accuracy ?? {}))
      numbers.stream_accuracy.set({ stream, bound }, value)
  }

  /** Sets the metrics of the largest streams, and of all others together. */
  const refreshStreams = async (): Promise<void> => {
    const { largest, others } = await totals.byStream(ownStreams)
    for (const [name, metric] of Object.entries(numbers)) if (name.startsWith('stream_')) metric.reset()
    for (const { id, ...own } of largest) setStream(id, own)
    if (others) setStream(OTHERS, others)
  }

  return {
    contentType: registry.contentType,
    leases,
    async render() {
      const { owned, alive } = node?.() ?? { owned: 0, alive: 0 }
      numbers.node_streams_owned.set(owned)
      numbers.nodes_alive.set(alive)
      const totals = await wide?.().catch(() => undefined)
      for (const [name, value] of Object.entries(totals ?? {})) numbers[name as keyof WideTotals].set(value)
      // The other metrics are still useful if the store is unavailable.
      await refresh().catch(() => undefined)
      if (ownStreams > 0) await refreshStreams().catch(() => undefined)
      return registry.metrics()
    },
    takePage(page) {
      const events = notableEvents(page).map(({ event }) => event)
      const packed = (page.packs ?? []).reduce((sum, { count }) => sum + count, 0)
      numbers.predictions_total.inc(packed + page.items.t.filter((t) => t > 0).length)
      for (const event of events) {
        if (event.type === 'observed') numbers.queries_total.inc({ reason: event.reason ?? 'none' })
        if (event.type === 'drifted') numbers.drift_alarms_total.inc()
      }
      totals.take(page, events)
      void observeDelays(page, events).catch(() => undefined)
    },
    label: (source, outcome, count = 1) => numbers.labels_total.inc({ source, outcome }, count),
    streamsChanged: () => totals.doubt(),
    follower: (change) => numbers.sse_clients.inc(change),
    appending() {
      numbers.store_append_pages.inc()
      const end = numbers.store_append_duration_seconds.startTimer()
      return (written) => {
        numbers.store_append_pages.dec()
        if (written) end()
        else numbers.store_append_failures_total.inc()
      }
    },
    delivery: (outcome) => numbers.webhook_deliveries_total.inc({ outcome }),
    forwarded: (outcome) => numbers.node_requests_forwarded_total.inc({ outcome }),
    pageRefused: () => numbers.node_pages_refused_total.inc(),
    failover: () => numbers.node_failovers_total.inc(),
    backup: (outcome, last = 0) => {
      if (outcome !== 'found') numbers.backups_total.inc({ outcome })
      numbers.backup_last_success_seconds.set(last / 1000)
    },
    observeRequest: (method, route, status, seconds) =>
      numbers.http_request_duration_seconds.observe({ method, route, status: String(status) }, seconds),
    operation: (operation, seconds) => numbers.operation_duration_seconds.observe({ operation }, seconds),
  }
}
