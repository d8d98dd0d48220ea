import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MemoryWire } from '../src/cluster/memory-wire.js'
import { wireConforms } from './support/wire-conformance.js'

describe('the wire in memory', () => {
  const wire = new MemoryWire()
  wireConforms(async () => wire, 'conforms')

  test('ends a lease when its time is over', async () => {
    let time = 0
    const timed = new MemoryWire(() => time)
    const lease = await timed.lease('a', 5)
    time = 4999
    assert.equal(await lease?.renew(), true)
    time = 9998
    assert.equal(await timed.lease('a', 5), undefined)
    time = 9999
    assert.ok(await timed.lease('a', 5))
    assert.equal(await lease?.renew(), false)
  })
})
