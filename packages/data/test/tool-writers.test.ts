import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Outcome, openData, openItems, writeClassified, writeItems } from '@askance/data'
import { itemsOf } from './support/items.js'

const classes = ['neg', 'pos']
const rows = Array.from(
  { length: 12 },
  (_, k) => `${k + 10},text number ${k} of all,${k / 4},p${k % 2},${classes[k % 2]}`,
)
const table = new File([`id,text,price,place,label\n${rows.join('\n')}\n`], 'x.csv')
const prediction: Outcome = { label: 'pos', probabilities: [0.25, 0.75], source: 'prediction' }
const answer: Outcome = { label: 'neg', probabilities: [0.25, 0.75], source: 'answer' }
/** Answers for even items, predictions for odd ones. */
const outcomeOf = (_: unknown, index: number): Outcome => (index % 2 ? prediction : answer)

const scratch = (t: TestContext): ((name: string) => string) => {
  const path = mkdtempSync(join(tmpdir(), 'askance-tools-'))
  t.after(() => rmSync(path, { recursive: true }))
  return (name) => join(path, name)
}

const formats: readonly [format: string, file: string][] = [
  ['label-studio', 'x.json'],
  ['argilla', 'x.argilla.json'],
  ['prodigy', 'x.prodigy.jsonl'],
  ['hugging-face', 'folder'],
  ['parquet', 'x.parquet'],
  ['xlsx', 'x.xlsx'],
  ['jsonl', 'x.jsonl'],
  ['csv', 'x.csv'],
]

describe('items survive the formats of other tools', () => {
  for (const [format, file] of formats)
    test(`${format}: ids, labels and texts are read back`, async (t) => {
      const path = scratch(t)(file)
      const written = await writeItems(format, await openItems(table), path)
      assert.equal(written.items, 12)
      const items = await itemsOf(await openItems(path))
      assert.deepEqual(
        items.map(({ id, label, text }) => [id, label, text]),
        (await itemsOf(await openItems(table))).map(({ id, label, text }) => [id, label, text]),
      )
      if (format !== 'prodigy' && format !== 'jsonl') assert.equal(items[5].cells?.[0], 1.25)
    })

  test('a folder is written to a stream as a ZIP archive, which can be read', async (t) => {
    const path = scratch(t)('x.zip')
    await writeItems('hugging-face', await openItems(table), createWriteStream(path))
    const streamed = readFileSync(path)
    await writeItems('hugging-face', await openItems(table), path)
    assert.deepEqual(readFileSync(path), streamed, 'the same by its name')
    const labelsOf = async (place: string) =>
      (await itemsOf(await openItems(place))).map(({ label }) => label)
    assert.deepEqual(
      await labelsOf(path),
      (await itemsOf(await openItems(table))).map(({ label }) => label),
    )
  })
})

describe('outcomes in the formats of other tools', () => {
  const classified = async (t: TestContext, format: string, file: string): Promise<string> => {
    const path = scratch(t)(file)
    const data = await openData(table, { as: 'items', keepRecords: true })
    assert.equal((await writeClassified(data, path, outcomeOf, { classes, format })).items, 12)
    return path
  }
  const parsed = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

  test('Label Studio: annotations and predictions', async (t) => {
    const [first, second] = parsed(await classified(t, 'label-studio', 'x.json'))
    assert.deepEqual(first.annotations[0].result[0].value, { choices: ['neg'] })
    assert.deepEqual(second.predictions[0].result[0].value, { choices: ['pos'] })
    assert.equal(second.predictions[0].score, 0.75)
  })

  test('Argilla: responses and suggestions', async (t) => {
    const [first, second] = parsed(await classified(t, 'argilla', 'x.argilla.json'))
    assert.deepEqual(first.responses, { label: [{ value: 'neg' }] })
    assert.deepEqual(second.suggestions, { label: { value: 'pos', score: 0.75, agent: 'askance' } })
    assert.deepEqual(second.metadata, { price: 0.25, place: 'p1' })
  })

  test('Prodigy: accepted answers, and tasks with a score', async (t) => {
    const lines = readFileSync(await classified(t, 'prodigy', 'x.jsonl'), 'utf8').split('\n')
    assert.deepEqual([JSON.parse(lines[0]).label, JSON.parse(lines[0]).answer], ['neg', 'accept'])
    assert.deepEqual([JSON.parse(lines[1]).score, JSON.parse(lines[1]).answer], [0.75, undefined])
  })

  test('Hugging Face: class numbers and their names', async (t) => {
    const path = await classified(t, 'hugging-face', 'folder')
    const { features } = parsed(join(path, 'dataset_info.json'))
    assert.deepEqual(features.label, { names: classes, _type: 'ClassLabel' })
    assert.deepEqual(features.price, { dtype: 'float64', _type: 'Value' })
    const [line] = readFileSync(join(path, 'train.jsonl'), 'utf8').split('\n')
    assert.deepEqual(JSON.parse(line), {
      id: '10',
      text: 'text number 0 of all',
      price: 0,
      place: 'p0',
      label: 0,
      probability: 0.25,
      'probability:neg': 0.25,
      'probability:pos': 0.75,
      source: 'answer',
    })
  })

  test('Parquet: the columns of the file, and those of the outcome', async (t) => {
    const plain = scratch(t)('plain.parquet')
    await writeItems('parquet', await openItems(table), plain)
    const data = await openData(plain, { as: 'items', keepRecords: true })
    const path = scratch(t)('out.parquet')
    assert.equal((await writeClassified(data, path, outcomeOf, { classes })).format, 'parquet')
    const [, second] = await itemsOf(await openItems(path, { keepRecords: true }))
    assert.deepEqual(second.record, {
      id: '11',
      label: 'pos',
      text: 'text number 1 of all',
      price: 0.25,
      place: 'p1',
      askance_label: 'pos',
      probability: 0.75,
      'probability:neg': 0.25,
      'probability:pos': 0.75,
      source: 'prediction',
    })
  })

  test('Excel: the cells of the workbook, and texts that are never formulas', async (t) => {
    const rows = new File(['code,text,label\n007,"=1+1 & <b>",pos\n8,"two\u0001 lines\nhere",neg\n'], 'x.csv')
    const first = scratch(t)('first.xlsx')
    await writeItems('xlsx', await openItems(rows, { columns: { code: 'category' } }), first)
    const data = await openData(first, { as: 'items', keepRecords: true })
    const path = scratch(t)('second.xlsx')
    assert.equal((await writeClassified(data, path, outcomeOf, { classes })).format, 'xlsx')
    const items = await itemsOf(await openItems(path, { keepRecords: true }))
    assert.deepEqual(items[0].record, {
      label: 'pos',
      text: '=1+1 & <b>',
      code: '007',
      askance_label: 'neg',
      probability: '0.25',
      'probability:neg': '0.25',
      'probability:pos': '0.75',
      source: 'answer',
    })
    assert.equal((items[1].record as Record<string, unknown>).text, 'two lines\nhere')
    const python = spawnSync('python3', ['-m', 'zipfile', '-t', path])
    if (!python.error) assert.match(python.stdout.toString(), /Done testing/)
  })

  test('records of a tool keep what is theirs', async (t) => {
    const choice = { from_name: 'mood', to_name: 'words', type: 'choices', value: { choices: ['pos'] } }
    const task = {
      id: 7,
      data: { text: 'so so' },
      annotations: [{ id: 1, completed_by: 3, result: [choice] }],
      predictions: [],
      project: 9,
    }
    const argilla = {
      id: 'a',
      fields: { text: 'so so' },
      metadata: {},
      suggestions: {},
      responses: { mood: [{ value: 'pos', user_id: 'u' }] },
      status: 'completed',
      _server_id: 's',
    }
    const prodigy = {
      text: 'so so',
      options: [{ id: 'pos', text: 'good' }],
      accept: ['pos'],
      answer: 'accept',
      _input_hash: 1,
      _task_hash: 2,
    }
    const written = async (content: string, outcome: Outcome) => {
      const path = scratch(t)('out.json')
      const data = await openData(new File([content], 'x.json'), { as: 'items', keepRecords: true })
      await writeClassified(data, path, () => outcome, { classes })
      return parsed(path)
    }
    const [studio] = await written(JSON.stringify([task]), prediction)
    assert.equal(studio.project, 9)
    assert.deepEqual(studio.annotations, task.annotations)
    assert.deepEqual(studio.predictions[0].result, [choice])
    const [record] = await written(JSON.stringify([argilla]), prediction)
    assert.deepEqual(record, {
      ...argilla,
      suggestions: { mood: { value: 'pos', score: 0.75, agent: 'askance' } },
    })
    assert.deepEqual(await written(JSON.stringify(prodigy), answer), [
      {
        ...prodigy,
        accept: ['neg'],
        score: 0.25,
      },
    ])
  })
})
