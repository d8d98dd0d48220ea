import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Parameter } from '@askance/core'
import { type Dial, findAlgorithm, Random, resolveParameters } from '@askance/core/internals'
import { Aim } from '../src/aim/dial.js'
import { type Found, fewestQuestionsAt, searchDial } from '../src/aim/search.js'
import { contentAddress } from '../src/jobs/job.js'

const ITEMS = 2000
const FAIR = 0.1

/** How many questions come of a dial that is turned to the right on a log scale. */
type Shape = (x: number) => number

const power =
  (exponent: number, at: number): Shape =>
  (x) =>
    ITEMS * Math.min(1, (x / at) ** exponent)
const saturating =
  (at: number): Shape =>
  (x) =>
    ITEMS * (x / (x + at))
const withFloor =
  (floor: number, shape: Shape): Shape =>
  (x) =>
    floor + ((ITEMS - floor) * shape(x)) / ITEMS
const withCeiling =
  (most: number, shape: Shape): Shape =>
  (x) =>
    (most * shape(x)) / ITEMS
/** Questions are counted in whole numbers. */
const whole =
  (shape: Shape): Shape =>
  (x) =>
    Math.round(shape(x))
/** Another value gives another course of questions; the same value gives the same. */
const noisy =
  (shape: Shape, share: number, seed: number): Shape =>
  (x) => {
    const random = new Random(seed, contentAddress(x))
    return Math.max(0, Math.min(ITEMS, Math.round(shape(x) * (1 + share * random.normal()))))
  }

const declared = (range: Partial<Parameter>): Parameter => ({
  name: 'b',
  symbol: 'b',
  type: 'number',
  default: 1,
  summary: '',
  ...range,
})

const open = declared({ above: 0 })
const closed = declared({ above: 0, max: 1, default: 0.5 })
const inside = declared({ above: 0, below: 1, default: 0.1 })
const narrow = declared({ min: 0.001, max: 1000 })
const parameters: Readonly<Record<string, Parameter>> = { open, closed, inside, narrow }

/** Runs a search to its end; every value it tries must be one that the parameter admits. */
const searched = (
  shape: Shape,
  options: { parameter: Parameter; more: 'up' | 'down'; wanted: number; start?: number; maxPasses?: number },
): Found & { passes: number } => {
  const { parameter, more } = options
  const search = searchDial(options)
  let passes = 0
  let next = search.next()
  while (!next.done) {
    resolveParameters('it', [parameter], { [parameter.name]: next.value })
    passes++
    next = search.next(shape(more === 'up' ? next.value : 1 / next.value))
  }
  assert.equal(next.value.trials.length, passes)
  assert.ok(next.value.trials.some(({ value }) => value === next.value?.value))
  return { ...next.value, passes }
}

const isFair = (asked: number, wanted: number): boolean =>
  Math.abs(asked - wanted) <= Math.max(1, FAIR * wanted)

describe('the search for the value of a dial', () => {
  const wanteds = [2, 20, 100, 400, 1500]

  for (const more of ['up', 'down'] as const)
    test(`reaches what can be reached, ${more}wards, over sixty powers of ten`, () => {
      for (const at of [1e-30, 1e-6, 1, 1e3, 1e30])
        for (const [name, shape] of Object.entries({
          'power 0.1': power(0.1, at),
          'power 1': power(1, at),
          'power 5': power(5, at),
          'counted power 2': whole(power(2, at)),
          saturating: saturating(at),
          'saturating, counted': whole(saturating(at)),
          'low floor': withFloor(1.5, saturating(at)),
        }))
          for (const wanted of wanteds) {
            const about = `${name} at ${at}, ${wanted} wanted, ${more}`
            const { status, asked, value, passes } = searched(shape, { parameter: open, more, wanted })
            assert.equal(status, 'reached', `${about}: ${asked} in ${passes} passes`)
            assert.ok(isFair(asked, wanted), `${about}: ${asked}`)
            assert.equal(asked, shape(more === 'up' ? value : 1 / value), about)
            assert.ok(passes <= 25, `${about}: ${passes} passes`)
          }
    })

  test('converges in few passes from a close start', () => {
    let total = 0
    let count = 0
    for (const at of [0.1, 1, 10])
      for (const exponent of [0.5, 1, 2])
        for (const wanted of wanteds) {
          const found = searched(power(exponent, at), { parameter: open, more: 'up', wanted })
          assert.ok(Math.abs(found.asked - wanted) <= Math.max(1, 0.02 * wanted))
          total += found.passes
          count++
        }
    assert.ok(total / count < 8, `${total / count} passes on average`)
  })

  for (const name of ['closed', 'inside', 'narrow'])
    for (const more of ['up', 'down'] as const)
      test(`stays within a range that is ${name}, ${more}wards, and says what cannot be reached there`, () => {
        const parameter = parameters[name]
        const [low, high] = name === 'narrow' ? [0.001, 1000] : [1e-100, 1]
        for (const at of [1e-5, 0.3, 1, 40])
          for (const exponent of [0.3, 1, 3])
            for (const wanted of wanteds) {
              const shape = power(exponent, at)
              const ends = [low, high].map((end) => shape(more === 'up' ? end : 1 / end))
              const [least, most] = [Math.min(...ends), Math.max(...ends)]
              const { status, asked } = searched(shape, { parameter, more, wanted })
              const about = `power ${exponent} at ${at}, ${wanted} wanted: ${asked}`
              if (least <= wanted && wanted <= most) assert.equal(status, 'reached', about)
              else if (!isFair(least, wanted) && least > wanted) assert.equal(status, 'too many', about)
              else if (!isFair(most, wanted) && most < wanted) assert.equal(status, 'too few', about)
            }
      })

  test('distinguishes a gap from an unreachable side', () => {
    const steps: Shape = (x) => (x < 3 ? 10 : x < 300 ? 500 : 1900)
    const found = (wanted: number, parameter = open) =>
      searched(steps, { parameter, more: 'up', wanted }).status
    assert.equal(found(10), 'reached')
    assert.equal(found(500), 'reached')
    assert.equal(found(1900), 'reached')
    assert.equal(found(100), 'gap')
    assert.equal(found(1000), 'gap')
    assert.equal(found(5), 'too many')
    assert.equal(found(2000, narrow), 'reached', 'within a tenth')
    assert.equal(found(1000, declared({ above: 0, max: 100 })), 'too few')
    const floored = withFloor(300, saturating(1))
    assert.equal(searched(floored, { parameter: open, more: 'up', wanted: 100 }).status, 'too many')
    assert.equal(searched(floored, { parameter: open, more: 'down', wanted: 100 }).status, 'too many')
    const capped = withCeiling(300, saturating(1))
    assert.equal(searched(capped, { parameter: open, more: 'up', wanted: 1000 }).status, 'too few')
    assert.equal(searched(capped, { parameter: open, more: 'down', wanted: 1000 }).status, 'too few')
  })

  test('accepts a floor within a tenth of the target, and no other', () => {
    const found = (floor: number, wanted: number) =>
      searched(withFloor(floor, saturating(1)), { parameter: open, more: 'up', wanted }).status
    assert.deepEqual([found(109, 100), found(111, 100)], ['reached', 'too many'])
    assert.deepEqual([found(2.9, 2), found(3.1, 2)], ['reached', 'too many'], 'one label more is fair')
  })

  test('never exceeds the maximum number of passes', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed, 'wild')
      const wild: Shape = (x) => new Random(seed, `wild ${x}`).below(ITEMS)
      const maxPasses = 1 + random.below(30)
      const wanted = 1 + random.below(ITEMS)
      const more = random.uniform() < 0.5 ? 'up' : 'down'
      const parameter = Object.values(parameters)[random.below(4)]
      const { passes } = searched(wild, { parameter, more, wanted, maxPasses })
      assert.ok(passes >= 1 && passes <= maxPasses, `seed ${seed}`)
    }
  })

  test('reaches the target despite a few percent of noise', () => {
    let missed = 0
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed, 'noisy')
      const shape = noisy(power(0.3 + 2 * random.uniform(), 10 ** (6 * random.uniform() - 3)), 0.05, seed)
      const wanted = 20 + random.below(1000)
      const { status, asked } = searched(shape, { parameter: open, more: 'up', wanted })
      assert.equal(status === 'reached', isFair(asked, wanted), `seed ${seed}`)
      if (status !== 'reached') missed++
    }
    assert.ok(missed <= 1, `${missed} of 100 missed`)
  })

  test('starts at the given value, and a good start saves passes', () => {
    const shape = power(1, 1e12)
    const far = searched(shape, { parameter: open, more: 'up', wanted: 200 })
    const near = searched(shape, { parameter: open, more: 'up', wanted: 200, start: 1.01e11 })
    assert.equal(near.passes, 1)
    assert.ok(Math.abs(near.trials[0].value / 1.01e11 - 1) < 1e-12)
    assert.ok(far.passes > 4)
  })

  test('the value with the fewest questions is within the range', () => {
    for (const parameter of Object.values(parameters))
      for (const more of ['up', 'down'] as const) {
        const value = fewestQuestionsAt(parameter, more)
        resolveParameters('it', [parameter], { b: value })
      }
    assert.equal(fewestQuestionsAt(open, 'up'), 1e-100)
    assert.equal(fewestQuestionsAt(closed, 'down'), 1)
    assert.equal(fewestQuestionsAt(narrow, 'up'), 0.001)
  })
})

describe('a dial searched for several ratios', () => {
  const dial: Dial = { parameter: open, more: 'up', isExact: false }
  const options = { close: 0.01, maxPasses: 20 }
  const counting = (shape: Shape, hasFloor: boolean) => {
    const tried: number[] = []
    const algorithm = findAlgorithm(hasFloor ? 'D-AMD' : 'M-AMD')
    const aim = new Aim(algorithm, dial, ITEMS, (value) => {
      tried.push(value)
      return shape(value)
    })
    return { tried, aim }
  }

  test('needs fewer passes for a second ratio, and none for the same ratio again', () => {
    let [together, alone] = [0, 0]
    for (const at of [1e-4, 1, 1e4])
      for (const ratio of [0.02, 0.1, 0.5]) {
        const shape = whole(power(0.8, at))
        const shared = counting(shape, false)
        shared.aim.at(0.05, options)
        const before = shared.tried.length
        const found = shared.aim.at(ratio, options)
        assert.equal(found.status, 'reached')
        together += shared.tried.length - before
        const own = counting(shape, false)
        assert.equal(own.aim.at(ratio, options).status, 'reached')
        alone += own.tried.length
        const after = shared.tried.length
        assert.deepEqual(shared.aim.at(ratio, options).value, found.value)
        assert.equal(shared.tried.length, after)
        assert.equal(new Set(shared.tried).size, shared.tried.length, 'no value is tried twice')
      }
    assert.ok(together < 0.7 * alone, `${together} passes against ${alone}`)
  })

  test('detects a ratio below the floor with one pass for all ratios', () => {
    const { tried, aim } = counting(withFloor(500, saturating(1)), true)
    const found = aim.at(0.01, options)
    assert.deepEqual([found.status, found.value], ['too many', fewestQuestionsAt(open, 'up')])
    assert.ok(Math.abs(found.asked - 500) < 1e-6)
    assert.equal(tried.length, 1)
    assert.equal(aim.at(0.1, options).status, 'too many')
    assert.equal(tried.length, 1)
    assert.equal(aim.at(0.5, options).status, 'reached')
    assert.equal(tried.filter((value) => value === fewestQuestionsAt(open, 'up')).length, 1)
  })

  test('does not measure the floor of a rule without one', () => {
    const { tried, aim } = counting(power(1, 1), false)
    aim.at(0.5, options)
    assert.ok(!tried.includes(fewestQuestionsAt(open, 'up')))
  })
})
