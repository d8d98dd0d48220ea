import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportVw, type Row } from '@askance/core'
import type { VwExport } from '@askance/core/internals'
import { learnedModel, probes } from './support/export.js'

/**
 * What Vowpal Wabbit does with these options, as its documentation and its source have it: weights in single precision, feature i of
 * class c at i·(next power of two of the classes) + c, cut to the bits; squared loss; an update that is invariant to importance.
 */
class SlowVw {
  readonly #classes: number
  readonly #spacing: number
  readonly #weights: Float32Array
  readonly #labels = [0, 0]
  readonly used = new Set<number>()

  constructor({ make, examples }: VwExport) {
    const option = (name: string) => Number(new RegExp(`--${name} (\\S+)`).exec(make)?.[1] ?? 1)
    assert.match(make, /--noconstant --invariant --power_t 0 /)
    this.#classes = option('csoaa')
    this.#spacing = 1
    while (this.#spacing < this.#classes) this.#spacing *= 2
    this.#weights = new Float32Array(2 ** option('bit_precision'))
    for (const line of examples.trimEnd().split('\n')) this.#learn(line, option('learning_rate'))
  }

  #learn(line: string, rate: number): void {
    const [label = '', features = ''] = line.split('|').map((part) => part.trim())
    const row = features === '' ? [] : features.split(' ').map((pair) => pair.split(':').map(Number))
    for (const [c, y] of this.#classes === 1 ? [[0, Number(label)]] : costs(label)) {
      if (this.#classes === 1) this.#labels.push(y)
      const square = row.reduce((sum, [, x]) => sum + x * x, 0)
      const step = ((y - this.#score(row, c)) * (1 - Math.exp(-2 * rate * square))) / (square || 1)
      for (const [i, x] of row) {
        const place = this.#place(i, c)
        assert.ok(!this.used.has(place), 'every weight has a place of its own')
        this.used.add(place)
        this.#weights[place] += step * x
      }
    }
  }

  #place(feature: number, c: number): number {
    return (feature * this.#spacing + c) % this.#weights.length
  }

  #score(row: readonly (readonly number[])[], c: number): number {
    return row.reduce((sum, [i, x]) => sum + this.#weights[this.#place(i, c)] * x, 0)
  }

  /** Two classes: the score, clipped to the labels. Several: the costs. */
  scores({ index, value, start, end }: Row, hasIntercept: boolean): number[] {
    const row = Array.from(index.subarray(start, end), (i, k) => [i, value[start + k]])
    if (hasIntercept) row.push([0, 1])
    const scores = Array.from({ length: this.#classes }, (_, c) => this.#score(row, c))
    if (this.#classes > 1) return scores
    return [Math.min(Math.max(scores[0], Math.min(...this.#labels)), Math.max(...this.#labels))]
  }
}

const costs = (label: string): number[][] =>
  label.split(' ').map((pair) => {
    const [c, cost] = pair.split(':').map(Number)
    return [c - 1, cost]
  })

const preparations = [
  { normalize: 'none', intercept: 1 },
  { normalize: 'none', intercept: 'none' },
] as const

describe('an export for Vowpal Wabbit', () => {
  for (const [algorithm, classes] of [
    ['D-AMD', 2],
    ['MD-AMD', 3],
    ['MD-AMD', 5],
  ] as const)
    for (const preparation of preparations)
      test(`${classes} classes, intercept ${preparation.intercept}: VW predicts as the model does`, () => {
        const model = learnedModel(algorithm, classes, preparation)
        const written = exportVw(model)
        assert.equal(written.hasIntercept, preparation.intercept === 1)
        const vw = new SlowVw(written)
        const { weights, intercepts } = model.linear()
        for (const row of probes(300)) {
          const scores = vw.scores(row, written.hasIntercept)
          for (let c = 0; c < scores.length; c++) {
            let expected = intercepts[c]
            for (let k = row.start; k < row.end; k++)
              expected += (weights[c][row.index[k] - 1] ?? 0) * row.value[k]
            const sign = scores.length === 1 ? 1 : -1
            assert.ok(Math.abs(sign * scores[c] - expected) <= 1e-5 * Math.max(1, Math.abs(expected)))
          }
          const best = scores.length === 1 ? Number(scores[0] >= 0) : scores.indexOf(Math.min(...scores))
          const order = scores.toSorted((a, b) => a - b)
          const isClear = scores.length === 1 ? Math.abs(scores[0]) > 1e-5 : order[1] - order[0] > 1e-5
          if (isClear) assert.equal(written.classes[best], model.predict(row))
        }
      })

  test('the classes of a feature are as far apart as the next power of two', () => {
    const places = [...new SlowVw(exportVw(learnedModel('MD-AMD', 5, preparations[0]))).used]
    assert.ok(places.some((place) => place % 8 === 4))
    assert.ok(places.every((place) => place % 8 < 5))
  })

  test('many features and classes need more bits, and too many are refused', () => {
    const source = (features: number, vectors: number) => ({
      linear: () => ({
        algorithm: 'PA',
        classes: Array.from({ length: vectors }, (_, k) => `${k}`),
        normalize: 'none' as const,
        weights: Array.from({ length: vectors }, () => new Float64Array(features)),
        intercepts: new Array<number>(vectors).fill(0),
        names: new Map<number, string>(),
      }),
    })
    assert.match(exportVw(source(1000, 3)).make, /--bit_precision 18 /)
    assert.match(exportVw(source(2 ** 16 - 1, 5)).make, /--bit_precision 19 .*--csoaa 5$/)
    assert.match(exportVw(source(2 ** 16, 5)).make, /--bit_precision 20 /)
    const huge = source(1, 3)
    const weights = Array.from({ length: 2 ** 12 }, () => ({ length: 2 ** 20 }) as Float64Array)
    assert.throws(() => exportVw({ linear: () => ({ ...huge.linear(), weights }) }), { code: 'export/bits' })
  })

  test('scaling that VW does not know is refused where it matters', () => {
    const scaled = (normalize: 'l2' | 'binary', intercept: number | 'none') => () =>
      exportVw(learnedModel('D-AMD', 2, { normalize, intercept }))
    assert.throws(scaled('l2', 1), { code: 'export/scaling' })
    assert.throws(scaled('binary', 'none'), { code: 'export/scaling' })
    assert.doesNotThrow(scaled('l2', 'none'))
  })
})
