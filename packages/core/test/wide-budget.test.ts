import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierOptions, Random } from '@askance/core'
import { Allowance, type Grant, Grants, HourlyCap } from '../src/wide/grants.js'
import { WidePace } from '../src/wide/pace.js'
import { drawnItem } from './support/live.js'

const SEEDS = process.env.ASKANCE_SOAK ? 300 : 20

/** A partition as a worker keeps it: what its last page says survives a crash, everything else does not. */
class Partition {
  page = { spent: 0, bound: 0, grant: 0 }
  /** Every grant that was stored, in order; a worker may read an old one. */
  grants: Grant[] = []

  ask(random: Random): void {
    const allowance = new Allowance(this.page)
    const seen = this.grants[this.grants.length - 1 - random.below(Math.min(3, this.grants.length || 1))]
    if (seen) allowance.take(seen, this.page.spent)
    const wanted = random.below(6)
    const spent = Math.min(Math.max(allowance.bound, this.page.spent), this.page.spent + wanted)
    this.page = { spent, bound: allowance.bound, grant: allowance.grant }
  }
}

describe('grants', () => {
  for (let seed = 1; seed <= SEEDS; seed++)
    test(`never allow more than the cap, whatever is late or lost, seed ${seed}`, () => {
      const random = new Random(seed, 'test/grants')
      const partitions = Array.from({ length: 1 + random.below(9) }, () => new Partition())
      const cap = random.below(300)
      let owner = new Grants(partitions.length)
      for (let step = 0; step < 400; step++) {
        const p = random.below(partitions.length)
        const kind = random.uniform()
        if (kind < 0.6) partitions[p].ask(random)
        else if (kind < 0.8) owner.page(p, partitions[p].page)
        else if (kind < 0.97)
          for (const grant of owner.hand(cap)) partitions[grant.partition].grants.push(grant)
        else {
          // A new owner knows the last pages and the last grants, and voids what earlier owners gave.
          owner = new Grants(partitions.length)
          partitions.forEach((one, k) => {
            owner.page(k, one.page)
            const last = one.grants.at(-1)
            if (last) owner.given(last)
            one.grants.push(owner.renew(k))
          })
        }
        const spent = partitions.reduce((sum, { page }) => sum + page.spent, 0)
        assert.ok(spent <= cap, `${spent} of ${cap}`)
        assert.ok(owner.obligations <= cap)
      }
    })

  test('hand out all of the cap, and move what one partition does not need to the others', () => {
    const owner = new Grants(4)
    const partitions = Array.from({ length: 4 }, () => new Allowance({ spent: 0, bound: 0, grant: 0 }))
    const spent = [0, 0, 0, 0]
    for (let round = 0; round < 60; round++) {
      for (const grant of owner.hand(100)) partitions[grant.partition].take(grant, spent[grant.partition])
      // Only the first two have items.
      for (const p of [0, 1]) if (spent[p] < partitions[p].bound) spent[p]++
      partitions.forEach(({ bound, grant }, p) => {
        owner.page(p, { spent: spent[p], bound, grant })
      })
    }
    for (let round = 0; round < 60; round++) {
      for (const grant of owner.hand(100)) partitions[grant.partition].take(grant, spent[grant.partition])
      for (const p of [0, 1]) if (spent[p] < partitions[p].bound) spent[p]++
      partitions.forEach(({ bound, grant }, p) => {
        owner.page(p, { spent: spent[p], bound, grant })
      })
    }
    assert.ok(spent[0] + spent[1] >= 98, `${spent}`)
  })

  test('of an hourly budget keep any span of time', () => {
    const random = new Random(3, 'test/hourly')
    const hourly = new HourlyCap(60, 8)
    const asked: number[] = []
    let known = 0
    let cap = 0
    for (let time = 0; time < 7_200_000; time += random.below(20_000)) {
      if (random.uniform() < 0.3) {
        known = random.uniform() < 0.5 ? asked.length : known
        hourly.take(time, known)
        cap = Math.max(cap, known + Math.floor(hourly.at(time)))
      }
      while (asked.length < cap && random.uniform() < 0.5) asked.push(time)
    }
    assert.ok(asked.length > 60)
    for (let from = 0; from < asked.length; from++)
      for (let to = from; to < asked.length; to++)
        assert.ok(to - from + 1 <= 8 + (60 * (asked[to] - asked[from])) / 3_600_000 + 1 + 1e-9)
  })
})

describe('the pace of partitions', () => {
  test('spends together what one would spend alone', () => {
    for (const [partitions, every] of [
      [1, 1],
      [8, 40],
      [64, 10],
    ]) {
      const pace = new WidePace({ total: 1000, horizon: 20_000 }, partitions)
      let [items, spent] = [0, 0]
      const curve: number[] = []
      while (items < 20_000) {
        // A version, then every partition gets some items without knowing of the others.
        let now = spent
        let planned = 0
        for (let own = 0; own < every; own++) {
          const status = { items, spent, ownItems: own, ownSpent: planned, planned }
          const rate = pace.rate({ ...status, allOwnItems: 0, allOwnSpent: 0 })
          planned += rate
          now += rate * partitions
        }
        items += every * partitions
        spent = now
        curve.push(spent)
      }
      assert.ok(spent <= 1000 + 0.01 * 1000 && spent > 980, `${partitions}: ${spent}`)
      const middle = curve[Math.floor(curve.length / 4)]
      assert.ok(Math.abs(middle - 1000 * 0.25 ** 0.4) < 40, `${partitions}: ${middle} after a quarter`)
    }
  })

  test('keeps a ratio in every partition alone, so that all keep it together', () => {
    const pace = new WidePace({ ratio: 0.1 }, 64)
    const random = new Random(4, 'test/ratio')
    const spent = new Float64Array(64)
    const items = new Float64Array(64)
    let zeros = 0
    for (let t = 1; t <= 20_000; t++) {
      const p = random.below(64)
      items[p]++
      const own = { allOwnItems: items[p] - 1, allOwnSpent: spent[p] }
      const rate = pace.rate({ items: 0, spent: 0, ownItems: 0, ownSpent: 0, planned: 0, ...own })
      const isAllowed = pace.allows(items[p], spent[p])
      if (!isAllowed || rate === 0) zeros++
      if (isAllowed && random.uniform() < rate) spent[p]++
      assert.ok(spent.reduce((a, b) => a + b) <= 0.1 * t + 512)
    }
    assert.ok(spent.reduce((a, b) => a + b) > 0.1 * 20_000)
    assert.ok(zeros < 0.02 * 20_000, `${zeros} times 0`)
  })
})

describe('a ratio on one node', () => {
  test('aims below its cap, so that no item has the probability 0', () => {
    for (const algorithm of ['auto', 'D-AMD']) {
      const random = new Random(9, 'test/ratio/one')
      const options: ClassifierOptions = {
        classes: ['a', 'b'],
        algorithm,
        budget: { ratio: 0.1 },
        shadow: false,
      }
      const classifier = new Classifier(options)
      let zeros = 0
      for (let t = 0; t < 1500; t++) {
        const item = drawnItem(random)
        const { probability, asked, id } = classifier.observe(item)
        if (probability === 0) zeros++
        if (asked) classifier.answer(id, item.row.value[0] > 0 ? 'b' : 'a')
      }
      assert.ok(zeros <= 15, `${algorithm}: ${zeros} of 1500 items`)
      assert.ok(classifier.counts.spent >= 150)
    }
  })
})
