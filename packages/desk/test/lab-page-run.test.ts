import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Facts, Point } from '../src/lab/engine/messages.js'
import { LabSession } from '../src/lab/engine/session.js'
import { exampleFile, examples } from '../src/lab/examples.js'
import { assignLooks } from '../src/lab/look.js'
import { applyEvent, newRun, percentDone, pointAt, resumeRun, timeLeft } from '../src/lab/run.js'
import { defaultRunDraft, metricName, metricsFor, toRunSpec, validateRunDraft } from '../src/lab/run-draft.js'

const facts: Facts = {
  name: 'mails.csv',
  items: 30_000,
  features: 10,
  classes: [
    { name: 'ham', count: 20_000 },
    { name: 'spam', count: 10_000 },
  ],
  positive: 'spam',
  algorithms: [],
  columns: [],
  notes: [],
  defaults: [],
  listed: [],
  metric: 'f1',
  tuning: 'quick',
}

describe('the run draft', () => {
  const defaults = defaultRunDraft(facts)

  test('the default draft is valid and sends only differences', () => {
    assert.equal(validateRunDraft(defaults).size, 0)
    assert.deepEqual(toRunSpec(defaults, ['D-AMD'], facts), {
      algorithms: ['D-AMD'],
      ratios: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
      runs: 3,
      seed: 1,
      tuning: 'quick',
      metric: 'f1',
      rows: 20_000,
    })
    const small = { ...facts, items: 100 }
    const { rows, positive } = toRunSpec({ ...defaultRunDraft(small), positive: 'ham' }, [], small)
    assert.deepEqual([rows, positive], [undefined, 'ham'])
  })

  test('every field is checked', () => {
    const wrong = { ...defaults, runs: '0', shares: '0, 5', seed: '1.5', rows: '3' }
    assert.deepEqual([...validateRunDraft(wrong).keys()], ['runs', 'shares', 'seed', 'rows'])
    for (const shares of [
      '',
      '101',
      'many',
      '-1',
      '5, 5',
      Array.from({ length: 21 }, (_, k) => k + 1).join(),
    ])
      assert.ok(validateRunDraft({ ...defaults, shares }).has('shares'), shares)
    assert.ok(validateRunDraft({ ...defaults, runs: '1e3' }).has('runs'))
    assert.equal(validateRunDraft({ ...defaults, shares: '100 %; 0.5 %', rows: '' }).size, 0)
  })

  test('metrics of one class need two classes and name the class', () => {
    assert.equal(metricName('f1', 'spam'), 'F1 of spam')
    assert.ok(!metricsFor(3).includes('f1'))
    assert.ok(metricsFor(2).includes('f1'))
  })
})

describe('a run on the page', () => {
  const point: Point = { algorithm: 'A', ratio: 0.1, asked: 0.1, runs: 2, mean: 0.9 }
  const progress = (done: number, found = 0, points: readonly Point[] = []) =>
    ({ kind: 'progress', done, expected: 100, found, points }) as const

  test('estimates the time left from computed passes only', () => {
    const run = newRun({ algorithms: ['A'] }, 0)
    assert.equal(timeLeft(applyEvent(run, progress(10), 100)), undefined)
    assert.equal(timeLeft(applyEvent(run, progress(60, 50), 2000)), 8000)
    assert.equal(timeLeft(applyEvent(run, progress(50, 50), 9000)), undefined)
  })

  test('ignores old samples', () => {
    const slow = applyEvent(newRun({ algorithms: ['A'] }, 0), progress(1), 90_000)
    const quick = applyEvent(applyEvent(slow, progress(11), 100_000), progress(21), 110_000)
    assert.equal(timeLeft(quick), 79_000)
  })

  test('points never go back after a pause', () => {
    const before = applyEvent(newRun({ algorithms: ['A'] }, 0), progress(1, 0, [point]), 10)
    const after = applyEvent(resumeRun(before, 20), progress(1, 1, [{ ...point, runs: 1, mean: 0.5 }]), 30)
    assert.equal(pointAt(after, 'A', 0.1)?.mean, 0.9)
    const more = applyEvent(after, progress(2, 1, [{ ...point, runs: 3, mean: 0.8 }]), 40)
    assert.equal(pointAt(more, 'A', 0.1)?.mean, 0.8)
    assert.equal(pointAt(more, 'A', 0.2), undefined)
  })

  test('shows the finished share in whole percent, at most 100', () => {
    const run = newRun({ algorithms: ['A'] }, 0)
    assert.equal(percentDone({ ...run, done: 3.7, expected: 9.6 }), 38)
    assert.equal(percentDone({ ...run, done: 9.6, expected: 9.4 }), 100)
    assert.equal(percentDone(run), 0)
  })
})

describe('lines', () => {
  const compared = (name: string) => ({ name, role: 'compared' as const })

  test('are all different', () => {
    for (const names of ['AB', 'ABC', 'ABCDEF']) {
      const all = [
        ...[...names].map(compared),
        { name: 'r', role: 'random' as const },
        { name: 's', role: 'supervised' as const },
      ]
      const looks = [...assignLooks(all, 'B').values()].map((look) => JSON.stringify(look))
      assert.equal(new Set(looks).size, all.length)
    }
  })

  test('emphasize the selected one of many, or the first', () => {
    const all = [...'ABCDE'].map(compared)
    const strong = (chosen: string | undefined) =>
      [...assignLooks(all, chosen)]
        .filter(([, { colour }]) => colour === 'chart-active')
        .map(([name]) => name)
    assert.deepEqual(strong('D'), ['D'])
    assert.deepEqual(strong(undefined), ['A'])
    assert.deepEqual(strong('nobody'), ['A'])
  })
})

test('the synthetic files are readable and deterministic', async () => {
  for (const example of examples) {
    const session = new LabSession('a test')
    const { items, classes } = await session.open(exampleFile(example, 200), () => {})
    assert.equal(items, 200)
    assert.equal(classes.length, example === 'mails' ? 2 : 3)
    assert.equal(await exampleFile(example, 50).text(), await exampleFile(example, 50).text())
  }
})
