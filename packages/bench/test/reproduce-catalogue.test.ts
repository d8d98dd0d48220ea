import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue, citations, findAlgorithm, resolveParameters, takesKernel } from '@askance/core/internals'
import { dataSets, findStream } from '@askance/data'
import { metricNames, metrics } from '../src/metrics.js'
import { type AlgorithmSpec, labelOf, type Protocol, type SetSpec } from '../src/protocol/protocol.js'
import { findReproductions, reproductions } from '../src/reproduce/catalogue.js'
import type { SensitivityStudy } from '../src/reproduce/reproduction.js'

/** Sets of the papers that are nowhere to be had, so that the list of data sets does not have them. */
const beyondTheList = ['rcv1_topics']

const expected: Record<string, string> = {
  'zhai-2022': 'table-2 table-4 figure-1 figure-2 figure-3 figure-4 figure-5 figure-6',
  'lu-2016':
    'table-2 table-3 table-6 table-7 table-8 figure-1 figure-2 figure-3 figure-4 figure-5 figure-6 figure-7',
  'hao-2017': 'figure-1 figure-2',
  'cesa-bianchi-2009': 'figure-1 figure-2 figure-3',
  'moroshko-2014': 'figure-2a figure-2b figure-2c figure-2d figure-2e figure-2f',
}

const protocols: readonly Protocol[] = reproductions.flatMap(({ experiment }) =>
  experiment.kind === 'compare' ? experiment.protocol : [],
)
const protocolOf = (id: string): Protocol => {
  const { experiment } = findReproductions(id)[0]
  assert.equal(experiment.kind, 'compare')
  return (experiment as { protocol: Protocol }).protocol
}
const study: SensitivityStudy = (() => {
  const { experiment } = findReproductions('zhai-2022/figure-4')[0]
  assert.equal(experiment.kind, 'sensitivity')
  return (experiment as { study: SensitivityStudy }).study
})()

const parametersOf = (name: string): readonly string[] =>
  findAlgorithm(name).parameters.map((parameter) => parameter.name)
const asksAlways = ({ name }: AlgorithmSpec): boolean => findAlgorithm(name).rule.name === 'always'

describe('the tables and figures', () => {
  test('are all there, once', () => {
    const ids = Object.entries(expected).flatMap(([paper, list]) =>
      list.split(' ').map((name) => `${paper}/${name}`),
    )
    assert.deepEqual(reproductions.map(({ id }) => id).sort(), ids.sort())
    for (const paper of Object.keys(expected)) assert.ok(citations[paper], paper)
  })

  test('say what they show and what the paper says of it', () => {
    for (const { id, title, claims, notes } of reproductions) {
      assert.ok(title.length > 10 && claims.length > 0 && notes.length > 0, id)
      const texts = [...claims.map(({ text }) => text), ...notes]
      assert.equal(new Set(texts).size, texts.length, id)
    }
    assert.equal(new Set(protocols.map(({ title }) => title)).size, protocols.length)
  })

  test('are found by id, by its beginning and whatever the case', () => {
    for (const reproduction of reproductions)
      assert.deepEqual(findReproductions(reproduction.id.toUpperCase()), [reproduction])
    for (const [paper, list] of Object.entries(expected))
      assert.equal(findReproductions(paper).length, list.split(' ').length)
    assert.equal(findReproductions('moroshko-2014/figure-2').length, 6)
  })

  test('suggests the closest name for an unknown one', () => {
    assert.throws(() => findReproductions('zhai-2022/tabel-2'), /did you mean zhai-2022\/table-2\?/)
    assert.throws(() => findReproductions('moroshko-2041'), /did you mean moroshko-2014\?/)
    assert.throws(() => findReproductions('nothing of the kind'), { code: 'reproduce/unknown' })
    assert.throws(() => findReproductions(''), { code: 'reproduce/unknown' })
  })
})

describe('every protocol', () => {
  test('is plain JSON', () => {
    for (const protocol of protocols) assert.deepEqual(JSON.parse(JSON.stringify(protocol)), protocol)
  })

  test('has algorithms of the catalogue, with parameters they take', () => {
    assert.ok(catalogue.length > 0)
    for (const { title, algorithms, sets } of protocols) {
      const labels = algorithms.map(labelOf)
      assert.equal(new Set(labels).size, labels.length, title)
      for (const { name, parameters = {}, grid = {}, kernel, sets: only = [] } of algorithms) {
        const algorithm = findAlgorithm(name)
        assert.equal(algorithm.name, name)
        resolveParameters(name, algorithm.parameters, parameters)
        for (const [parameter, values] of Object.entries(grid)) {
          assert.ok(!(parameter in parameters) && values.length > 1, `${title}: ${name}`)
          for (const value of values) resolveParameters(name, algorithm.parameters, { [parameter]: value })
        }
        if (kernel) assert.ok(takesKernel(algorithm), `${title}: ${name}`)
        for (const set of only)
          assert.ok(
            sets.some((spec) => spec.name === set),
            `${title}: ${set}`,
          )
      }
    }
  })

  test('marks what always asks and what asks at random', () => {
    for (const { title, algorithms } of protocols) {
      const allAsk = algorithms.every(asksAlways)
      for (const algorithm of algorithms) {
        const { role = 'compared', name } = algorithm
        const random = findAlgorithm(name).rule.name === 'random'
        const fitting = random ? 'random' : asksAlways(algorithm) && !allAsk ? 'supervised' : 'compared'
        assert.equal(role, fitting, `${title}: ${name}`)
      }
    }
  })

  test('has rising ratios in (0, 1], known metrics and sensible counts', () => {
    for (const protocol of protocols) {
      const { title, ratios, metric, runs, tuning, aimRuns, curvePoints } = protocol
      assert.ok(ratios.length > 0 && ratios.every((ratio) => ratio > 0 && ratio <= 1), title)
      assert.deepEqual(
        [...new Set(ratios)].sort((a, b) => a - b),
        ratios,
        title,
      )
      assert.ok(protocol.metrics.includes('queryRatio') && !protocol.metrics.includes(metric), title)
      for (const name of [metric, ...protocol.metrics]) assert.ok(metricNames.includes(name), name)
      assert.ok([1, 5, 10, 20, 50].includes(runs) && tuning.folds >= 2 && aimRuns >= 1, title)
      assert.ok([0, 100].includes(curvePoints), title)
    }
  })

  test('notes curves where it shows items', () => {
    for (const { id, experiment } of reproductions)
      if (experiment.kind === 'compare')
        assert.equal(experiment.protocol.curvePoints > 0, experiment.view.includes('items'), id)
  })

  test('uses data sets of the catalogue, known streams, or sets declared missing', () => {
    const known = [...dataSets.map(({ name }) => name), ...beyondTheList]
    const isKnown = ({ name, source }: SetSpec): void => {
      if ('data' in source) assert.ok(known.includes(source.data), source.data)
      else if ('stream' in source) {
        const stream = findStream(source.stream)
        resolveParameters(stream.name, stream.parameters, source.parameters)
        assert.equal(stream.needsTable, source.of !== undefined, name)
        if (source.of) assert.ok(known.includes(source.of), source.of)
      } else assert.fail(name)
    }
    for (const { title, sets } of protocols) {
      assert.equal(new Set(sets.map(({ name }) => name)).size, sets.length, title)
      sets.forEach(isKnown)
    }
    for (const name of beyondTheList) assert.ok(!dataSets.some((set) => set.name === name), name)
    isKnown(study.set)
  })

  test('has tasks that its algorithms can do', () => {
    for (const { title, sets, algorithms } of protocols)
      for (const { source, groups } of sets) {
        const task = 'data' in source && dataSets.find(({ name }) => name === source.data)?.task
        if (task !== 'multiclass' || groups) continue
        for (const { name } of algorithms)
          assert.equal(findAlgorithm(name).task, 'multiclass', `${title}: ${name}`)
      }
  })
})

describe('the studies', () => {
  test('of sensitivity fix every parameter of the algorithm, or vary it', () => {
    for (const { id, x, y, fixed } of study.maps) {
      const given = [x.parameter, y.parameter, ...Object.keys(fixed)]
      assert.deepEqual(given.sort(), [...parametersOf(study.algorithm)].sort(), id)
      assert.ok(x.values.length > 2 && y.values.length > 2)
    }
    assert.deepEqual(
      study.maps.map(({ fixed }) => fixed),
      [{ smoothing: 1 }, { ridge: 0.001 }, { stepSize: 0.01 }],
    )
  })

  test('of estimation go from 0.15 to 1', () => {
    const { experiment } = findReproductions('cesa-bianchi-2009/figure-1')[0]
    assert.equal(experiment.kind, 'estimation')
    if (experiment.kind !== 'estimation') return
    const { epsilons, rows, delta } = experiment.study
    assert.deepEqual([epsilons[0], epsilons.at(-1), rows, delta], [0.15, 1, 10_000, 0.1])
  })
})

describe('the numbers of the papers', () => {
  const numberOf = (id: string, set: string, algorithm: string, ratio: number) => {
    const found = findReproductions(id)[0].numbers.filter(
      (number) => number.set === set && number.algorithm === algorithm && number.ratio === ratio,
    )
    assert.equal(found.length, 1, `${id}: ${set}, ${algorithm}`)
    return [found[0].mean, found[0].deviation, found[0].queryRatio]
  }

  test('are of the sets, algorithms and ratios of their protocol, and shares', () => {
    for (const { id, numbers } of reproductions) {
      const keys = numbers.map(({ set, algorithm, ratio }) => `${set} ${algorithm} ${ratio}`)
      assert.equal(new Set(keys).size, keys.length, id)
      for (const number of numbers) {
        const { sets, algorithms, ratios, metric } = protocolOf(id)
        const algorithm = algorithms.find((spec) => labelOf(spec) === number.algorithm)
        assert.ok(algorithm && sets.some(({ name }) => name === number.set), `${id}: ${number.algorithm}`)
        assert.ok(algorithm.sets?.includes(number.set) ?? true, `${id}: ${number.algorithm}, ${number.set}`)
        assert.ok(ratios.includes(number.ratio) && number.metric === metric, id)
        assert.equal(metrics[number.metric].unit, 'share')
        for (const value of [number.mean, number.deviation!, number.queryRatio!])
          assert.ok(value >= 0 && value <= 1, `${id}: ${value}`)
        assert.ok(Math.abs(number.queryRatio! - number.ratio) < 0.02 && number.deviation! < 0.05, id)
      }
    }
  })

  test('are as many as the tables have', () => {
    const counts = Object.fromEntries(
      reproductions
        .filter(({ numbers }) => numbers.length > 0)
        .map(({ id, numbers }) => [id, numbers.length]),
    )
    assert.deepEqual(counts, {
      'zhai-2022/table-2': 60,
      'zhai-2022/table-4': 92,
      'lu-2016/table-2': 60,
      'lu-2016/table-3': 40,
    })
  })

  test('of Zhai et al., table 2, are the printed ones', () => {
    const id = 'zhai-2022/table-2'
    assert.deepEqual(numberOf(id, 'basehock', 'D-AMD', 0.1), [0.9262, 0.0072, 0.0952])
    assert.deepEqual(numberOf(id, 'farm_ads', 'SOAL', 0.1), [0.8496, 0.0156, 0.0978])
    assert.deepEqual(numberOf(id, 'url_day0', 'SOP', 0.1), [0.8377, 0.01, 0.1001])
    assert.deepEqual(numberOf(id, 'spam_corpus', 'SOAL', 0.2), [0.9502, 0.003, 0.1945])
    assert.deepEqual(numberOf(id, 'pcmac', 'D-ADA', 0.2), [0.8657, 0.0074, 0.1895])
    assert.deepEqual(numberOf(id, 'gisette', 'D-ADA-I', 0.1), [0.9544, 0.0016, 0.1079])
  })

  test('of Zhai et al., table 4, are the printed ones', () => {
    const id = 'zhai-2022/table-4'
    assert.deepEqual(numberOf(id, 'letter', 'MD-AMD', 0.1), [0.5848, 0.0066, 0.0985])
    assert.deepEqual(numberOf(id, 'mnist', 'MPAA-II', 0.1), [0.8644, 0.001, 0.0968])
    assert.deepEqual(numberOf(id, 'mnist', 'MD-AMD-I', 0.2), [0.9038, 0.0007, 0.1922])
    assert.deepEqual(numberOf(id, 'connect-4', 'MR-AMD', 0.2), [0.7364, 0.001, 0.1984])
    assert.deepEqual(numberOf(id, 'covtype', 'MD-ADA', 0.2), [0.7046, 0.001, 0.1987])
  })

  test('of Lu, Zhao and Hoi are the printed ones', () => {
    assert.deepEqual(numberOf('lu-2016/table-2', 'svmguide1', 'SEL-2nd', 0.2), [0.834, 0.007, 0.2099])
    assert.deepEqual(numberOf('lu-2016/table-2', 'a8a', 'PAA-II', 0.2), [0.628, 0.004, 0.199])
    assert.deepEqual(numberOf('lu-2016/table-3', 'w8a', 'PAA-I', 0.1), [0.391, 0.015, 0.0981])
  })
})
