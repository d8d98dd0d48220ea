import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sparseRow } from '@askance/core'
import { type Draft, named, numbers, textAs, writtenAs } from './support/write.js'

describe('json', () => {
  test('jsonl has everything, numbers to the bit', async () => {
    const item: Draft = {
      id: 'ü"1',
      label: 'spam',
      weight: 2,
      text: 'a\nb\u2028',
      features: { names: numbers.map(String), values: numbers },
      meta: { a: [1, null], b: 'x' },
    }
    const { text: written, lost } = await writtenAs('jsonl', [item, { row: sparseRow([1, 9], [0.5, -0]) }])
    const [first, second, rest] = written.split('\n')
    const read = JSON.parse(first)
    assert.deepEqual(Object.keys(read), ['id', 'label', 'weight', 'text', 'features', 'meta'])
    for (const number of numbers)
      assert.ok(Object.is(read.features[String(number)], number === 0 ? -0 : number))
    assert.deepEqual([read.id, read.text, read.meta], [item.id, item.text, item.meta])
    assert.equal(second, '{"features":{"indices":[1,9],"values":[0.5,-0]}}')
    assert.equal(rest, '')
    assert.deepEqual(lost, {})
  })

  test('prodigy: labelled ones accepted, equal texts and questions with equal hashes', async () => {
    const items: Draft[] = [
      { id: '7', label: 'spam', text: 'buy', meta: { score: 0.5 } },
      { label: 'ham', text: 'buy' },
      { text: 'buy' },
      { text: 'sell', weight: 2 },
    ]
    const { text: written, lost } = await writtenAs('prodigy', items)
    const [a, b, c, d] = written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(Object.keys(a), ['text', 'label', 'answer', '_input_hash', '_task_hash', 'meta'])
    assert.deepEqual([a.answer, a.meta], ['accept', { id: '7', score: 0.5 }])
    assert.equal(a._input_hash, b._input_hash)
    assert.equal(new Set([a, b, c, d].map((task) => task._task_hash)).size, 4)
    assert.notEqual(c._input_hash, d._input_hash)
    assert.deepEqual(Object.keys(c), ['text', '_input_hash', '_task_hash'])
    for (const task of [a, b, c, d]) assert.equal(task._input_hash, task._input_hash | 0)
    assert.deepEqual(lost, { weight: 1 })
    await assert.rejects(writtenAs('prodigy', [named(['a'], [1])]), { code: 'write/text-missing' })
  })

  test('label studio: tasks with choices and predictions', async () => {
    const items: Draft[] = [
      { id: 'm1', label: 'spam', text: 'buy' },
      { text: 'sell', meta: { predicted: 'ham', score: 0.9, modelVersion: 'v3' } },
    ]
    const written = await textAs('label-studio', items, [], { control: 'kind', object: 'mail' })
    const [a, b] = JSON.parse(written)
    const choice = (label: string): object => ({
      from_name: 'kind',
      to_name: 'mail',
      type: 'choices',
      value: { choices: [label] },
    })
    assert.deepEqual(a, {
      id: 1,
      data: { id: 'm1', text: 'buy' },
      annotations: [{ result: [choice('spam')] }],
      predictions: [],
    })
    assert.equal(b.id, 2)
    assert.deepEqual(b.annotations, [])
    assert.deepEqual(b.predictions, [{ model_version: 'v3', score: 0.9, result: [choice('ham')] }])
    assert.deepEqual(JSON.parse(await textAs('label-studio', [])), [])
  })
})
