import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { writeRows } from './tools/experiments.js'

describe('live', () => {
  test('prints a curve and five lines', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 300, 2)
    const [curve = '', result = ''] = (await printed('live', data, '--labels', '30', '--delay', '20')).split(
      '\n\n',
    )
    assert.match(curve, /true accuracy so far/)
    const lines = result.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => line.slice(0, 15).trimEnd()),
      ['items', 'accuracy', 'F1', 'now', 'more labels'],
    )
    assert.match(lines[0] ?? '', /300, asked about \d+ \(at most 30 labels\)/)
    assert.match(lines[1] ?? '', /estimated .*, true [\d.]+ %$/)
  })

  test('says that it is too early for estimates', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 60, 3)
    const out = await printed('live', data, '--labels', '10', '--save', path('m'))
    assert.match(out, /^accuracy +no estimate yet: too early, true [\d.]+ %$/m)
    assert.match(out, /^now +no estimate yet: too early$/m)
    const text = await printed('explain', path('m'))
    assert.match(text, /^classes +0, 1, 2$/m)
    assert.match(text, /^accuracy +no estimate yet: too early$/m)
  })

  test('keeps its budget and prints estimates and true values', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 600, 2)
    const out = await printed('live', data, '--ratio', '0.1', '--verbose')
    assert.match(out, /^asked +60 of at most 10\.00 % of the items; 60 answers, 0 open$/m)
    assert.match(out, /^accuracy +[\d.]+ % +[\d.]+–[\d.]+ % +\d+\.\d\d %$/m)
    for (const word of ['now', 'more labels', 'drift', 'confidence'])
      assert.match(out, new RegExp(`^${word} +\\S`, 'm'))
  })

  test('the interval of --json contains the true value, and labels are never exceeded', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 600, 3)
    const outcome = await printedJson('live', data, '--labels', '50', '--shuffle', '--seed', '4')
    assert.equal(outcome.items, 600)
    assert.ok(outcome.spent <= 50)
    for (const name of ['accuracy', 'f1', 'precision', 'recall']) {
      const { value, low, high, anyTime } = outcome.quality[name]
      assert.ok(
        0 <= anyTime.low && anyTime.low <= low && low <= value && value <= high && high <= anyTime.high,
      )
      assert.ok(anyTime.low <= outcome.truth[name] && outcome.truth[name] <= anyTime.high, name)
    }
    assert.match(outcome.quality.gain.text, /^Too early/)
  })

  test('its log rebuilds the saved classifier', async (t) => {
    const at = folder(t)
    const data = writeRows(at('d.libsvm'), 400, 2)
    const files = ['--log', at('events.jsonl'), '--save', at('saved')]
    const outcome = await printedJson('live', data, '--delay', '30', ...files)
    const events = readFileSync(at('events.jsonl'), 'utf8').trimEnd().split('\n')
    const saved = Classifier.load(readFileSync(at('saved')))
    const rebuilt = new Classifier(outcome.config)
    for (const line of events) rebuilt.apply(JSON.parse(line) as ClassifierEvent)
    assert.deepEqual(rebuilt.quality(), saved.quality())
    assert.deepEqual(rebuilt.counts, saved.counts)
    assert.equal(rebuilt.counts.items, 400)
    assert.ok(events.some((line) => line.includes('"answered"')))
  })

  test('rejects --ratio together with --labels', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 50, 2)
    const { code, err } = await askance(['live', data, '--ratio', '0.1', '--labels', '5'])
    assert.equal(code, 2)
    assert.match(err, /--ratio cannot be combined with --labels/)
  })
})
