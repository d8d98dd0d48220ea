import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  describeSample,
  mean,
  meanInterval,
  median,
  pairedT,
  standardDeviation,
  standardError,
} from '../src/statistics/index.js'
import { near, row } from './support/numbers.js'

const sample = (s: number): number[] => row(2 + 3 * s, 1000, 2, s + 1).map((value) => value / 1000)
const other = (s: number): number[] => row(2 + 3 * s, 1000, 3, s + 2).map((value) => value / 1000 + s / 50)

/** numpy mean, median, std(ddof=1), scipy.stats.sem and t.interval(0.9, n − 1, mean, sem) of sample 0, 1, … */
const described: readonly (readonly number[])[] = [
  [0.621, 0.621, 0.2927422074112307, 0.207, -0.6859465635377342, 1.9279465635377326],
  [0.4848, 0.485, 0.2711654476514292, 0.12126887481955127, 0.2262733389344907, 0.7433266610655092],
  [
    0.591375, 0.5914999999999999, 0.29044347249384983, 0.10268727447588484, 0.3968258867629834,
    0.7859241132370165,
  ],
  [
    0.5769090909090907, 0.597, 0.2813362594993594, 0.08482607388013048, 0.42316512980060317,
    0.7306530520175781,
  ],
  [0.5325, 0.5325, 0.2970143094195968, 0.07938041320124252, 0.3919225752746823, 0.6730774247253175],
  [
    0.6022941176470589, 0.485, 0.267779705333013, 0.06494611820498737, 0.48890575003546355,
    0.7156824852586541,
  ],
  [0.544, 0.5445, 0.2953294324719609, 0.06603766867637384, 0.42981210029530503, 0.6581878997046949],
  [
    0.5031304347826087, 0.509, 0.2925316306670297, 0.060997061561696306, 0.3983896736682165,
    0.6078711958970008,
  ],
  [
    0.48026923076923084, 0.46599999999999997, 0.29402959819614183, 0.05766394841446051, 0.38177109002776405,
    0.5787673715106976,
  ],
  [
    0.5453103448275861, 0.558, 0.29559747044252543, 0.054891072238105854, 0.45193344382831835,
    0.6386872458268539,
  ],
  [0.46053125, 0.461, 0.28720555574361717, 0.050771249015190666, 0.37444764368143096, 0.546614856318569],
  [
    0.5267999999999999, 0.529, 0.29884304359627034, 0.05051369395828149, 0.44138516966685604,
    0.6122148303331438,
  ],
  [
    0.47628947368421043, 0.466, 0.28523692455473787, 0.04627153926023768, 0.39822505502936545,
    0.5543538923390554,
  ],
  [
    0.5828780487804878, 0.582, 0.2844628442452503, 0.044425632503313356, 0.5080719024717063,
    0.6576841950892692,
  ],
  [
    0.5011363636363636, 0.4845, 0.28847849389102154, 0.04348976928742504, 0.4280269865982367,
    0.5742457406744905,
  ],
  [
    0.5043404255319149, 0.509, 0.28655352915185006, 0.04179812809342629, 0.4341755625407011,
    0.5745052885231288,
  ],
  [
    0.5010800000000001, 0.4985, 0.2994152014463241, 0.04234370386660639, 0.4300886254857374,
    0.5720713745142627,
  ],
  [
    0.4959622641509434, 0.484, 0.28789567837246927, 0.03954551273963278, 0.429735822887346,
    0.5621887054145408,
  ],
  [
    0.5104464285714284, 0.5165, 0.29155675696589084, 0.03896091047733144, 0.4452635020242333,
    0.5756293551186235,
  ],
  [
    0.5276440677966102, 0.528, 0.2853837563166037, 0.03715380044647545, 0.4655395300246076,
    0.5897486055686129,
  ],
]

test('Samples are described as by NumPy and SciPy', () => {
  described.forEach(([center, middle, deviation, error, low, high], s) => {
    const values = sample(s)
    const ours = describeSample(values, 0.9)
    assert.equal(ours.count, values.length)
    near(ours.mean, center, `mean ${s}`)
    near(ours.median, middle, `median ${s}`)
    near(ours.deviation, deviation, `deviation ${s}`)
    near(ours.error, error, `error ${s}`)
    near(ours.interval?.low, low, `low ${s}`)
    near(ours.interval?.high, high, `high ${s}`)
  })
})

/** scipy.stats.ttest_rel(sample, other): statistic, pvalue, mean of the differences, confidence_interval(0.95). */
const tested: readonly (readonly number[])[] = [
  [-3.0, 0.20483276469913345, -0.07500000000000007, -0.3926551184043677, 0.24265511840436754],
  [-0.4740982082542018, 0.660150142278065, -0.12320000000000002, -0.8446919419753716, 0.5982919419753716],
  [-0.8836174823660319, 0.4062254774163913, -0.12512500000000004, -0.45996854416381255, 0.20971854416381247],
  [
    -23.8676199089082, 3.787625417439887e-10, -0.08054545454545455, -0.08806469849640412,
    -0.07302621059450497,
  ],
  [-0.5245271557393205, 0.6087403868604581, -0.060714285714285714, -0.31077805919383455, 0.1893494877652631],
  [-0.318934666106729, 0.7539019241624494, -0.028176470588235258, -0.2154607506023842, 0.1591078094259137],
  [-1.189583907100515, 0.2488636959538373, -0.11779999999999997, -0.3250642645362094, 0.08946426453620944],
  [-1.572534958209089, 0.13009877412169757, -0.13265217391304346, -0.307595038897418, 0.0422906910713311],
  [-1.9805984827208165, 0.0587408252131455, -0.16007692307692312, -0.32653398005201884, 0.006380133898172602],
  [-1.0500151558214708, 0.30268987376877743, -0.07775862068965517, -0.22945292059928338, 0.07393567921997304],
  [-3.969338690336514, 0.0003977759155378349, -0.24753125, -0.3747169986002312, -0.1203455013997688],
  [
    -2.073955695063041, 0.04572601278525358, -0.1639714285714286, -0.32464508046886664,
    -0.0032977766739905323,
  ],
  [-5.633845634699648, 1.967276593598048e-6, -0.349921052631579, -0.47576890957860674, -0.22407319568455134],
  [-4.798443440352041, 2.2455313713132302e-5, -0.2726341463414634, -0.38746600183322366, -0.1578022908497031],
  [-5.921071163372274, 4.7622063713107734e-7, -0.3166590909090909, -0.4245118595772568, -0.208806322240925],
  [
    -4.282463630155424, 9.307023101067053e-5, -0.25912765957446815, -0.38092599122703813,
    -0.13732932792189817,
  ],
  [-5.031986993714267, 6.931596872371588e-6, -0.30972, -0.4334098352919332, -0.18603016470806677],
  [-7.147530891036824, 2.8788257332150197e-9, -0.3855660377358491, -0.4938124894907016, -0.27731958598099654],
  [-6.524611205596083, 2.2606860795479574e-8, -0.3680535714285714, -0.48110181546183123, -0.2550053273953116],
  [-6.538058157461011, 1.741660417301872e-8, -0.3489661016949152, -0.4558069297073696, -0.24212527368246084],
]

test('The paired t-test is that of SciPy, and changes sign with the order', () => {
  tested.forEach(([t, p, difference, low, high], s) => {
    const ours = pairedT(sample(s), other(s))
    assert.equal(ours?.df, 1 + 3 * s)
    near(ours?.t, t, `t ${s}`)
    near(ours?.p, p, `p ${s}`)
    near(ours?.meanDifference, difference, `difference ${s}`)
    near(ours?.interval.low, low, `low ${s}`)
    near(ours?.interval.high, high, `high ${s}`)
    const turned = pairedT(other(s), sample(s))
    assert.deepEqual([turned?.t, turned?.p], [-ours!.t, ours!.p])
  })
})

test('Equal differences have no spread: certain when they are not zero', () => {
  const values = sample(5)
  const zero = pairedT(values, values)
  assert.deepEqual(zero, { t: 0, df: 16, p: 1, meanDifference: 0, interval: { low: 0, high: 0 } })
  const none = values.map(() => 0)
  for (const constant of [0.1, -0.7, 1e300, -3]) {
    const ours = pairedT(
      values.map(() => constant),
      none,
    )
    const t = Math.sign(constant) * Number.POSITIVE_INFINITY
    assert.deepEqual([ours?.t, ours?.p], [t, 0])
    assert.deepEqual(ours?.interval, { low: constant, high: constant })
  }
})

test('Equal values have that value as their mean, whatever the sum rounds to', () => {
  for (let n = 1; n <= 200; n++)
    for (const value of [0.1, 0.3, 1 / 3, 1e-300, 123456.789]) {
      const values = new Array<number>(n).fill(value)
      assert.equal(mean(values), value)
      assert.equal(median(values), value)
      assert.equal(standardDeviation(values), n > 1 ? 0 : undefined)
    }
})

test('A single value has no spread, and no values have no mean', () => {
  assert.deepEqual(describeSample([7]), {
    count: 1,
    mean: 7,
    median: 7,
    deviation: undefined,
    error: undefined,
    interval: undefined,
  })
  assert.equal(pairedT([1], [2]), undefined)
  assert.equal(pairedT([], []), undefined)
  assert.throws(() => mean([]), RangeError)
  assert.throws(() => median([]), RangeError)
  assert.throws(() => pairedT([1, 2], [1]), RangeError)
})

test('Huge values do not overflow, and a large common part costs no digits', () => {
  const values = sample(6)
  const scaled = values.map((value) => value * 2 ** 1000)
  near(standardDeviation(scaled), standardDeviation(values)! * 2 ** 1000, 'deviation')
  near(
    pairedT(
      scaled,
      scaled.map(() => 0),
    )?.p,
    pairedT(
      values,
      values.map(() => 0),
    )!.p,
    'p',
  )
  const whole = [1, 2, 4, 8, 9]
  const shifted = whole.map((value) => value + 2 ** 50)
  near(standardError(shifted), standardError(whole)!, 'error')
})

test('A higher level gives a wider interval', () => {
  let width = 0
  for (const level of [0.5, 0.8, 0.9, 0.95, 0.99, 0.999]) {
    const interval = meanInterval(sample(4), level)!
    assert.ok(interval.high - interval.low > width, `level ${level}`)
    width = interval.high - interval.low
  }
})
