import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN } from '../src/auto/design.js'
import { Features } from '../src/auto/features.js'
import { Represented, represent } from '../src/auto/represented.js'
import { Scales } from '../src/auto/scales.js'
import { AutoStreamStatistics } from '../src/auto/stream-statistics.js'
import { Random, sparseRow } from '../src/internals.js'
import { denseStream, type Plain, rowOf, sparseStream, withSeeds } from './support/auto-streams.js'

/** Dense numbers and rare words in one row, and a feature that never varies. */
const mixedStream = (seed: number, rounds: number): Plain[] => {
  const words = sparseStream(seed, rounds, 2)
  return denseStream(seed, rounds, 2).map(({ entries, label }, t) => ({
    entries: [...entries, [500, 3], ...words[t].entries.map(([word, x]) => [1000 + word, -x] as const)],
    label,
  }))
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length

interface Naive {
  readonly isDense: boolean
  readonly values: readonly number[]
}

/** Every feature with its value in every row, zeros too. */
const columnsOf = (rows: readonly Plain[]): Map<number, Naive> => {
  const features = new Set(rows.flatMap(({ entries }) => entries.map(([feature]) => feature)))
  return new Map(
    [...features].map((feature) => {
      const values = rows.map(({ entries }) => new Map(entries).get(feature) ?? 0)
      return [feature, { values, isDense: values.filter((x) => x !== 0).length > rows.length / 4 }]
    }),
  )
}

/** The slow and obvious one: by feature, what both linear members see of a value; nothing where it says nothing. */
const seenBy = (
  { values, isDense }: Naive,
  x: number,
  relevance: number,
): readonly [number, number] | undefined => {
  if (isDense) {
    const mean = meanOf(values)
    const deviation = Math.sqrt(meanOf(values.map((own) => (own - mean) ** 2)))
    if (deviation <= 1e-5 * Math.sqrt(meanOf(values.map((own) => own * own)))) return undefined
    const z = (x - mean) / deviation
    const squashed = Math.sign(z) * Math.log(1 + Math.abs(z))
    return [squashed, squashed * relevance]
  }
  if (x === 0) return undefined
  const there = values.filter((own) => own !== 0)
  const lift = (there.length / values.length) ** -0.25
  const size = Math.log2(1 + Math.abs(x) / Math.sqrt(meanOf(there.map((own) => own * own))))
  return [Math.sign(x) * lift, Math.sign(x) * lift * size * relevance]
}

const scalesOf = (features: Features): Scales => {
  const scales = new Scales()
  scales.reserve(features.seen)
  for (let slot = 1; slot <= features.seen; slot++) {
    if (features.count[slot] > DESIGN.dense * features.rows) scales.makeDense(slot)
    scales.measure(features, slot, DESIGN.rarity)
  }
  return scales
}

const featuresOf = (rows: readonly Plain[]): Features => {
  const features = new Features()
  for (const plain of rows) features.observe(rowOf(plain))
  return features
}

const assertSeen = (rows: readonly Plain[], features: Features, scales: Scales, random: Random): void => {
  const columns = columnsOf(rows)
  const relevance = Float64Array.from({ length: features.seen + 1 }, () => random.uniform())
  const out = new Represented()
  for (const unit of [true, false])
    for (const plain of rows.slice(0, 30)) {
      represent(rowOf(plain), features, scales, relevance, out, unit)
      const values = new Map(plain.entries)
      const expected = new Map<number, readonly [number, number]>([[0, [1, 1]]])
      for (const [feature, column] of columns) {
        const slot = features.slot(feature)
        const seen = seenBy(column, values.get(feature) ?? 0, relevance[slot])
        if (seen) expected.set(slot, seen)
      }
      const lengths = [0, 1].map((side) => Math.hypot(...[...expected.values()].map((seen) => seen[side])))
      assert.equal(out.length, expected.size)
      for (let k = 0; k < out.length; k++) {
        const seen = expected.get(out.slots[k]) ?? assert.fail(`slot ${out.slots[k]}`)
        ;[out.presence[k], out.values[k]].forEach((own, side) => {
          const whole = unit ? seen[side] / lengths[side] : seen[side]
          // Single precision, and a mean square less a squared mean.
          assert.ok(Math.abs(own - whole) < 1e-5 * (1 + Math.abs(whole)), `${own}, expected ${whole}`)
        })
      }
    }
}

describe('a represented row', () => {
  it('is what the formula says', () => {
    withSeeds([1, 2], (random, seed) => {
      for (const stream of [denseStream, sparseStream, mixedStream]) {
        const rows = stream(seed, 80, 2)
        const features = featuresOf(rows)
        assertSeen(rows, features, scalesOf(features), random)
      }
    })
  })

  it('has length 1, also without any feature', () => {
    const rows = mixedStream(3, 60)
    const features = featuresOf(rows)
    const scales = scalesOf(features)
    const ones = new Float64Array(features.seen + 1).fill(1)
    const out = new Represented()
    for (const plain of [...rows, { entries: [], label: 0 }]) {
      represent(rowOf(plain), features, scales, ones, out)
      for (const side of [out.presence, out.values]) {
        const square = side.subarray(0, out.length).reduce((sum, x) => sum + x * x, 0)
        assert.ok(Math.abs(square - 1) < 1e-6, `${square}`)
      }
    }
  })

  it('skips unseen features and zeros', () => {
    const features = featuresOf(sparseStream(4, 50, 2))
    const scales = scalesOf(features)
    const ones = new Float64Array(features.seen + 1).fill(1)
    const out = new Represented()
    represent(sparseRow([1, 70_000, 80_000], [0, 1, -2]), features, scales, ones, out)
    assert.equal(out.length, 1)
  })
})

describe('the statistics', () => {
  it('computes new scales whenever the rows have grown by a quarter', () => {
    const rows = mixedStream(5, 60)
    const statistics = new AutoStreamStatistics({ ...DESIGN, spread: 0 }, { measure: 'f1' })
    rows.forEach((plain, t) => {
      statistics.observe(rowOf(plain))
      const last = statistics.scales[statistics.scales.length - 1]
      if (last.from === t + 1 && t > 10)
        assertSeen(rows.slice(0, t + 1), statistics.features, last, new Random(t, 'auto test'))
    })
    const expected = [0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 30, 38, 48, 60]
    assert.deepEqual(
      statistics.scales.map(({ from }) => from),
      expected,
    )
  })

  it('measures about as often when that is spread over rounds, with all features in the end', () => {
    const random = new Random(6, 'auto test')
    const statistics = new AutoStreamStatistics(DESIGN, { measure: 'f1' })
    for (let t = 0; t < 600; t++) {
      const words = new Set(Array.from({ length: 30 }, () => 1 + random.below(6000)))
      statistics.observe(rowOf({ entries: [...words].map((word) => [word, 1]) }))
    }
    const { scales } = statistics
    assert.ok(scales.length > 15, `${scales.length}`)
    for (let k = 1; k < scales.length; k++) {
      assert.ok(scales[k].from >= scales[k - 1].from)
      assert.ok(scales[k].seen >= scales[k - 1].seen)
      for (let slot = 1; slot <= scales[k].seen; slot++) assert.ok(scales[k].level[slot] > 0)
    }
  })

  it('goes on with the same bits from its state, also while it measures', () => {
    const rows = Array.from({ length: 400 }, (_, t) => {
      const random = new Random(t, 'auto test')
      const words = new Set(Array.from({ length: 40 }, () => 1 + random.below(8000)))
      return rowOf({ entries: [...words].map((word) => [word, 1 + random.below(3)]) })
    })
    const statistics = new AutoStreamStatistics(DESIGN, { measure: 'f1' })
    for (const [t, row] of rows.entries()) {
      statistics.observe(row)
      statistics.recordPrediction(t % 2, 0.7)
      if (t % 37 !== 0) continue
      const other = new AutoStreamStatistics(DESIGN, { measure: 'f1' })
      other.load(statistics.save())
      for (const next of rows.slice(t + 1, t + 30)) other.observe(next)
      const again = new AutoStreamStatistics(DESIGN, { measure: 'f1' })
      for (const [s, earlier] of rows.slice(0, t + 30).entries()) {
        again.observe(earlier)
        if (s <= t) again.recordPrediction(s % 2, 0.7)
      }
      assert.deepEqual(other.save(), again.save(), `round ${t}`)
    }
  })
})
