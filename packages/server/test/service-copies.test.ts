import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoadedStream } from '../src/service/loaded-stream.js'
import { type Copy, Renewals } from '../src/service/renewal.js'
import type { Store } from '../src/store/store.js'
import { until } from './support/until.js'

const streamNamed = (id: string): LoadedStream =>
  ({ id, loading: 0, seq: 0, renames: 0, broken: undefined }) as LoadedStream
const COPY = { seq: 0 } as Copy

/** Renewals whose copies end when the test says. */
const renewals = () => {
  const begun: { readonly id: string; end(copy?: Copy): void; fail(error: Error): void }[] = []
  const events: string[] = []
  const made = new Renewals({
    store: {} as Store,
    begin: ({ id }) =>
      new Promise((end, fail) => {
        begun.push({ id, end, fail })
      }),
    replace: ({ id }) => void events.push(`${id} replaced`),
    drop: ({ id }) => void events.push(`${id} dropped`),
    onError: ({ id }, { message }: Error) => void events.push(`${id} ${message}`),
  })
  return { made, begun, events }
}

describe('copies of streams that are rebuilt', () => {
  test('are made one at a time, and those of streams that broke meanwhile not at all', async () => {
    const { made, begun, events } = renewals()
    const streams = ['a', 'b', 'c'].map(streamNamed)
    for (const stream of streams) assert.ok(made.start(stream) && made.start(stream))
    await until(() => begun.length === 1)
    for (let k = 0; k < 5; k++) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([begun.length, made.running('a') !== undefined, made.running('b')], [1, true, undefined])
    const [, b] = streams
    if (b) b.broken = new Error('died')
    begun[0]?.end(COPY)
    await until(() => begun.length === 2)
    assert.deepEqual(
      begun.map(({ id }) => id),
      ['a', 'c'],
    )
    begun[1]?.end(COPY)
    await made.running('c')
    assert.deepEqual(events, ['a replaced', 'c replaced'])
  })

  test('are no longer made of a stream whose last two were not used', async () => {
    const { made, begun, events } = renewals()
    const stream = streamNamed('a')
    for (let k = 0; k < 2; k++) {
      assert.equal(made.start(stream), true)
      await until(() => begun.length === k + 1)
      if (k === 0) {
        stream.renames += 2
        begun[k]?.end(COPY)
      } else begun[k]?.fail(new Error('failed'))
      await until(() => made.running('a') === undefined)
    }
    assert.deepEqual(events, ['a dropped', 'a failed'])
    assert.equal(made.start(stream), false)
    assert.equal(made.start(streamNamed('a')), true, 'it was loaded again')
  })

  test('are not made without memory', async () => {
    const { made, begun, events } = renewals()
    const stream = streamNamed('a')
    made.start(stream)
    await until(() => begun.length === 1)
    begun[0]?.end(undefined)
    await until(() => made.running('a') === undefined)
    assert.equal(made.start(stream), false)
    assert.deepEqual(events, [])
  })
})
