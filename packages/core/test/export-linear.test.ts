import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, exportLinear, exportOnnx, exportVw, importLinear, sparseRow } from '@askance/core'
import { catalogue, type LinearJson } from '@askance/core/internals'
import { learnedModel, preparations, probes } from './support/export.js'
import { paperModel } from './support/paper.js'

/** Least squares divides by what depends on the row: for the sign of a single score that does not matter. `auto` bends. */
const isLinear = ({ form, learner, paced }: (typeof catalogue)[number], classes: number): boolean =>
  form !== 'kernel' &&
  !paced &&
  !(['SOP', 'LASEC', 'RLS'].includes(learner.name) && (form === 'diagonal' || classes > 2))

describe('a linear model as JSON', () => {
  for (const classes of [2, 3])
    for (const algorithm of catalogue) {
      const { name } = algorithm
      for (const [k, preparation] of preparations.entries()) {
        // Every algorithm with one preparation, some with all.
        if (k > 0 && !['PAA-I', 'D-AMD', 'MD-AMD', 'SOAL', 'BBQ'].includes(name)) continue
        test(`${name}, ${classes} classes, ${JSON.stringify(preparation)}: predicts as it does`, () => {
          const model = learnedModel(name, classes, preparation)
          if (!isLinear(algorithm, classes)) {
            for (const write of [exportLinear, exportVw, exportOnnx])
              assert.throws(() => write(model), { code: 'export/linear' })
            return
          }
          const predictor = importLinear(JSON.stringify(exportLinear(model)))
          for (const row of probes(1000)) assert.equal(predictor.predict(row), model.predict(row))
        })
      }
    }

  test('a kernel has no weights', () => {
    const kernel = { type: 'gaussian', sigma2: 1 } as const
    const model = paperModel({ algorithm: 'PA', classes: ['a', 'b'], kernel })
    assert.throws(() => exportLinear(model), { code: 'export/linear' })
  })

  test('a classifier is exported with the names of its features', () => {
    const classifier = new Classifier({ algorithm: 'D-AMD', classes: ['ham', 'spam'] })
    classifier.teach({ features: { offer: 1, free: 2 } }, 'spam')
    classifier.teach({ features: { meeting: 1, free: 0.1 } }, 'ham')
    const json = exportLinear(classifier)
    assert.deepEqual(json.names, { 1: 'offer', 2: 'free', 3: 'meeting' })
    const predictor = importLinear(json)
    for (const [features, row] of [
      [{ offer: 1 }, sparseRow([1], [1])],
      [{ meeting: 1 }, sparseRow([3], [1])],
      [{ free: 1, meeting: 2 }, sparseRow([2, 3], [1, 2])],
      [{}, sparseRow([], [])],
    ] as const)
      assert.equal(predictor.predict(row), classifier.predict({ features }))
  })

  test('a model that has learned nothing can be exported too', () => {
    const model = paperModel({ algorithm: 'PA', classes: ['a', 'b'] })
    assert.equal(importLinear(exportLinear(model)).predict(sparseRow([1], [1])), 'b')
  })

  test('what is not one of ours is refused', () => {
    const json = exportLinear(learnedModel('D-AMD', 2, preparations[0]))
    const refused: [Partial<Record<keyof LinearJson, unknown>> | string, string][] = [
      ['{', 'export/format'],
      ['null', 'export/format'],
      [{ format: 'other' }, 'export/format'],
      [{ version: 2 }, 'export/version'],
      [{ classes: ['a'] }, 'export/format'],
      [{ classes: ['a', 'b', 'c'] }, 'export/format'],
      [{ preparation: { normalize: 'l3' } }, 'export/format'],
      [{ weights: ['?'] }, 'export/format'],
      [{ weights: [] }, 'export/format'],
      [{ features: 3 }, 'export/format'],
      [{ intercepts: [] }, 'export/format'],
      [{ names: null }, 'export/format'],
    ]
    for (const [change, code] of refused) {
      const text = typeof change === 'string' ? change : JSON.stringify({ ...json, ...change })
      assert.throws(() => importLinear(text), { code }, text.slice(0, 80))
    }
  })
})
