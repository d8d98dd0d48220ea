import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Classifier } from '@askance/core'
import { folder, golden, printed, printedJson } from './tools/askance.js'
import { jsonl, messages } from './tools/texts.js'

// Version 0.1 saved these after 80 items: PAA-II on texts and D-AMD on rows by `run`, PAA-II on rows by `live`.
// expected.json has its predictions for all items, and the remaining items that its `run --resume` asked about.
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../test/fixtures/models-0.1/${name}`, import.meta.url))

interface Expected {
  readonly predicted: readonly string[]
  readonly asked: readonly number[]
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(fixture('expected.json'), 'utf8'))

describe('models of version 0.1', () => {
  for (const name of ['run-text', 'run-rows'])
    test(`${name}: predict and run --resume give the same results`, async (t) => {
      const path = folder(t)
      const data = name.endsWith('rows') ? golden('sparse.libsvm') : path('mails.jsonl')
      writeFileSync(path('mails.jsonl'), jsonl(messages(160)))
      const model = fixture(`${name}.askance`)
      const { predicted, asked } = expected[name]
      const said = (await printed('predict', data, '--model', model)).trimEnd().split('\n')
      assert.deepEqual(said, predicted)
      const resumed = ['--resume', model, '--skip', '80', '--trace', path('trace'), '--save', path('new')]
      const { items } = await printedJson('run', data, ...resumed)
      assert.equal(items, predicted.length)
      const trace = readFileSync(path('trace'), 'utf8').trimEnd().split('\n')
      const decisions = trace.map((line): { t: number; asked: boolean } => JSON.parse(line))
      assert.deepEqual(
        decisions.filter((one) => one.asked).map(({ t: round }) => round),
        asked,
      )
      assert.equal(Classifier.load(readFileSync(path('new'))).counts.items, items)
    })

  for (const name of ['run-text', 'run-rows', 'live-rows'])
    test(`${name}: explain and live --from open it`, async (t) => {
      const path = folder(t)
      const data = name.endsWith('rows') ? golden('sparse.libsvm') : path('mails.jsonl')
      writeFileSync(path('mails.jsonl'), jsonl(messages(160)))
      const model = fixture(`${name}.askance`)
      const { weights, items } = await printedJson('explain', model)
      assert.equal(items, 80)
      assert.ok(weights.every(({ features }: { features: readonly object[] }) => features.length > 0))
      const said = (await printed('predict', data, '--model', model)).trimEnd().split('\n')
      const one = await printedJson('explain', model, data, '--row', '3')
      assert.equal(String(one.predicted), said[2])
      const outcome = await printedJson('live', data, '--from', model, '--skip', '80', '--ratio', '0.1')
      assert.equal(outcome.items, said.length)
      assert.equal(outcome.config.protocol, 'live')
    })
})
