import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stepsFor } from '../src/auto/dual-steps.js'
import { DualSvm, type View } from '../src/auto/linear/dual-svm.js'
import type { Random } from '../src/internals.js'
import { withSeeds } from './support/auto-streams.js'

const SLOTS = 8

interface Labelled {
  readonly view: View
  readonly full: readonly number[]
  readonly label: number
}

/** Rows of which some have no part in some slots, around class centres. */
const drawnRows = (random: Random, count: number, classes: number): Labelled[] =>
  Array.from({ length: count }, () => {
    const label = random.below(classes)
    const full = new Array<number>(SLOTS).fill(0)
    full[0] = Math.fround(0.5)
    for (let j = 1; j < SLOTS; j++)
      if (random.uniform() < 0.7)
        full[j] = Math.fround(0.5 * random.normal() + (j % classes === label ? 0.6 : 0))
    const slots = Int32Array.from(full.flatMap((value, slot) => (value === 0 ? [] : [slot])))
    const values = Float32Array.from(slots, (slot) => full[slot])
    return {
      view: { slots, values, start: 0, from: 0, length: slots.length, square: dot(full, full) },
      full,
      label,
    }
  })

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, j) => sum + x * b[j], 0)

/** The slow and obvious one: a full vector for each class, rebuilt from all steps at every visit. */
class Naive {
  readonly #rows: readonly Labelled[]
  readonly #classes: number
  readonly #cost: number
  /** By row and rival. */
  readonly steps: number[][]

  constructor(rows: readonly Labelled[], classes: number, cost: number) {
    this.#rows = rows
    this.#classes = classes
    this.#cost = cost
    this.steps = rows.map(() => new Array<number>(classes).fill(0))
  }

  /** Two classes share one vector: half of it is each one's own. */
  weights(): number[][] {
    const share = this.#classes === 2 ? 0.5 : 1
    const weights = Array.from({ length: this.#classes }, () => new Array<number>(SLOTS).fill(0))
    this.#rows.forEach(({ full, label }, i) => {
      this.steps[i].forEach((step, rival) => {
        for (let j = 0; j < SLOTS; j++) {
          weights[label][j] += share * step * full[j]
          weights[rival][j] -= share * step * full[j]
        }
      })
    })
    return weights
  }

  visit(i: number): void {
    const { full, label } = this.#rows[i]
    const steps = this.steps[i]
    const rivals = steps.map((_, c) => c).filter((c) => c !== label)
    const score = (c: number): number => dot(this.weights()[c], full)
    const first = rivals.reduce((best, c) => (score(c) > score(best) ? c : best))
    this.#pair(i, first, score(label) - score(first))
    for (const rival of rivals)
      if (rival !== first && steps[rival] > 0) this.#pair(i, rival, score(label) - score(rival))
  }

  #pair(i: number, rival: number, margin: number): void {
    const { full } = this.#rows[i]
    const steps = this.steps[i]
    const slack = 1 / (2 * this.#cost)
    const taken = steps.reduce((sum, step) => sum + step, 0)
    const bend = (this.#classes === 2 ? 1 : 2) * dot(full, full) + slack
    steps[rival] = Math.max(0, steps[rival] + (1 - margin - taken * slack) / bend)
  }

  /** ½‖w‖² + C Σ hinge², and what no value of it can be below: Σ α − ½‖w‖² − Σ (Σ_r α)²/(4C). */
  bounds(): { primal: number; dual: number } {
    const weights = this.weights()
    const norm = weights.reduce((sum, own) => sum + dot(own, own), 0) * (this.#classes === 2 ? 2 : 1)
    let primal = norm / 2
    let dual = -norm / 2
    this.#rows.forEach(({ full, label }, i) => {
      const scores = weights.map((own) => dot(own, full))
      const rival = Math.max(...scores.filter((_, c) => c !== label))
      primal += this.#cost * Math.max(0, 1 - scores[label] + rival) ** 2
      const taken = this.steps[i].reduce((sum, step) => sum + step, 0)
      dual += taken - taken ** 2 / (4 * this.#cost)
    })
    return { primal, dual }
  }
}

/** The steps as the fast one keeps them, as the naive one does. */
const stepsOf = (steps: Float64Array, rows: readonly Labelled[], classes: number): number[][] =>
  rows.map(({ label }, i) =>
    Array.from({ length: classes }, (_, c) => {
      if (c === label) return 0
      return classes === 2 ? steps[i] : steps[i * classes + c]
    }),
  )

const close = (actual: number, expected: number, error: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= error, `${what}: ${actual}, expected ${expected}`)

for (const classes of [2, 3, 5])
  describe(`the support vector machine of ${classes} classes`, () => {
    const width = stepsFor(classes)
    // Weights of several classes have single precision.
    const rounding = classes === 2 ? 1e-10 : 1e-5

    it('steps as one with full vectors does', () => {
      withSeeds([1, 2, 3, 4], (random) => {
        const cost = [0.1, 1, 10][random.below(3)]
        const rows = drawnRows(random, 12, classes)
        const svm = new DualSvm(classes, cost)
        const naive = new Naive(rows, classes, cost)
        const steps = new Float64Array(rows.length * width)
        const scores = new Float64Array(classes)
        for (let n = 0; n < 60; n++) {
          const i = random.below(rows.length)
          svm.visit(rows[i].view, rows[i].label, steps, i * width)
          naive.visit(i)
          const expected = naive.weights()
          svm.score(rows[i].view, scores, 0)
          for (let c = 0; c < classes; c++) {
            close(scores[c], dot(expected[c], rows[i].full), rounding, `score ${c} after visit ${n}`)
            for (let j = 0; j < SLOTS; j++) close(svm.weight(j, c), expected[c][j], rounding, `weight ${j}`)
          }
          for (const [k, own] of stepsOf(steps, rows, classes).entries())
            for (let c = 0; c < classes; c++) close(own[c], naive.steps[k][c], rounding, `step ${k}, ${c}`)
        }
      })
    })

    it('comes to the optimum: no duality gap is left', () => {
      withSeeds([5, 6, 7], (random) => {
        const cost = [0.1, 1][random.below(2)]
        const rows = drawnRows(random, 60, classes)
        const svm = new DualSvm(classes, cost)
        const steps = new Float64Array(rows.length * width)
        for (let pass = 0; pass < 1000; pass++)
          rows.forEach(({ view, label }, i) => {
            svm.visit(view, label, steps, i * width)
          })
        const naive = new Naive(rows, classes, cost)
        stepsOf(steps, rows, classes).forEach((own, i) => {
          naive.steps[i] = own
        })
        const { primal, dual } = naive.bounds()
        assert.ok(primal - dual >= -1e-9 * primal, `${primal} is below ${dual}`)
        assert.ok(primal - dual <= 1e-6 * primal, `${primal} is above ${dual}`)
        for (let c = 0; c < classes; c++)
          for (let j = 0; j < SLOTS; j++)
            close(svm.weight(j, c), naive.weights()[c][j], rounding, `weight ${j}`)
      })
    })

    it('knows nothing of rows that were taken out, and the same when they are put back', () => {
      withSeeds([8, 9], (random) => {
        const rows = drawnRows(random, 20, classes)
        const svm = new DualSvm(classes, 1)
        const steps = new Float64Array(rows.length * width)
        for (let n = 0; n < 100; n++) {
          const i = random.below(rows.length)
          svm.visit(rows[i].view, rows[i].label, steps, i * width)
        }
        const before = rows.map((_, j) => svm.weight(j % SLOTS, j % classes))
        for (const sign of [-1, 1] as const) {
          rows.forEach(({ view, label }, i) => {
            svm.put(view, label, steps, i * width, sign)
          })
          for (const [j, weight] of before.entries())
            close(svm.weight(j % SLOTS, j % classes), sign === 1 ? weight : 0, rounding, `weight ${j}`)
        }
      })
    })

    it('says the same of the old classes once there is one more', () => {
      withSeeds([10], (random) => {
        const rows = drawnRows(random, 20, classes)
        const svm = new DualSvm(classes, 1)
        const steps = new Float64Array(rows.length * width)
        rows.forEach(({ view, label }, i) => {
          svm.visit(view, label, steps, i * width)
        })
        const [before, after] = [new Float64Array(classes), new Float64Array(classes + 1)]
        svm.score(rows[0].view, before, 0)
        svm.addClass()
        svm.score(rows[0].view, after, 0)
        for (let c = 0; c < classes; c++) close(after[c], before[c], 1e-6, `score ${c}`)
        assert.equal(after[classes], 0)
      })
    })
  })
