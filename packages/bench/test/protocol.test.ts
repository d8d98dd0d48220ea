import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue, findAlgorithm, queries, Random, takesKernel } from '@askance/core/internals'
import { decisiveMetrics, metricNames } from '../src/metrics.js'
import { defaultProtocol, defaultTuning, quick, withReferences } from '../src/protocol/defaults.js'
import { parseProtocol, parseProtocolText } from '../src/protocol/parse.js'
import { type AlgorithmSpec, labelOf } from '../src/protocol/protocol.js'
import { gridPoints } from '../src/tune/grid.js'

const sets = [
  { name: 'a', source: { file: 'a.jsonl' } },
  { name: 'b', source: { data: 'a9a' } },
]
const plain = { sets, algorithms: [{ name: 'D-AMD' }] }

/** A document with some of the fields, drawn at random. */
const randomDocument = (random: Random): object => {
  const maybe = <T>(make: () => T): T | undefined => (random.uniform() < 0.5 ? make() : undefined)
  const one = <T>(values: readonly T[]): T => values[random.below(values.length)]
  const names = catalogue.map(({ name }) => name)
  const algorithms = Array.from({ length: 1 + random.below(4) }, (_, k) => {
    const algorithm = findAlgorithm(one(names))
    const able = takesKernel(algorithm)
    return {
      name: algorithm.name,
      label: `${algorithm.name} ${k}`,
      kernel: able ? maybe(() => ({ type: 'gaussian', sigma2: 0.1 + random.uniform() })) : undefined,
      unitRows: maybe(() => random.uniform() < 0.5),
      sets: maybe(() => ['b']),
      role: maybe(() => one(['compared', 'random', 'supervised'])),
      grid: maybe(() =>
        Object.fromEntries(
          algorithm.parameters.flatMap(({ name, grid }) => (grid ? [[name, grid.slice(0, 2)]] : [])),
        ),
      ),
    }
  }).filter(({ name }) => !name.startsWith('LASEC'))
  return {
    sets: sets.map((set) => ({
      ...set,
      first: maybe(() => 1 + random.below(1000)),
      intercept: maybe(() => one([random.normal(), 'auto'])),
      order: maybe(() => one(['shuffled', 'given'])),
    })),
    algorithms: algorithms.length > 0 ? algorithms : [{ name: 'MD' }],
    title: maybe(() => `experiment ${random.below(1000)}`),
    ratios: maybe(() => [...new Set([0.5, random.uniform() || 1, random.uniform() || 1])]),
    metric: maybe(() => one(decisiveMetrics)),
    metrics: maybe(() => metricNames.filter(() => random.uniform() < 0.5)),
    runs: maybe(() => 1 + random.below(100)),
    seed: maybe(() => random.below(2 ** 40)),
    delay: maybe(() => random.below(100)),
    tuning: maybe(() => ({ folds: 2 + random.below(9), mostRows: maybe(() => 10 + random.below(1e6)) })),
    costs: maybe(() => ({ falseNegative: random.uniform() })),
  }
}

describe('a protocol', () => {
  test('uses defaults for omitted fields', () => {
    assert.deepEqual(parseProtocol(plain), { ...defaultProtocol, ...plain, title: 'a, b' })
    assert.deepEqual(parseProtocol({ ...plain, tuning: { folds: 3 } }).tuning, { ...defaultTuning, folds: 3 })
    assert.deepEqual(parseProtocol({ ...plain, tuning: {} }).tuning, defaultTuning)
    assert.deepEqual(parseProtocol({ ...plain, ratios: undefined }).ratios, defaultProtocol.ratios)
  })

  test('has its ratios in rising order, and leaves the given document as it is', () => {
    const ratios = Object.freeze([0.5, 0.01, 1, 0.2])
    assert.deepEqual(parseProtocol({ ...plain, ratios }).ratios, [0.01, 0.2, 0.5, 1])
    assert.deepEqual(ratios, [0.5, 0.01, 1, 0.2])
  })

  test('takes the ends of every range', () => {
    const ends = { runs: 100_000, seed: 2 ** 40, delay: 2 ** 30, aimRuns: 1000, curvePoints: 10_000 }
    const begins = { runs: 1, seed: 0, delay: 0, aimRuns: 1, curvePoints: 0 }
    for (const given of [ends, begins]) {
      const { runs, seed, delay, aimRuns, curvePoints } = parseProtocol({ ...plain, ...given })
      assert.deepEqual({ runs, seed, delay, aimRuns, curvePoints }, given)
    }
  })

  test('is the same after JSON and parsing again', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const document = randomDocument(new Random(seed, 'protocols'))
      const once = parseProtocolText(JSON.stringify(document))
      const again = parseProtocolText(JSON.stringify(once))
      assert.deepEqual(again, once, `seed ${seed}`)
      assert.equal(JSON.stringify(again), JSON.stringify(once), `seed ${seed}`)
      for (const [key, value] of Object.entries(JSON.parse(JSON.stringify(document)) as object))
        if (key !== 'ratios' && key !== 'tuning')
          assert.deepEqual(once[key as keyof typeof once], value, `seed ${seed}, ${key}`)
    }
  })
})

describe('the quick version of a protocol', () => {
  test('has fewer runs, fewer folds and part of the rows, and says so in its title', () => {
    const protocol = parseProtocol({ ...plain, runs: 20, title: 'long' })
    const { runs, tuning, title } = quick(protocol)
    assert.deepEqual({ runs, title }, { runs: 5, title: 'long (quick)' })
    assert.deepEqual(tuning, { ...defaultTuning, folds: 3, mostRows: 10_000 })
    const small = quick(parseProtocol({ ...plain, runs: 2, tuning: { mostRows: 50 } }))
    assert.deepEqual([small.runs, small.tuning.mostRows], [2, 50])
  })

  test('tries part of the points, ends included, and none that were not there', () => {
    for (const { name, parameters } of catalogue) {
      const spec = { name }
      const [made] = quick(parseProtocol({ sets, algorithms: [spec] })).algorithms
      const [few, all] = [gridPoints(made), gridPoints(spec)]
      const known = new Set(all.map((point) => JSON.stringify(point)))
      assert.ok(few.length >= 1 && few.length <= all.length, name)
      assert.ok(
        few.every((point) => known.has(JSON.stringify(point))),
        name,
      )
      const isFine = parameters.some(({ grid }) => (grid?.length ?? 0) > 12)
      if (all.length > 150 && isFine) assert.ok(few.length < all.length / 2, name)
      if (name.startsWith('LASEC')) continue
      assert.deepEqual([few[0], few.at(-1)], [all[0], all.at(-1)], name)
    }
  })

  test('keeps grids and parameters of one’s own, and can be parsed', () => {
    const grid = { aggressiveness: Array.from({ length: 14 }, (_, k) => k + 1) }
    const spec = { name: 'PAA-I', parameters: { smoothing: 2 }, grid, label: 'x' }
    const made = quick(parseProtocol({ sets, algorithms: [spec] }))
    assert.deepEqual(made.algorithms, [{ ...spec, grid: { aggressiveness: [1, 3, 5, 7, 9, 11, 13, 14] } }])
    assert.deepEqual(parseProtocolText(JSON.stringify(made)), made)
    const fixed = quick(parseProtocol({ sets, algorithms: [{ name: 'D-AMD', parameters: { stepSize: 3 } }] }))
    assert.ok(gridPoints(fixed.algorithms[0]).every(({ stepSize }) => stepSize === 3))
  })
})

describe('lines to compare with', () => {
  const ruleOf = ({ name }: AlgorithmSpec) => findAlgorithm(name).rule

  const check = (specs: readonly AlgorithmSpec[]): void => {
    const about = specs.map(labelOf).join(', ')
    const all = withReferences(specs)
    const labels = all.map(labelOf)
    assert.equal(new Set(labels).size, labels.length, `${about}: no label twice`)
    assert.deepEqual(
      all.slice(0, specs.length).map(({ role: _, ...spec }) => spec),
      specs,
      `${about}: those given come first, as they were`,
    )
    for (const spec of all) {
      const rule = ruleOf(spec)
      const role = rule === queries.random ? 'random' : rule === queries.always ? 'supervised' : 'compared'
      assert.equal(spec.role, role, `${about}: the role of ${spec.name}`)
    }
    for (const added of all.slice(specs.length)) {
      const { learner, form, task } = findAlgorithm(added.name)
      const partners = specs.map(({ name }) => findAlgorithm(name))
      assert.ok(
        partners.some((own) => own.learner === learner && own.form === form && own.task === task),
        `${about}: ${added.name} has a learner of theirs`,
      )
      assert.ok(!specs.some((spec) => ruleOf(spec) === ruleOf(added)), `${about}: ${added.name} was missing`)
    }
    assert.doesNotThrow(() => parseProtocol({ sets, algorithms: all }), about)
  }

  test('for every algorithm of the catalogue alone', () => {
    for (const { name } of catalogue) check([{ name }])
  })

  test('for several at once', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed, 'references')
      const count = 1 + random.below(5)
      const names = new Set(
        Array.from({ length: count }, () => catalogue[random.below(catalogue.length)].name),
      )
      check([...names].map((name) => ({ name })))
    }
  })

  test('the partner of one that has both comes with its parameters, without the dial', () => {
    const { parameters } = findAlgorithm('SOAL')
    assert.ok(parameters.some(({ name }) => name === 'smoothing'))
    const spec: AlgorithmSpec = {
      name: 'SOAL',
      parameters: { smoothing: 2, stepSize: 0.1 },
      grid: { regularization: [1, 2], smoothing: [1] },
      sets: ['a'],
    }
    const own = { parameters: { stepSize: 0.1 }, grid: { regularization: [1, 2] }, sets: ['a'] }
    assert.deepEqual(withReferences([spec]), [
      { ...spec, role: 'compared' },
      { name: 'SORL', role: 'random', ...own },
      { name: 'SOL', role: 'supervised', ...own },
    ])
  })

  test('a kernel goes to the partner, and a role that is given counts', () => {
    const kernel = { type: 'gaussian', sigma2: 0.5 } as const
    assert.deepEqual(withReferences([{ name: 'PAA-I', kernel }]).slice(1), [
      { name: 'RPA-I', role: 'random', kernel },
      { name: 'PA-I', role: 'supervised', kernel },
    ])
    const given = withReferences([
      { name: 'M-AMD', role: 'random' },
      { name: 'D-AMD', role: 'supervised' },
    ])
    assert.deepEqual(
      given.map(({ name, role }) => [name, role]),
      [
        ['M-AMD', 'random'],
        ['D-AMD', 'supervised'],
      ],
    )
    assert.deepEqual(
      withReferences([{ name: 'M-AMD', label: 'R-AMD' }]).map(labelOf),
      ['R-AMD', 'MD'],
      'a label that is taken is not given twice',
    )
  })
})
