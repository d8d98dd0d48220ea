import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deliveriesFor, notableEvents } from '../src/hooks/events.js'
import { aHook, answeredEvent, aPage, observedEvent } from './hooks-tools.js'

const page = aPage([
  observedEvent({ id: 'a', t: 1 }),
  observedEvent({ id: 'b', t: 2, asked: true, reason: 'audit' }),
  answeredEvent({ id: 'b', label: 'spam', by: 'ada' }),
  { ...answeredEvent({ id: 'b', label: 'ham' }), type: 'corrected' },
  { type: 'skipped', id: 'c', time: 5 },
])

describe('messages of a page', () => {
  test('go to subscribed webhooks with their event numbers', () => {
    const hooks = [
      aHook({ id: 'h1' }),
      aHook({ id: 'h2', events: ['answer.learned'] }),
      aHook({ id: 'h3', events: [] }),
    ]
    const deliveries = deliveriesFor(hooks, page)
    assert.deepEqual(
      deliveries.map(({ hook, event }) => [hook, event]),
      [
        ['h1', 'question.opened'],
        ['h1', 'answer.learned'],
        ['h2', 'answer.learned'],
        ['h1', 'answer.learned'],
        ['h2', 'answer.learned'],
      ],
    )
    assert.ok(deliveries.every(({ due }) => due === page.time))
    const bodies = deliveries.filter(({ hook }) => hook === 'h1').map(({ body }) => JSON.parse(body))
    const shared = { stream: 'mails' }
    const { t, predicted, confidence, probability } = observedEvent({ t: 2 })
    assert.deepEqual(bodies, [
      {
        ...shared,
        type: 'question.opened',
        seq: 12,
        time: 2,
        data: { id: 'b', t, predicted, confidence, probability, reason: 'audit' },
      },
      {
        ...shared,
        type: 'answer.learned',
        seq: 13,
        time: 3,
        data: { id: 'b', label: 'spam', by: 'ada', corrected: false },
      },
      {
        ...shared,
        type: 'answer.learned',
        seq: 14,
        time: 3,
        data: { id: 'b', label: 'ham', corrected: true },
      },
    ])
  })

  test('go to a webhook subscribed to all events', () => {
    assert.equal(deliveriesFor([aHook({ events: ['*'] })], page).length, 3)
  })

  test('are empty without webhooks, and no event is parsed', () => {
    assert.deepEqual(deliveriesFor([], { ...page, events: 'no JSON at all' }), [])
  })

  test('items that were not asked are skipped, whatever their ids', () => {
    const odd = aPage([observedEvent({ id: '"asked":true' }), observedEvent({ id: 'x', asked: true })])
    assert.deepEqual(
      notableEvents(odd).map(({ seq }) => seq),
      [12],
    )
    assert.deepEqual(notableEvents({ seq: 1, events: '' }), [])
  })
})
