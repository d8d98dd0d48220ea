import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue, createRounds, dialOf, findAlgorithm } from '@askance/core/internals'
import { coarser, gridPoints } from '../src/tune/grid.js'

describe('the points of a grid', () => {
  test('contains every combination of the default values once, without the dial', () => {
    for (const algorithm of catalogue) {
      const { name, parameters } = algorithm
      const points = gridPoints({ name })
      const turned = dialOf(algorithm)?.parameter.name
      const tuned = parameters.filter((one) => one.grid && one.name !== turned)
      for (const point of points) {
        assert.deepEqual(
          Object.keys(point),
          tuned.map((one) => one.name),
          name,
        )
        for (const one of tuned) assert.ok(one.grid!.includes(point[one.name]), `${name}, ${one.name}`)
        assert.doesNotThrow(() => createRounds({ algorithm: name, classes: 2, parameters: point }), name)
      }
      assert.equal(new Set(points.map((point) => JSON.stringify(point))).size, points.length, name)
      const all = tuned.reduce((product, one) => product * one.grid!.length, 1)
      if (findAlgorithm(name).learner.check) assert.ok(points.length < all && points.length > 0, name)
      else assert.equal(points.length, all, name)
    }
  })

  test('what is fixed is in every point, and not varied', () => {
    const grid = { stepSize: [1, 2], regularization: [3, 4] }
    assert.deepEqual(gridPoints({ name: 'SOAL', parameters: { stepSize: 7 }, grid }), [
      { stepSize: 7, regularization: 3 },
      { stepSize: 7, regularization: 4 },
    ])
    assert.deepEqual(gridPoints({ name: 'PAA', parameters: { smoothing: 2 } }), [{ smoothing: 2 }])
  })

  test('a custom grid replaces the default one, even if there is none', () => {
    assert.deepEqual(gridPoints({ name: 'PAA-I', grid: { aggressiveness: [3] } }), [{ aggressiveness: 3 }])
    const rho = gridPoints({ name: 'CSPA', grid: { rho: [1, 2], aggressiveness: [1] } })
    assert.deepEqual(
      rho.map((point) => point.rho),
      [1, 2],
    )
    const stored = { name: 'PAA', kernel: { type: 'linear' }, grid: { capacity: [10, 20] } } as const
    assert.deepEqual(gridPoints(stored), [{ capacity: 10 }, { capacity: 20 }])
  })

  test('the dial is never in the grid, though one asks for it', () => {
    for (const [name, dial] of [
      ['PAA-I', 'smoothing'],
      ['R-AMD', 'rate'],
      ['BBQ', 'kappa'],
      ['ParametricBBQ', 'epsilon'],
    ])
      for (const point of gridPoints({ name, grid: { [dial]: [0.1, 0.2] } }))
        assert.equal(dial in point, false, name)
  })

  test('combinations that the learner refuses are left out', () => {
    const grid = { ridge: [1, 10, 100], driftPenalty: [1, 10, 100, 1000] }
    const points = gridPoints({ name: 'LASEC-SS', grid })
    assert.deepEqual(
      points.map(({ ridge, driftPenalty }) => [ridge, driftPenalty]),
      [
        [1, 10],
        [1, 100],
        [1, 1000],
        [10, 100],
        [10, 1000],
        [100, 1000],
      ],
    )
    assert.deepEqual(gridPoints({ name: 'LASEC', parameters: { ridge: 5, driftPenalty: 5 } }), [])
    assert.deepEqual(
      gridPoints({ name: 'LASEC', parameters: { ridge: 50 }, grid: { driftPenalty: [10, 60] } }),
      [{ ridge: 50, driftPenalty: 60 }],
    )
  })

  test('a fine grid loses every other value but keeps its ends and its order; a coarse one stays', () => {
    for (let length = 0; length <= 40; length++) {
      const values = Array.from({ length }, (_, k) => 2 ** k)
      const few = coarser(values)
      if (length <= 12) assert.equal(few, values)
      else {
        assert.deepEqual([few[0], few.at(-1)], [values[0], values.at(-1)])
        assert.ok(few.length <= length / 2 + 1, `${few.length} of ${length}`)
        assert.deepEqual(
          few,
          few.toSorted((a, b) => a - b),
        )
        assert.equal(new Set(few).size, few.length)
      }
    }
  })
})
