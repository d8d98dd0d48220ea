import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { coreError, type coreErrorTable } from '@askance/core/internals'
import type { Problem } from '@askance/server/client'
import {
  type Algorithm,
  editableParameters,
  emptyForm,
  type Form,
  fittingAlgorithms,
  toRequest,
  validateForm,
} from '../src/streams/form/form.js'
import { vectorizerFor } from '../src/streams/form/kinds.js'
import { serverErrors } from '../src/streams/form/server-errors.js'
import { parseSuggestion, withSuggestion } from '../src/streams/form/suggestion.js'

const ridge = {
  name: 'ridge',
  symbol: 'δ',
  type: 'number',
  default: 0.01,
  summary: 'the least divisor of a step',
  range: '0 < ridge',
  above: 0,
} as const
const algorithms: readonly Algorithm[] = [
  {
    name: 'auto',
    task: 'any',
    summary: 's',
    paper: 'askance',
    parameters: [
      { name: 'ratio', symbol: 'r', type: 'number', default: 0.1, summary: 'm', range: '' },
      { name: 'capacity', symbol: 'N', default: 20000, summary: 'm', range: '', min: 1, type: 'whole' },
    ],
  },
  { name: 'D-ADA', task: 'binary', summary: 's', paper: 'zhai-2022', parameters: [ridge] },
  { name: 'MD-ADA', task: 'multiclass', summary: 's', paper: 'zhai-2022', parameters: [ridge] },
]
const [auto, dada] = algorithms

const filled: Form = { ...emptyForm, title: 'Front desk', classes: ['ham', 'spam'] }

describe('a new stream: request', () => {
  test('needs only a name and classes', () => {
    assert.deepEqual(toRequest(filled, auto), {
      id: 'front-desk',
      title: 'Front desk',
      classes: ['ham', 'spam'],
      budget: { ratio: 0.05 },
      positive: 'spam',
      objective: 'f1',
      answersPerItem: 1,
      algorithm: 'auto',
      leaseSeconds: 60,
      drift: true,
    })
    assert.equal(validateForm(filled, auto).size, 0)
  })

  test('includes chosen values', () => {
    const body = toRequest(
      {
        ...filled,
        title: '日本',
        kind: 'text',
        texts: 'email',
        measure: false,
        guidelines: ' Be kind. ',
        positive: 'ham',
        objective: 'accuracy',
        answersPerItem: '3',
        consensus: 'reliability',
        algorithm: 'D-ADA',
        parameters: { ridge: '0.5', left: '3' },
        seed: '7',
        expireHours: '1.5',
        leaseSeconds: '120',
        drift: false,
      },
      dada,
    )
    const { vectorizer, ...rest } = body
    assert.equal(vectorizer?.text?.preset, 'email')
    assert.deepEqual(rest, {
      title: '日本',
      classes: ['ham', 'spam'],
      budget: { ratio: 0.05 },
      measure: 0,
      guidelines: 'Be kind.',
      positive: 'ham',
      objective: 'accuracy',
      answersPerItem: 3,
      consensus: 'reliability',
      algorithm: 'D-ADA',
      parameters: { ridge: 0.5 },
      leaseSeconds: 120,
      seed: 7,
      expireAfter: 5400,
      drift: false,
    })
  })

  test('sends an objective for two classes only, and drops a removed positive class', () => {
    const body = toRequest({ ...filled, classes: ['a', 'b', 'c'], positive: 'gone' }, auto)
    assert.equal(body.positive, 'c')
    assert.equal(body.objective, undefined)
  })

  test('each item type has its vectorizer', () => {
    const of = (kind: Form['kind'], change: Partial<Form> = {}) =>
      vectorizerFor({ ...emptyForm, kind, ...change }, 2)
    assert.equal(of('text')?.text?.characters, null)
    assert.deepEqual(of('text', { texts: 'short' })?.text?.characters, [3, 5])
    assert.equal(of('text', { texts: 'url' })?.text?.preset, 'url')
    assert.deepEqual(of('fields')?.features, { scaling: 'max' })
    assert.deepEqual(of('fields', { fields: 'numbers' })?.features, { scaling: 'standard' })
    assert.deepEqual(of('fields', { fields: 'counts' })?.features, { scaling: 'none' })
    assert.equal(of('fields')?.text, undefined)
    assert.equal(of('vectors'), undefined)
    assert.equal(of('unknown'), undefined)
  })
})

describe('a new stream: validation', () => {
  test('reports errors by field, in order', () => {
    const errors = validateForm(
      {
        ...emptyForm,
        classes: ['one'],
        budget: { amount: 'x', unit: 'ratio', horizon: '-1' },
        answersPerItem: '0',
        parameters: { ridge: '0' },
        seed: '1.5',
        expireHours: '0',
        leaseSeconds: '1',
      },
      dada,
    )
    assert.deepEqual(
      [...errors.keys()],
      [
        'title',
        'classes',
        'budget',
        'answersPerItem',
        'parameter-ridge',
        'horizon',
        'seed',
        'expireHours',
        'leaseSeconds',
      ],
    )
    assert.equal(errors.get('classes'), 'Enter at least two classes.')
    assert.equal(errors.get('parameter-ridge'), 'Must be in the range 0 < δ.')
  })

  test('server errors appear at the field that caused them', () => {
    const problem = (code: string, detail: string, errors?: Problem['errors']): Problem => ({
      type: '',
      title: '',
      status: 422,
      instance: '',
      code,
      detail,
      ...(errors && { errors }),
    })
    const blamed = (given: Problem) => [...serverErrors(given, 'mail').keys()]
    assert.deepEqual(
      [...serverErrors(problem('stream/exists', ''), 'mail')],
      [['title', 'A stream with the ID mail already exists. Choose another name.']],
    )
    const bad = (code: keyof typeof coreErrorTable, details: Record<string, unknown>) =>
      blamed(problem(code, coreError(code, details).message))
    const value = { value: -1, expected: 'more', range: '0 <' }
    assert.deepEqual(bad('option/value', { ...value, name: 'classes' }), ['classes'])
    assert.deepEqual(bad('option/value', { ...value, name: 'seed' }), ['seed'])
    assert.deepEqual(bad('parameter/value', { ...value, name: 'ridge' }), ['parameter-ridge'])
    assert.deepEqual(bad('budget/value', { ...value, name: 'ratio' }), ['budget'])
    assert.deepEqual(bad('label/unknown', { label: 'c', classes: 'a, b' }), ['positive'])
    const pointers = ['/id', '/classes/3', '/budget/ratio', '/parameters/ridge', '/constructor', '']
    const errors = pointers.map((pointer) => ({ pointer, message: 'no' }))
    assert.deepEqual(blamed(problem('request/invalid', '', errors)), [
      'title',
      'classes',
      'budget',
      'parameter-ridge',
    ])
    assert.deepEqual(blamed(problem('store/full', 'the disk is full')), [])
  })
})

describe('a new stream: algorithms and suggestions', () => {
  test('offers fitting algorithms, without parameters that the budget sets', () => {
    const names = (classes: number) => fittingAlgorithms(algorithms, classes).map(({ name }) => name)
    assert.deepEqual(names(2), ['auto', 'D-ADA'])
    assert.deepEqual(names(3), ['auto', 'MD-ADA'])
    assert.deepEqual(
      editableParameters(auto).map(({ name }) => name),
      ['capacity'],
    )
  })

  test('parses a suggestion from the query string', () => {
    const search = new URLSearchParams({
      algorithm: 'CSPAA(a)',
      parameters: '{"ridge":0.5}',
      classes: '["ham","spam"]',
    })
    assert.deepEqual(parseSuggestion(`?${search}`), {
      algorithm: 'CSPAA(a)',
      parameters: { ridge: 0.5 },
      classes: ['ham', 'spam'],
    })
  })

  test('drops invalid parts', () => {
    for (const wrong of [
      'algorithm=<script>',
      `algorithm=${'a'.repeat(101)}`,
      'parameters={',
      'parameters=[1]',
      'parameters={"a":"1"}',
      'parameters={"a b":1}',
      'parameters=null',
      'parameters={}',
      'classes={"0":"a"}',
      'classes=[1,2]',
      'classes=["a","a"]',
      'classes=["a",""]',
      'classes=[]',
      `classes=${JSON.stringify(Array.from({ length: 1001 }, (_, k) => `${k}`))}`,
    ])
      assert.deepEqual(parseSuggestion(`?${wrong}`), {}, wrong)
  })

  test('applies a suggestion as far as the service supports it', () => {
    const classes = ['a', 'b']
    const given = { algorithm: 'D-ADA', parameters: { ridge: 0.5, gone: 1 }, classes }
    const form = withSuggestion(emptyForm, given, algorithms)
    assert.deepEqual([form.algorithm, form.parameters, form.classes], ['D-ADA', { ridge: '0.5' }, classes])
    const other = withSuggestion(emptyForm, { ...given, algorithm: 'MD-ADA' }, algorithms)
    assert.deepEqual([other.algorithm, other.parameters, other.classes], ['auto', {}, classes])
  })
})
