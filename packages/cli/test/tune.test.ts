import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Results } from '@askance/bench'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { writeRows } from './tools/experiments.js'

const work = ['--threads', '1', '--no-cache', '--folds', '2']

/** The words of the printed command. */
const advised = (out: string): string[] => {
  const [, line = ''] = /^run with +askance (.*)$/m.exec(out) ?? []
  return line.split(' ')
}

describe('tune', () => {
  test('prints the best points and the command of the run', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 400, 2)
    const out = await printed('tune', data, '--algorithm', 'PAA-II', '--ratio', '0.2', ...work)
    assert.match(out, /^tuning +11 points, halving, 2 folds, online score$/m)
    assert.match(out, /^PAA-II at 20 % of the labels: the best \d+ of 11 points$/m)
    assert.match(out, /^aggressiveness +F1 +asked +folds$/m)
    assert.match(out, /^chosen +smoothing = \S+, aggressiveness = \S+$/m)
    const [, f1, asked] = /^run +F1 (\S+) %, asked about (\S+) % \(seed 1\)$/m.exec(out) ?? []
    const again = await printedJson(...advised(out), '--quiet')
    assert.deepEqual([(100 * again.f1).toFixed(2), (100 * again.queryRatio).toFixed(2)], [f1, asked])
  })

  test('includes scaling, intercept and positive class in the command', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 400, 2)
    const prepared = ['--scaling', 'l2', '--intercept=0.3', '--positive', '0', '--seed', '4']
    const out = await printed(
      'tune',
      data,
      '--algorithm',
      'SOAL-diag',
      '--ratio',
      '0.3',
      ...work,
      ...prepared,
    )
    const [, f1, asked] = /^run +F1 (\S+) %, asked about (\S+) % \(seed 4\)$/m.exec(out) ?? []
    const again = await printedJson(...advised(out), '--quiet')
    assert.deepEqual([(100 * again.f1).toFixed(2), (100 * again.queryRatio).toFixed(2)], [f1, asked])
    const steps = ['--scaling', 'standardize,l2', '--seed', '4']
    const scaled = await printed('tune', data, '--algorithm', 'PAA-II', ...work, ...steps)
    const [, own] = /^run +F1 (\S+) %/m.exec(scaled) ?? []
    assert.equal((100 * (await printedJson(...advised(scaled), '--quiet')).f1).toFixed(2), own)
    const measured = await printed('tune', data, '--algorithm', 'PAA-II', ...work, '--intercept')
    assert.match(measured, /^run with +not available: `askance run` does not measure an intercept/m)
  })

  test('tunes several ratios and prints all points', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 300, 2)
    const grid = ['--grid', 'stepSize=0.01,0.1,1', '--grid', 'ridge=0.1,1']
    const out = await printed('tune', data, '--ratios', '0.2,0.4', '--exhaustive', '--all', ...grid, ...work)
    assert.match(out, /^D-AMD at 20 % of the labels: the best 6 of 6 points$/m)
    assert.match(out, /^D-AMD at 40 % of the labels: the best 6 of 6 points$/m)
    assert.match(out, /^ +0\.1 {2}[▁-█]{6}$/m)
    assert.match(out, /^F1: ▁ [\d.]+ % to █ [\d.]+ %$/m)
  })

  test('prints a generate command for a stream', async () => {
    const out = await printed(
      'tune',
      'stream:sea:rows=600',
      '--algorithm',
      'PAA-II',
      '--ratio',
      '0.3',
      ...work,
    )
    assert.match(
      out,
      /^run with +askance generate sea --params rows=600 --seed 1 \| askance run - --algorithm PAA-II /m,
    )
  })

  test('prints only the results document with --json', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 300, 3)
    const line = ['tune', data, '--algorithm', 'MPAA-II', '--ratio', '0.3', ...work, '--score', 'held-out']
    const { out, err } = await askance([...line, '--json', '--quiet'])
    assert.equal(err, '')
    const { protocol, cells }: Results = JSON.parse(out)
    assert.deepEqual([protocol.metric, protocol.tuning.score], ['accuracy', 'held-out'])
    assert.ok((cells[0]?.tried.length ?? 0) > 1)
  })

  test('reports a ratio that no point reaches', async (t) => {
    const data = folder(t)('new.libsvm')
    writeFileSync(data, Array.from({ length: 60 }, (_, k) => `${k % 2} ${k + 1}:1\n`).join(''))
    const out = await printed(
      'tune',
      data,
      '--ratio',
      '0.1',
      '--grid',
      'ridge=0.1,1',
      '--params',
      'stepSize=1',
      ...work,
    )
    assert.match(out, /not attainable$/m)
    assert.match(out, /^run +none: 10 % is not attainable, the lowest it reached is 100 %$/m)
  })

  test('rejects algorithms without tunable parameters', async (t) => {
    const path = folder(t)
    const three = writeRows(path('d.libsvm'), 60, 3)
    const outcome = async (...argv: string[]): Promise<string> => (await askance(['tune', ...argv])).err
    assert.match(await outcome(three, '--algorithm', 'PAA'), /PAA supports two classes, but d has more/)
    assert.match(
      await outcome('stream:sea', '--algorithm', 'PAA'),
      /PAA has no parameter to tune: of its parameters \(smoothing\)/,
    )
    assert.match(
      await outcome('stream:sea', '--ratio', '0.1', '--ratios', '0.1'),
      /--ratio cannot be combined with --ratios/,
    )
    assert.match(
      await outcome('pcmac', '--data-dir', path('.')),
      /pcmac is a known data set, but it is not in the folder/,
    )
    assert.match(await outcome(), /tune requires DATA/)
    assert.match(await outcome('a', 'b'), /unexpected argument b; tune takes only DATA/)
  })
})
