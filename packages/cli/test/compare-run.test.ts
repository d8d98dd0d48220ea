import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Cell, parseProtocol, type Results } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { firstLook } from '../src/commands/compare/first-look.js'
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

test('compare takes the label from the named column', async (t) => {
  const path = folder(t)('tickets.csv')
  const rows = Array.from(
    { length: 40 },
    (_, k) => `${k % 3},q${k % 2},the bus ${k} is ${k % 4 ? 'late' : 'full'}`,
  )
  writeFileSync(path, `level,queue,text\n${rows.join('\n')}\n`)
  const flags = ['--label-column', 'level', '--runs', '1', '--no-cache', '--quick', '--quiet']
  const { protocol, sets } = await printedJson('compare', path, ...flags)
  assert.equal(protocol.sets[0].labelColumn, 'level')
  assert.deepEqual(sets[0].classes, ['0', '1', '2'])
})

test('compare says first what the first runs show, unless --quiet', async (t) => {
  const file = folder(t)('table.csv')
  writeFileSync(file, tableOf(150, false))
  const plan = ['compare', file, '--no-cache', '--ratios', '0.05,0.1', '--threads', '1']
  const { err } = await askance(plan)
  assert.match(
    err,
    /^askance: with 10 % of the labels, auto reaches [\d.]+ % F1, random asking [\d.]+ %; this is from 1 of 3 runs, so only a first impression$/m,
  )
  assert.equal((await askance([...plan, '--quiet'])).err, '')
})

describe('the first sentence of compare', () => {
  const cell = (algorithm: string, values: Readonly<Record<number, number>>): Cell => ({
    set: 'table',
    algorithm,
    ratio: 0.1,
    status: 'reached',
    reached: 0.1,
    parameters: {},
    tried: [],
    runs: Object.entries(values).map(([seed, f1]) => ({ seed: Number(seed), values: { f1 } })),
  })
  const look = (runs: number) =>
    firstLook(
      parseProtocol({
        sets: [{ name: 'table', source: { file: 'table.csv' } }],
        algorithms: [{ name: 'auto' }, { name: 'auto × random' }],
        ratios: [0.1],
        runs,
        metric: 'f1',
      }),
    )

  test('compares only runs that both have played', () => {
    const sentence = look(3)
    assert.equal(sentence(cell('auto', { 1: 0.9, 2: 0.8 })), undefined)
    assert.equal(sentence(cell('auto × random', { 3: 0.5 })), undefined)
    assert.equal(
      sentence(cell('auto', { 1: 0.9, 2: 0.8, 3: 0.6 })),
      'with 10 % of the labels, auto reaches 60.00 % F1, random asking 50.00 %; this is from 1 of 3 runs, so only a first impression',
    )
  })

  test('says that a single run is not significant', () => {
    const sentence = look(1)
    sentence(cell('auto', { 1: 0.9 }))
    assert.match(
      sentence(cell('auto × random', { 1: 0.8 })) ?? '',
      /; one run shows nothing about significance$/,
    )
  })
})
