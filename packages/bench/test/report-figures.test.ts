import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Figure, HeatFigure, LineFigure, RankFigure } from '../src/report/figure.js'
import {
  askedFigures,
  learningFigures,
  rankFigures,
  ratioFigures,
  sensitivityFigures,
  timeFigures,
  timeItemsFigures,
} from '../src/report/figures/index.js'
import type { Cell, Results, Tried } from '../src/results/results.js'
import { madeUpResults, resultsWith } from './support/results.js'

const results = madeUpResults()
const makers = [
  ratioFigures,
  learningFigures,
  askedFigures,
  timeFigures,
  timeItemsFigures,
  sensitivityFigures,
  rankFigures,
]
const lines = (figures: readonly Figure[]): LineFigure[] => figures.map((figure) => figure as LineFigure)
const heat = (figures: readonly Figure[]): HeatFigure[] => figures.map((figure) => figure as HeatFigure)
const changed = (change: (cell: Cell) => Cell): Results => ({ ...results, cells: results.cells.map(change) })

describe('all figures', () => {
  const all = makers.flatMap((maker) => maker(results))

  test('ids are unique and fit for file names', () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    for (const { id } of all) assert.match(id, /^[a-z0-9-]+$/)
  })

  test('captions tell the data, and the runs where there are runs', () => {
    for (const figure of all) {
      assert.match(figure.caption, figure.kind === 'heat' ? /55 points/ : /over 20 runs/)
      assert.match(figure.caption, /basehock|web \(w8a\)|spam/)
    }
  })

  test('points rise in x, and bands hold the mean', () => {
    const found = all.filter((figure) => figure.kind === 'lines').flatMap(({ series }) => series)
    assert.ok(found.length > 500)
    for (const { points } of found)
      points.forEach(({ x, y, low, high }, k) => {
        assert.ok(k === 0 || x > points[k - 1].x)
        assert.ok(low! <= y && y <= high!)
      })
  })

  test('sets whose names differ in signs only have ids of their own', () => {
    const given = { 'D-AMD': { 0.1: [0.9] } }
    const ids = ratioFigures(resultsWith({ 'a+': given, 'a-': given, 'a 2': given })).map(({ id }) => id)
    assert.equal(new Set(ids).size, 3)
  })

  test('an empty document gives no figure', () => {
    for (const maker of makers) assert.deepEqual(maker({ ...results, cells: [] }), [])
  })
})

describe('against the ratio', () => {
  const [basehock] = lines(ratioFigures(results))

  test('every algorithm has its role, and the supervised are levels', () => {
    assert.deepEqual(
      basehock.series.map(({ name, role, points }) => [name, role, points.length]),
      [
        ['D-AMD', 'compared', 5],
        ['M-AMD', 'compared', 5],
        ['PAA-I', 'compared', 5],
        ['SOAL-diag', 'compared', 3],
        ['D-ADA (δ = 1)', 'compared', 5],
        ['R-AMD', 'random', 5],
        ['MD', 'supervised', 1],
        ['PA-I', 'supervised', 1],
      ],
    )
    assert.deepEqual([basehock.x.scale, basehock.x.unit, basehock.y.unit], ['log', 'share', 'share'])
  })

  test('x is the mean of what was really asked, y the mean of the metric', () => {
    const cell = results.cells.find(({ set, algorithm }) => set === 'basehock' && algorithm === 'D-AMD')
    const mean = (metric: 'accuracy' | 'queryRatio'): number =>
      cell!.runs.reduce((sum, { values }) => sum + values[metric]!, 0) / 20
    const [point] = basehock.series[0].points
    assert.ok(Math.abs(point.x - mean('queryRatio')) < 1e-12)
    assert.ok(Math.abs(point.y - mean('accuracy')) < 1e-12)
    assert.equal(point.note, 'target 5 %; 20 runs; C = 1, delta = 0.1, dial = 0.5')
  })

  test('the band is the t-interval: ± t · s / √3 for three runs', () => {
    // Of two degrees of freedom t has the closed form (2p − 1) / √(2p (1 − p)).
    const t = 0.95 / Math.sqrt(2 * 0.975 * 0.025)
    const [figure] = lines(ratioFigures(resultsWith({ a: { 'D-AMD': { 0.1: [0.9, 0.92, 0.94] } } })))
    const [{ low, high }] = figure.series[0].points
    assert.ok(Math.abs(high! - low! - (2 * t * 0.02) / Math.sqrt(3)) < 1e-12)
  })

  test('one run has no band', () => {
    const [figure] = lines(ratioFigures(resultsWith({ a: { 'D-AMD': { 0.1: [0.9] } } })))
    assert.deepEqual(Object.keys(figure.series[0].points[0]), ['x', 'y', 'note'])
    assert.match(figure.caption, /^A single run/)
  })

  test('time is in microseconds, and only where it was measured', () => {
    const [figure] = lines(timeFigures(results))
    assert.deepEqual(figure.y, { label: 'time, µs', scale: 'linear', unit: 'number' })
    assert.deepEqual(timeFigures(resultsWith({ a: { 'D-AMD': { 0.1: [0.9] } } })), [])
  })
})

describe('over the items', () => {
  test('a cumulative and a windowed curve for each set and ratio', () => {
    const figures = lines(learningFigures(results))
    assert.equal(figures.length, 30)
    const [first] = figures
    assert.equal(first.id, 'items-basehock-5')
    assert.equal(figures[15].id, 'window-basehock-5')
    assert.equal(first.series.length, 7)
    assert.ok(first.series.every(({ points }) => points.length === 50))
    assert.deepEqual(
      first.series.map(({ role }) => role).filter((role) => role !== 'compared'),
      ['random', 'supervised', 'supervised'],
    )
  })

  test('the last place is the mean of the runs', () => {
    const last = lines(askedFigures(results))[0].series[0].points.at(-1)!
    const cell = results.cells[0]
    const asked = cell.runs.map(({ curve }) => curve!.asked.at(-1)!)
    assert.equal(last.x, 1993)
    assert.ok(Math.abs(last.y - asked.reduce((sum, one) => sum + one, 0) / 20) < 1e-9)
  })

  test('a run that stopped at other places is left out, and what is no number too', () => {
    const odd = changed((cell) => ({
      ...cell,
      runs: cell.runs.slice(0, 3).map((run, k) => {
        const curve = run.curve!
        const moved = k === 2 ? curve.items.map((item) => item + 1) : curve.items
        return {
          ...run,
          curve: {
            ...curve,
            items: moved,
            seconds: curve.items.map((_, j) => (j === 0 ? Number.NaN : k)),
          },
        }
      }),
    }))
    const [{ points }] = lines(timeItemsFigures(odd))[0].series
    assert.equal(points.length, 49)
    assert.equal(points[0].y, 0.5)
  })

  test('runs without curves give no figure', () => {
    const bare = changed((cell) => ({
      ...cell,
      runs: cell.runs.map(({ seed, values }) => ({ seed, values })),
    }))
    assert.deepEqual([...learningFigures(bare), ...askedFigures(bare), ...timeItemsFigures(bare)], [])
  })
})

describe('sensitivity', () => {
  test('rows are y, columns x, both rising; what is not attainable is empty', () => {
    const figures = heat(sensitivityFigures(results))
    assert.equal(figures.length, 15)
    const [{ id, x, y, cells }] = figures
    assert.equal(id, 'sensitivity-basehock--d-amd--5')
    assert.deepEqual([x.label, x.values.length, x.values[0], x.values[10]], ['C', 11, 1 / 32, 32])
    assert.deepEqual(y, { label: 'delta', values: [0.001, 0.01, 0.1, 1, 10] })
    assert.deepEqual([cells.length, cells[0].length], [5, 11])
    // C = 16 and δ = 0.01, then C = 1/16 and δ = 10.
    assert.ok(Math.abs(cells[1][9]! - 0.84) < 1e-12)
    assert.ok(Math.abs(cells[4][1]! - 0.82) < 1e-12)
    assert.ok(cells.every((row) => row[10] === null && row.slice(0, 10).every((value) => value !== null)))
  })

  const tuned = (metric: 'accuracy' | 'mistakes'): HeatFigure => {
    const tried: Tried[] = [1, 2].flatMap((a) =>
      [1, 2, 3].flatMap((b) =>
        [1, 2, 3, 4].map((c) => ({
          parameters: { a, b, c, dial: a + b + c, same: 7 },
          score: 100 * a + 10 * b + c,
          folds: 2,
          ratio: 0.1,
          attainable: true,
        })),
      ),
    )
    const plain = resultsWith({ s: { 'D-AMD': { 0.1: [1, 2] } } }, { metric })
    const cells = plain.cells.map((cell) => ({ ...cell, dial: 'dial', tried }))
    return heat(sensitivityFigures({ ...plain, cells }))[0]
  }

  test('the two parameters with most values are shown, and the best of the others', () => {
    const { x, y, cells, caption } = tuned('accuracy')
    assert.deepEqual([x.label, y.label], ['c', 'b'])
    assert.equal(cells[1][3], 224)
    assert.match(caption, /The best value of a is taken/)
    assert.equal(tuned('mistakes').cells[1][3], 124)
  })
})

describe('ranks', () => {
  test('one diagram a ratio, best first, with the critical difference', () => {
    const figures = rankFigures(results).map((figure) => figure as RankFigure)
    assert.deepEqual(
      figures.map(({ id }) => id),
      ['ranks-5', 'ranks-10', 'ranks-20', 'ranks-35', 'ranks-50'],
    )
    const [{ entries, difference, cliques }] = figures
    assert.equal(entries.length, 5)
    assert.ok(entries.every(({ rank }, k) => k === 0 || rank >= entries[k - 1].rank))
    // q = 2.728 for five algorithms, √(5 · 6 / 18) for three sets.
    assert.ok(Math.abs(difference - 2.728 * Math.sqrt(30 / 18)) < 0.001)
    for (const clique of cliques) {
      const ranks = clique.map((name) => entries.find((entry) => entry.name === name)!.rank)
      assert.ok(Math.max(...ranks) - Math.min(...ranks) < difference)
    }
  })

  test('one set gives none', () => {
    assert.deepEqual(rankFigures(resultsWith({ a: { 'D-AMD': { 0.1: [1] }, 'M-AMD': { 0.1: [0] } } })), [])
  })
})
