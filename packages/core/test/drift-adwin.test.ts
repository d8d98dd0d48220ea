import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Adwin } from '../src/drift/adwin.js'
import { Random } from '../src/internals.js'
import { assertNear, differenceOf } from './support/compare.js'

/** ADWIN with its buckets as lists of all their values, newest last, and every statistic recomputed. */
class SlowAdwin {
  buckets: number[][] = []
  readonly delta: number
  readonly range: number

  constructor(delta: number, range: number) {
    this.delta = delta
    this.range = range
  }

  add(value: number): boolean {
    this.buckets.push([value])
    for (let size = 1; ; size *= 2) {
      const same = this.buckets.filter((bucket) => bucket.length === size)
      if (same.length <= 5) break
      const at = this.buckets.indexOf(same[0])
      this.buckets.splice(at, 2, [...same[0], ...same[1]])
    }
    let changed = false
    while (this.differs()) {
      this.buckets.shift()
      changed = true
    }
    return changed
  }

  differs(): boolean {
    const window = this.buckets.flat()
    const n = window.length
    if (n < 3) return false
    const mean = meanOf(window)
    const variance = meanOf(window.map((value) => (value - mean) ** 2))
    const log = Math.log(2 / (this.delta / Math.log(n)))
    return this.buckets.slice(1).some((_, k) => {
      const older = this.buckets.slice(0, k + 1).flat()
      const newer = this.buckets.slice(k + 1).flat()
      const m = 1 / (1 / older.length + 1 / newer.length)
      const epsilon = Math.sqrt((2 / m) * variance * log) + this.range * (2 / (3 * m)) * log
      return Math.abs(meanOf(older) - meanOf(newer)) >= epsilon
    })
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

test('buckets give what the explicit window gives', () => {
  for (const range of [1, 20]) {
    const random = new Random(range, 'adwin')
    const fast = new Adwin({ delta: 0.01, range })
    const slow = new SlowAdwin(0.01, range)
    let changes = 0
    for (let t = 0; t < 600; t++) {
      const level = [0.2, 0.8, 0.3][Math.floor(t / 200)]
      const value = range * (random.uniform() < level ? random.uniform() : 0)
      const changed = slow.add(value)
      assert.equal(fast.add(value), changed, `value ${t}`)
      if (changed) changes++
      const window = slow.buckets.flat()
      assert.equal(fast.width, window.length)
      assertNear(fast.mean, meanOf(window), 'mean')
    }
    assert.ok(changes >= 2, `${changes} changes`)
  }
})

test('an even stream is hardly ever cut, a changed one soon', () => {
  let alarms = 0
  let delays = 0
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed, 'adwin')
    const adwin = new Adwin()
    for (let t = 0; t < 2000; t++) if (adwin.add(random.uniform() < 0.3 ? 1 : 0)) alarms++
    let delay = 1
    while (!adwin.add(random.uniform() < 0.6 ? 1 : 0)) delay++
    delays += delay
  }
  assert.ok(alarms <= 1, `${alarms} false alarms`)
  assert.ok(delays / 20 < 150, `found after ${delays / 20} values`)
})

test('looking less often changes nothing but the delay', () => {
  const adwin = new Adwin({ every: 32 })
  for (let t = 1; t <= 2000; t++) if (adwin.add(t <= 1000 ? 0 : 1)) assert.equal(t % 32, 0)
  assert.ok(adwin.mean > 0.98, `the mean is ${adwin.mean}`)
})

test('a saved detector goes on with the same bits, and a reset one as a new one', () => {
  const random = new Random(3, 'adwin')
  const one = new Adwin()
  for (let t = 0; t < 700; t++) one.add(random.uniform())
  const two = new Adwin()
  two.load(one.save())
  for (let t = 0; t < 700; t++) {
    const value = random.uniform() ** 3
    assert.equal(one.add(value), two.add(value))
  }
  assert.equal(differenceOf(one.save(), two.save()), undefined)
  const fresh = new Adwin()
  two.reset()
  for (let t = 0; t < 100; t++) assert.equal(two.add(t % 2), fresh.add(t % 2))
  assert.equal(two.mean, fresh.mean)
})

test('what is no parameter is refused', () => {
  assert.throws(() => new Adwin({ delta: 0 }), { code: 'parameter/value' })
})
