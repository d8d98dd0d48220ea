import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sparkPath } from '../src/parts/charts/spark.js'
import {
  emptyListing,
  matchesSearch,
  pageStarts,
  type Stream,
  withPage,
} from '../src/streams/list/listing.js'
import { RequestQueue } from '../src/streams/list/request-queue.js'
import { classLine, gainText, streamState } from '../src/streams/list/status-text.js'

const streamOf = (id: string, change: Partial<Stream['config']> = {}, counts = {}): Stream => ({
  id,
  created: 0,
  version: 1,
  seq: 0,
  changed: 1000,
  may: ['read'],
  counts: { items: 10, open: 0, spent: 0, answers: 0, taught: 0, ...counts },
  config: {
    classes: ['a', 'b'],
    algorithm: 'auto',
    parameters: {},
    budget: { ratio: 0.1 },
    measure: 0.2,
    drift: true,
    answersPerItem: 1,
    consensus: 'majority',
    leaseSeconds: 60,
    seed: 1,
    paused: false,
    ...change,
  },
})

const idsIn = ({ streams }: { readonly streams: readonly Stream[] }) => streams.map(({ id }) => id).join('')

describe('the list of streams', () => {
  const first = { items: ['a', 'b', 'c'].map((id) => streamOf(id)), next: 'after-c' }
  const second = { items: ['d', 'e'].map((id) => streamOf(id)) }
  const one = withPage(emptyListing, { after: '' }, first)
  const both = withPage(one, { after: 'c', cursor: 'after-c' }, second)

  test('grows page by page', () => {
    assert.equal(idsIn(one), 'abc')
    assert.deepEqual(one.next, { after: 'c', cursor: 'after-c' })
    assert.equal(idsIn(both), 'abcde')
    assert.equal(both.next, undefined)
    assert.deepEqual(both.starts, [{ after: '' }, { after: 'c', cursor: 'after-c' }])
  })

  test('a refreshed page replaces only its range', () => {
    const again = { items: [streamOf('a', { paused: true }), streamOf('c'), streamOf('d')], next: 'after-d' }
    const now = withPage(both, { after: '' }, again)
    assert.equal(idsIn(now), 'acde')
    assert.equal(now.streams[0]?.config.paused, true)
    assert.equal(now.next, undefined)
    assert.equal(now.starts.length, 2)
  })

  test('includes streams added between pages', () => {
    const again = { items: ['a', 'aa', 'b'].map((id) => streamOf(id)), next: 'after-b' }
    const now = withPage(one, { after: '' }, again)
    assert.equal(idsIn(now), 'aaabc')
    assert.deepEqual(now.next, { after: 'b', cursor: 'after-b' })
  })

  test('drops later pages if all their streams were deleted', () => {
    const now = withPage(both, { after: '' }, { items: [streamOf('b')] })
    assert.equal(idsIn(now), 'b')
    assert.deepEqual(now.starts, [{ after: '' }])
    assert.equal(now.next, undefined)
  })

  test('refreshes only visible pages', () => {
    assert.deepEqual(pageStarts(both.starts, ['b']), [{ after: '' }])
    assert.deepEqual(pageStarts(both.starts, ['e']), [{ after: 'c', cursor: 'after-c' }])
    assert.equal(pageStarts(both.starts, ['a', 'd']).length, 2)
    assert.deepEqual(pageStarts(both.starts, []), [])
  })

  test('searches title and id', () => {
    assert.equal(matchesSearch({ id: 'x' }, ''), true)
    assert.equal(matchesSearch({ id: 'x', title: 'Front desk' }, 'x front'), true)
    assert.equal(matchesSearch({ id: 'x', title: 'Front desk' }, 'front y'), false)
  })
})

describe('status text of a stream', () => {
  test('shows paused first, then new, warming up, active', () => {
    assert.equal(streamState(streamOf('a', { paused: true }), 4000).text, 'paused, updated 3 s ago')
    assert.equal(streamState(streamOf('a', {}, { items: 0 }), 4000).text, 'no items yet')
    assert.equal(streamState(streamOf('a', {}, { answers: 19 }), 4000).state, 'warm')
    assert.equal(streamState(streamOf('a', {}, { answers: 20 }), 4000).text, 'active, updated 3 s ago')
  })

  test('reports a gain only if the whole interval is on one side of 0', () => {
    const text = (value: number | undefined, low: number, high: number) =>
      gainText({
        ...(value !== undefined && { value }),
        fixedTime: { low, high },
        anyTime: { low: -1, high: 1 },
      })
    assert.deepEqual(text(0.02, 0.001, 0.04), { finding: '2.0 ahead of random (0.1 to 4.0)' })
    assert.equal(text(-0.03, -0.05, -0.01).finding, '3.0 behind random (−5.0 to −1.0)')
    assert.equal(text(-0.001, -0.006, 0.004).finding, 'No gain: −0.6 to 0.4')
    assert.deepEqual(text(0.02, -0.1, 0.2), { so: 'Unclear: −10.0 to 20.0.' })
    assert.deepEqual(text(undefined, -1, 1), { so: 'Too early to tell.' })
    assert.deepEqual(text(0, 0, 0), { so: 'No difference so far.' })
  })

  test('shortens long class lists', () => {
    assert.equal(classLine(['a', 'b']), 'a, b')
    assert.equal(classLine(['a', 'b', 'c'], 2), 'a, b and 1 more')
  })
})

describe('the sparkline', () => {
  const window = (to: number, value: number | null, low: number, high: number) => ({
    to,
    accuracy: { value, low, high },
  })
  const size = { width: 100, height: 40 }

  test('spans the width and stays within the height', () => {
    const spark = sparkPath(
      [window(5, 0.2, 0, 1), window(10, 0.5, 0.3, 0.7), window(20, 0.9, 0.8, 0.95)],
      size,
    )
    assert.equal(spark?.line, 'M4 36L96 7.6')
    assert.deepEqual(spark?.end, { x: 96, y: 7.6 })
    const heights = [...(spark?.band ?? '').matchAll(/[ML]\S+ (\S+?)(?=[LZ]|$)/g)].map(([, y]) => Number(y))
    assert.equal(heights.length, 4)
    assert.ok(heights.every((y) => y >= 0 && y <= size.height))
  })

  test('skips unknown values and supports a single point', () => {
    assert.equal(sparkPath([window(10, null, 0, 1)], size), undefined)
    assert.deepEqual(sparkPath([window(10, 1, 1, 1)], size)?.end, { x: 96, y: 20 })
  })
})

describe('the request queue', () => {
  test('limits concurrency, keeps the order and survives failures', async () => {
    const turns = new RequestQueue(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const task = (n: number) => () =>
      new Promise<number>((resolve, reject) => {
        begun.push(n)
        ends.push(() => (n === 1 ? reject(new Error('no')) : resolve(n)))
      })
    const all = [1, 2, 3].map((n) => turns.run(task(n)))
    assert.deepEqual(begun, [1, 2])
    ends[0]?.()
    await assert.rejects(all[0]!, /no/)
    await new Promise(setImmediate)
    assert.deepEqual(begun, [1, 2, 3])
    ends[1]?.()
    ends[2]?.()
    assert.deepEqual(await Promise.all(all.slice(1)), [2, 3])
  })

  test('aborted requests never start', async () => {
    const turns = new RequestQueue(1)
    const control = new AbortController()
    control.abort()
    let ran = false
    const run = async () => {
      ran = true
    }
    assert.equal(await turns.run(run, control.signal), undefined)
    assert.equal(ran, false)
  })
})
