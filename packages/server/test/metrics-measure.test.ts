import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serverError } from '../src/errors.js'
import { createMetrics } from '../src/metrics/metrics.js'
import { type OperationName, operationNamed, type Request } from '../src/operations/index.js'
import { newBench } from './support/service.js'
import { failure } from './support/store.js'

const measured = () => {
  const metrics = createMetrics({
    store: { listStreams: async () => [], findItems: async () => [] },
    now: () => 50,
  })
  const measure = <Name extends OperationName>(
    name: Name,
    result: unknown,
    input = {} as Request<Name>,
    { stream = 's', by = 'ann' } = {},
  ): void => operationNamed(name).measure?.(metrics, stream, result as never, input, by)
  const labels = async (): Promise<Record<string, number>> => {
    const found = (await metrics.render()).matchAll(
      /askance_labels_total\{source="(\w+)",outcome="(\w+)"\} (\d+)/g,
    )
    return Object.fromEntries(
      [...found].map(([, source, outcome, value]) => [`${source} ${outcome}`, Number(value)]),
    )
  }
  return { metrics, measure, labels }
}

describe('an operation measures its result', () => {
  test('labels are counted by source and outcome', async () => {
    const { measure, labels } = measured()
    measure('teach', { taught: 3 })
    measure('answer', { id: 'a', outcome: 'voted', label: 'x' })
    measure(
      'answers',
      ['learned', 'duplicate', 'late', 'refused'].map((outcome) => ({ outcome })),
    )
    measure('skip', { id: 'a' })
    measure('unsure', { id: 'a' })
    assert.deepEqual(await labels(), {
      'taught learned': 3,
      'question voted': 1,
      'outside learned': 1,
      'outside duplicate': 1,
      'outside late': 1,
      'outside refused': 1,
      'question skipped': 1,
      'question unsure': 1,
    })
  })

  test('leases are tracked between labellers', () => {
    const { measure, metrics } = measured()
    const until = (...ids: readonly string[]) => ids.map((id) => ({ id, leaseExpires: 60 }))
    measure('lease', until('a', 'b', 'c', 'd'))
    assert.equal(metrics.leases.count(), 4)
    measure('answer', { id: 'a', outcome: 'learned', label: 'x' })
    measure('heartbeat', { leaseExpires: 70, lost: ['b'] }, { ids: ['b', 'c'] })
    measure('release', { released: 1 }, { ids: ['d'] })
    assert.equal(metrics.leases.count(), 1)
    measure('undo', until('a')[0])
    assert.equal(metrics.leases.count(), 2)
    measure('lease', until('a'), { count: 1 }, { stream: 'other' })
    assert.equal(metrics.leases.count(), 3)
  })

  test('nobody ends the lease of another person', () => {
    const { measure, metrics } = measured()
    measure('lease', [{ id: 'a', leaseExpires: 60 }])
    measure('release', { released: 0 }, { ids: ['a'] }, { by: 'bob' })
    measure('heartbeat', { leaseExpires: 70, lost: ['a'] }, { ids: ['a'] }, { by: 'bob' })
    assert.equal(metrics.leases.count(), 1)
  })

  test('expired leases are forgotten, although nobody counts them', () => {
    const { metrics } = measured()
    for (let k = 0; k < 5000; k++) metrics.leases.hold('s', String(k), 'ann', k < 10 ? 60 : 40)
    assert.ok(metrics.leases.size <= 1000)
    assert.equal(metrics.leases.count(), 10)
  })
})

test('the service measures results and successful and failed writes', async (context) => {
  const bench = await newBench(context)
  await bench.create()
  await bench.observe('s', ['a', 'b'])
  await bench.take()
  assert.equal(bench.metrics?.leases.count(), 0, 'the lease of a test clock is over')
  bench.faults.append = async () => {
    throw serverError('store/full')
  }
  assert.equal(await failure(bench.observe('s', ['c'])), 'store/full')
  const text = (await bench.metrics?.render()) ?? ''
  assert.match(text, /^askance_store_append_duration_seconds_count 1$/m)
  assert.match(text, /^askance_store_append_failures_total 1$/m)
  assert.match(text, /^askance_store_append_pages 0$/m)
  assert.match(text, /^askance_streams 1$/m)
})
