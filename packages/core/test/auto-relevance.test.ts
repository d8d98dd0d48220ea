import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN, type Design } from '../src/auto/design.js'
import { Relevance } from '../src/auto/relevance.js'
import { Represented } from '../src/auto/represented.js'
import type { Random } from '../src/internals.js'
import { normalCdf } from '../src/normal.js'
import { withSeeds } from './support/auto-streams.js'

/** The false discovery rates are read off a histogram of scores from −8 to 8. */
const CELL = 16 / 1024

interface Table {
  /** By row and slot, from slot 1 on. */
  readonly values: readonly (readonly number[])[]
  readonly labels: readonly number[]
  readonly classes: number
}

/** Every fifth feature has to do with the classes, the more the higher its slot; the first is constant. */
const drawnTable = (random: Random, rows: number, slots: number, classes: number, sparse = false): Table => {
  const labels = Array.from({ length: rows }, () => random.below(classes))
  const values = labels.map((label) =>
    Array.from({ length: slots }, (_, j) => {
      if (j === 0) return 0.5
      if (sparse && random.uniform() < 0.8) return 0
      const effect = j % 5 === 0 && label === j % classes ? j / slots : 0
      return Math.fround(random.normal() + 2 * effect)
    }),
  )
  return { values, labels, classes }
}

const rowsOf = ({ values }: Table): Represented[] =>
  values.map((own) => {
    const row = new Represented()
    const there = own.flatMap((value, j) => (value === 0 ? [] : [[j + 1, value] as const]))
    row.length = there.length + 1
    row.slots = Int32Array.from([0, ...there.map(([slot]) => slot)])
    row.values = Float32Array.from([1, ...there.map(([, value]) => value)])
    return row
  })

/** All that the fast one does, in its order; gives ρ by slot, and relevance. */
const judged = (table: Table, relevance: Relevance): { rho: Float64Array; relevance: number[] } => {
  const seen = table.values[0].length
  const slots = Array.from({ length: seen }, (_, j) => j + 1)
  rowsOf(table).forEach((row, i) => {
    relevance.add(row, table.labels[i], seen)
  })
  for (const slot of slots) relevance.test(slot)
  relevance.rank()
  for (const slot of slots) relevance.judge(slot)
  const { ratios } = relevance.save() as { ratios: Float64Array }
  return { rho: ratios, relevance: slots.map((slot) => relevance.of(slot)) }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length

/** F, as the textbook has it; −1 where nothing varies. */
const ratioOf = (column: readonly number[], labels: readonly number[]): number => {
  const groups = [...new Set(labels)].map((label) => column.filter((_, i) => labels[i] === label))
  const middle = mean(column)
  const between = groups.reduce((sum, own) => sum + own.length * (mean(own) - middle) ** 2, 0)
  const within = groups.reduce((sum, own) => sum + own.reduce((s, x) => s + (x - mean(own)) ** 2, 0), 0)
  if (between + within < 1e-12) return -1
  return between / (groups.length - 1) / (within / (column.length - groups.length))
}

/** The normal score of F, after Wilson and Hilferty. */
const scoreOf = (f: number, classes: number, rows: number): number => {
  const a = 2 / (9 * (classes - 1))
  const e = 2 / (9 * (rows - classes))
  return ((1 - e) * Math.cbrt(f) - (1 - a)) / Math.sqrt(e * Math.cbrt(f) ** 2 + a)
}

/** Benjamini and Hochberg's rates, sorted as they say; `shift` moves all scores. */
const ratesOf = (scores: readonly number[], shift: number): number[] => {
  const order = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a])
  const rates = new Array<number>(scores.length)
  let rate = 1
  for (let rank = scores.length; rank >= 1; rank--) {
    const k = order[rank - 1]
    rate = Math.min(rate, (scores.length * (1 - normalCdf(scores[k] + shift))) / rank)
    rates[k] = rate
  }
  return rates
}

const columnsOf = ({ values }: Table): number[][] => values[0].map((_, j) => values.map((own) => own[j]))

/** ρ with discovery rates whose scores are all shifted. */
const naiveRho = (table: Table, design: Design, shift: number): number[] => {
  const { labels, classes } = table
  const ratios = columnsOf(table).map((column) => ratioOf(column, labels))
  const found = ratios.map((f) => (f < 0 ? 0 : Math.max(0, 1 - design.relevanceDemand / Math.max(f, 1e-9))))
  if (labels.length < design.discoveryFrom) return found
  const varying = ratios.flatMap((f, j) => (f < 0 ? [] : [j]))
  const scores = varying.map((j) => scoreOf(ratios[j], classes, labels.length))
  const rates = ratesOf(scores, shift)
  const rho = new Array<number>(ratios.length).fill(0)
  varying.forEach((j, k) => {
    rho[j] = found[j] * (1 - rates[k])
  })
  return rho
}

for (const classes of [2, 4])
  describe(`relevance with ${classes} classes`, () => {
    it('is 1 − 2/F of a textbook analysis of variance while rows are few', () => {
      withSeeds([1, 2, 3], (random) => {
        for (const sparse of [false, true]) {
          const table = drawnTable(random, 60, 40, classes, sparse)
          const { rho, relevance } = judged(table, new Relevance(DESIGN, classes))
          naiveRho(table, DESIGN, 0).forEach((expected, j) => {
            assert.ok(Math.abs(rho[j + 1] - expected) < 1e-9, `slot ${j + 1}: ${rho[j + 1]}, ${expected}`)
            const own = Math.sqrt(Math.max(DESIGN.minRelevance, expected))
            assert.ok(Math.abs(relevance[j] - own) < 1e-9)
          })
        }
      })
    })

    it('reckons with discoveries as sorting would, to one cell of the histogram', () => {
      withSeeds([4, 5, 6], (random) => {
        const table = drawnTable(random, 150, 300, classes)
        const { rho } = judged(table, new Relevance(DESIGN, classes))
        const [least, most] = [-CELL, CELL].map((shift) => naiveRho(table, DESIGN, shift))
        const plain = naiveRho(table, DESIGN, 0)
        least.forEach((low, j) => {
          const own = rho[j + 1]
          assert.ok(own >= low - 1e-9 && own <= most[j] + 1e-9, `slot ${j + 1}: ${low}, ${own}, ${most[j]}`)
          assert.ok(Math.abs(own - plain[j]) < 0.02, `slot ${j + 1}: ${own}, ${plain[j]}`)
        })
      })
    })

    it('leaves useless features at most a tenth of what the others say, and the best has 1', () => {
      withSeeds([7, 8], (random) => {
        const table = drawnTable(random, 150, 1000, classes)
        const { rho, relevance } = judged(table, new Relevance(DESIGN, classes))
        const energies = columnsOf(table).map((column) => mean(column.map((x) => x * x)))
        const isTold = energies.map((_, j) => rho[j + 1] > DESIGN.minRelevance)
        const sum = (wanted: boolean, factor: (j: number) => number): number =>
          energies.reduce((total, energy, j) => total + (isTold[j] === wanted ? energy * factor(j) : 0), 0)
        const relevantWeight = 1 + sum(true, (j) => rho[j + 1])
        const noise = sum(false, () => 1)
        const least = Math.min(DESIGN.minRelevance, (DESIGN.noiseShare * relevantWeight) / noise)
        const highest = Math.max(least, ...rho)
        relevance.forEach((own, j) => {
          const expected = Math.sqrt(Math.max(least, rho[j + 1]) / highest)
          assert.ok(Math.abs(own - expected) < 1e-9, `slot ${j + 1}: ${own}, ${expected}`)
        })
        assert.equal(Math.max(...relevance), 1)
      })
    })

    it('judges again as if for the first time, and from its state', () => {
      withSeeds([9], (random) => {
        const [used, fresh] = [new Relevance(DESIGN, classes), new Relevance(DESIGN, classes)]
        judged(drawnTable(random, 120, 50, classes), used)
        used.begin()
        const table = drawnTable(random, 130, 50, classes)
        const loaded = new Relevance(DESIGN, classes)
        loaded.load(used.save())
        const expected = judged(table, fresh).relevance
        assert.deepEqual(judged(table, used).relevance, expected)
        assert.deepEqual(judged(table, loaded).relevance, expected)
      })
    })
  })

describe('relevance', () => {
  it('finds next to nothing among features that are all useless', () => {
    withSeeds([10, 11, 12], (random) => {
      const { values, labels } = drawnTable(random, 200, 500, 2)
      const shuffled = labels.map(() => random.below(2))
      const { rho } = judged({ values, labels: shuffled, classes: 2 }, new Relevance(DESIGN, 2))
      const found = rho.filter((own) => own > 0.5).length
      assert.ok(found <= 2, `${found} of 500`)
    })
  })

  it('is the same when all classes but one are missing, and of no row at all', () => {
    const design = { ...DESIGN, discoveryFrom: 0 }
    for (const rows of [0, 1, 150]) {
      const relevance = new Relevance(design, 3)
      const row = rowsOf({ values: [[1, 2, 3]], labels: [0], classes: 3 })[0]
      for (let n = 0; n < rows; n++) relevance.add(row, 1, 3)
      for (const slot of [1, 2, 3]) relevance.test(slot)
      relevance.rank()
      for (const slot of [1, 2, 3]) relevance.judge(slot)
      for (const slot of [1, 2, 3, 4]) assert.equal(relevance.of(slot), 1, `${rows} rows, slot ${slot}`)
    }
  })
})
