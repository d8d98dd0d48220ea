import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN, type Design } from '../src/auto/design.js'
import { powerOfHalf } from '../src/auto/power-of-half.js'
import { Stack } from '../src/auto/stack/stack.js'
import { addPlain, addSimd } from '../src/auto/stack/sums.js'
import type { Random } from '../src/internals.js'
import { withSeeds } from './support/auto-streams.js'

const MEMBERS = 3

interface Pair {
  readonly scores: Float64Array
  readonly label: number
}

/** Members of which the first knows something, the others less; then what is known without the row. */
const drawnPairs = (random: Random, stack: Stack, count: number, classes: number, add = true): Pair[] =>
  Array.from({ length: count }, () => {
    // The first class is the most frequent one.
    const label = random.uniform() < 0.4 ? 0 : random.below(classes)
    const scores = new Float64Array((MEMBERS + 1) * classes)
    for (let m = 0; m < MEMBERS; m++)
      for (let c = 0; c < classes; c++)
        scores[m * classes + c] = 0.6 * random.normal() + (c === label ? [0.7, 0.5, 0.4][m] : 0)
    stack.complete(scores)
    if (add) stack.add(scores, label)
    return { scores, label }
  })

const softmaxOf = (slopes: ArrayLike<number>, { scores }: Pair, classes: number): number[] => {
  const sums = Array.from({ length: classes }, (_, c) => {
    let sum = 0
    for (let m = 0; m <= MEMBERS; m++) sum += slopes[m] * scores[m * classes + c]
    return Math.exp(sum)
  })
  const total = sums.reduce((a, b) => a + b, 0)
  return sums.map((sum) => sum / total)
}

/** What is minimised, written as it stands in the comment. */
const objective = (
  slopes: ArrayLike<number>,
  pairs: readonly Pair[],
  classes: number,
  design: Design,
): number => {
  const { slope, slopeRidge, offsetRidge } = design
  let sum = (offsetRidge / 2) * slopes[MEMBERS] ** 2
  for (let m = 0; m < MEMBERS; m++) sum += ((slopeRidge * MEMBERS) / 2) * (slopes[m] - slope / MEMBERS) ** 2
  for (const pair of pairs) sum -= Math.log(softmaxOf(slopes, pair, classes)[pair.label])
  return sum
}

const moved = (slopes: ArrayLike<number>, by: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: MEMBERS + 1 }, (_, m) => slopes[m] + (by[m] ?? 0))

/** Gradient and Hessian by finite differences. */
const derivatives = (f: (slopes: ArrayLike<number>) => number, at: ArrayLike<number>) => {
  const h = 1e-3
  const size = MEMBERS + 1
  const many = Array.from({ length: size }, (_, m) => m)
  const gradient = many.map((a) => (f(moved(at, { [a]: h })) - f(moved(at, { [a]: -h }))) / (2 * h))
  const hessian = many.map((a) =>
    many.map((b) => {
      if (a === b) return (f(moved(at, { [a]: h })) - 2 * f(at) + f(moved(at, { [a]: -h }))) / h ** 2
      const corner = (s: number, t: number): number => f(moved(at, { [a]: s * h, [b]: t * h }))
      return (corner(1, 1) - corner(1, -1) - corner(-1, 1) + corner(-1, -1)) / (4 * h ** 2)
    }),
  )
  return { gradient, hessian }
}

/** The slow minimiser: one coordinate after the other, by ternary search, within what slopes may be. */
const minimised = (f: (slopes: ArrayLike<number>) => number, least: readonly number[]): number[] => {
  const at = [1, 1, 1, 0]
  for (let pass = 0; pass < 30; pass++)
    for (let m = 0; m <= MEMBERS; m++) {
      let [low, high] = [Math.max(least[m], at[m] - 4), at[m] + 4]
      for (let k = 0; k < 30; k++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
        at[m] = a
        const left = f(at)
        at[m] = b
        if (left < f(at)) high = b
        else low = a
      }
      at[m] = (low + high) / 2
    }
  return at
}

for (const classes of [2, 3, 4])
  describe(`the stack of ${classes} classes`, () => {
    it('makes Newton steps: those of finite differences', () => {
      withSeeds([1, 2, 3], (random) => {
        const design = { ...DESIGN, longestStep: 1e9, priorFrom: 5 }
        const stack = new Stack(design, MEMBERS, classes)
        const pairs = drawnPairs(random, stack, 80, classes)
        const before = stack.slopes.slice()
        const f = (slopes: ArrayLike<number>): number => objective(slopes, pairs, classes, design)
        const { gradient, hessian } = derivatives(f, before)
        stack.fit(1)
        // Where a slope would be below 0 it is 0, and the step another.
        assert.ok(stack.slopes.subarray(0, MEMBERS).every((slope) => slope > 0))
        const step = before.map((slope, m) => slope - stack.slopes[m])
        for (let a = 0; a <= MEMBERS; a++) {
          const bent = hessian[a].reduce((sum, h, b) => sum + h * step[b], 0)
          const error = 1e-3 * (1 + Math.abs(gradient[a]))
          assert.ok(Math.abs(bent - gradient[a]) < error, `${a}: ${bent}, expected ${gradient[a]}`)
        }
      })
    })

    it('comes to the minimum that a slow search finds', () => {
      withSeeds([4, 5], (random) => {
        const design = { ...DESIGN, newtonSteps: 200, priorFrom: 5 }
        const stack = new Stack(design, MEMBERS, classes)
        const pairs = drawnPairs(random, stack, 60, classes)
        stack.fit(200)
        const f = (slopes: ArrayLike<number>): number => objective(slopes, pairs, classes, design)
        const best = minimised(f, [0, 0, 0, classes === 2 ? Number.NEGATIVE_INFINITY : 0])
        // Clipping is no search for the best corner.
        const isClipped = best.some((slope, m) => slope < 1e-3 && (m < MEMBERS || classes > 2))
        const [own, least] = [f(stack.slopes), f(best)]
        assert.ok(own <= least + (isClipped ? 0.05 : 1e-4), `${own} at ${stack.slopes}, ${least} at ${best}`)
        if (!isClipped)
          best.forEach((slope, m) => {
            assert.ok(Math.abs(stack.slopes[m] - slope) < 0.01, `${m}: ${stack.slopes[m]}, ${slope}`)
          })
      })
    })

    it('never takes a long step, and its slopes neither fall below 0 nor vanish', () => {
      withSeeds([6, 7, 8, 9], (random) => {
        const stack = new Stack(DESIGN, MEMBERS, classes)
        for (let n = 0; n < 60; n++) {
          const before = stack.slopes.slice()
          const [{ scores, label }] = drawnPairs(random, stack, 1, classes, false)
          // Members that are mostly wrong.
          const wrong = scores.map((score, k) => (k < MEMBERS * classes ? -5 * score : score))
          stack.add(wrong, label)
          stack.fit(1)
          const own = stack.slopes.subarray(0, MEMBERS)
          const { longestStep, minSlope } = DESIGN
          for (let m = 0; m <= MEMBERS; m++)
            assert.ok(Math.abs(stack.slopes[m] - before[m]) <= longestStep + minSlope / MEMBERS + 1e-9)
          assert.ok(own.every((slope) => slope >= 0))
          assert.ok(own.reduce((a, b) => a + b, 0) >= minSlope - 1e-12)
        }
      })
    })

    it('says the same, and goes on so, from its state', () => {
      withSeeds([10], (random) => {
        const stack = new Stack(DESIGN, MEMBERS, classes)
        drawnPairs(random, stack, 50, classes)
        stack.fit(2)
        const other = new Stack(DESIGN, MEMBERS, classes)
        other.load(stack.save())
        for (const { scores, label } of drawnPairs(random, stack, 30, classes, false))
          for (const one of [stack, other]) {
            one.add(scores, label)
            one.fit(1)
          }
        assert.deepEqual(other.save(), stack.save())
      })
    })
  })

describe('what the stack knows without the row', () => {
  it('is ±½ with two classes', () => {
    const scores = new Float64Array(8)
    new Stack(DESIGN, MEMBERS, 2).complete(scores)
    assert.deepEqual([...scores], [0, 0, 0, 0, 0, 0, -0.5, 0.5])
  })

  it('is the log frequencies of more, as far as they differ beyond chance', () => {
    const counts = [40, 15, 5]
    const stack = new Stack(DESIGN, MEMBERS, 3)
    const scores = new Float64Array(12)
    counts.forEach((count, label) => {
      for (let n = 0; n < count; n++) stack.add(new Float64Array(12), label)
    })
    stack.complete(scores)
    const chi = counts.reduce((sum, count) => sum + (count - 20) ** 2 / 20, 0)
    const trust = 1 - 2 / chi
    counts.forEach((count, c) => {
      assert.ok(Math.abs(scores[9 + c] - trust * Math.log((count + 1) / 63)) < 1e-12)
    })
  })

  it('is nothing while answers are few, or as frequent as chance would have them', () => {
    for (const counts of [
      [20, 5, 4],
      [33, 34, 33],
    ]) {
      const stack = new Stack(DESIGN, MEMBERS, 3)
      const scores = new Float64Array(12)
      counts.forEach((count, label) => {
        for (let n = 0; n < count; n++) stack.add(new Float64Array(12), label)
      })
      stack.complete(scores)
      assert.ok(scores.every((score) => Math.abs(score) === 0))
    }
  })

  it('is fitted to the latest answers only', () => {
    withSeeds([11], (random) => {
      const design = { ...DESIGN, stackWindow: 40, newtonSteps: 100, stackGrowth: 1 }
      const [long, short] = [new Stack(design, MEMBERS, 2), new Stack(design, MEMBERS, 2)]
      drawnPairs(random, long, 100, 2)
      for (const { scores, label } of drawnPairs(random, long, 40, 2)) short.add(scores, label)
      for (const stack of [long, short]) stack.fit(100)
      for (let m = 0; m <= MEMBERS; m++) assert.ok(Math.abs(long.slopes[m] - short.slopes[m]) < 1e-5)
    })
  })
})

describe('the power of a half', () => {
  it('is that of the host to single precision, and 2^−60 at least', () => {
    withSeeds([14], (random) => {
      for (let n = 0; n < 20_000; n++) {
        const y = Math.fround([1e-8, 0.5, 3, 60][n % 4] * random.uniform())
        assert.ok(Math.abs(powerOfHalf(y) / 2 ** -y - 1) < 3e-7, `${y}`)
      }
      for (const y of [60, 61, 1e30, Number.POSITIVE_INFINITY]) assert.equal(powerOfHalf(y), 2 ** -60)
    })
  })
})

describe('the sums over answers', () => {
  it('are the same bits in WebAssembly and in TypeScript', () => {
    withSeeds([12, 13], (random) => {
      for (const [classes, inputs, count, scale] of [
        [2, 2, 33, 2],
        [2, 3, 20, 0.1],
        [2, 4, 1, 2],
        [2, 5, 60, 300],
        [3, 3, 33, 300],
        [8, 5, 20, 2],
        [27, 4, 60, 0.1],
        [26, 2, 31, 2],
      ]) {
        const draw = (length: number, scale: number): Float64Array =>
          Float64Array.from({ length }, () => scale * random.normal())
        const answers = {
          count,
          inputs,
          classes,
          scores: draw(count * inputs * classes, scale),
          labels: Int32Array.from({ length: count }, () => random.below(classes)),
        }
        const slopes = draw(inputs, 3)
        const start = { gradient: draw(inputs, 1), hessian: draw(inputs * inputs, 1) }
        const [plain, simd] = [addPlain, addSimd].map((add) => {
          const to = { slopes, gradient: start.gradient.slice(), hessian: start.hessian.slice() }
          assert.notEqual(add(answers, to), false)
          return to
        })
        assert.deepEqual(simd, plain)
      }
    })
  })
})
