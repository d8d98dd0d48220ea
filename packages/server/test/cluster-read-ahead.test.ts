import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ReadAhead } from '../src/cluster/read-ahead.js'
import type { Message } from '../src/cluster/wire.js'
import { until } from './support/until.js'

const message = (seq: number): Message => ({ seq, stream: 's', bytes: new Uint8Array(0) })

describe('reading ahead', () => {
  test('keeps at most so many messages, in order, and goes on when some were taken', async () => {
    let read = 0
    const ahead = new ReadAhead({
      async *read(signal) {
        while (!signal.aborted) yield message(++read)
      },
      convert: ({ seq }) => seq,
      most: 3,
    })
    const taken: number[] = []
    while (taken.length < 10) {
      await ahead.wait()
      assert.ok(ahead.length <= 3)
      taken.push(...ahead.take((kept) => kept.splice(0, 2)))
    }
    assert.deepEqual(
      taken,
      taken.map((_, k) => k + 1),
    )
    await ahead.close()
    assert.ok(read <= taken.length + 4, `${read}`)
  })

  test('tells of a failure and of a wake that came while nobody waited', async () => {
    let fail = (): void => undefined
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('lost'))
    })
    let isReading = false
    const ahead = new ReadAhead({
      async *read(): AsyncIterable<Message> {
        isReading = true
        yield await failed
      },
      convert: ({ seq }) => seq,
      most: 3,
    })
    ahead.wake()
    await ahead.wait()
    await ahead.wait(0)
    await until(() => isReading)
    fail()
    await assert.rejects(failed)
    await assert.rejects(ahead.wait(), /lost/)
    await ahead.close()
  })
})
