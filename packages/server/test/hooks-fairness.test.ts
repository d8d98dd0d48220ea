import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Dispatcher, waitAfter } from '../src/hooks/dispatcher.js'
import { isPrivateAddress, sendWith } from '../src/hooks/send.js'
import { aHook, HookStore } from './hooks-tools.js'
import { until } from './support/until.js'

const settings = { privateHooks: true }

describe('several webhooks', () => {
  test('a slow one with a long queue delays no other', async (t) => {
    const store = new HookStore()
    const underWay = { most: 0, now: 0 }
    const sent: string[] = []
    for (let k = 0; k < 3000; k++) store.add(aHook({ id: 'slow', url: 'http://slow.example/' }))
    const last = store.add(aHook({ id: 'quick', url: 'http://quick.example/' }))
    const dispatcher = new Dispatcher({
      store,
      settings,
      pause: 5,
      now: () => 1_000_000,
      send: async ({ url, signal }) => {
        sent.push(url)
        if (url.includes('quick')) return 200
        underWay.most = Math.max(underWay.most, ++underWay.now)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        underWay.now--
        throw new Error('too late')
      },
    })
    t.after(() => dispatcher.stop(0))
    dispatcher.start()
    await until(() => store.get(last).state === 'delivered', 'the quick one')
    assert.equal(underWay.most, 4)
    assert.equal(sent.length, 5)
    const slow = [...store.deliveries.values()].filter(({ hook }) => hook === 'slow')
    assert.ok(slow.every(({ state, attempts }) => state === 'waiting' && attempts === 0))
  })

  test('many messages are sent without waiting for the next poll', async (t) => {
    const store = new HookStore()
    for (let k = 0; k < 1500; k++) store.add(aHook())
    const dispatcher = new Dispatcher({ store, settings, pause: 60_000, send: async () => 200 })
    t.after(() => dispatcher.stop(0))
    dispatcher.start()
    await until(
      () => [...store.deliveries.values()].every(({ state }) => state === 'delivered'),
      'all of them',
    )
  })

  test('a store failure is reported, and polling pauses', async (t) => {
    const store = new HookStore()
    const number = store.add(aHook())
    let [faults, sent] = [0, 0]
    const change = store.changeDelivery.bind(store)
    store.changeDelivery = async (...args) => {
      if (faults < 2) throw new Error('the disk is gone')
      return change(...args)
    }
    const dispatcher = new Dispatcher({
      store,
      settings,
      pause: 40,
      send: async () => {
        sent++
        return 200
      },
      onError: () => faults++,
    })
    t.after(() => dispatcher.stop(0))
    const begun = performance.now()
    dispatcher.start()
    await until(() => store.get(number).state === 'delivered', 'the delivery')
    assert.ok(performance.now() - begun > 70)
    assert.deepEqual({ sent, faults }, { sent: 3, faults: 2 })
  })
})

test('delays have random jitter', () => {
  assert.equal(waitAfter(1, 0), 4000)
  assert.equal(waitAfter(1, 1), 6000)
  assert.equal(waitAfter(2, 0.5), 30_000)
  assert.equal(waitAfter(99, 0.5), undefined)
})

test('the connection uses the checked address', async () => {
  const asked: string[] = []
  const send = sendWith({ privateHooks: false }, (hostname, _, callback) => {
    asked.push(hostname)
    const address = '10.0.0.1'
    callback(isPrivateAddress(address) ? new Error(`${address} is private`) : null, [{ address, family: 4 }])
  })
  const { signal } = new AbortController()
  await assert.rejects(
    send({ url: 'http://rebinding.example/', headers: {}, body: '{}', signal }),
    /10.0.0.1 is private/,
  )
  assert.deepEqual(asked, ['rebinding.example'])
})
