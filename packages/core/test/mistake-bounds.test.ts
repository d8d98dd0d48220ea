// The papers' mistake bounds, evaluated on streams whose comparator is known. Where a proof holds for every outcome of the
// coins, so does the test; the others compare means over many coins.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRounds, Random, sparseRow } from '../src/internals.js'
import { dot, identity, inverse, outer, plus, scaled, sum, times, type Vector } from './support/vectors.js'

interface Point {
  readonly x: Vector
  readonly y: number
}

/** One round of a game, with what the bounds speak of. */
interface Round extends Point {
  /** The signed score before the round. */
  readonly p: number
  readonly asked: boolean
  readonly isMistake: boolean
  readonly updated: boolean
  /** The weights before the round. */
  readonly w: Vector
}

const norm = (x: Vector): number => Math.sqrt(dot(x, x))
const hinge = ({ x, y }: Point, w: Vector, margin = 1): number => Math.max(0, margin - y * dot(w, x))
const total = <T>(items: readonly T[], value: (item: T, k: number) => number): number =>
  items.reduce((all, item, k) => all + value(item, k), 0)
const mean = (values: readonly number[]): number => total(values, (value) => value) / values.length
const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)

const drawn = (random: Random, dimension: number): number[] =>
  Array.from({ length: dimension }, () => random.normal())

/** Rows whose label is the side of the target they are on, at least `gap` away from it; `noise` of the labels are flipped. */
const pointsAround = (
  random: Random,
  target: Vector,
  rounds: number,
  gap: number,
  noise: number,
): Point[] => {
  const points: Point[] = []
  while (points.length < rounds) {
    const x = drawn(random, target.length)
    const side = dot(target, x)
    if (Math.abs(side) < gap) continue
    points.push({ x, y: (side > 0 ? 1 : -1) * (random.uniform() < noise ? -1 : 1) })
  }
  return points
}

const play = (
  points: readonly Point[],
  algorithm: string,
  parameters: Record<string, number>,
  seed = 1,
): Round[] => {
  const rounds = createRounds({ algorithm, classes: 2, parameters, seed })
  const [{ x: first }] = points
  const indices = first.map((_, k) => k + 1)
  return points.map(({ x, y }) => {
    const known = rounds.learner.weights(1)?.weights ?? []
    const w = indices.map((i) => known[i] ?? 0)
    const { margin: p, predicted, asked } = rounds.observe(sparseRow(indices, x))
    const updated = asked && rounds.learn(y > 0 ? 1 : 0)
    return { x, y, p, asked, isMistake: (predicted === 1 ? 1 : -1) !== y, updated, w }
  })
}

const assertBelow = (value: number, bound: number, about: string): void =>
  assert.ok(value <= bound * (1 + 1e-9), `${about}: ${value} is above ${bound}`)

describe('Moroshko & Crammer 2014, theorem 2', () => {
  /** u₁, u₂, …: any sequence may be compared with. */
  const sequences: Readonly<Record<string, (random: Random, target: Vector) => () => Vector>> = {
    'a fixed vector': (_, target) => () => target,
    'a random walk': (random, target) => {
      let u = target
      return () => {
        u = plus(u, drawn(random, u.length), 0.05)
        return u
      }
    },
    'independent random vectors': (random, target) => () => drawn(random, target.length),
  }
  for (const [name, sequence] of Object.entries(sequences))
    test(`LASEC makes no more mistakes than the bound says against ${name}`, () => {
      for (let seed = 1; seed <= 20; seed++) {
        const random = new Random(seed, 'test/bounds/lasec')
        const dimension = 2 + random.below(4)
        const [b, c] = [10 ** (2 * random.uniform() - 1), 10 ** (1 + 2 * random.uniform())]
        const target = drawn(random, dimension)
        const points = pointsAround(random, target, 120, 0, 0.1)
        const mistakes = play(points, 'LASEC', { ridge: b, driftPenalty: c }).filter(
          (round) => round.isMistake,
        )
        assert.ok(mistakes.every(({ updated }) => updated))
        const next = sequence(random, target)
        const us = mistakes.map(next)
        // D₀ = (c b/(c − b)) I, Dₖ = (Dₖ₋₁⁻¹ + I/c)⁻¹ + x xᵀ.
        let D = identity(dimension, (c * b) / (c - b))
        let uncertainty = 0
        for (const { x } of mistakes) {
          D = sum(inverse(sum(inverse(D), identity(dimension, 1 / c))), outer(x, x))
          uncertainty += dot(x, times(inverse(D), x))
        }
        const drift = total(us.slice(1), (u, k) => {
          const step = plus(u, us[k], -1)
          return dot(step, step)
        })
        const size = total(mistakes, ({ x }, k) => dot(us[k], x) ** 2)
        const complexity = b * dot(us[0], us[0]) + c * drift + size
        for (const gamma of [0.05, 0.5, 1, 5]) {
          const loss = total(mistakes, (round, k) => hinge(round, us[k], gamma))
          const bound = loss / gamma + Math.sqrt(complexity * uncertainty) / gamma
          assertBelow(mistakes.length, bound, `seed ${seed}, γ = ${gamma}`)
        }
      }
    })
})

describe('Lu, Zhao & Hoi 2016, theorems 1 to 4', () => {
  /** The weight of a mistake in the bound, Σ M Z τ (weight), and α: both from the proofs. */
  const rules = {
    margin: {
      suffix: '',
      weight: (δ: number, p: number) => δ + Math.abs(p),
      alpha: (δ: number) => (δ + 1) / 2,
    },
    shifted: {
      suffix: '-shifted',
      weight: (δ: number, p: number) => δ + 1 + Math.abs(p),
      alpha: (δ: number) => δ / 2 + 1,
    },
  }
  for (const [rule, { suffix, weight, alpha }] of Object.entries(rules))
    for (const [step, { noise, C }] of Object.entries({
      PAA: { noise: 0, C: undefined },
      'PAA-I': { noise: 0.1, C: 0.3 },
      'PAA-II': { noise: 0.1, C: 0.3 },
    }))
      test(`${step} with the ${rule} rule stays below its bound, whatever the coins show`, () => {
        for (let seed = 1; seed <= 20; seed++) {
          const random = new Random(seed, 'test/bounds/paa')
          const target = drawn(random, 3)
          const gap = 0.2 * norm(target)
          const points = pointsAround(random, target, 150, gap, noise)
          const w = scaled(target, 1 / gap)
          const δ = rule === 'margin' ? 1 + 2 * random.uniform() : 0.2 + 2 * random.uniform()
          const parameters = { smoothing: δ, ...(C !== undefined && { aggressiveness: C }) }
          const played = play(points, `${step}${suffix}`, parameters, seed).filter(({ asked }) => asked)
          const tau = (round: Round): number => {
            const loss = Math.max(0, 1 - round.y * round.p)
            const square = dot(round.x, round.x)
            if (step === 'PAA') return loss / square
            return step === 'PAA-I' ? Math.min(0.3, loss / square) : loss / (square + 1 / 0.6)
          }
          const left = total(played, (round) => (round.isMistake ? tau(round) * weight(δ, round.p) : 0))
          const α = alpha(δ)
          const extra =
            step === 'PAA-II'
              ? 2 * 0.3 * α ** 2 * total(played, (round) => hinge(round, w) ** 2)
              : 2 * α * total(played, (round) => tau(round) * hinge(round, w))
          assertBelow(left, α ** 2 * dot(w, w) + extra, `seed ${seed}, δ = ${δ}`)
        }
      })

  test('the expected mistakes of PAA with δ = 1 on separable rows are at most R²‖w‖²', () => {
    const random = new Random(3, 'test/bounds/paa-mean')
    const target = drawn(random, 3)
    const gap = 0.3 * norm(target)
    const points = pointsAround(random, target, 200, gap, 0)
    const bound = largest(points.map(({ x }) => dot(x, x))) * (norm(target) / gap) ** 2
    const counts = Array.from(
      { length: 50 },
      (_, seed) => play(points, 'PAA', { smoothing: 1 }, seed).filter(({ isMistake }) => isMistake).length,
    )
    assert.ok(mean(counts) > 0)
    assertBelow(mean(counts), bound, 'mistakes')
  })
})

describe('Zhai et al. 2022, theorem 1', () => {
  for (const algorithm of ['D-ADA', 'D-AMD'] as const)
    test(`the expected mistakes of ${algorithm} are below the bound`, () => {
      for (let stream = 1; stream <= 6; stream++) {
        const random = new Random(stream, 'test/bounds/zhai')
        const target = scaled(drawn(random, 3), 2)
        const points = pointsAround(random, target, 120, 0, 0.05)
        const [b, η, δ] = [2 + random.uniform(), 10 ** (random.uniform() - 0.5), 0.1 + random.uniform()]
        const A1 = largest(target.map(Math.abs)) ** 2
        const games = Array.from({ length: 30 }, (_, seed) => {
          const game = play(points, algorithm, { smoothing: b, stepSize: η, ridge: δ }, seed)
          let squares = target.map(() => 0)
          let terms = 0
          for (const { x, p, asked, updated, isMistake } of game) {
            const before = squares.map((square) => δ + Math.sqrt(square))
            const a = 1 / Math.max(1, dot(x, x))
            const q =
              Math.abs(p) -
              (η / 2) *
                a *
                total(
                  x.map((value, i) => value ** 2 / before[i]),
                  (v) => v,
                )
            if (updated) squares = squares.map((square, i) => square + x[i] ** 2)
            const H = algorithm === 'D-ADA' ? before : squares.map((square) => δ + Math.sqrt(square))
            const gradient = updated
              ? total(
                  x.map((value, i) => value ** 2 / H[i]),
                  (v) => v,
                )
              : 0
            if (q <= 0) terms += (η / (2 * b)) * a * gradient - (asked && updated && !isMistake ? 1 / b : 0)
            terms += (η / (2 * b)) * (1 - a) * gradient
          }
          const trace = total(squares, (square) => δ + Math.sqrt(square))
          const A2 = largest(game.map(({ w }) => largest(plus(target, w, -1).map(Math.abs)))) ** 2
          const size = algorithm === 'D-ADA' ? (b * A1) / (2 * η) : (A2 + (b - 1) ** 2 * A1) / (η * b)
          const loss = total(game, (round) => (round.asked ? hinge(round, target) : 0))
          return {
            mistakes: total(game, ({ isMistake }) => Number(isMistake)),
            bound: loss + size * trace + terms,
          }
        })
        assertBelow(
          mean(games.map(({ mistakes }) => mistakes)),
          mean(games.map(({ bound }) => bound)),
          `stream ${stream}`,
        )
      }
    })
})

describe('Hao et al. 2017, theorem 1', () => {
  test('the expected mistakes of SOAL are below the bound', () => {
    for (let stream = 1; stream <= 6; stream++) {
      const random = new Random(stream, 'test/bounds/hao')
      const target = drawn(random, 3)
      const points = pointsAround(random, target, 120, 0, 0.05)
      const [δ, η, γ] = [0.2 + random.uniform(), 0.3 + random.uniform(), 0.5 + random.uniform()]
      const games = Array.from({ length: 30 }, (_, seed) => {
        const game = play(points, 'SOAL', { smoothing: δ, stepSize: η, regularization: γ }, seed)
        let precision = identity(3)
        let terms = 0
        for (const { x, y, p, asked, updated, isMistake } of game) {
          const v = dot(x, times(inverse(precision), x))
          const gain = (η * γ * v) / (γ + v)
          const ρ = Math.abs(p) - gain / 2
          const isClose = asked && !isMistake && y * p < 1
          if (asked && ρ < 0) terms += gain / δ
          if (isClose) terms += (ρ > 0 ? 2 / δ : 0) - 1
          if (updated) precision = sum(precision, outer(x, x), 1 / γ)
        }
        const distance = largest(
          game.map(({ w }) => {
            const step = plus(w, target, -1)
            return dot(step, step)
          }),
        )
        const trace = total([0, 1, 2], (i) => precision[i][i])
        const size = ((distance + (1 - δ) ** 2 * dot(target, target)) / (η * δ)) * trace
        const loss = total(game, (round) => (round.asked ? hinge(round, target) : 0))
        return { mistakes: total(game, ({ isMistake }) => Number(isMistake)), bound: loss + size + terms }
      })
      assertBelow(
        mean(games.map(({ mistakes }) => mistakes)),
        mean(games.map(({ bound }) => bound)),
        `stream ${stream}`,
      )
    }
  })
})
