import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Dispatcher } from '../src/hooks/dispatcher.js'
import { deliveriesFor } from '../src/hooks/events.js'
import { mergesOf, PREDICTED, passes } from '../src/hooks/predictions.js'
import type { ObservedEvent } from '../src/stream/classifier.js'
import { aHook, aPage, HookStore, observedEvent } from './hooks-tools.js'
import { until } from './support/until.js'

const predicting = (differing = {}) => aHook({ events: [PREDICTED], ...differing })

/** A page with so many decisions; the ids have so many characters. */
const pageOf = (count: number, length = 5) =>
  aPage(Array.from({ length: count }, (_, k) => observedEvent({ id: String(k).padStart(length, '0'), t: k })))

const idsIn = (body: string): string[] =>
  JSON.parse(body).data.predictions.map(({ id }: { id: string }) => id)

describe('webhook messages about predictions', () => {
  test('have every item, with its number, in messages of limited size', () => {
    const deliveries = deliveriesFor([predicting()], pageOf(1100))
    assert.deepEqual(
      deliveries.map(({ body }) => idsIn(body).length),
      [500, 500, 100],
    )
    assert.ok(deliveries.every(({ event, due }) => event === PREDICTED && due === 1000))
    const { data, ...head } = JSON.parse(deliveries[1].body)
    assert.deepEqual(head, { type: PREDICTED, stream: 'mails', seq: 511, time: 2 })
    assert.deepEqual(data.predictions[0], {
      ...{ seq: 511, id: '00500', t: 500, time: 2, predicted: 'spam', confidence: 0.75 },
      asked: false,
      ready: true,
    })
    const long = deliveriesFor([predicting()], pageOf(400, 5000))
    assert.ok(long.length > 4)
    assert.ok(long.every(({ body }) => body.length < 270_000))
    assert.equal(long.flatMap(({ body }) => idsIn(body)).length, 400)
  })

  test('do not go to a webhook that is subscribed to all events', () => {
    assert.deepEqual(deliveriesFor([aHook({ events: ['*'] })], pageOf(3)), [])
  })

  test('pass a filter by class and confidence', () => {
    const event = (differing: object) => observedEvent(differing) as ObservedEvent
    const sure = { classes: ['spam'], minConfidence: 0.9 }
    assert.ok(passes(sure, event({ confidence: 0.9 })))
    assert.ok(!passes(sure, event({ confidence: 0.89 })))
    assert.ok(!passes(sure, event({ confidence: 0.95, predicted: 'ham' })))
    assert.ok(passes({ maxConfidence: 0.6 }, event({ confidence: 0.5 })))
    assert.ok(!passes({ maxConfidence: 0.6 }, event({ confidence: 0.7 })))
    assert.ok(!passes({}, event({ ready: false })), 'a model that has learned nothing')
    const filtered = deliveriesFor([predicting({ filter: { classes: ['ham'] } })], pageOf(3))
    assert.deepEqual(filtered, [])
  })

  test('pass a filter of a multi-label stream by one of their labels', () => {
    const part = (label: string, confidence: number) => ({ label, event: observedEvent({ confidence }) })
    const event = {
      type: 'observed',
      predicted: ['urgent', 'billing'],
      confidence: 0.6,
      parts: [part('urgent', 0.95), part('billing', 0.6), part('legal', 0.99)],
    } as unknown as ObservedEvent
    assert.ok(passes({ classes: ['urgent'], minConfidence: 0.9 }, event))
    assert.ok(!passes({ classes: ['billing'], minConfidence: 0.9 }, event))
    assert.ok(!passes({ classes: ['legal'] }, event), 'it was not predicted')
    assert.ok(!passes({ minConfidence: 0.9 }, event), 'without classes, the least certain one counts')
  })
})

/** A store with a message for each of so many items. */
const storeOf = (count: number, ...hooks: string[]): HookStore => {
  const store = new HookStore()
  for (const id of hooks) {
    store.hooks.set(id, predicting({ id }))
    for (let k = 0; k < count; k++)
      for (const delivery of deliveriesFor([predicting({ id })], aPage([observedEvent({ id: `${id}${k}` })])))
        store.put({ ...delivery, due: 0 })
  }
  return store
}

describe('sending predictions', () => {
  test('merges messages that were not sent, by webhook', () => {
    const store = storeOf(3, 'a', 'b')
    const [first, ...others] = store.deliveries.values()
    const merges = mergesOf([{ ...first, attempts: 1 }, ...others])
    assert.deepEqual(
      merges.map(({ replaced, delivery }) => [delivery.hook, replaced, idsIn(delivery.body)]),
      [
        ['a', [2, 3], ['a1', 'a2']],
        ['b', [4, 5, 6], ['b0', 'b1', 'b2']],
      ],
    )
  })

  const sending = (store: HookStore, status: number) => {
    const sent: { readonly url: string; readonly body: string }[] = []
    const outcomes: string[] = []
    const clock = { now: 10_000 }
    const dispatcher = new Dispatcher({
      store,
      settings: { privateHooks: true },
      now: () => clock.now,
      pause: 5,
      send: async (posted) => {
        sent.push(posted)
        return status
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    dispatcher.start()
    return { sent, outcomes, clock, dispatcher }
  }

  test('a fast stream makes few requests, and every prediction arrives once', async (t) => {
    const store = storeOf(1200, 'a')
    const { sent, dispatcher } = sending(store, 200)
    t.after(() => dispatcher.stop(0))
    const ids = () => sent.flatMap(({ body }) => idsIn(body))
    await until(() => ids().length >= 1200, 'all predictions')
    assert.equal(new Set(ids()).size, 1200)
    assert.equal(ids().length, 1200)
    assert.ok(sent.length <= 12, `${sent.length} requests`)
  })

  test('a receiver that is down keeps the latest messages, and a count of those dropped', async (t) => {
    const store = storeOf(1, 'a')
    const { outcomes, dispatcher } = sending(store, 503)
    t.after(() => dispatcher.stop(0))
    for (let k = 1; k <= 205; k++) {
      const failed = () => outcomes.filter((outcome) => outcome === 'failed').length
      await until(() => failed() >= k, 'an attempt')
      const [delivery] = deliveriesFor([predicting({ id: 'a' })], aPage([observedEvent({ id: `n${k}` })]))
      store.put({ ...delivery, due: 0 })
      dispatcher.wake()
    }
    await until(() => outcomes.filter((outcome) => outcome === 'dropped').length === 6, 'drops')
    assert.equal(store.deliveries.size, 200)
    assert.deepEqual(idsIn([...store.deliveries.values()].at(-1)!.body), ['n205'])
  })

  test('a receiver that is slower than the stream keeps the latest messages', async (t) => {
    const store = storeOf(0)
    const predictions = Array.from({ length: 300 }, (_, seq) => ({ seq, time: 0, confidence: 1 }))
    const body = JSON.stringify({
      type: 'item.predicted',
      stream: 's',
      seq: 0,
      time: 0,
      data: { predictions },
    })
    store.hooks.set('a', predicting({ id: 'a' }))
    for (let k = 0; k < 390; k++) store.put({ hook: 'a', event: 'item.predicted', body, due: 0 })
    const outcomes: string[] = []
    const dispatcher = new Dispatcher({
      store,
      settings: { privateHooks: true },
      now: () => 10_000,
      pause: 1,
      send: async () => {
        await until(() => store.looks >= 3, 'more polls')
        return 200
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    dispatcher.start()
    t.after(() => dispatcher.stop(0))
    await until(() => outcomes.includes('dropped'), 'drops')
    assert.ok([...store.deliveries.values()].filter(({ state }) => state === 'waiting').length <= 200)
  })
})
