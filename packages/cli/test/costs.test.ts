import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Results } from '@askance/bench'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { plannedComparison, writeRows } from './tools/experiments.js'

const work = ['--threads', '1', '--no-cache']
const few = ['--runs', '2', '--ratios', '0.3', '--tuning', 'none', '--no-references', ...work]

/** The cost from precision-free counts: misses and false alarms of a run. */
const errorsOf = (
  values: Results['cells'][number]['runs'][number]['values'],
  positives: number,
  all: number,
) => ({
  misses: Math.round((1 - (values.sensitivity ?? 0)) * positives),
  alarms: Math.round((1 - (values.specificity ?? 0)) * (all - positives)),
})

describe('--costs', () => {
  for (const [text, costOf] of [
    ['10:1', () => [10, 1]],
    ['balance', (share: number) => [1 - share, share]],
  ] as const)
    test(`${text} weighs missed positives and false alarms`, async (t) => {
      const data = writeRows(folder(t)('d.libsvm'), 120, 2)
      const metrics = ['--metrics', 'sensitivity,specificity,sum']
      const results: Results = await printedJson(
        ...['compare', data, '--algorithms', 'PAA-II', '--costs', text, ...metrics, ...few],
      )
      assert.equal(results.protocol.metric, 'cost')
      const [, positives = 0] = results.sets[0]?.counts ?? []
      const [miss, alarm] = costOf(positives / 120)
      for (const { values } of results.cells.flatMap(({ runs }) => runs)) {
        const { misses, alarms } = errorsOf(values, positives, 120)
        assert.ok(misses + alarms > 0)
        assert.ok(Math.abs((values.cost ?? 0) - (miss * misses + alarm * alarms)) < 1e-9)
      }
    })

  test('is stated, reported with sum, and tuned for', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 120, 2)
    const { metric, metrics } = await plannedComparison('stream:sea', '--costs', '10:1')
    assert.equal(metric, 'cost')
    assert.ok(metrics.includes('sum') && metrics.includes('cost'))
    const tuned = await printed(
      ...['tune', data, '--algorithm', 'PAA-II', '--costs', '10:1', '--grid', 'aggressiveness=0.1,1'],
      ...['--folds', '2', ...work],
    )
    assert.match(tuned, /^aggressiveness +cost +asked +folds$/m)
    assert.match(tuned, /^costs +10 for a missed positive, 1 for a false alarm$/m)
  })

  test('refuses what are no costs', async () => {
    for (const text of ['10', '1:2:3', '-1:1', 'a:b', '0:0', ':1', 'balanced']) {
      const { code, err } = await askance(['compare', 'stream:sea', `--costs=${text}`])
      assert.match(
        err,
        /--costs: found .*, expected two costs such as 10:1 \(a missed positive : a false alarm\), or balance\n$/,
      )
      assert.equal(code, 2)
    }
  })

  test('of the algorithms can be balanced by name', async () => {
    const line = ['stream:sea', '--algorithms', 'CSPAA', '--params']
    const { algorithms } = await plannedComparison(...line, 'rho=balance')
    assert.deepEqual(algorithms[0]?.parameters, { rho: 0 })
    await assert.rejects(
      plannedComparison(...line, 'rho=even'),
      /rho = even is out of range: expected balance or /,
    )
  })
})
