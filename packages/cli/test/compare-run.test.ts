import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Results } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { askance, folder, printedJson } from './tools/askance.js'

/** A table of numbers whose columns have different means and deviations, and a text column if wanted. */
const tableOf = (items: number, note: boolean): string => {
  const random = new Random(3, 'test/compare-run')
  const lines = Array.from({ length: items }, () => {
    const label = random.below(2)
    const numbers = [1e4 + 900 * (random.normal() + label), 0.01 * (random.normal() - label), random.normal()]
    const words = note ? [`${random.below(9)} pieces of ${label ? 'wood' : 'iron'}`] : []
    return [...numbers, ...words, label ? 'yes' : 'no'].join(',')
  })
  return `weight,width,other,${note ? 'note,' : ''}label\n${lines.join('\n')}\n`
}

const RATIO = 0.2
const SEED = 7

describe('compare and run', () => {
  for (const [name, note] of [
    ['numbers', false],
    ['numbers and texts', true],
  ] as const)
    for (const algorithm of ['auto', 'RPA-II'])
      test(`give ${algorithm} the same rows of a table of ${name}`, async (t) => {
        const file = folder(t)('table.csv')
        writeFileSync(file, tableOf(200, note))
        const plan = ['--runs', '1', '--seed', String(SEED), '--ratios', String(RATIO), '--tuning', 'none']
        const flags = [
          '--no-references',
          '--no-cache',
          '--quiet',
          '--threads',
          '1',
          '--metrics',
          'accuracy,f1',
        ]
        const { cells }: Results = await printedJson(
          ...['compare', file, '--algorithms', algorithm, ...plan, ...flags],
        )
        const compared = cells[0]?.runs[0]?.values
        const settings = ['--ratio', String(RATIO), '--shuffle', '--seed', String(SEED)]
        const run = await printedJson('run', file, '--algorithm', algorithm, ...settings)
        assert.ok(run.accuracy > 0.5 && run.f1 > 0.5)
        assert.deepEqual([compared?.accuracy, compared?.f1], [run.accuracy, run.f1])
      })
})

test('compare says first what the first runs show, unless --quiet', async (t) => {
  const file = folder(t)('table.csv')
  writeFileSync(file, tableOf(150, false))
  const plan = ['compare', file, '--no-cache', '--ratios', '0.05,0.1', '--threads', '1']
  const { err } = await askance(plan)
  assert.match(
    err,
    /^askance: with 10 % of the labels, auto reaches [\d.]+ % F1, random asking [\d.]+ %; this is from the first of 3 runs$/m,
  )
  assert.equal((await askance([...plan, '--quiet'])).err, '')
})
