import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AskanceError } from '@askance/core'
import { parseProtocol, parseProtocolText } from '../src/protocol/parse.js'
import { coded } from './support/sets.js'

/** Every field there is. */
const full = () => ({
  format: 1,
  title: 'all of it',
  sets: [
    {
      name: 'a',
      source: { data: 'a9a' } as Record<string, unknown>,
      first: 10,
      sample: 5,
      groups: { positive: ['1'], negative: ['2', '3'] },
      positive: '1',
      positiveShare: 0.1,
      scaling: 'l2',
      intercept: 'auto',
      order: 'given',
      note: 'smaller than the paper’s',
    },
    { name: 'b', source: { stream: 'regrouped', parameters: { period: 10 }, of: 'usps' } },
    { name: 'c', source: { file: 'c.csv' }, intercept: 0.5 },
  ],
  algorithms: [
    {
      name: 'PAA-I',
      label: 'ours',
      parameters: { smoothing: 1 },
      grid: { aggressiveness: [0.5, 1] },
      kernel: { type: 'polynomial', degree: 2, offset: 1 },
      unitRows: true,
      sets: ['a', 'c'],
      role: 'compared',
    },
    { name: 'PAA-II', kernel: { type: 'gaussian', sigma2: 2 } },
    { name: 'MD', role: 'supervised' },
  ],
  ratios: [0.1, 0.2],
  metric: 'f1',
  metrics: ['accuracy', 'auc'],
  runs: 3,
  seed: 7,
  delay: 2,
  tuning: { method: 'exhaustive', folds: 4, score: 'held-out', mostRows: 100 },
  aimRuns: 2,
  curvePoints: 10,
  costs: { sensitivityWeight: 0.8, specificityWeight: 0.2, falseNegative: 5, falsePositive: 1 },
})

type Tree = Record<string, unknown>

/** The document with another value at a path such as `sets[0].name`. */
const withValue = (path: string, value: unknown): unknown => {
  const document = full() as unknown as Tree
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  const last = keys.pop()!
  let place = document
  for (const key of keys) place = place[key] as Tree
  place[last] = value
  return document
}

const words = [0, -1, true, '', null, [], {}, ['a']]
const truths = [0, 'true', null, {}]
const numbers = ['1', null, Number.NaN, Number.POSITIVE_INFINITY, [], {}, true]
const wholes = (least: number, most: number) => [...numbers, least - 1, most + 1, least + 0.5, 1e300, -1e300]
const choices = ['nonsense', '', 3, null, ['l2'], {}, 'toString']
const lists = ['a', null, {}, 3]
const objects = ['a', null, [], 3, true]

const hostile: Readonly<Record<string, readonly unknown[]>> = {
  title: words,
  sets: [...lists, []],
  'sets[0]': objects,
  'sets[1].name': words,
  'sets[0].source': objects,
  'sets[0].source.data': words,
  'sets[1].source.stream': words,
  'sets[1].source.of': words,
  'sets[1].source.parameters': objects,
  'sets[1].source.parameters.period': numbers,
  'sets[2].source.file': words,
  'sets[0].first': wholes(1, 2 ** 31),
  'sets[0].sample': wholes(1, 2 ** 31),
  'sets[0].groups': objects,
  'sets[0].groups.positive': [...lists, []],
  'sets[0].groups.positive[0]': words,
  'sets[0].groups.negative': [...lists, []],
  'sets[0].groups.negative[1]': words,
  'sets[0].positive': words,
  'sets[0].positiveShare': [...numbers, 0, 1, -0.1],
  'sets[0].scaling': [...choices.filter((one) => !Array.isArray(one)), [], ['nonsense'], ['l2', 3]],
  'sets[0].intercept': ['none', '', null, Number.NaN, Number.NEGATIVE_INFINITY, [], {}, true],
  'sets[0].order': choices,
  'sets[0].note': words,
  algorithms: [...lists, []],
  'algorithms[1]': objects,
  'algorithms[0].name': words,
  'algorithms[0].label': words,
  'algorithms[0].parameters': objects,
  'algorithms[0].parameters.smoothing': numbers,
  'algorithms[0].grid': objects,
  'algorithms[0].grid.aggressiveness': [...lists, [], new Array(1001).fill(1)],
  'algorithms[0].grid.aggressiveness[1]': numbers,
  'algorithms[0].kernel': objects,
  'algorithms[0].kernel.type': choices,
  'algorithms[0].kernel.degree': numbers,
  'algorithms[0].kernel.offset': numbers,
  'algorithms[1].kernel.sigma2': numbers,
  'algorithms[0].unitRows': truths,
  'algorithms[0].sets': lists,
  'algorithms[0].sets[1]': words,
  'algorithms[0].role': choices,
  ratios: [...lists, [], new Array(1001).fill(0.1)],
  'ratios[1]': [...numbers, 0, -0.1, 1.0001, 1e300],
  metric: choices,
  metrics: lists,
  'metrics[0]': choices,
  runs: wholes(1, 100_000),
  seed: wholes(0, 2 ** 40),
  delay: wholes(0, 2 ** 30),
  tuning: objects,
  'tuning.method': choices,
  'tuning.folds': wholes(2, 100),
  'tuning.score': choices,
  'tuning.mostRows': wholes(10, 2 ** 31),
  aimRuns: wholes(1, 1000),
  curvePoints: wholes(0, 10_000),
  costs: objects,
  'costs.sensitivityWeight': numbers,
  'costs.specificityWeight': numbers,
  'costs.falseNegative': numbers,
  'costs.falsePositive': numbers,
}

describe('an invalid protocol is rejected with the path of the error', () => {
  test('the document with every field is taken', () => {
    assert.equal(parseProtocol(full()).sets.length, 3)
  })

  for (const [path, values] of Object.entries(hostile))
    test(`${path} refuses what it cannot be`, () => {
      for (const value of values)
        assert.throws(
          () => parseProtocol(withValue(path, value)),
          coded('protocol/field', ` at ${path}, expected `),
          `${path} = ${String(value)}`,
        )
    })

  test('a document that is no object', () => {
    for (const value of [undefined, null, 3, 'protocol', [], [full()], Number.NaN])
      assert.throws(() => parseProtocol(value), coded('protocol/field', 'at its top, expected an object'))
  })

  test('what is required and not there', () => {
    for (const path of ['sets', 'algorithms', 'sets[1].name', 'sets[0].source', 'algorithms[2].name'])
      assert.throws(
        () => parseProtocol(withValue(path, undefined)),
        coded('protocol/field', `found nothing at ${path}`),
      )
    assert.throws(
      () => parseProtocol(withValue('sets[0].source', {})),
      coded('protocol/field', 'source.data'),
    )
  })

  test('rejects an unknown field at any level', () => {
    const sets = ['', ...[0, 1, 2].map((k) => `sets[${k}].source.`), 'sets[0].', 'sets[0].groups.']
    const others = ['algorithms[0].', 'algorithms[0].kernel.', 'tuning.', 'costs.']
    for (const place of [...sets, ...others])
      for (const name of ['run', 'constructor', 'Name'])
        assert.throws(
          () => parseProtocol(withValue(`${place}${name}`, 1)),
          coded('protocol/field', `at ${place}${name}, expected only the fields`),
          `${place}${name}`,
        )
    const hidden = JSON.stringify(full()).replace('{', '{"__proto__":{"runs":5},')
    assert.throws(() => parseProtocolText(hidden), coded('protocol/field', '__proto__'))
  })

  test('two sources at once', () => {
    assert.throws(
      () => parseProtocol(withValue('sets[0].source', { data: 'a9a', file: 'a.csv' })),
      coded('protocol/field', 'sets[0].source.data'),
    )
  })

  test('names that stand twice', () => {
    assert.throws(
      () => parseProtocol(withValue('sets[1].name', 'a')),
      coded('protocol/field', 'a twice', 'at sets'),
    )
    assert.throws(
      () => parseProtocol(withValue('algorithms[2].label', 'ours')),
      coded('protocol/field', 'ours twice', 'at algorithms'),
    )
    assert.throws(
      () => parseProtocol(withValue('algorithms[0].label', 'MD')),
      coded('protocol/field', 'MD twice', 'at algorithms'),
    )
  })

  test('rejects a duplicate ratio', () => {
    assert.throws(
      () => parseProtocol(withValue('ratios', [0.2, 0.1, 0.2])),
      coded('protocol/field', '0.2 twice', 'at ratios'),
    )
  })

  test('a set that is not among the sets', () => {
    assert.throws(
      () => parseProtocol(withValue('algorithms[0].sets', ['a', 'd'])),
      coded('protocol/field', 'found d at the sets of ours', 'one of a, b, c'),
    )
  })

  test('algorithms, parameters and values that the catalogue does not have', () => {
    const refused: readonly [string, unknown, string, string][] = [
      ['algorithms[0].name', 'PAA-III', 'algorithm/unknown', 'PAA-III'],
      ['algorithms[0].parameters', { smooth: 1 }, 'parameter/unknown', 'smooth'],
      ['algorithms[0].parameters', { __proto: 1 }, 'parameter/unknown', '__proto'],
      ['algorithms[0].parameters', { smoothing: 0 }, 'parameter/value', 'smoothing'],
      ['algorithms[0].grid', { ridge: [1] }, 'parameter/unknown', 'ridge'],
      ['algorithms[0].grid', { aggressiveness: [1, -1] }, 'parameter/value', 'aggressiveness'],
      ['algorithms[2].parameters', { smoothing: 1 }, 'parameter/unknown', 'smoothing'],
    ]
    for (const [path, value, code, word] of refused)
      assert.throws(() => parseProtocol(withValue(path, value)), coded(code, word), `${path} ${word}`)
  })

  test('kernels that the algorithm or mathematics does not admit', () => {
    const refused: readonly [string, unknown, string][] = [
      ['algorithms[2].kernel', { type: 'linear' }, 'algorithm/kernel'],
      ['algorithms[1].kernel', { type: 'gaussian', sigma2: 0 }, 'kernel/invalid'],
      ['algorithms[1].kernel', { type: 'gaussian' }, 'kernel/invalid'],
      ['algorithms[1].kernel', { type: 'polynomial', degree: 1.5, offset: 0 }, 'kernel/invalid'],
    ]
    for (const [path, value, code] of refused)
      assert.throws(() => parseProtocol(withValue(path, value)), coded(code), `${path} ${code}`)
  })

  test('parameters that contradict each other, whatever the grid has for the rest', () => {
    const lasec = (more: object) =>
      parseProtocol({ ...full(), algorithms: [{ name: 'LASEC', ...more }], tuning: { method: 'halving' } })
    assert.throws(
      () => lasec({ parameters: { ridge: 5, driftPenalty: 5 } }),
      coded('parameter/conflict', 'ridge'),
    )
    assert.throws(() => lasec({ parameters: { ridge: 1e10 } }), coded('parameter/conflict', 'ridge'))
    assert.doesNotThrow(() => lasec({ parameters: { ridge: 1e4 } }))
    assert.doesNotThrow(() => lasec({ grid: { ridge: [1, 1e6] } }))
  })

  test('a grid that would fill the memory', () => {
    const many = Array.from({ length: 1000 }, (_, k) => k + 1)
    const spec = { name: 'SOAL', grid: { stepSize: many, regularization: many } }
    assert.throws(
      () => parseProtocol(withValue('algorithms', [spec])),
      coded('protocol/field', '1000000 points at the grid of SOAL'),
    )
  })

  test('values that JSON does not have are refused in the same words', () => {
    const circle: Tree = {}
    circle.circle = circle
    for (const value of [() => 1, Symbol('x'), 10n, circle, Number.NaN, Number.NEGATIVE_INFINITY])
      assert.throws(() => parseProtocol(withValue('runs', value)), coded('protocol/field', ' at runs, '))
    assert.throws(
      () => parseProtocol(withValue('runs', Number.NaN)),
      coded('protocol/field', 'found NaN at runs'),
    )
  })

  test('a long value is cut in the message', () => {
    assert.throws(
      () => parseProtocol(withValue('metric', 'x'.repeat(10_000))),
      (error) => error instanceof AskanceError && error.message.length < 400,
    )
  })

  test('other formats and texts that are no JSON', () => {
    for (const format of [0, 2, 1.5, -1])
      assert.throws(
        () => parseProtocol(withValue('format', format)),
        coded('protocol/format', String(format)),
      )
    for (const format of ['1', null, Number.NaN])
      assert.throws(() => parseProtocol(withValue('format', format)), coded('protocol/field', ' at format, '))
    for (const content of ['', '{', "{'runs': 1}", 'runs: 1', '\u0000'])
      assert.throws(() => parseProtocolText(content), coded('protocol/json'))
    assert.throws(() => parseProtocolText('{\n  "runs": 1,\n}'), { message: /^3:1: .*expected a name/ })
  })
})
