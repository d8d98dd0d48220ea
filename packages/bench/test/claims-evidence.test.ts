import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { labelOf } from '../src/protocol/protocol.js'
import { roleOf } from '../src/report/summary/cells.js'
import { reproductions } from '../src/reproduce/catalogue.js'
import { type Evidence, evidenceOf, type Point, valuesBetween } from '../src/reproduce/claims/evidence.js'
import { storedVerdicts } from '../src/reproduce/claims/stored.js'
import {
  errorIsFlat,
  errorsAreSmall,
  questionsFallAsSquare,
} from '../src/reproduce/papers/cesa-bianchi-2009-estimation.js'
import * as parameters from '../src/reproduce/papers/zhai-2022-parameters.js'
import type { Reproduction } from '../src/reproduce/reproduction.js'
import { madeUpResults } from './support/results.js'

const head = {
  format: 1,
  id: 'x',
  date: '2000-01-01',
  version: '0',
  runs: 3,
  metric: 'f1',
  missing: [],
} as const

describe('evidence', () => {
  test('has the values of all runs, rounded, and the closest ratio where there are none', () => {
    const results = madeUpResults()
    const { points, missing, metric, runs } = evidenceOf('x', results, ['time'])
    assert.equal(points.length, results.cells.length)
    assert.deepEqual([missing, metric, runs], [['url'], results.protocol.metric, results.protocol.runs])
    results.cells.forEach((cell, k) => {
      const { values, closest } = points[k]
      if (cell.status === 'unattainable') {
        assert.deepEqual(values, {})
        assert.ok(Math.abs(closest! - cell.reached) < 1e-6)
        return
      }
      const own = values[metric]
      assert.equal(own.length, cell.runs.length)
      for (const [j, run] of cell.runs.entries()) assert.ok(Math.abs(own[j] - run.values.accuracy!) < 1e-6)
      assert.deepEqual(Object.keys(values), values.time ? [metric, 'time'] : [metric])
    })
  })

  test('the metric between two items equals that counted item by item', () => {
    const random = new Random(3, 'courses')
    const right = Array.from({ length: 1000 }, () => Number(random.uniform() < 0.7))
    const share = (from: number, to: number): number =>
      right.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from)
    const items = [250, 500, 750, 1000]
    const course = { items, values: [items.map((item) => share(0, item))] }
    const point: Point = { set: 's', algorithm: 'A', values: {}, course }
    for (const [from, to] of [
      [0, 250],
      [0, 1000],
      [250, 500],
      [500, 1000],
    ]) {
      const [found] = valuesBetween(point, from, to)!
      assert.ok(Math.abs(found - share(from, to)) < 1e-6, `${from} to ${to}`)
    }
    assert.equal(valuesBetween(point, 100, 500), undefined)
  })
})

/** Everything that a comparison could measure. */
const complete = ({ experiment }: Reproduction): Evidence | undefined => {
  if (experiment.kind !== 'compare') return undefined
  const { sets, algorithms, ratios, metric, metrics } = experiment.protocol
  const random = new Random(1, 'complete')
  const values = (): number[] => Array.from({ length: 3 }, () => 0.5 + 0.1 * random.uniform())
  const items = Array.from({ length: 20 }, (_, k) => 500 * (k + 1))
  const points = sets.flatMap(({ name: set }) =>
    algorithms
      .filter((spec) => spec.sets?.includes(set) ?? true)
      .flatMap((spec) =>
        (roleOf(spec) === 'supervised' ? [1] : ratios).map((ratio) => ({
          set,
          algorithm: labelOf(spec),
          ratio,
          values: Object.fromEntries([metric, ...metrics].map((name) => [name, values()])),
          course: { items, values: [1, 2, 3].map(() => items.map(() => random.uniform())) },
        })),
      ),
  )
  return { ...head, metric, points }
}

describe('every claim', () => {
  for (const reproduction of reproductions)
    test(`of ${reproduction.id} is about algorithms, sets and ratios that its experiment has`, () => {
      const evidence = complete(reproduction)
      if (!evidence) return
      for (const { text, metrics = [], check } of reproduction.claims) {
        assert.doesNotMatch(check(evidence).numbers, /no data|^0 of 0/, text)
        const measured = evidence.points.flatMap(({ values }) => Object.keys(values))
        for (const metric of metrics) assert.ok(measured.includes(metric), `${text}: ${metric}`)
        assert.equal(check({ ...evidence, points: [] }).verdict, 'undecided', text)
      }
    })

  test('of stored results is checked with the algorithms of its protocol', () => {
    for (const { reproduction, evidence } of storedVerdicts()) {
      const known = complete(reproduction)
      if (!known) continue
      const algorithms = new Set(known.points.map(({ algorithm }) => algorithm))
      for (const { algorithm } of evidence.points)
        assert.ok(algorithms.has(algorithm), `${evidence.id}: ${algorithm}`)
    }
  })
})

describe('the checks of single papers', () => {
  const estimated = (error: (epsilon: number) => number): Evidence => ({
    ...head,
    points: [0.2, 0.4, 0.8].map((epsilon) => ({
      set: 'unit-circle',
      algorithm: 'ParametricBBQ',
      parameters: { epsilon },
      values: { error: [error(epsilon)], questions: [10 / epsilon ** 2] },
    })),
  })

  test('of the error and the questions of BBQ', () => {
    const flat = estimated(() => 0.05)
    const growing = estimated((epsilon) => 0.3 * epsilon)
    assert.deepEqual(
      [errorsAreSmall, questionsFallAsSquare, errorIsFlat].map((check) => check(flat).verdict),
      ['holds', 'holds', 'holds'],
    )
    assert.equal(errorIsFlat(growing).verdict, 'fails')
    assert.equal(errorsAreSmall(growing).verdict, 'holds')
    assert.equal(errorsAreSmall(estimated((epsilon) => 1.1 * epsilon)).verdict, 'fails')
  })

  /** A map over η and δ with b = 1, and one over b. */
  const mapped = (
    score: (step: number, ridge: number) => number,
    ratio: (smoothing: number) => number,
  ): Evidence => {
    const at = (stepSize: number, ridge: number, smoothing: number): Point => ({
      set: 'basehock',
      algorithm: 'D-ADA',
      parameters: { stepSize, ridge, smoothing },
      values: { f1: [score(stepSize, ridge)], queryRatio: [ratio(smoothing)] },
    })
    const values = [0.01, 1, 100]
    return { ...head, points: values.flatMap((x) => values.flatMap((y) => [at(x, y, 1), at(1, x, y)])) }
  }

  test('of the parameters of D-ADA', () => {
    const { fewQuestionsSuffice, lowScoresHaveLargeRidges, middleStepsAreBest, smoothingHasAFloor } =
      parameters
    const good = mapped(
      (step, ridge) => (step === 1 ? 0.9 : 0.8) - (ridge === 100 ? 0.3 : 0),
      (b) => (b > 1 ? 0.9 : 0.1),
    )
    assert.equal(middleStepsAreBest(good).verdict, 'holds')
    assert.equal(smoothingHasAFloor(good).verdict, 'holds')
    assert.equal(lowScoresHaveLargeRidges(good).verdict, 'holds')
    assert.equal(fewQuestionsSuffice(good).verdict, 'holds')
    const bad = mapped(
      (step, ridge) => 0.5 + step / 1000 + ridge / 1000,
      (b) => (b >= 1 ? 0.9 : b),
    )
    assert.equal(middleStepsAreBest(bad).verdict, 'fails')
    assert.equal(smoothingHasAFloor(bad).verdict, 'fails')
    assert.equal(lowScoresHaveLargeRidges(bad).verdict, 'fails')
    const worse = {
      ...bad,
      points: bad.points.map((point) => ({
        ...point,
        values: { ...point.values, f1: point.values.queryRatio },
      })),
    }
    assert.equal(fewQuestionsSuffice(worse).verdict, 'fails')
  })
})
