import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN, type Design } from '../src/auto/design.js'
import { NO_VIEW } from '../src/auto/featurizer.js'
import { KernelMember } from '../src/auto/kernel/member.js'
import { SeenRows } from '../src/auto/member.js'
import type { Random } from '../src/internals.js'
import { withSeeds } from './support/auto-streams.js'
import { drawnView, kernel } from './support/kernel.js'

const COST = DESIGN.kernelCost

const newMember = (
  classes: number,
  design: Partial<Design> = {},
): { rows: SeenRows; member: KernelMember } => {
  const rows = new SeenRows()
  return { rows, member: new KernelMember(rows, classes, { ...DESIGN, ...design }) }
}

const addRow = (rows: SeenRows, member: KernelMember, random: Random, label: number): void => {
  rows.rows.push({ label })
  rows.views.push([NO_VIEW, NO_VIEW, drawnView(random, 8)])
  member.add()
}

/** The slow and obvious one: steps by row and rival, every score summed over all rows. */
class Naive {
  readonly steps: number[][] = []
  readonly #rows: SeenRows
  readonly #classes: number
  isIn: boolean[] = []

  constructor(rows: SeenRows, classes: number) {
    this.#rows = rows
    this.#classes = classes
  }

  add(): void {
    this.steps.push(new Array<number>(this.#classes).fill(0))
    this.isIn.push(true)
  }

  score(c: number, i: number): number {
    const { rows, views } = this.#rows
    let sum = 0
    this.steps.forEach((own, j) => {
      const k = kernel(views[j][2], views[i][2])
      const taken = own.reduce((all, step) => all + step, 0)
      if (this.isIn[j]) sum += k * (rows[j].label === c ? taken : -own[c])
    })
    return this.#classes === 2 ? sum / 2 : sum
  }

  visit(i: number): void {
    if (!this.isIn[i]) return
    const { label } = this.#rows.rows[i]
    const rivals = this.steps[i].map((_, c) => c).filter((c) => c !== label)
    const first = rivals.reduce((best, c) => (this.score(c, i) > this.score(best, i) ? c : best))
    this.#pair(i, label, first)
    for (const rival of rivals) if (rival !== first && this.steps[i][rival] > 0) this.#pair(i, label, rival)
  }

  #pair(i: number, label: number, rival: number): void {
    const steps = this.steps[i]
    const slack = 1 / (2 * COST)
    const taken = steps.reduce((sum, step) => sum + step, 0)
    const margin = this.score(label, i) - this.score(rival, i)
    const bend = (this.#classes === 2 ? 1 : 2) * 1.09 + slack
    steps[rival] = Math.max(0, steps[rival] + (1 - margin - taken * slack) / bend)
  }

  /** The row with the smallest sum of steps leaves. */
  leave(): void {
    const sums = this.steps.map((own, i) =>
      this.isIn[i] ? own.reduce((sum, step) => sum + step, 0) : Number.POSITIVE_INFINITY,
    )
    const least = sums.indexOf(Math.min(...sums))
    this.isIn[least] = false
    this.steps[least].fill(0)
  }
}

const assertAsNaive = (member: KernelMember, naive: Naive, rows: SeenRows, classes: number): void => {
  const scores = new Float64Array(classes)
  const steps = member.steps()
  rows.rows.forEach(({ label }, i) => {
    member.score(rows.views[i], scores, 0)
    for (let c = 0; c < classes; c++) {
      const error = Math.abs(scores[c] - naive.score(c, i))
      assert.ok(error < 1e-4, `row ${i}, score ${c}: ${scores[c]}, expected ${naive.score(c, i)}`)
      const own = classes === 2 ? steps[i] : steps[i * classes + c]
      if (c !== label) assert.ok(Math.abs(own - naive.steps[i][c]) < 1e-4, `row ${i}, step ${c}: ${own}`)
    }
  })
}

/** A member that has learned some rows. */
const grown = (random: Random, classes: number, count: number, design: Partial<Design> = {}) => {
  const all = newMember(classes, design)
  for (let n = 0; n < count; n++) {
    addRow(all.rows, all.member, random, random.below(classes))
    all.member.visit(n)
    all.member.replay(() => random.uniform())
  }
  return all
}

for (const classes of [2, 4])
  describe(`the kernel member of ${classes} classes`, () => {
    it('steps as one does that keeps nothing', () => {
      withSeeds([1, 2], (random) => {
        const { rows, member } = newMember(classes)
        const naive = new Naive(rows, classes)
        for (let n = 0; n < 14; n++) {
          addRow(rows, member, random, random.below(classes))
          naive.add()
          for (const i of [n, random.below(n + 1), random.below(n + 1)]) {
            member.visit(i)
            naive.visit(i)
          }
          if (n % 4 === 3) {
            const i = random.below(n + 1)
            const before = rows.views[i]
            rows.views[i] = [NO_VIEW, NO_VIEW, drawnView(random, 12)]
            member.renew(i, before)
          }
          assertAsNaive(member, naive, rows, classes)
        }
      })
    })

    it('lets the row with the smallest sum of steps leave when it is full, for good', () => {
      withSeeds([3], (random) => {
        const { rows, member } = newMember(classes, { kernelRows: 8, minKernelRows: 8 })
        const naive = new Naive(rows, classes)
        for (let n = 0; n < 24; n++) {
          if (n >= 8) naive.leave()
          addRow(rows, member, random, random.below(classes))
          naive.add()
          for (const i of [n, random.below(n + 1), n]) {
            member.visit(i)
            naive.visit(i)
          }
          assertAsNaive(member, naive, rows, classes)
        }
        assert.equal(member.count, 8)
        assert.deepEqual(
          rows.rows.map((_, i) => member.stake(i) > 0),
          naive.steps.map((own) => own.some((step) => step > 0)),
        )
      })
    })

    it('stores fewer rows the more entries they have, and the more classes there are', () => {
      withSeeds([4], (random) => {
        const few = { minKernelRows: 4, kernelReplays: 0 }
        assert.ok(grown(random, classes, 40, { ...few, kernelEntries: 60 }).member.count < 20)
        assert.equal(grown(random, classes, 40, { ...few, kernelScores: 10 * classes }).member.count, 10)
      })
    })

    it('goes on with the same bits as a copy and from its state', () => {
      withSeeds([5, 6], (random) => {
        const { rows, member } = grown(random, classes, 80, { kernelRows: 64, minKernelRows: 16 })
        const twin = new SeenRows()
        twin.rows = [...rows.rows]
        twin.views = [...rows.views]
        const copy = member.copy(twin)
        const loaded = new KernelMember(twin, classes, { ...DESIGN, kernelRows: 64, minKernelRows: 16 })
        loaded.load(member.save())
        for (const one of [copy, loaded]) {
          assert.deepEqual(one.save(), member.save())
          for (let i = 0; i < 80; i += 3) one.visit(i)
        }
        for (let i = 0; i < 80; i += 3) member.visit(i)
        for (const one of [copy, loaded]) assert.deepEqual(one.save(), member.save())
      })
    })

    it('says the same of the old classes once there is one more', () => {
      withSeeds([7], (random) => {
        const { rows, member } = grown(random, classes, 20)
        const [before, after] = [new Float64Array(classes), new Float64Array(classes + 1)]
        member.score(rows.views[3], before, 0)
        member.addClass()
        member.score(rows.views[3], after, 0)
        for (let c = 0; c < classes; c++) assert.ok(Math.abs(before[c] - after[c]) < 1e-9)
        assert.ok(Math.abs(after[classes]) < 1e-9)
        addRow(rows, member, random, classes)
        member.visit(20)
        member.score(rows.views[20], after, 0)
        assert.ok(after[classes] > 0)
      })
    })

    it('knows nothing of rows that were removed', () => {
      withSeeds([8], (random) => {
        const { rows, member } = grown(random, classes, 20)
        member.remove(4, 17)
        for (const list of [rows.rows, rows.views]) list.splice(4, 13)
        const fresh = new KernelMember(rows, classes, DESIGN)
        fresh.take(member.steps())
        const [own, expected] = [new Float64Array(classes), new Float64Array(classes)]
        for (const views of rows.views) {
          member.score(views, own, 0)
          fresh.score(views, expected, 0)
          for (let c = 0; c < classes; c++) assert.ok(Math.abs(own[c] - expected[c]) < 1e-5)
        }
      })
    })

    it('sleeps for good after three low shares in a row, and where there are too many features', () => {
      withSeeds([9], (random) => {
        const scores = new Float64Array(classes)
        const { rows, member } = grown(random, classes, 20)
        for (const share of [0.1, 0.14, 0.2, 0.1, 0.1]) member.look(share)
        assert.equal(member.isAsleep, false)
        member.look(0.14)
        assert.equal(member.isAsleep, true)
        addRow(rows, member, random, 0)
        member.visit(20)
        member.score(rows.views[0], scores, 0)
        assert.deepEqual([...scores], new Array<number>(classes).fill(0))
        assert.equal(member.copy(rows).isAsleep, true)

        const other = grown(random, classes, 5)
        other.rows.rows.push({ label: 0 })
        other.rows.views.push([NO_VIEW, NO_VIEW, NO_VIEW])
        other.member.add()
        assert.equal(other.member.isAsleep, true)
      })
    })
  })
