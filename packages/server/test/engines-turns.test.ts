import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operated } from '../src/engines/slices.js'
import { Turns } from '../src/engines/turns.js'
import { handlers } from '../src/stream/handle/index.js'
import { Stream } from '../src/stream/stream.js'
import { finished } from './support/stream-finished.js'
import { askingConfig, rowItem } from './support/stream-life.js'

/** Work of so many pieces. */
function* pieces(name: string, count: number, told: string[]): Generator<void, string> {
  for (let k = 1; k <= count; k++) {
    told.push(`${name}${k}`)
    yield
  }
  return name
}

describe('turns', () => {
  const added = (turns: Turns, stream: string, begin: () => unknown): Promise<unknown> =>
    new Promise((resolve, reject) => turns.add(stream, { begin, done: resolve, failed: reject }))

  test('are taken piece by piece, and work on one stream in the order in which it came', async () => {
    const turns = new Turns()
    const told: string[] = []
    const done = [
      added(turns, 'a', () => pieces('a', 4, told)),
      added(turns, 'a', () => pieces('x', 2, told)),
      added(turns, 'b', () => pieces('b', 2, told)),
      added(turns, 'c', () => told.push('c')),
    ]
    assert.deepEqual(await Promise.all(done), ['a', 'x', 'b', 3])
    assert.deepEqual(told, ['a1', 'b1', 'c', 'a2', 'b2', 'a3', 'a4', 'x1', 'x2'])
  })

  test('work that fails, at once or later, keeps nobody from going on', async () => {
    const turns = new Turns()
    const failing = function* (): Generator<void, never> {
      yield
      throw new Error('later')
    }
    const ends = await Promise.allSettled([
      added(turns, 'a', () => {
        throw new Error('at once')
      }),
      added(turns, 'a', failing),
      added(turns, 'a', () => 7),
    ])
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message)),
      ['at once', 'later', 7],
    )
  })
})

describe('an operation in slices', () => {
  const circumstances = { time: 5, by: 'sender' }
  const items = Array.from({ length: 150 }, (_, k) => ({ ...rowItem(`i${k}`), id: `i${k}` }))

  for (const name of ['observe', 'teach'] as const)
    test(`is the same as all at once: ${name}`, () => {
      const labelled = items.map((item, k) => ({ ...item, label: k % 2 ? 'ham' : 'spam' }))
      const request = { items: name === 'teach' ? labelled : items } as never
      const [whole, sliced] = [new Stream('s', askingConfig), new Stream('s', askingConfig)]
      const result = handlers[name](whole, request, circumstances)
      const work = operated(sliced, name, request, circumstances)
      work.next()
      assert.ok(sliced.seq < whole.seq, 'it has only begun')
      assert.deepEqual(finished(work), result)
      assert.deepEqual(sliced.page(circumstances), whole.page(circumstances))
    })

  test('takes nothing when one of the last items is bad', () => {
    const stream = new Stream('s', askingConfig)
    const bad = { items: [...items, { id: 'bad', row: { index: [2, 1], value: [1, 1] } }] }
    assert.throws(
      () => finished(operated(stream, 'observe', bad, circumstances)),
      /^AskanceError: item 151: /,
    )
    assert.equal(stream.isAhead, false)
  })
})
