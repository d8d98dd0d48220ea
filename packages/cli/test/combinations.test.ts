import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseProtocolText } from '@askance/bench'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { plannedComparison, timeless, writeRows } from './tools/experiments.js'

describe('a learner and a rule by name', () => {
  test('run, save and resume', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 300, 2)
    const combined = ['--learner', 'rls', '--rule', 'near', '--params', 'smoothing=0.1', '--seed', '3']
    const all = await printedJson('run', data, ...combined)
    assert.equal(all.algorithm, 'RLS × near')
    assert.match(all.command, /--algorithm 'RLS × near' --params smoothing=0.1,ridge=1 /)
    const again = await printedJson('run', data, '--algorithm', 'RLS x near', ...combined.slice(4))
    assert.deepEqual(timeless(again), timeless(all))
    await printedJson('run', data, ...combined, '--limit', '100', '--save', path('m'))
    const rest = ['run', data, '--skip', '100', '--resume', path('m')]
    assert.equal((await printedJson(...rest, '--learner', 'RLS', '--rule', 'near')).f1, all.f1)
    const other = await askance([...rest, '--learner', 'RLS', '--rule', 'margin'])
    assert.match(other.err, /--learner = RLS × margin contradicts the saved model, which has RLS × near/)
  })

  test('that have a published name are known by it', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 100, 2)
    const { algorithm } = await printedJson('run', data, '--learner', 'RLS', '--rule', 'random')
    assert.equal(algorithm, 'R-RLS')
    const description = await printed('algorithms', 'AROW-diag x margin')
    assert.match(description, /^AROW-diag × margin\n/)
    assert.match(description, /^rule +margin: /m)
  })

  test('are compared, each with each, and stand in the protocol', async () => {
    const line = ['stream:sea', '--learner', 'LASEC-diag,PA', '--rule', 'near,random']
    const protocol = await plannedComparison(...line)
    assert.deepEqual(
      protocol.algorithms.map(({ name }) => name),
      ['LASEC-diag × near', 'LASEC-diag × random', 'PA × near', 'RPA', 'LASEC-diag'],
    )
    assert.deepEqual(parseProtocolText(JSON.stringify(protocol)), protocol)
    const more = await plannedComparison('stream:sea', '--learner', 'PA', '--rule', 'near', '--literature')
    assert.deepEqual(
      ['auto', 'D-AMD', 'PAA-II', 'PA × near'].map((name) =>
        more.algorithms.some((one) => one.name === name),
      ),
      [true, true, true, true],
    )
    const named = await plannedComparison('stream:sea', '--algorithms', 'RLS x near,PAA')
    assert.deepEqual(
      named.algorithms.map(({ name }) => name),
      ['RLS × near', 'PAA', 'R-RLS', 'RLS'],
    )
  })

  test('are tuned', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 200, 2)
    const out = await printed(
      ...['tune', data, '--learner', 'RLS', '--rule', 'near', '--ratio', '0.2'],
      ...['--grid', 'ridge=1,10', '--folds', '2', '--threads', '1', '--no-cache'],
    )
    assert.match(out, /^RLS × near at 20 % of the labels: the best 2 of 2 points$/m)
    assert.match(out, /^run with +askance run \S+ --algorithm 'RLS × near' --params /m)
  })

  const refused: Record<string, [string[], RegExp]> = {
    'a learner alone': [['run', 'd', '--learner', 'RLS'], /--learner has an effect only with --rule$/m],
    'a rule alone': [
      ['compare', 'stream:sea', '--rule', 'near'],
      /--rule has an effect only with --learner$/m,
    ],
    'an algorithm as well': [
      ['tune', 'stream:sea', '--algorithm', 'PAA', '--learner', 'RLS', '--rule', 'near'],
      /--algorithm cannot be combined with --learner$/m,
    ],
    'a misspelt learner': [
      ['compare', 'stream:sea', '--learner', 'RSL', '--rule', 'near'],
      /unknown learner RSL; did you mean RLS\?$/m,
    ],
    'a rule that cannot read the learner': [
      ['compare', 'stream:sea', '--learner', 'PA', '--rule', 'BBQ'],
      /PA cannot be combined with the rule BBQ: .* BBQ with RLS, SOP$/m,
    ],
  }
  for (const [name, [argv, message]] of Object.entries(refused))
    test(`refuses ${name}`, async () => {
      const { code, out, err } = await askance(argv)
      assert.match(err, message)
      assert.notEqual(code, 0)
      assert.equal(out, '')
    })
})
