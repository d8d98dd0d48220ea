import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { writeRows } from './tools/experiments.js'

const WIDTH = 30

/** The lines with columns of mean 0 and deviation 1, then rows of length 1, computed without any package. */
const scaledSlowly = (lines: readonly string[]): string => {
  const rows = lines.map((line) => {
    const row = new Array<number>(WIDTH).fill(0)
    for (const pair of line.split(' ').slice(1)) row[Number(pair.split(':')[0])] = Number(pair.split(':')[1])
    return row
  })
  for (let j = 0; j < WIDTH; j++) {
    const mean = rows.reduce((sum, row) => sum + (row[j] ?? 0), 0) / rows.length
    const variance = rows.reduce((sum, row) => sum + ((row[j] ?? 0) - mean) ** 2, 0) / rows.length
    for (const row of rows) row[j] = variance > 1e-20 ? ((row[j] ?? 0) - mean) / Math.sqrt(variance) : 0
  }
  return rows
    .map((row, i) => {
      const length = Math.hypot(...row)
      const pairs = row.flatMap((value, j) => (value === 0 ? [] : [`${j}:${value / length}`]))
      return `${lines[i]?.split(' ')[0]} ${pairs.join(' ')}\n`
    })
    .join('')
}

describe('--scaling standardize,l2', () => {
  test('scales columns, then rows, of the items that are run', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 300, 2)
    const lines = readFileSync(data, 'utf8').trim().split('\n')
    writeFileSync(path('slow.libsvm'), scaledSlowly(lines.slice(50, 250)))
    const flags = ['--algorithm', 'D-AMD', '--params', 'smoothing=0.3', '--base', '1']
    const window = ['--skip', '50', '--limit', '200']
    const made = await printedJson('run', data, ...flags, '--scaling', 'standardize,l2', ...window)
    const slow = await printedJson('run', path('slow.libsvm'), ...flags)
    assert.deepEqual([made.mistakes, made.asked, made.f1], [slow.mistakes, slow.asked, slow.f1])
    assert.match(made.command, / --scaling=standardize,l2 /)
  })

  test('is stated in one line', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 100, 2)
    const said = /columns to mean 0 and deviation 1, then rows to length 1\.?$/m
    const steps = ['--scaling', 'standardize,l2']
    assert.match(await printed('run', data, '--algorithm', 'PAA', ...steps), said)
    const few = ['--tuning', 'none', '--runs', '1', '--ratios', '0.3', '--threads', '1', '--no-cache']
    assert.match(await printed('compare', data, '--algorithms', 'PAA', ...few, ...steps), said)
  })

  test('refuses unknown steps, and models that would not know of it', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 20, 2)
    const outcome = async (...argv: string[]): Promise<string> => (await askance(argv)).err
    for (const command of ['run', 'compare', 'tune'])
      assert.match(
        await outcome(command, data, '--scaling', 'standardise,l2'),
        /--scaling: found standardise, expected one of none, .*; did you mean standardize\?$/m,
      )
    assert.match(await outcome('run', data, '--scaling', 'l2,'), /--scaling: found l2,, expected one of none/)
    assert.match(
      await outcome('run', data, '--scaling', 'l2', '--save', 'm'),
      /--scaling cannot be combined with --save; a model does not keep it/,
    )
  })
})
