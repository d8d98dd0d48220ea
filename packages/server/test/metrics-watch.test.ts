import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMetrics, watchedService, watchedStore } from '../src/metrics/index.js'
import type { Service } from '../src/service/service.js'
import type { Store } from '../src/store/store.js'
import type { OperationName } from '../src/stream/operations.js'
import { aPage } from './hooks-tools.js'

const caller = { by: 'ada' }

/** A class with private fields, as the real ones may be: what stands in for it must not take its `this` away. */
class FakeService {
  #now = 50
  readonly results: Partial<Record<OperationName, unknown>> = {}
  now(): number {
    return this.#now
  }
  run(_: string, name: OperationName): Promise<unknown> {
    return name in this.results ? Promise.resolve(this.results[name]) : Promise.reject(new Error('refused'))
  }
  async deleteStream(): Promise<void> {}
}

const watched = () => {
  const fake = new FakeService()
  const store = { listStreams: async () => [], findItems: async () => [] }
  const metrics = createMetrics({ store, now: () => 50 })
  const service = watchedService(fake as unknown as Service, metrics)
  const labels = async (): Promise<Record<string, number>> => {
    const found = (await metrics.render()).matchAll(
      /askance_labels_total\{source="(\w+)",outcome="(\w+)"\} (\d+)/g,
    )
    return Object.fromEntries(
      [...found].map(([, source, outcome, value]) => [`${source} ${outcome}`, Number(value)]),
    )
  }
  return { fake, metrics, service, labels }
}

describe('a watched service', () => {
  test('does what it did before', async () => {
    const { service, fake } = watched()
    assert.equal(service.now(), 50)
    fake.results.predict = ['x']
    assert.equal(await service.run('s', 'predict', { items: [] }, caller), fake.results.predict)
    await assert.rejects(service.run('s', 'answer', { id: 'a', label: 'x' }, caller), /refused/)
  })

  test('labels are counted by where they come from and what becomes of them', async () => {
    const { service, fake, labels } = watched()
    Object.assign(fake.results, {
      teach: { taught: 3 },
      answer: { id: 'a', outcome: 'voted', label: 'x' },
      answers: [
        { outcome: 'learned' },
        { outcome: 'duplicate' },
        { outcome: 'late' },
        { outcome: 'refused' },
      ],
      skip: { id: 'a' },
      unsure: { id: 'a' },
    })
    await service.run('s', 'teach', { items: [] }, caller)
    await service.run('s', 'answer', { id: 'a', label: 'x' }, caller)
    await service.run('s', 'answers', { answers: [] }, caller)
    await service.run('s', 'skip', { id: 'a' }, caller)
    await service.run('s', 'unsure', { id: 'a' }, caller)
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

  test('leases are followed from hand to hand', async () => {
    const { service, fake, metrics } = watched()
    const until = (...ids: readonly string[]) => ids.map((id) => ({ id, until: 60 }))
    fake.results.lease = until('a', 'b', 'c', 'd')
    await service.run('s', 'lease', { count: 4 }, caller)
    assert.equal(metrics.leases.count(), 4)
    fake.results.answer = { id: 'a', outcome: 'learned', label: 'x' }
    await service.run('s', 'answer', { id: 'a', label: 'x' }, caller)
    fake.results.heartbeat = { until: 70, lost: ['b'] }
    await service.run('s', 'heartbeat', { ids: ['b', 'c'] }, caller)
    fake.results.release = { released: 1 }
    await service.run('s', 'release', { ids: ['d'] }, caller)
    assert.equal(metrics.leases.count(), 1)
    fake.results.undo = until('a')[0]
    await service.run('s', 'undo', {}, caller)
    assert.equal(metrics.leases.count(), 2)
    fake.results.lease = until('a')
    await service.run('other', 'lease', { count: 1 }, caller)
    assert.equal(metrics.leases.count(), 3)
  })
})

test('the writing of a watched store is measured, whether it goes well or not', async () => {
  const metrics = createMetrics({ store: { listStreams: async () => [], findItems: async () => [] } })
  let fault: Error | undefined
  const store = watchedStore(
    {
      append: () => (fault ? Promise.reject(fault) : Promise.resolve()),
      check: async () => {},
    } as unknown as Store,
    metrics,
  )
  await store.check()
  await store.append(aPage([]))
  fault = new Error('the disk is full')
  await assert.rejects(store.append(aPage([])), /the disk is full/)
  const text = await metrics.render()
  assert.match(text, /^askance_store_append_duration_seconds_count 1$/m)
  assert.match(text, /^askance_store_append_failures_total 1$/m)
  assert.match(text, /^askance_store_append_pages 0$/m)
})
