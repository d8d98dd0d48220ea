import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Features } from '../src/auto/features.js'
import { FeatureShares } from '../src/auto/topics/basis.js'
import { TOPICS } from '../src/auto/topics/loadings.js'
import { TopicRefresh } from '../src/auto/topics/refresh.js'
import { TopicSample } from '../src/auto/topics/sample.js'
import { symmetricPower } from '../src/auto/topics/symmetric-power.js'
import { Topics } from '../src/auto/topics/topics.js'
import { type Random, sparseRow } from '../src/internals.js'
import { withSeeds } from './support/auto-streams.js'

/** Rows about one of `subjects`: each has 20 words of its own and 40 shared ones. */
const drawnRow = (random: Random, subjects: number) => {
  const subject = random.below(subjects)
  const words = new Set<number>()
  for (let k = 0; k < 6; k++) words.add(100 + 20 * subject + random.below(20))
  for (let k = 0; k < 4; k++) words.add(1 + random.below(40))
  const index = [...words].sort((one, other) => one - other)
  return { subject, row: sparseRow(index, new Array(index.length).fill(1)) }
}

const product = (a: Float64Array, b: Float64Array, size: number): Float64Array =>
  Float64Array.from({ length: size * size }, (_, at) => {
    let sum = 0
    for (let k = 0; k < size; k++) sum += a[Math.floor(at / size) * size + k] * b[k * size + (at % size)]
    return sum
  })

const assertNear = (found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void => {
  assert.equal(found.length, expected.length)
  for (let k = 0; k < found.length; k++)
    assert.ok(Math.abs(found[k] - expected[k]) <= tolerance, `${k}: ${found[k]}, expected ${expected[k]}`)
}

describe('symmetric power', () => {
  it('squared, is the matrix or its inverse', () => {
    withSeeds([1, 2], (random) => {
      const size = 12
      const half = Float64Array.from({ length: size * size }, () => random.normal())
      const turned = half.map((_, at) => half[(at % size) * size + Math.floor(at / size)])
      const matrix = product(half, turned, size)
      const root = symmetricPower(matrix, size, 'root')
      assert.equal(root.rank, size)
      assertNear(product(root.matrix, root.matrix, size), matrix, 1e-9)
      const inverse = symmetricPower(matrix, size, 'inverse root').matrix
      const one = product(product(inverse, matrix, size), inverse, size)
      assertNear(
        one,
        one.map((_, at) => (Math.floor(at / size) === at % size ? 1 : 0)),
        1e-7,
      )
    })
  })
})

describe('the sample of rows', () => {
  it('is spread evenly over all rows, whatever their period', () => {
    const sample = new TopicSample()
    for (let row = 1; row <= 50_000; row++) sample.add(row, Int32Array.of(row))
    const { length } = sample.rows
    assert.ok(length > 1000 && length <= 2048, `${length}`)
    for (const period of [2, 7, 10, 1000]) {
      const first = sample.numbers.filter((number) => number % period === 0).length
      assert.ok(Math.abs(first - length / period) < 4 + 0.3 * (length / period), `${period}: ${first}`)
    }
    const early = sample.numbers.filter((number) => number <= 25_000).length
    assert.ok(Math.abs(early - length / 2) < 10, `${early}`)
  })

  it('is bounded by the number of features too', () => {
    const sample = new TopicSample()
    for (let row = 1; row <= 600; row++) sample.add(row, new Int32Array(4096))
    assert.ok(sample.rows.length <= 256 && sample.rows.length > 100)
  })
})

/** The same rounds with whole matrices. */
const slowRound = (rows: readonly number[][], loadings: number[][]): number[][] => {
  const sums = loadings.map((own) => own.map(() => 0))
  for (const row of rows) {
    const topics = loadings[0].map((_, j) => row.reduce((sum, a, f) => sum + a * loadings[f][j], 0))
    row.forEach((a, f) => {
      topics.forEach((t, j) => {
        sums[f][j] += a * t
      })
    })
  }
  const gram = Float64Array.from({ length: TOPICS * TOPICS }, (_, at) =>
    sums.reduce((sum, own) => sum + own[Math.floor(at / TOPICS)] * own[at % TOPICS], 0),
  )
  const inverse = symmetricPower(gram, TOPICS, 'inverse root').matrix
  return sums.map((own) => own.map((_, j) => own.reduce((sum, z, k) => sum + z * inverse[k * TOPICS + j], 0)))
}

describe('topics', () => {
  it('follow the basis before by one round, as slowly computed', () => {
    withSeeds([1, 2], (random) => {
      const count = 60
      const drawn = Array.from({ length: 80 }, () =>
        Int32Array.from({ length: 9 }, () => 1 + random.below(count)).sort(),
      ).map((row) => Int32Array.from(new Set(row)))
      const counts = new Int32Array(count)
      for (const row of drawn) for (const feature of row) counts[feature - 1]++
      const shares = new FeatureShares(
        counts.map((own) => Math.max(1, own)),
        drawn.length,
      )
      const first = finished(new TopicRefresh(drawn, shares))
      const second = finished(new TopicRefresh(drawn, shares, first))
      const vectors = drawn.map((row) => {
        const own = new Array(count).fill(0)
        for (const feature of row) own[feature - 1] = shares.weights[feature - 1]
        const length = Math.hypot(...own)
        return own.map((value) => value / length)
      })
      const start = Array.from({ length: count }, (_, f) => [
        ...first.loadings.subarray(f * TOPICS, (f + 1) * TOPICS),
      ])
      const slow = slowRound(vectors, start).flat()
      // Loadings are rounded to 2^−15.
      assertNear(second.loadings, slow, 2 ** -16 + 1e-6)
    })
  })

  it('bring rows about the same subject together', () => {
    withSeeds([1, 2], (random) => {
      const features = new Features()
      const topics = new Topics(features, 32)
      for (let r = 0; r < 600; r++) {
        const { row } = drawnRow(random, 8)
        features.observe(row)
        topics.observe(row)
      }
      topics.begin()
      assert.ok(topics.step(Number.POSITIVE_INFINITY))
      topics.adopt()
      const viewOf = (row: ReturnType<typeof drawnRow>['row']): Float32Array => {
        const view = new Float32Array(TOPICS + 1)
        assert.ok(topics.basis && topics.view(row, topics.basis, view))
        return view.subarray(1)
      }
      const drawn = Array.from({ length: 200 }, () => drawnRow(random, 8))
      const views = drawn.map(({ row }) => viewOf(row))
      let nearest = 0
      views.forEach((view, i) => {
        let best = -1
        let most = Number.NEGATIVE_INFINITY
        views.forEach((other, j) => {
          const likeness = other.reduce((sum, value, k) => sum + value * view[k], 0)
          if (j !== i && likeness > most) {
            best = j
            most = likeness
          }
        })
        if (drawn[best].subject === drawn[i].subject) nearest++
      })
      assert.ok(nearest >= 195, `${nearest} of 200`)
    })
  })

  it('are the same after saving and loading within a refresh', () => {
    withSeeds([1, 2], (random) => {
      const features = new Features()
      const one = new Topics(features, 32)
      let other = one
      for (let r = 0; r < 400; r++) {
        const { row } = drawnRow(random, 5)
        features.observe(row)
        one.observe(row)
        if (other !== one) other.observe(row)
        if (r % 100 === 60) {
          one.begin()
          if (other !== one) other.begin()
        }
        for (const topics of new Set([one, other])) if (topics.step(7)) topics.adopt()
        if (r === 270) {
          assert.ok(one.work > 0)
          other = new Topics(features, 32)
          other.load(one.save() ?? {})
        }
      }
      assert.deepEqual(other.save(), one.save())
    })
  })

  it('are silent for rows without known features', () => {
    const features = new Features()
    const topics = new Topics(features, 32)
    const row = sparseRow([1, 2, 3, 4], [1, 1, 1, 1])
    for (let r = 0; r < 40; r++) {
      features.observe(row)
      topics.observe(row)
    }
    topics.begin()
    topics.step(Number.POSITIVE_INFINITY)
    topics.adopt()
    assert.ok(topics.basis)
    assert.equal(topics.view(sparseRow([9], [1]), topics.basis, new Float32Array(TOPICS + 1)), false)
  })
})

const finished = (refresh: TopicRefresh) => {
  assert.ok(refresh.step(Number.POSITIVE_INFINITY))
  assert.ok(refresh.basis)
  return refresh.basis
}
