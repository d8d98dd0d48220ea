import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Kernel, Parameters } from '@askance/core'
import { dialOf, findAlgorithm, resolveParameters } from '@askance/core/internals'
import { aimDial } from '../src/aim/aim.js'
import { fewestQuestionsAt } from '../src/aim/search.js'
import { newGame } from '../src/play/player.js'
import type { OpenSet } from '../src/sets/set.js'
import { stageOf } from '../src/sets/stage.js'
import { madeSet, streamSet } from './support/sets.js'

const seeds = [11, 12, 13]

interface Case {
  readonly algorithm: string
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  readonly unitRows?: boolean
  readonly classes?: number
}

const cases: readonly Case[] = [
  { algorithm: 'PAA-I' },
  { algorithm: 'PEA' },
  { algorithm: 'PAA-II-shifted' },
  { algorithm: 'SEL-ada' },
  { algorithm: 'SOAL-diag' },
  { algorithm: 'SOAL-diag', parameters: { stepSize: 100 } },
  { algorithm: 'D-AMD' },
  { algorithm: 'D-AMD', parameters: { stepSize: 1000 } },
  { algorithm: 'M-ADA' },
  { algorithm: 'BBQ', unitRows: true },
  { algorithm: 'RandomizedBBQ', unitRows: true },
  { algorithm: 'PracticalBBQ', unitRows: true },
  { algorithm: 'CSPAA(a)' },
  { algorithm: 'PAA-I', kernel: { type: 'gaussian', sigma2: 4 } },
  { algorithm: 'PAA-I', classes: 3 },
  { algorithm: 'MPAA-II', classes: 3 },
]

/** The mean ratio over the seeds, replayed. */
const ratioOf = (set: OpenSet, { algorithm, kernel, unitRows = false }: Case, parameters: Parameters) => {
  const ratios = seeds.map((seed) => {
    const stage = stageOf(set, seed)
    const player = { algorithm, unitRows, delay: 0, ...(kernel && { kernel }) }
    const { metrics, pass } = newGame(set, player, parameters, stage, seed)
    pass.play(stage, 0, stage.order.length)
    return metrics.values().queryRatio
  })
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
}

describe('a dial set on data', () => {
  for (const one of cases) {
    const { algorithm, parameters = {}, kernel, unitRows = false, classes = 2 } = one
    const said = [JSON.stringify(parameters), kernel?.type, `${classes} classes`].filter(Boolean).join(', ')
    test(`${algorithm} (${said}) reaches the ratio, or reports the lowest one it can reach`, () => {
      const set = madeSet({ seed: 50 + classes, rows: 400, classes, spread: 2 })
      const { rule } = findAlgorithm(algorithm)
      const dial = dialOf(findAlgorithm(algorithm))
      assert.ok(dial && !dial.isExact)
      const player = { algorithm, unitRows, delay: 0, ...(kernel && { kernel }) }
      for (const ratio of [0.05, 0.2, 0.5]) {
        const aimed = aimDial(set, player, parameters, { ratio, seeds })
        const value: number = aimed.parameters[dial.parameter.name]
        assert.deepEqual(aimed.parameters, { ...parameters, [dial.parameter.name]: value })
        resolveParameters(algorithm, [dial.parameter], { [dial.parameter.name]: value })
        assert.ok(Math.abs(aimed.ratio - ratioOf(set, one, aimed.parameters)) < 1e-12, `ratio ${ratio}`)
        const tolerance = Math.max(1 / 400, 0.1 * ratio) + 1e-12
        assert.equal(aimed.attainable, Math.abs(aimed.ratio - ratio) <= tolerance, `ratio ${ratio}`)
        if (aimed.attainable || rule.needs !== 'variance') continue
        const least = { ...parameters, [dial.parameter.name]: fewestQuestionsAt(dial.parameter, dial.more) }
        assert.ok(Math.abs(aimed.ratio - ratioOf(set, one, least)) < 1e-12, `ratio ${ratio}: the floor`)
        assert.ok(aimed.ratio > ratio)
      }
    })
  }

  test('margin rules reach every ratio on a stream', async () => {
    const set = await streamSet('text-like', { rows: 600, dimension: 500, nonZeros: 20 })
    for (const algorithm of ['PAA-II', 'PEA', 'M-AMD'])
      for (const ratio of [0.02, 0.1, 0.5]) {
        const { ratio: found, attainable } = aimDial(
          set,
          { algorithm, unitRows: false, delay: 0 },
          {},
          { ratio, seeds },
        )
        assert.ok(attainable, `${algorithm} at ${ratio}: ${found}`)
      }
  })

  test('sets nothing if a rule always asks, and needs no pass if the dial is the ratio', () => {
    const set = madeSet({ seed: 1, rows: 50 })
    const options = { ratio: 0.125, seeds }
    assert.deepEqual(aimDial(set, { algorithm: 'MD', unitRows: false, delay: 0 }, { stepSize: 2 }, options), {
      parameters: { stepSize: 2 },
      ratio: 1,
      attainable: true,
    })
    assert.deepEqual(
      aimDial(set, { algorithm: 'R-AMD', unitRows: false, delay: 0 }, { stepSize: 2 }, options),
      {
        parameters: { stepSize: 2, rate: 0.125 },
        ratio: 0.125,
        attainable: true,
      },
    )
    assert.deepEqual(aimDial(set, { algorithm: 'auto', unitRows: false, delay: 0 }, {}, options), {
      parameters: { ratio: 0.125 },
      ratio: 0.125,
      attainable: true,
    })
  })
})
