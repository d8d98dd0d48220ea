import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesFor } from '../src/hooks/events.js'
import type { Draft } from '../src/stream/draft.js'
import { aHook } from './hooks-tools.js'
import { eventsOf, Life } from './support/stream-life.js'

const config = { classes: ['a', 'b'], algorithm: 'PA-I', measure: 0.2, drift: true, seed: 1 }

/** Sends items whose feature says the class, unless they are noise, and answers each. */
const play = (life: Life, from: number, to: number, isNoise = false): void => {
  for (let t = from; t < to; t++) {
    const id = `i${t}`
    const isB = t % 2 === 1
    life.run('observe', { items: [{ id, row: { index: [isB ? 1 : 2], value: [1] } }] }, 'sender')
    life.run('answers', { answers: [{ id, label: (isNoise ? t % 3 === 0 : isB) ? 'b' : 'a' }] }, 'ann')
  }
}

const sent = (pages: readonly Draft[]) =>
  pages
    .flatMap((page) => deliveriesFor([aHook({ events: ['stop.advised'] })], { ...page, stream: 'mails' }))
    .map(({ body }) => JSON.parse(body))

const advice = (life: Life) =>
  eventsOf(life.pages).flatMap((event) => (event.type === 'advised' ? [event.stop] : []))

test('a webhook hears once that more labels are unlikely to help, and again only after it was not so', () => {
  const life = new Life(config)
  play(life, 0, 110)
  assert.deepEqual(advice(life), [])
  play(life, 110, 240)
  assert.deepEqual(advice(life), [true])
  const [message] = sent(life.pages)
  assert.equal(message.type, 'stop.advised')
  assert.equal(message.stream, 'mails')
  assert.ok(message.data.upper < 0.01 && message.data.labels >= 100)
  assert.match(message.data.text, /^100 more labels would raise accuracy by at most 0\.\d points \(95 %\)/)
  assert.equal(sent(life.pages).length, 1)
  play(life, 240, 246, true)
  assert.deepEqual(advice(life), [true, false])
  play(life, 246, 1000)
  assert.deepEqual(advice(life), [true, false, true])
  assert.equal(sent(life.pages).length, 2)
})

test('the advice survives a snapshot and a replay', () => {
  const life = new Life(config)
  play(life, 0, 240)
  const { length } = life.pages
  for (const again of [life.replayed(), life.replayed(length, life.stream.save())]) {
    play(again, 240, 300)
    assert.deepEqual(advice(again), [])
  }
})
