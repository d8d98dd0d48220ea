import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { reach } from '@askance/bench'
import { findAlgorithm } from '@askance/core/internals'
import { textLikeStream, writeLibsvm } from '@askance/data'
import { unattainableError } from '../src/commands/run/tune-dial.js'
import { askance, folder, golden, printedJson } from './tools/askance.js'
import { jsonl, messages } from './tools/texts.js'

const imbalanced = golden('imbalanced.libsvm')

describe('--ratio finds the dial', () => {
  const cases: [string, number, string][] = [
    ['M-AMD', 0.1, 'smoothing'],
    ['PAA-II', 0.2, 'smoothing'],
    ['SEL-ada', 0.3, 'smoothing'],
    ['CSPAA(a)', 0.15, 'smoothing'],
    ['SOAL-diag', 0.2, 'smoothing'],
    ['BBQ', 0.5, 'kappa'],
    ['RandomizedBBQ', 0.25, 'kappa'],
  ]
  for (const [algorithm, ratio, dial] of cases)
    test(`${algorithm} at ${ratio}`, async () => {
      const result = await printedJson('run', imbalanced, '--algorithm', algorithm, '--ratio', String(ratio))
      assert.ok(Math.abs(result.queryRatio / ratio - 1) <= 0.1, `${result.queryRatio}`)
      assert.equal(result.search.parameter, dial)
      assert.equal(result.search.value, result.params[dial])
      assert.equal(result.search.asked, result.asked)
      assert.ok(result.search.passes <= 25)
    })

  test('reaches the ratio within 2 % on a longer stream', async (t) => {
    const path = folder(t)('data')
    await writeLibsvm(textLikeStream({ rows: 4000, dimension: 500, nonZeros: 20, seed: 3 }), path)
    const labels = 400
    for (const algorithm of ['M-AMD', 'PAA-I', 'SOAL-M-diag']) {
      const { asked } = await printedJson(
        'run',
        path,
        '--algorithm',
        algorithm,
        '--labels',
        String(labels),
        '--shuffle',
      )
      assert.ok(Math.abs(asked - labels) <= 0.02 * labels, `${algorithm} ${asked}`)
    }
  })

  test('random asking needs no search', async () => {
    const { params, search } = await printedJson('run', imbalanced, '--algorithm', 'R-AMD', '--ratio', '0.05')
    assert.deepEqual([params.rate, search], [0.05, undefined])
    const { params: byLabels } = await printedJson(
      'run',
      imbalanced,
      '--algorithm',
      'R-AMD',
      '--labels',
      '20',
    )
    assert.equal(byLabels.rate, 0.1)
  })

  test('prints the passes on stderr, unless --quiet', async () => {
    const line = ['run', imbalanced, '--algorithm', 'M-AMD', '--ratio', '0.1', '--json']
    assert.match((await askance(line)).err, /^pass 1: smoothing = 1 asks about \S+ %, target 10 %$/m)
    assert.equal((await askance([...line, '--quiet'])).err, '')
  })
})

describe('a rule that asks too much at the default ridge', () => {
  const pairs = ['--words', '1-2', '--chars', 'none', '--weight', 'log']
  const text = jsonl(
    messages(300).map(({ label, text: said }, k) => ({ label, text: `${said} ${k}x ${k}y` })),
  )

  test('gets a higher ridge, and the report says so', async (t) => {
    const path = folder(t)('mails.jsonl')
    writeFileSync(path, text)
    const line = ['run', path, '--algorithm', 'D-AMD', '--ratio', '0.1', ...pairs]
    const { queryRatio, params, search } = await printedJson(...line)
    assert.ok(Math.abs(queryRatio / 0.1 - 1) <= 0.1, `${queryRatio}`)
    assert.ok(params.ridge > 0.01)
    assert.equal(search.ridge, params.ridge)
    const { out, err } = await askance(line)
    assert.match(err, /^pass \d+: smoothing = 1e-100, ridge = 0\.032 asks about /m)
    assert.match(
      out,
      /^parameters .*found in \d+ passes; the ridge was raised.*, because the rule cannot ask so little/m,
    )
  })

  test('does not scale texts, unless --normalize is set', async (t) => {
    const path = folder(t)('mails.jsonl')
    // Half of every text is new, so no ridge helps while rows have length 1.
    const rare = messages(200).map(({ label, text: said }, k) => ({
      label,
      text: `${said} ${said.replace(/\w+/g, (word) => `${word}${k}`)}`,
    }))
    writeFileSync(path, jsonl(rare))
    const line = ['run', path, '--ratio', '0.1', ...pairs, '--algorithm']
    const { normalize, search, command } = await printedJson(...line, 'SOAL-diag')
    assert.deepEqual([normalize, search.normalize], ['none', 'none'])
    assert.match(command, / --normalize=none /)
    const kept = await askance([...line, 'SOAL-diag', '--normalize', 'l2', '--quiet'])
    assert.match(kept.err, /cannot ask about /)
    // This rule does not scale texts by default.
    const byDefault = await printedJson(...line, 'D-AMD')
    assert.deepEqual([byDefault.normalize, byDefault.search.normalize], ['none', undefined])
    const forced = await askance([...line, 'D-AMD', '--normalize', 'l2', '--quiet'])
    assert.match(forced.err, /cannot ask about .* and ridge = /)
  })

  test('keeps a ridge that was set', async (t) => {
    const path = folder(t)('mails.jsonl')
    writeFileSync(path, text)
    const line = [
      'run',
      path,
      '--algorithm',
      'D-AMD',
      '--ratio',
      '0.1',
      '--params',
      'ridge=0.01',
      '--quiet',
      ...pairs,
    ]
    assert.match(
      (await askance(line)).err,
      /D-AMD cannot ask about 10 % of these items: the lowest it reached is [\d.]+ %/,
    )
  })
})

describe('an unattainable ratio is reported', () => {
  test('the lowest ratio of a rule', async (t) => {
    const path = folder(t)('data')
    // Every row has its own feature, so the rule always asks.
    writeFileSync(path, Array.from({ length: 50 }, (_, k) => `${k % 2} ${k + 1}:1\n`).join(''))
    const { code, err } = await askance(['run', path, '--algorithm', 'D-AMD', '--ratio', '0.1', '--quiet'])
    assert.equal(code, 1)
    assert.match(
      err,
      /D-AMD cannot ask about 10 % of these items: the lowest it reached is 100 %, at smoothing/,
    )
  })

  test('the highest ratio of a rule', async (t) => {
    const path = folder(t)('data')
    // The rule never asks about a row without features.
    writeFileSync(path, Array.from({ length: 50 }, (_, k) => `${k % 3 > 0 ? '1 1:1' : '0'}\n`).join(''))
    const { code, err } = await askance(['run', path, '--algorithm', 'BBQ', '--ratio', '0.9', '--quiet'])
    assert.equal(code, 1)
    assert.match(
      err,
      /BBQ cannot ask about 90 % of these items: the highest it reached is 6\d %, at kappa = 1/,
    )
  })

  test('rules without a dial, a dial that is set, more labels than items', async () => {
    const outcome = async (...flags: string[]): Promise<string> =>
      (await askance(['run', imbalanced, ...flags])).err
    assert.match(
      await outcome('--algorithm', 'PA', '--ratio', '0.1'),
      /PA asks about every item, so --(ratio|labels) has no parameter to set/,
    )
    assert.match(
      await outcome('--algorithm', 'D-AMD', '--params', 'smoothing=2', '--ratio', '0.1'),
      /remove it from --params/,
    )
    assert.match(await outcome('--labels', '5000'), /--labels 5000 is more than the 200 items/)
  })
})

test('a gap of the rule is reported with both sides', async () => {
  const algorithm = findAlgorithm('PAA')
  const [parameter] = algorithm.parameters
  const { found } = await reach({
    parameter,
    more: 'up',
    wanted: 300,
    hasFloor: false,
    configs: [undefined],
    asked: (_, value) => (value < 0.37 ? 100 : 600),
  })
  assert.match(
    unattainableError(found, { algorithm: 'PAA', parameter: parameter.name, wanted: 300, items: 1000 })
      .message,
    /PAA cannot ask about 30 % of these items: it jumps from 10 % to 60 % near smoothing = 0\.[34]/,
  )
})
