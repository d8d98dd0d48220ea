import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MetricValues } from '@askance/core'
import { verdict } from '../src/commands/demo/print.js'
import { labelsFor, type Race } from '../src/commands/demo/race.js'
import { askance, printedJson } from './tools/askance.js'

const values = (asked: number, accuracy: number): MetricValues =>
  ({ asked, accuracy, queryRatio: asked / 1000 }) as MetricValues

describe('demo', () => {
  test('plays all contenders; the same seed gives the same numbers', async () => {
    const line = ['demo', '--items', '3000', '--seed', '7']
    const { seconds, ...first } = await printedJson(...line)
    const { seconds: _, ...second } = await printedJson(...line)
    assert.deepEqual(first, second)
    assert.deepEqual([first.items, first.features, first.seed, first.full.asked], [3000, 5000, 7, 3000])
    assert.equal(first.heats.length, 4)
    for (const { ratio, auto, random, active } of first.heats) {
      assert.equal(auto.asked, 3000 * ratio)
      assert.ok(Math.abs(random.asked / (3000 * ratio) - 1) < 0.3)
      if (active) assert.ok(Math.abs(active.asked / (3000 * ratio) - 1) <= 0.1)
    }
  })

  test('shows a table, a chart, a sentence and what to try next', async () => {
    const { code, out, err } = await askance(['demo', '--items', '3000'])
    assert.equal(code, 0)
    assert.match(
      out,
      /^A made-up stream of 3,000 short texts over 5,000 words, in two classes \(seed 1\)\.$/m,
    )
    assert.match(out, /auto accuracy +F1 +D-AMD accuracy +F1 +random accuracy +F1/)
    assert.match(out, /● auto {3}◆ D-AMD {3}○ random {3}╌ every label, 3,000/)
    assert.match(out, /What to try next:\n {2}askance run/)
    assert.match(err, /^random asking, 2 % of the labels …$/m)
  })

  test('the sentence follows the numbers, whoever wins', () => {
    const heat = (auto: MetricValues, random: MetricValues, toMatch?: number) => ({
      ratio: 0.1,
      auto,
      active: undefined,
      random,
      toMatch,
    })
    const full = values(1000, 0.9)
    const told = (heats: Race['heats']): string => verdict({ heats, full })
    const ahead = told([heat(values(100, 0.8), values(98, 0.7), 250)])
    assert.match(ahead, /^With 100 labels \(10\.0 % of the items\) auto is right on 80\.0 % of all items/)
    assert.match(
      ahead,
      /needs about 250 to get there, 2\.5 times as many\. auto was ahead of random in 1 of 1/,
    )
    const behind = told([heat(values(100, 0.6), values(98, 0.7), 60)])
    assert.match(
      behind,
      /Here labels at random do better: the same number gives 70\.0 %\. auto was ahead of random in 0 of 1/,
    )
    assert.match(told([heat(values(100, 0.95), values(98, 0.7))]), /does not get there, however many/)
    assert.match(told([]), /nothing to compare/)
  })

  test('labels are read off a curve over their logarithm', () => {
    const curve = [
      { labels: 10, accuracy: 0.5 },
      { labels: 1000, accuracy: 0.7 },
    ]
    assert.equal(Math.round(labelsFor(0.6, curve) ?? 0), 100)
    assert.deepEqual([labelsFor(0.4, curve), labelsFor(0.8, curve)], [10, undefined])
  })
})
