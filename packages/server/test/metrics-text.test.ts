import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createMetrics } from '../src/metrics/metrics.js'
import { METRIC_PREFIX, metricsTable } from '../src/metrics/table.js'
import type { ItemRecord, StreamRecord } from '../src/store/records.js'
import type { Point } from '../src/stream/curve.js'
import { answeredEvent, aPage, observedEvent } from './hooks-tools.js'

const counts = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }

const aStream = (id: string, differing: Partial<StreamRecord['counts']> = {}, total?: number): StreamRecord =>
  ({
    id,
    counts: { ...counts, ...differing },
    config: { budget: total === undefined ? { ratio: 0.1 } : { total } },
  }) as unknown as StreamRecord

/** As much of a store as numbers need. */
const aStore = (streams: readonly StreamRecord[], items: readonly Partial<ItemRecord>[] = []) => ({
  streams: [...streams],
  listed: 0,
  async listStreams({ after = '', limit }: { readonly after?: string; readonly limit: number }) {
    this.listed++
    return this.streams.filter(({ id }) => id > after).slice(0, limit)
  },
  findItems: async (_: string, ids: readonly string[]) =>
    items.filter(({ id }) => ids.includes(id ?? '')) as readonly ItemRecord[],
})

/** The text for Prometheus: name and labels → value. */
const parsed = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, series = '', value] = /^([a-zA-Z_:][\w:]*(?:\{.*\})?) (\S+)$/.exec(line) ?? []
        assert.notEqual(series, '', line)
        return [series, value === 'Nan' ? Number.NaN : Number(value)]
      }),
  )

const valuesOf = async (metrics: ReturnType<typeof createMetrics>) => {
  const values = parsed(await metrics.render())
  return (series: string): number | undefined => values.get(METRIC_PREFIX + series)
}

const aPoint = (value: number | null) => ({
  t: 1,
  time: 1,
  point: JSON.stringify({ accuracy: { value, low: 0, high: 1 } } as Point),
})

describe('Prometheus metrics', () => {
  test('are those of the table and of the process', async () => {
    const metrics = createMetrics({ store: aStore([]) })
    const text = await metrics.render()
    assert.match(metrics.contentType, /^text\/plain; version=/)
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
    const own = [...types.keys()].filter((name) => name?.startsWith(METRIC_PREFIX))
    assert.deepEqual(
      own.sort(),
      Object.keys(metricsTable)
        .map((name) => METRIC_PREFIX + name)
        .sort(),
    )
    for (const [name, { type }] of Object.entries(metricsTable))
      assert.equal(types.get(METRIC_PREFIX + name), type)
    assert.ok(types.has('process_cpu_seconds_total'))
    assert.ok(types.has('nodejs_eventloop_lag_seconds'))
  })

  test('no label contains an id of an item or a person', () => {
    const labels = Object.values(metricsTable).flatMap((metric) => ('labels' in metric ? metric.labels : []))
    const few = ['reason', 'source', 'outcome', 'method', 'route', 'status', 'operation', 'stream', 'bound']
    assert.deepEqual(
      [...new Set(labels)].filter((label) => !(few as readonly string[]).includes(label)),
      [],
    )
  })

  test('two services in one process do not share them', async () => {
    const [one, other] = [createMetrics({ store: aStore([]) }), createMetrics({ store: aStore([]) })]
    one.label('outside', 'learned')
    assert.equal((await valuesOf(other))('labels_total{source="outside",outcome="learned"}'), undefined)
  })

  test('pages are counted', async () => {
    const store = aStore([aStream('mails', { items: 5, spent: 1, open: 1 }, 10)], [{ id: 'b', time: 1000 }])
    const metrics = createMetrics({ store })
    await metrics.render()
    metrics.takePage(
      aPage(
        [
          observedEvent({ t: 6 }),
          observedEvent({ t: 7, asked: true, reason: 'audit' }),
          answeredEvent({ id: 'b', time: 31_000 }),
          { type: 'drifted', time: 1, kind: 'errors', strength: 1, since: 0 },
        ],
        {
          counts: { items: 7, open: 1, spent: 2, answers: 3, taught: 4 },
          points: [aPoint(null), aPoint(0.75)],
        },
      ),
    )
    await new Promise(setImmediate)
    const value = await valuesOf(metrics)
    assert.equal(value('predictions_total'), 2)
    assert.equal(value('queries_total{reason="audit"}'), 1)
    assert.equal(value('drift_alarms_total'), 1)
    assert.equal(value('questions_open'), 1)
    assert.equal(value('model_version'), 7)
    assert.equal(value('budget_remaining'), 8)
    assert.equal(value('accuracy_ipw'), 0.75)
    assert.equal(value('label_delay_seconds_sum'), 30)
    assert.equal(value('label_delay_seconds_bucket{le="15"}'), 0)
    assert.equal(value('label_delay_seconds_bucket{le="60"}'), 1)
  })

  test('totals cover all streams and follow their budgets', async () => {
    const many = Array.from({ length: 1203 }, (_, k) =>
      aStream(`s${String(k).padStart(5, '0')}`, { open: 1 }),
    )
    const store = aStore([...many, aStream('t1', { spent: 3 }, 5), aStream('t2', { spent: 9 }, 5)])
    const metrics = createMetrics({ store })
    const value = await valuesOf(metrics)
    assert.equal(value('streams'), 1205)
    assert.equal(value('questions_open'), 1203)
    assert.equal(value('budget_remaining'), 2)
    const budget = { type: 'rebudgeted', time: 1, budget: { total: 103 } } as const
    metrics.takePage(aPage([budget], { stream: 't1', counts: { ...counts, spent: 3 } }))
    assert.equal((await valuesOf(metrics))('budget_remaining'), 100)
  })

  test('the largest streams have their own; all others are added up', async () => {
    const streams = ['a', 'b', 'c', 'd'].map((id, k) => aStream(id, { items: 10 * k, answers: k, taught: 1 }))
    const metrics = createMetrics({
      store: aStore([...streams, aStream('e', { spent: 2 }, 9)]),
      ownStreams: 2,
    })
    await metrics.render()
    const page = { stream: 'c', counts: { ...counts, items: 40, answers: 2 }, points: [aPoint(0.5)] }
    metrics.takePage(aPage([], page))
    const value = await valuesOf(metrics)
    assert.equal(value('stream_items{stream="c"}'), 40)
    assert.equal(value('stream_labels{stream="d"}'), 4)
    assert.equal(value('stream_accuracy{stream="c",bound="value"}'), 0.5)
    assert.equal(value('stream_accuracy{stream="c",bound="high"}'), 1)
    assert.equal(value('stream_items{stream="(others)"}'), 10)
    assert.equal(value('stream_budget_remaining{stream="(others)"}'), 7)
    assert.equal(value('stream_items{stream="b"}'), undefined)
    const without = await valuesOf(createMetrics({ store: aStore(streams) }))
    assert.equal(without('stream_items{stream="d"}'), undefined)
  })

  test('the Grafana dashboard uses only metrics that exist, and all of them', async () => {
    const url = new URL('../../../../deploy/grafana.json', import.meta.url)
    const dashboard = JSON.parse(readFileSync(url, 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const used = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b(?:askance|process|nodejs)_\w+/g)].map(String),
    )
    const text = await createMetrics({ store: aStore([]) }).render()
    const known = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
    const base = (name: string): string =>
      known.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')
    for (const name of used) assert.ok(known.has(base(name)), name)
    for (const expr of expressions)
      for (const [, name = ''] of expr.matchAll(/(?:rate|increase)\((\w+)/g))
        assert.ok(['counter', 'histogram'].includes(known.get(base(name)) ?? ''), expr)
    const own = Object.keys(metricsTable).map((name) => METRIC_PREFIX + name)
    assert.deepEqual(
      own.filter((name) => !used.some((one) => base(one) === name)),
      [],
    )
  })

  test('accuracy is the mean over items', async () => {
    const metrics = createMetrics({ store: aStore([aStream('a'), aStream('b'), aStream('c')]) })
    assert.ok(Number.isNaN((await valuesOf(metrics))('accuracy_ipw')))
    const stand = (stream: string, items: number, value: number | null): void =>
      metrics.takePage(aPage([], { stream, counts: { ...counts, items }, points: [aPoint(value)] }))
    stand('a', 30, 0.9)
    stand('b', 10, 0.5)
    stand('c', 1000, null)
    assert.equal((await valuesOf(metrics))('accuracy_ipw'), 0.8)
  })

  test('totals are compared with the store when streams change, and regularly', async () => {
    const store = aStore([aStream('a')])
    let now = 0
    const metrics = createMetrics({ store, now: () => now })
    await metrics.render()
    await metrics.render()
    assert.equal(store.listed, 1)
    metrics.takePage(aPage([], { stream: 'new' }))
    store.streams.push(aStream('new', { open: 4 }))
    assert.equal((await valuesOf(metrics))('questions_open'), 4)
    store.streams.pop()
    metrics.streamsChanged()
    assert.equal((await valuesOf(metrics))('streams'), 1)
    now += 60_001
    await metrics.render()
    assert.equal(store.listed, 4)
  })

  test('an unavailable store affects only its own metrics', async () => {
    const store = { ...aStore([]), listStreams: () => Promise.reject(new Error('gone')) }
    const metrics = createMetrics({ store })
    metrics.observeRequest('GET', '/v1/streams/:stream', 200, 0.02)
    const value = await valuesOf(metrics)
    const labels = 'method="GET",route="/v1/streams/:stream",status="200"'
    assert.equal(value(`http_request_duration_seconds_count{${labels}}`), 1)
  })

  test('values reported by other modules', async () => {
    const metrics = createMetrics({ store: aStore([]), now: () => 100, loaded: () => 3 })
    metrics.delivery('dead')
    metrics.follower(1)
    metrics.follower(1)
    metrics.follower(-1)
    const done = metrics.appending()
    metrics.appending()(false)
    metrics.leases.hold('s', 'a', 'ann', 101)
    metrics.leases.hold('s', 'b', 'ann', 100)
    const value = await valuesOf(metrics)
    assert.equal(value('webhook_deliveries_total{outcome="dead"}'), 1)
    assert.equal(value('sse_clients'), 1)
    assert.equal(value('store_append_pages'), 1)
    assert.equal(value('store_append_failures_total'), 1)
    assert.equal(value('questions_leased'), 1)
    assert.equal(value('streams_loaded'), 3)
    done(true)
    assert.equal((await valuesOf(metrics))('store_append_duration_seconds_count'), 1)
  })
})
