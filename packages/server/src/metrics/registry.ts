import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX, type MetricDeclaration, type MetricName, metricsTable } from './table.js'

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

/** A registry of its own with every number of the table, and those of the process. */
export const createRegistry = (): { readonly registry: Registry; readonly numbers: Numbers } => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const numbers = Object.fromEntries(
    Object.entries(metricsTable).map(([name, declaration]) => [name, made(registry, name, declaration)]),
  ) as unknown as Numbers
  return { registry, numbers }
}
