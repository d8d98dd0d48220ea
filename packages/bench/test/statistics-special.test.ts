import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalCdf, normalQuantile } from '@askance/core/internals'
import {
  chiSquareSurvival,
  fSurvival,
  logGamma,
  lowerGamma,
  regularizedBeta,
  studentCumulative,
  studentInverse,
  studentTwoSided,
  upperGamma,
} from '../src/statistics/index.js'

const near = (actual: number, expected: number, about: string, tolerance = 5e-13): void =>
  assert.ok(
    actual === expected || Math.abs(actual - expected) <= tolerance * Math.abs(expected),
    `${about}: ${actual}, expected ${expected}`,
  )

interface Known {
  readonly call: string
  readonly ours: (...given: number[]) => number
  /** The arguments, and last what SciPy 1.17 answers. */
  readonly values: readonly (readonly number[])[]
}

const known: readonly Known[] = [
  {
    call: 'scipy.special.gammaln',
    ours: logGamma,
    values: [
      [1e-10, 23.025850929882733],
      [0.5, 0.5723649429247],
      [2.5, 0.2846828704729192],
      [9.9, 12.57717990421988],
      [33.3, 82.60372358165493],
      [1000000.0, 12815504.569147611],
    ],
  },
  {
    call: 'scipy.special.gammainc',
    ours: lowerGamma,
    values: [
      [0.5, 1e-6, 0.0011283787909692373],
      [0.5, 0.4, 0.6289066304773024],
      [2, 30, 0.9999999999970991],
      [10.5, 3, 0.0005738205283435891],
      [50, 49, 0.46210439360094024],
      [333, 400, 0.9997385135978925],
    ],
  },
  {
    call: 'scipy.special.gammaincc',
    ours: upperGamma,
    values: [
      [0.5, 1e-6, 0.9988716212090307],
      [0.5, 40, 3.744097384202887e-19],
      [2, 30, 2.9008631203404573e-12],
      [10.5, 3, 0.9994261794716565],
      [50, 80, 0.0001307839765914092],
      [333, 400, 0.0002614864021074924],
    ],
  },
  {
    call: 'scipy.special.betainc',
    ours: (a, b, x) => regularizedBeta(x, a, b),
    values: [
      [0.5, 0.5, 0.3, 0.36901011956554536],
      [2.5, 20, 0.01, 0.005147664620912948],
      [10, 3, 0.9, 0.889130022255],
      [99.5, 0.5, 0.999, 0.6558532764186372],
      [700, 500, 0.55, 0.009905222478431761],
      [0.5, 1000, 0.004, 0.9953583919824853],
    ],
  },
  {
    call: 'scipy.stats.norm.cdf',
    ours: normalCdf,
    values: [
      [-30, 4.906713927147908e-198],
      [-5, 2.866515718791933e-7],
      [-1, 0.15865525393145707],
      [0.3, 0.6179114221889526],
      [2, 0.9772498680518208],
      [6, 0.9999999990134123],
    ],
  },
  {
    call: 'scipy.stats.norm.ppf',
    ours: normalQuantile,
    values: [
      [1e-300, -37.0470962993612],
      [1e-20, -9.262340089798409],
      [0.01, -2.3263478740408408],
      [0.4, -0.2533471031357997],
      [0.7, 0.5244005127080407],
      [0.999, 3.090232306167813],
    ],
  },
  {
    call: 'scipy.stats.t.cdf',
    ours: studentCumulative,
    values: [
      [-50, 1, 0.006365349100972797],
      [-3, 5.5, 0.013361740330922953],
      [-0.001, 19, 0.4996062702617828],
      [0.7, 2, 0.7218034876835673],
      [2, 100, 0.9758939106344332],
      [-3, 1000000, 0.0013499312707109],
    ],
  },
  {
    call: 'scipy.stats.t.ppf',
    ours: studentInverse,
    values: [
      [0.975, 1, 12.706204736174694],
      [0.975, 2, 4.302652729749462],
      [0.975, 19, 2.0930240544083087],
      [0.9, 5.5, 1.4559770334640723],
      [1e-9, 3, -1033.1096745038078],
      [0.3, 100, -0.5260762706003465],
      [0.001, 1000000, -3.09024045631652],
    ],
  },
  {
    call: 'scipy.stats.chi2.sf',
    ours: chiSquareSurvival,
    values: [
      [0.1, 1, 0.7518296340458492],
      [3.84, 1, 0.05004352124870519],
      [20, 4, 0.0004993992273873336],
      [100, 9, 1.5735176303753876e-17],
      [500, 400, 0.00048221275959343273],
    ],
  },
  {
    call: 'scipy.stats.f.sf',
    ours: fSurvival,
    values: [
      [0.001, 1, 1, 0.979875021696356],
      [4, 2, 10, 0.052922149401344654],
      [2.5, 4, 36, 0.05958742948661672],
      [30, 9, 171, 6.648471741239872e-31],
      [1.1, 3, 1000, 0.3481700593260355],
    ],
  },
]

for (const { call, ours, values } of known)
  test(`${call} matches SciPy`, () => {
    for (const line of values) {
      const given = line.slice(0, -1)
      near(ours(...given), line.at(-1) ?? Number.NaN, `(${given})`)
    }
  })

test('Quantiles are inverse to the distributions, far into the tails', () => {
  for (const p of [1e-300, 1e-100, 1e-12, 0.001, 0.2, 0.45, 0.6, 0.99]) {
    near(normalCdf(normalQuantile(p)), p, `normal, p = ${p}`, 1e-12)
    for (const degrees of [1, 2, 7, 60, 5000])
      if (p >= 1e-150)
        near(studentCumulative(studentInverse(p, degrees), degrees), p, `${degrees} degrees, p = ${p}`, 1e-12)
  }
})

test('With one and two degrees Student’s distribution is elementary', () => {
  for (const t of [1e-3, 0.5, 1, 4, 100]) {
    near(studentTwoSided(t, 1), (2 / Math.PI) * Math.atan(1 / t), `t = ${t}, 1 degree`)
    near(studentTwoSided(t, 2), 2 / (2 + t * t) / (1 + t / Math.sqrt(2 + t * t)), `t = ${t}, 2 degrees`)
  }
})

test('The ends of every distribution are exact', () => {
  const far = Number.POSITIVE_INFINITY
  assert.deepEqual([lowerGamma(2, 0), upperGamma(2, 0), lowerGamma(2, far), upperGamma(2, far)], [0, 1, 1, 0])
  assert.deepEqual([regularizedBeta(0, 2, 3), regularizedBeta(1, 2, 3)], [0, 1])
  assert.deepEqual([normalCdf(-far), normalCdf(far)], [0, 1])
  assert.deepEqual([normalQuantile(0), normalQuantile(1), normalQuantile(0.5) === 0], [-far, far, true])
  assert.deepEqual([studentTwoSided(0, 3), studentTwoSided(far, 3), studentTwoSided(1e300, 3)], [1, 0, 0])
  assert.deepEqual([studentInverse(0, 4), studentInverse(1, 4), studentInverse(0.5, 4)], [-far, far, 0])
  assert.deepEqual([chiSquareSurvival(0, 3), chiSquareSurvival(far, 3)], [1, 0])
  assert.deepEqual([fSurvival(0, 2, 3), fSurvival(far, 2, 3)], [1, 0])
})
