import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCode } from '@askance/core/internals'
import { Lease } from '../src/nodes/lease.js'
import { nodeAddress } from '../src/settings/nodes.js'
import { readSettings } from '../src/settings/read.js'

const STORE = 'postgres://askance@db/askance'
const code = (flags: Record<string, unknown>): string => {
  try {
    readSettings({ flags })
    return 'accepted'
  } catch (error) {
    return hasCode(error, 'node/store') ? 'node/store' : (error as { code: string }).code
  }
}

test('refuses a node over SQLite, and addresses that others cannot use', () => {
  assert.equal(code({ node: 'a', store: 'askance.sqlite' }), 'node/store')
  assert.equal(code({ node: 'a', store: STORE }), 'accepted')
  assert.equal(code({ node: 'a b', store: STORE }), 'setting/value')
  assert.equal(code({ node: 'a', store: STORE, host: '0.0.0.0' }), 'setting/value')
  assert.equal(
    code({ node: 'a', store: STORE, host: '0.0.0.0', advertise: 'http://10.0.0.1:8642' }),
    'accepted',
  )
  assert.equal(code({ node: 'a', store: STORE, advertise: 'http://10.0.0.1/path' }), 'setting/value')
  assert.equal(code({ node: 'a', store: STORE, advertise: 'ftp://10.0.0.1' }), 'setting/value')
  assert.equal(code({ advertise: 'nonsense' }), 'accepted', 'it does nothing without a node')
  assert.equal(nodeAddress({ advertise: '', host: '127.0.0.1' }, 5), 'http://127.0.0.1:5')
})

test('a lease lasts from the beginning of a heartbeat, and not beyond its end', () => {
  const lease = new Lease(60_000)
  assert.equal(lease.isValid, false, 'before the first heartbeat')
  const until = lease.begin()
  lease.extend(until)
  assert.equal(lease.isValid, true)
  lease.extend({ ...until, wall: Date.now() - 1 })
  assert.equal(lease.isValid, false, 'after the machine was suspended')
  lease.extend({ ...until, running: performance.now() - 1 })
  assert.equal(lease.isValid, false, 'after the process was stopped')
})
