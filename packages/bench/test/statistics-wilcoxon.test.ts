import assert from 'node:assert/strict'
import { test } from 'node:test'
import { midRanks, signedRank } from '../src/statistics/index.js'
import { near, row } from './support/numbers.js'

/** Pairs without ties and zeros, up to fifty, and scipy.stats.wilcoxon(…, method='exact'): statistic, pvalue. */
const sizes = [1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 20, 23, 26, 29, 32, 35, 39, 43, 47, 50]
const exact: readonly (readonly [statistic: number, p: number])[] = [
  [0.0, 1.0],
  [0.0, 0.5],
  [0.0, 0.25],
  [0.0, 0.0625],
  [3.0, 0.078125],
  [16.0, 0.49609375],
  [31.0, 0.8984375],
  [40.0, 0.7353515625],
  [37.0, 0.207763671875],
  [76.0, 1.0],
  [45.0, 0.023950576782226562],
  [107.0, 0.36039113998413086],
  [84.0, 0.018977344036102295],
  [56.0, 0.00021718069911003113],
  [140.0, 0.019448095466941595],
  [237.0, 0.20706038223579526],
  [216.0, 0.014285169563663658],
  [258.0, 0.00862706263023938],
  [339.0, 0.016529687324023712],
  [409.0, 0.026848578410895385],
]

test('The exact signed-rank test is that of SciPy', () => {
  exact.forEach(([statistic, p], s) => {
    const n = sizes[s]
    const second = row(n, 1e6, 3, s + 2).map((value) => value + s * 8000)
    const ours = signedRank(row(n, 1e6, 2, s + 1), second)
    assert.deepEqual([ours.statistic, ours.n, ours.method], [statistic, n, 'exact'])
    near(ours.p, p, `p ${s}`)
  })
})

/** Pairs with ties and zeros; scipy.stats.wilcoxon(…, method='asymptotic'), last with correction=True. */
const tied: readonly (readonly [statistic: number, n: number, p: number, corrected: number])[] = [
  [0.0, 4, 0.04550026389635839, 0.07186063822585158],
  [14.0, 7, 1.0, 1.0],
  [32.5, 12, 0.6098450595591846, 0.6376113113919866],
  [0.0, 16, 0.00021206222297086552, 0.0002360306843916284],
  [74.0, 19, 0.39705766283976585, 0.4083936253351802],
  [124.0, 23, 0.6700672240471741, 0.6811902478948876],
  [54.0, 24, 0.005811365250030617, 0.006071895095413794],
  [84.0, 30, 0.0022218837846791485, 0.0022994800883224774],
  [240.5, 33, 0.4742831900056873, 0.4798254393054814],
  [156.5, 33, 0.025946207960367767, 0.02655237484966522],
  [171.5, 41, 0.0007728904115669655, 0.0007912598164560219],
  [521.0, 46, 0.8311815896466572, 0.8354475500927354],
  [311.0, 44, 0.03076528707359177, 0.03122248813721916],
  [566.5, 51, 0.3647516652335213, 0.3672417921603598],
  [481.0, 60, 0.0012529546532485452, 0.0012693279192371643],
  [131.5, 58, 1.8659628079061457e-8, 1.908401219600092e-8],
  [938.0, 62, 0.786829264843486, 0.7895321615933768],
  [1070.5, 72, 0.17123547664877614, 0.17211630106979658],
  [296.0, 67, 1.2421896538397953e-7, 1.2636544347235994e-7],
  [532.0, 73, 6.6031428830966974e-6, 6.689288950802157e-6],
]

test('The approximate signed-rank test with ties and zeros is that of SciPy', () => {
  tied.forEach(([statistic, n, p, corrected], s) => {
    const grain = [7, 12, 20][s % 3]
    const first = row(4 + 4 * s, grain, 2, s + 1)
    const second = row(4 + 4 * s, grain, 3, s + 2).map((value) => value + (s % 4))
    const ours = signedRank(first, second)
    assert.deepEqual([ours.statistic, ours.n], [statistic, n], `case ${s}`)
    assert.equal(ours.method, 'normal', `case ${s}`)
    near(ours.p, p, `p ${s}`)
    near(signedRank(first, second, { continuity: true }).p, corrected, `corrected p ${s}`)
    assert.deepEqual(signedRank(second, first), ours)
  })
})

/** More than fifty pairs without ties: size, statistic, pvalue of scipy.stats.wilcoxon(…). */
const many: readonly (readonly [n: number, statistic: number, p: number])[] = [
  [51, 558.0, 0.32501029325165953],
  [60, 676.0, 0.07850566825864076],
  [100, 1632.0, 0.002137550186217589],
  [250, 11599.0, 0.00035390450159287394],
]

test('More than fifty pairs are taken for normal', () => {
  for (const [n, statistic, p] of many) {
    const second = row(n, 1e6, 3, n + 1).map((value) => value + 100000)
    const ours = signedRank(row(n, 1e6, 2, n), second)
    assert.deepEqual([ours.statistic, ours.method], [statistic, 'normal'])
    near(ours.p, p, `p of ${n}`)
  }
})

/** The share of all sign patterns whose smaller sum of ranks is at most the one found. */
const enumerated = (differences: readonly number[]): number => {
  const n = differences.length
  const ranks = differences.map((one) => differences.filter((two) => Math.abs(two) <= Math.abs(one)).length)
  const smaller = (isPositive: (k: number) => boolean): number => {
    const positive = ranks.filter((_, k) => isPositive(k)).reduce((sum, rank) => sum + rank, 0)
    return Math.min(positive, (n * (n + 1)) / 2 - positive)
  }
  const found = smaller((k) => differences[k] > 0)
  let asFar = 0
  for (let signs = 0; signs < 2 ** n; signs++) if (smaller((k) => (signs & (1 << k)) !== 0) <= found) asFar++
  return asFar / 2 ** n
}

test('The exact test equals going through all patterns of signs', () => {
  for (let n = 1; n <= 10; n++)
    for (let turn = 1; turn <= 6; turn++) {
      const differences = row(n, 1e6, 7, turn).map(
        (value, k) => (value + 1) * ((k * turn) % 3 === 0 ? -1 : 1),
      )
      const ours = signedRank(
        differences,
        differences.map(() => 0),
      )
      assert.equal(ours.method, 'exact')
      near(ours.p, enumerated(differences), `n = ${n}, turn ${turn}`)
    }
})

test('Without a difference p is 1; one zero or tie makes the test approximate', () => {
  assert.deepEqual(signedRank([], []), { statistic: 0, n: 0, p: 1, method: 'exact' })
  assert.deepEqual(signedRank([3, 4], [3, 4]), { statistic: 0, n: 0, p: 1, method: 'exact' })
  assert.deepEqual(signedRank([1e300], [0]), { statistic: 0, n: 1, p: 1, method: 'exact' })
  assert.equal(signedRank([1, 2, 5], [0, 0, 5]).method, 'normal')
  assert.equal(signedRank([1, 2, 5], [0, 1, 0]).method, 'normal')
  assert.deepEqual(signedRank([1, 0], [0, 1], { continuity: true }).p, 1)
  assert.throws(() => signedRank([1], []), RangeError)
})

test('Mid-ranks count the better and half of the equal values', () => {
  for (let turn = 1; turn <= 20; turn++) {
    const values = row(1 + turn, 6, 11, turn)
    for (const direction of ['up', 'down'] as const) {
      const expected = values.map((one) => {
        const better = values.filter((two) => (direction === 'up' ? two > one : two < one)).length
        return better + (values.filter((two) => two === one).length + 1) / 2
      })
      assert.deepEqual(midRanks(values, direction), expected)
    }
  }
  const far = Number.POSITIVE_INFINITY
  assert.deepEqual(midRanks([far, 1, -far, far]), [1.5, 3, 4, 1.5])
  assert.deepEqual(midRanks([0, -0]), [1.5, 1.5])
  assert.deepEqual(midRanks([]), [])
  assert.throws(() => midRanks([1, Number.NaN]), RangeError)
})
