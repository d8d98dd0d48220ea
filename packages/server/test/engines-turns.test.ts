import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Turns } from '../src/engines/turns.js'
import { operations } from '../src/operations/index.js'
import { Stream } from '../src/stream/stream.js'
import { finished } from './support/stream-finished.js'
import { askingConfig, rowItem } from './support/stream-life.js'

/** Work of so many pieces. */
function* pieces(name: string, count: number, order: string[]): Generator<void, string> {
  for (let k = 1; k <= count; k++) {
    order.push(`${name}${k}`)
    yield
  }
  return name
}

describe('turns', () => {
  test('interleave streams in slices and keep the order within a stream', async () => {
    const turns = new Turns()
    const order: string[] = []
    const done = [
      turns.run('a', () => pieces('a', 4, order)),
      turns.run('a', () => pieces('x', 2, order)),
      turns.run('b', () => pieces('b', 2, order)),
      turns.run('c', () => order.push('c')),
    ]
    assert.deepEqual(await Promise.all(done), ['a', 'x', 'b', 3])
    assert.deepEqual(order, ['a1', 'b1', 'c', 'a2', 'b2', 'a3', 'a4', 'x1', 'x2'])
  })

  test('a failing job does not block the others', async () => {
    const turns = new Turns()
    const failing = function* (): Generator<void, never> {
      yield
      throw new Error('later')
    }
    const ends = await Promise.allSettled([
      turns.run('a', () => {
        throw new Error('at once')
      }),
      turns.run('a', failing),
      turns.run('a', () => 7),
    ])
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message)),
      ['at once', 'later', 7],
    )
  })
})

describe('an operation in slices', () => {
  const context = { time: 5, by: 'sender' }
  const items = Array.from({ length: 150 }, (_, k) => ({ ...rowItem(`i${k}`), id: `i${k}` }))
  const begin = (stream: Stream, name: 'observe' | 'teach', entries: readonly object[]) =>
    operations[name].handle(stream, { items: entries } as never, context) as Generator<void, unknown>

  for (const name of ['observe', 'teach'] as const)
    test(`yields after every 32 items, and does the same as one by one: ${name}`, () => {
      const entries = items.map((item, k) =>
        name === 'teach' ? { ...item, label: k % 2 ? 'ham' : 'spam' } : item,
      )
      const [single, sliced] = [new Stream('s', askingConfig), new Stream('s', askingConfig)]
      const results = entries.map((entry) => finished(begin(single, name, [entry])))
      const work = begin(sliced, name, entries)
      work.next()
      assert.ok(sliced.seq > 0 && sliced.seq < single.seq, 'it has only begun')
      let slices = 1
      let turn = work.next()
      for (; !turn.done; turn = work.next()) slices++
      assert.equal(slices, 4)
      assert.deepEqual(turn.value, name === 'teach' ? { taught: 150 } : results.flat())
      assert.deepEqual(sliced.page(context)?.events, single.page(context)?.events)
    })

  test('observes nothing if one of the last items is invalid', () => {
    const stream = new Stream('s', askingConfig)
    finished(begin(stream, 'observe', [{ id: 'first', ...rowItem('first') }]))
    stream.page(context)
    const bad = [...items, { id: 'bad', text: 'not a row' }]
    assert.throws(() => finished(begin(stream, 'observe', bad)), /^AskanceError: item 151: /)
    assert.equal(stream.isAhead, false)
  })
})
