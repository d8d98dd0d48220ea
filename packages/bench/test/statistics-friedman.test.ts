import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cliques,
  criticalDifference,
  friedman,
  holm,
  midRanks,
  nemenyiQuantile,
  studentizedRangeCumulative,
  studentizedRangeInverse,
} from '../src/statistics/index.js'
import { near, row } from './support/numbers.js'

/** 2 + 2s data sets, 3 to 9 algorithms, with many ties in two cases of three, a trend in every second. */
const table = (s: number): number[][] => {
  const grain = [1000, 4, 9][s % 3]
  const trend = s % 2 === 1 ? grain : 0
  return Array.from({ length: 2 + 2 * s }, (_, i) =>
    row(3 + (s % 7), grain, 5, i + s + 1).map((value, j) => value + Math.floor((j * trend) / 20)),
  )
}

/**
 * scipy.stats.friedmanchisquare of the columns of table 0, 1, …: statistic, pvalue; then F = (N − 1) χ² / (N(k − 1) − χ²)
 * and scipy.stats.f.sf(F, k − 1, (k − 1)(N − 1)).
 */
const known: readonly (readonly [chiSquare: number, p: number, f: number, pF: number])[] = [
  [1.0, 0.6065306597126334, 0.3333333333333333, 0.75],
  [4.111111111111109, 0.24971339731928546, 1.5633802816901397, 0.2649039623779383],
  [2.86206896551724, 0.58116672397416, 0.6769983686786293, 0.6158254644843804],
  [0.6428571428571388, 0.9859570337930974, 0.11433756805807549, 0.9884138211302773],
  [1.1673151750972897, 0.9784683291864729, 0.17857142857143066, 0.9815489720554751],
  [16.64271255060729, 0.01985113301957541, 2.7178920795203534, 0.014234068485697632],
  [3.123809523809541, 0.9263490898773984, 0.3729881035689315, 0.9327215734495725],
  [0.1276595744680851, 0.9381646735450738, 0.06008010680907877, 0.9418021046271566],
  [0.460122699386524, 0.9275607545431769, 0.14609831557236835, 0.9317200473253636],
  [5.0, 0.2872974951836458, 1.2666666666666666, 0.2905241775161701],
  [0.9984520123839512, 0.9626905324796847, 0.19235958247533463, 0.9648698274213356],
  [23.499212598425164, 0.0006454132944192404, 4.485297577040689, 0.00035104757989363176],
  [1.0, 0.9948285365165155, 0.13812154696132597, 0.9951772147691941],
  [46.093547285763165, 2.281613357657049e-7, 6.99539425202655, 3.364714255317084e-8],
  [0.400000000000026, 0.8187307530779713, 0.1946308724832342, 0.823673836953856],
  [7.462499999999977, 0.0585298566010232, 2.6128759000423463, 0.05589280575535838],
  [0.8327137546468013, 0.9340093017100466, 0.20330033003299372, 0.9361787009290504],
  [17.762596071733558, 0.003259136739612177, 3.8319823139277807, 0.0025536988651341666],
  [1.725563909774337, 0.9431306738394013, 0.2821611922444137, 0.9449912038341071],
  [48.08874309392274, 3.4211683766319155e-8, 8.086976913856914, 6.0954287095474885e-9],
]

test('Friedman’s test is that of SciPy, in either direction', () => {
  known.forEach(([chiSquare, p, f, pF], s) => {
    const rows = table(s)
    for (const ours of [friedman(rows), friedman(rows, 'down')]) {
      assert.equal(ours.df, rows[0].length - 1)
      near(ours.chiSquare, chiSquare, `χ² ${s}`)
      near(ours.p, p, `p ${s}`)
      near(ours.f, f, `F ${s}`)
      near(ours.pF, pF, `p of F ${s}`)
    }
  })
})

test('Average ranks, and χ² without ties by the formula of the paper', () => {
  for (let s = 0; s < 20; s++) {
    const rows = Array.from({ length: 3 + s }, (_, i) => row(2 + (s % 6), 1e9, 13, i + s + 1))
    const [N, k] = [rows.length, rows[0].length]
    const ours = friedman(rows, 'down')
    const average = rows[0].map((_, j) => rows.reduce((sum, one) => sum + midRanks(one, 'down')[j], 0) / N)
    assert.deepEqual(ours.averageRanks, average)
    const squares = average.reduce((sum, rank) => sum + rank * rank, 0)
    const chiSquare = ((12 * N) / (k * (k + 1))) * (squares - (k * (k + 1) ** 2) / 4)
    assert.ok(Math.abs(ours.chiSquare - chiSquare) < 1e-9, `case ${s}`)
  }
})

test('All equal, all agreed, one data set', () => {
  const equal = friedman([
    [1, 1, 1],
    [2, 2, 2],
  ])
  assert.deepEqual(equal, { averageRanks: [2, 2, 2], chiSquare: 0, df: 2, p: 1, f: 0, pF: 1 })
  const agreed = friedman([
    [3, 2, 1],
    [9, 8, 0],
    [1e300, 1, -1e300],
  ])
  assert.deepEqual(agreed.averageRanks, [1, 2, 3])
  assert.deepEqual([agreed.chiSquare, agreed.f, agreed.pF], [6, Number.POSITIVE_INFINITY, 0])
  const single = friedman([[3, 2, 1]])
  assert.deepEqual([single.chiSquare, single.f, single.pF], [2, undefined, undefined])
  assert.throws(() => friedman([]), RangeError)
  assert.throws(() => friedman([[1], [2]]), RangeError)
  assert.throws(() => friedman([[1, 2], [2]]), RangeError)
})

/** k, scipy.stats.studentized_range.ppf(0.95, k, inf) / √2 and the same of 0.9. */
const quantiles: readonly (readonly [k: number, five: number, ten: number])[] = [
  [2, 1.9599639845400534, 1.6448536269514722],
  [3, 2.343700586378409, 2.0522927304967755],
  [5, 2.7277743708703763, 2.4595157642714183],
  [8, 3.030878449614413, 2.779883608152978],
  [10, 3.163683577053373, 2.9198888400615384],
  [20, 3.5437991315177815, 3.319233059548415],
  [50, 3.9923432900094076, 3.7877496141945874],
]

/** q, k, scipy.stats.studentized_range.cdf(q, k, inf). */
const ranges: readonly (readonly [q: number, k: number, cumulative: number])[] = [
  [1, 3, 0.24071264122933875],
  [2.5, 2, 0.9229001282564583],
  [3, 4, 0.8537285189523403],
  [4, 10, 0.8731478678494035],
  [5, 30, 0.9006183606088397],
]

test('The studentized range is that of SciPy, and its inverse is one', () => {
  for (const [k, five, ten] of quantiles) {
    near(nemenyiQuantile(k), five, `0.05 of ${k}`)
    near(nemenyiQuantile(k, 0.1), ten, `0.10 of ${k}`)
  }
  for (const [q, k, cumulative] of ranges) near(studentizedRangeCumulative(q, k), cumulative, `${q} of ${k}`)
  for (const k of [2, 3, 7, 40, 200, 1000])
    for (const tail of [1e-6, 0.01, 0.05, 0.1, 0.5, 0.9])
      near(1 - studentizedRangeCumulative(studentizedRangeInverse(tail, k), k), tail, `${tail} of ${k}`)
  assert.equal(studentizedRangeCumulative(0, 3), 0)
  assert.equal(studentizedRangeCumulative(60, 3), 1)
})

test('The range of three equals a plain double sum', () => {
  const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)
  const steps = 400
  const between = (from: number, to: number): number => {
    const h = (to - from) / steps
    let sum = 0
    for (let j = 0; j <= steps; j++)
      sum += density(from + j * h) * (j % steps === 0 ? 1 : j % 2 === 1 ? 4 : 2)
    return (sum * h) / 3
  }
  const q = 3
  const h = 1 / 100
  let whole = 0
  for (let z = -9; z <= 9; z += h) whole += 3 * h * density(z) * between(z - q, z) ** 2
  near(studentizedRangeCumulative(q, 3), whole, 'q = 3')
})

test('The table of Demšar (2006) comes out', () => {
  const rounded = (k: number, alpha: number): string => nemenyiQuantile(k, alpha).toFixed(3)
  assert.deepEqual(
    [2, 5, 10].map((k) => rounded(k, 0.05)),
    ['1.960', '2.728', '3.164'],
  )
  assert.deepEqual(
    [2, 10].map((k) => rounded(k, 0.1)),
    ['1.645', '2.920'],
  )
  assert.equal(criticalDifference(4, 14).toFixed(2), '1.25')
  assert.equal(criticalDifference(4, 14, 0.1).toFixed(2), '1.12')
  assert.throws(() => nemenyiQuantile(1), RangeError)
})

test('Cliques are the maximal groups within the critical difference', () => {
  for (let turn = 1; turn <= 30; turn++) {
    const ranks = row(1 + (turn % 9), 60, 17, turn).map((value) => value / 10)
    const inReach = (group: readonly number[]): boolean =>
      group.every((a) => group.every((b) => Math.abs(ranks[a] - ranks[b]) < 1.5))
    const subsets = Array.from({ length: 2 ** ranks.length }, (_, bits) =>
      ranks.map((_, k) => k).filter((k) => (bits & (1 << k)) !== 0),
    )
    const maximal = subsets.filter(
      (group) =>
        group.length > 1 &&
        inReach(group) &&
        ranks.every((_, k) => group.includes(k) || !inReach([...group, k])),
    )
    const found = cliques(ranks, 1.5).map((group) => group.toSorted((a, b) => a - b).join())
    assert.deepEqual(found.toSorted(), maximal.map((group) => group.join()).toSorted(), `turn ${turn}`)
  }
  assert.deepEqual(cliques([2, 1], 1), [], 'a whole critical difference apart is significant')
  assert.deepEqual(cliques([], 1), [])
})

test('Holm’s adjustment equals one by hand, capped at 1', () => {
  const ours = holm([0.01, 0.02, 0.03, 0.005, 0.5, 0.01])
  const byHand = [0.05, 0.06, 0.06, 0.03, 0.5, 0.05]
  byHand.forEach((p, k) => {
    near(ours[k], p, `p ${k}`)
  })
  assert.deepEqual(holm([0.4, 0.9, 0.6]), [1, 1, 1])
  assert.deepEqual(holm([0, 1]), [0, 1])
  assert.deepEqual(holm([0.3]), [0.3])
  assert.deepEqual(holm([]), [])
})
