import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Item, ItemOptions } from '@askance/data'
import { itemsOf, openMemory } from './support/items.js'

const lines = (records: readonly unknown[]): string => records.map((one) => JSON.stringify(one)).join('\n')
const array = (records: readonly unknown[]): string => JSON.stringify(records, null, 2)

const read = async (content: string, options: ItemOptions = {}) => {
  const source = await openMemory('jsonl', content, options)
  return { format: source.format, items: await itemsOf(source) }
}
const brief = (items: readonly Item[]) =>
  items.map(({ id, label, labels, text }) => [id, label ?? labels, text])

const choice = (...choices: string[]) => ({
  id: 'yQ3',
  from_name: 'sentiment',
  to_name: 'text',
  type: 'choices',
  origin: 'manual',
  value: { choices },
})

/** A task as Label Studio exports it. */
const task = (
  id: number,
  text: string,
  annotations: readonly object[],
  predictions: readonly object[] = [],
) => ({
  id,
  annotations: annotations.map((one) => ({
    completed_by: 1,
    was_cancelled: false,
    ground_truth: false,
    lead_time: 3.2,
    ...one,
  })),
  file_upload: 'abc-tickets.json',
  drafts: [],
  predictions,
  data: { text, priority: id % 2 ? 'high' : 'low' },
  meta: {},
  created_at: '2025-01-02T03:04:05Z',
  project: 1,
})

describe('Label Studio', () => {
  const tasks = [
    task(1, 'late again', [{ result: [choice('Negative')] }]),
    task(2, 'thank you', [
      { result: [choice('Negative')] },
      { result: [choice('Positive')] },
      { result: [choice('Positive')] },
    ]),
    task(
      3,
      'who knows',
      [{ result: [choice('Positive')], was_cancelled: true }],
      [{ model_version: 'v1', score: 0.7, result: [choice('Negative')] }],
    ),
    task(4, 'wrong vote', [
      { result: [choice('Positive')] },
      { result: [choice('Negative')], ground_truth: true },
    ]),
  ]

  test('JSON: the most frequent choice, or the ground truth; cancelled ones do not count', async () => {
    const { format, items } = await read(array(tasks))
    assert.equal(format, 'label-studio')
    assert.deepEqual(brief(items), [
      ['1', 'Negative', 'late again'],
      ['2', 'Positive', 'thank you'],
      ['3', undefined, 'who knows'],
      ['4', 'Negative', 'wrong vote'],
    ])
    assert.deepEqual(items[2].meta, { predicted: 'Negative', score: 0.7, modelVersion: 'v1' })
    assert.deepEqual(items[0].cells, ['high'])
  })

  test('several choices', async () => {
    const { items } = await read(array([task(1, 'a b', [{ result: [choice('x', 'y')] }])]), {
      multiLabel: true,
    })
    assert.deepEqual(items[0].labels, ['x', 'y'])
  })

  const flat = ['late again', 'thank you so much', 'never again', 'very good'].map((text, k) => ({
    id: k + 1,
    text,
    sentiment: k % 2 ? 'Positive' : 'Negative',
    annotator: 1,
    annotation_id: k + 7,
    created_at: `2025-01-0${k + 1}T00:00:00Z`,
    updated_at: `2025-01-0${k + 1}T00:00:00Z`,
    lead_time: 1.5 * k,
  }))

  test('JSON-MIN and CSV: what the tool adds is not used', async () => {
    const { items } = await read(array(flat))
    const csv = [Object.keys(flat[0]), ...flat.map(Object.values)].map((row) => row.join(',')).join('\n')
    const rows = await itemsOf(await openMemory('csv', csv))
    for (const found of [items, rows]) {
      assert.deepEqual(brief(found)[1], ['2', 'Positive', 'thank you so much'])
      assert.ok(found.every(({ cells }) => cells === undefined))
    }
  })
})

describe('Argilla', () => {
  test('records of version 2', async () => {
    const record = (id: string, text: string, values: readonly string[], suggestion?: object) => ({
      id,
      fields: { text },
      metadata: { words: text.length },
      suggestions: suggestion ? { label: suggestion } : {},
      responses: { label: values.map((value) => ({ value, user_id: 'u1' })) },
      vectors: {},
      status: values.length > 0 ? 'completed' : 'pending',
      _server_id: `s-${id}`,
    })
    const { format, items } = await read(
      array([
        record('a', 'late again', ['neg', 'pos', 'neg']),
        record('b', 'thank you', [], { value: 'pos', score: 0.9, agent: 'm1' }),
      ]),
    )
    assert.equal(format, 'argilla')
    assert.deepEqual(brief(items), [
      ['a', 'neg', 'late again'],
      ['b', undefined, 'thank you'],
    ])
    assert.deepEqual(items[1].meta, { predicted: 'pos', score: 0.9, modelVersion: 'm1' })
  })

  test('records of version 1, and flat records', async () => {
    const first = [
      {
        text: 'late again',
        inputs: { text: 'late again' },
        prediction: [{ label: 'neg', score: 0.8 }],
        prediction_agent: 'm',
        annotation: 'neg',
        annotation_agent: 'u',
        multi_label: false,
        id: 'a',
        metadata: {},
        status: 'Validated',
      },
      {
        text: 'thank you',
        inputs: { text: 'thank you' },
        prediction: null,
        annotation: null,
        id: 'b',
        metadata: null,
        status: 'Default',
      },
    ]
    assert.deepEqual(brief((await read(lines(first))).items), [
      ['a', 'neg', 'late again'],
      ['b', undefined, 'thank you'],
    ])
    const feedback = {
      fields: { text: 'late again' },
      responses: [{ values: { label: { value: 'neg' } }, status: 'submitted', user_id: 'u' }],
      suggestions: [],
      metadata: {},
      external_id: 'a',
    }
    assert.deepEqual(brief((await read(lines([feedback]))).items), [['a', 'neg', 'late again']])
    const flat = {
      id: 'a',
      status: 'completed',
      _server_id: 's',
      text: 'late again',
      'label.responses': ['neg'],
      'label.responses.users': ['u'],
      'label.suggestion': 'pos',
      'label.suggestion.score': 0.6,
      'label.suggestion.agent': null,
    }
    const { items } = await read(lines([flat]))
    assert.deepEqual(brief(items), [['a', 'neg', 'late again']])
    assert.deepEqual(items[0].meta, { predicted: 'pos', score: 0.6 })
  })
})

describe('Prodigy', () => {
  const hashes = { _input_hash: 12, _task_hash: -34, _session_id: 'x', _view_id: 'choice' }
  const options = [
    { id: 'NEG', text: 'negative' },
    { id: 'POS', text: 'positive' },
  ]

  test('binary tasks: accepted, rejected, ignored', async () => {
    const tasks = ['accept', 'reject', 'ignore'].map((answer) => ({
      text: answer,
      label: 'SPAM',
      answer,
      meta: { id: 7 },
      ...hashes,
    }))
    const { format, items } = await read(lines(tasks))
    assert.equal(format, 'prodigy')
    assert.deepEqual(brief(items), [
      ['7', 'SPAM', 'accept'],
      ['7', 'not SPAM', 'reject'],
      ['7', undefined, 'ignore'],
    ])
    const several = [...tasks, { ...tasks[0], label: 'HAM' }]
    assert.equal((await read(lines(several))).items[1].label, undefined)
  })

  test('choices, one or several', async () => {
    const tasks = [['POS'], ['NEG', 'POS'], []].map((accept) => ({
      text: 'hello there',
      options,
      accept,
      answer: 'accept',
      config: { choice_style: 'multiple' },
      ...hashes,
    }))
    assert.deepEqual((await read(lines(tasks.slice(0, 1)))).items[0].label, 'POS')
    await assert.rejects(read(lines(tasks)), { code: 'labels/several' })
    const { items } = await read(lines(tasks), { multiLabel: true })
    assert.deepEqual(
      items.map(({ label, labels }) => labels ?? label),
      ['POS', ['NEG', 'POS'], undefined],
    )
  })
})

describe('JSON arrays', () => {
  const records = [
    { text: 'a "]}, b', label: 'x' },
    { text: 'é🙂', label: 'y', more: { deep: [[{}]] } },
  ]

  test('are read in chunks of any size', async () => {
    for (const content of [array(records), JSON.stringify(records), `\ufeff \n${array(records)}\n\n`])
      for (const size of [1, 2, 7, 1 << 16]) {
        const items = await itemsOf(await openMemory('jsonl', content, {}, size))
        assert.deepEqual(brief(items), [
          [undefined, 'x', 'a "]}, b'],
          [undefined, 'y', 'é🙂'],
        ])
      }
  })

  test('report errors with their line', async () => {
    await assert.rejects(read('[\n{"text":"a"},\n{"text":1}]'), {
      code: 'jsonl/type',
      position: { source: 'memory', line: 3, column: 2 },
    })
    await assert.rejects(read('[{"text":"a"}'), { code: 'json/open' })
    await assert.rejects(read('[{"text":"a"}] {"text":"b"}'), { code: 'json/around' })
    await assert.rejects(read(`[{"text":"${'a'.repeat(2000)}"}]`, { maxRecordBytes: 1000 }), {
      code: 'text/record-length',
    })
  })
})
