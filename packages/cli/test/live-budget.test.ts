import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, printed, printedJson, program } from './tools/askance.js'
import { writeRows } from './tools/experiments.js'

/** The number of questions among the first n items, for every n. */
const askedSoFar = (log: string): readonly number[] => {
  let asked = 0
  return log
    .trimEnd()
    .split('\n')
    .map((line): { type: string; asked: boolean } => JSON.parse(line))
    .filter(({ type }) => type === 'observed')
    .map((event) => {
      if (event.asked) asked++
      return asked
    })
}

describe('live never exceeds its budget', () => {
  for (const algorithm of ['auto', 'PAA-II'])
    for (const ratio of [0.02, 0.1, 0.3])
      test(`${algorithm} at ${ratio}: on any part of a file`, async (t) => {
        const data = writeRows(folder(t)('d.libsvm'), 500, 2)
        const parts: readonly (readonly [number, string[]])[] = [
          [500, []],
          [120, ['--limit', '120']],
          [200, ['--skip', '300', '--limit', '400']],
          [500, ['--limit', '9000']],
          [100, ['--shuffle', '--skip', '400']],
        ]
        for (const [items, flags] of parts) {
          const line = ['live', data, '--algorithm', algorithm, '--ratio', String(ratio), ...flags]
          const { spent, items: seen } = await printedJson(...line)
          assert.equal(seen, items)
          const most = Math.floor(ratio * items + 1e-9)
          assert.ok(spent <= most && spent >= most - 1, `${spent} of ${most} with ${flags.join(' ')}`)
        }
      })

  for (const flags of [[], ['--limit', '150'], ['--skip', '40', '--limit', '150']])
    test(`from a pipe it never runs ahead of the ratio${flags.map((one) => ` ${one}`).join('')}`, (t) => {
      const data = writeRows(folder(t)('d.libsvm'), 300, 2)
      const ratio = 0.1
      const argv = ['live', '-', '--classes=0,1', '--ratio', String(ratio), '--log', '-', '--quiet', ...flags]
      const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
        input: readFileSync(data),
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
      const asked = askedSoFar(stdout)
      assert.equal(asked.length, flags.length === 0 ? 300 : 150)
      for (const [k, count] of asked.entries())
        assert.ok(count <= ratio * (k + 1) + 1e-9, `${count} of ${k + 1}`)
      // A question that came early by chance is not compensated at once.
      assert.ok((asked.at(-1) as number) >= (ratio * asked.length) / 2)
    })

  test('a model continued with --from gets a new budget', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 400, 2)
    const first = await printedJson(
      'run',
      data,
      '--algorithm',
      'PAA-II',
      '--limit',
      '200',
      '--save',
      path('m'),
    )
    for (const [flags, most] of [
      [['--ratio', '0.1'], 20],
      [['--labels', '7'], 7],
      [[], 10],
    ] as const) {
      const { spent } = await printedJson('live', data, '--from', path('m'), '--skip', '200', ...flags)
      assert.ok(spent - first.asked <= most && spent > first.asked, `${spent} after ${first.asked}`)
    }
  })
})

describe('live --protocol and --from', () => {
  test('a live model keeps its budget by default', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 400, 2)
    await printed('live', data, '--labels', '30', '--limit', '200', '--save', path('m'))
    const { config, spent } = await printedJson('live', data, '--from', path('m'), '--skip', '200')
    assert.deepEqual(config.budget, { total: 30, horizon: 200 })
    assert.ok(spent <= 30)
  })

  test('a pipe, a delay and a saved model together', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 200, 2)
    await printed('live', data, '--algorithm', 'D-AMD', '--delay', '20', '--save', path('m'))
    const { counts, alarms } = await printedJson('live', data, '--from', path('m'), '--delay', '20').then(
      ({ items, alarms: all }) => ({ counts: items, alarms: all }),
    )
    assert.equal(counts, 400)
    assert.ok(Array.isArray(alarms))
  })

  test('rejects flags that contradict the protocol or the model', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 60, 2)
    await printed('live', data, '--algorithm', 'PAA-II', '--save', path('live'))
    await printed('run', data, '--algorithm', 'PAA-II', '--save', path('run'))
    const paper = ['--protocol', 'paper']
    const refused: readonly (readonly [string[], RegExp])[] = [
      [
        ['--algorithm', 'PAA-II', ...paper, '--ratio', '0.1'],
        /--ratio cannot be combined with --protocol paper/,
      ],
      [
        ['--algorithm', 'PAA-II', ...paper, '--labels', '5'],
        /--labels cannot be combined with --protocol paper/,
      ],
      [[...paper, '--measure', '0.1'], /--measure cannot be combined with --protocol paper/],
      [['--from', path('live'), ...paper], /--protocol = paper contradicts the saved model, which has live/],
      [['--from', path('live'), '--no-drift'], /--no-drift = yes contradicts the saved model/],
      [
        ['--from', path('run'), '--algorithm', 'PE'],
        /--algorithm = PE contradicts the saved model, which has PAA-II/,
      ],
      [['--from', path('run'), ...paper, '--ratio', '0.1'], /cannot be combined with/],
    ]
    for (const [flags, message] of refused) {
      const { code, err } = await askance(['live', data, ...flags])
      assert.match(err, message, flags.join(' '))
      assert.equal(code, 2, flags.join(' '))
    }
    const resumed = await askance(['run', data, '--resume', path('live')])
    assert.match(resumed.err, /was saved with the protocol live; continue it with `askance live --from`/)
    assert.equal((await printedJson('live', data, '--from', path('run'), ...paper)).items, 120)
  })
})
