// The ONNX files in ONNX Runtime, whose word counts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, exportLinear, exportOnnx, importLinear } from '@askance/core'
import { dense, learnedModel, preparations, probes } from './support/export.js'
import { type PaperModel, paperModel } from './support/paper.js'

/** As much of ONNX Runtime as is used here; its package brings no types. */
interface Runtime {
  readonly InferenceSession: { create(model: Uint8Array): Promise<Session> }
  readonly Tensor: new (type: 'float32', data: Float32Array, shape: readonly number[]) => unknown
}

interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<Record<'label' | 'scores', { readonly data: unknown }>>
}

/** Nothing where it has no binary for the system. */
const loadRuntime = async (name: string): Promise<Runtime | undefined> => {
  try {
    return (await import(name)).default
  } catch {
    return undefined
  }
}
const runtime = await loadRuntime('onnxruntime-node')

const NEAR = 1e-4

describe('ONNX', { skip: runtime ? false : 'no ONNX Runtime for this system' }, () => {
  const predicted = async (bytes: Uint8Array, rows: Float32Array, width: number) => {
    const { InferenceSession, Tensor } = runtime!
    const session = await InferenceSession.create(bytes)
    assert.deepEqual([session.inputNames, session.outputNames], [['features'], ['label', 'scores']])
    const features = new Tensor('float32', rows, [rows.length / width, width])
    const { label, scores } = await session.run({ features })
    return { labels: label.data as string[], scores: scores.data as Float32Array }
  }

  for (const [algorithm, classes] of [
    ['PAA-I', 2],
    ['D-AMD', 2],
    ['SOAL', 2],
    ['SOAL-diag', 2],
    ['BBQ', 2],
    ['D-AMD', 3],
    ['MD-AMD', 3],
    ['MD-AMD', 2],
  ] as const)
    for (const preparation of preparations)
      test(`${algorithm}, ${classes} classes, ${JSON.stringify(preparation)}`, async () => {
        const model: PaperModel = learnedModel(algorithm, classes, preparation)
        const { weights } = model.linear()
        const rows = probes(1000)
        const { labels, scores } = await predicted(
          exportOnnx(model),
          dense(rows, weights[0].length),
          weights[0].length,
        )
        const ours = importLinear(exportLinear(model))
        let compared = 0
        rows.forEach((row, r) => {
          const expected = ours.scores(row)
          const signed = expected.length === 1 ? [-expected[0], expected[0]] : [...expected]
          const found = [...scores.subarray(r * classes, (r + 1) * classes)]
          const scale = Math.max(1, ...signed.map(Math.abs))
          for (const [c, score] of found.entries()) assert.ok(Math.abs(score - signed[c]) < NEAR * scale)
          const [best, second] = [...signed].sort((a, b) => b - a)
          if (best - second <= NEAR * scale && best !== second) return
          compared++
          assert.equal(labels[r], model.predict(row))
        })
        assert.ok(compared > 900)
      })

  test('a classifier, and one that knows nothing', async () => {
    const classifier = new Classifier({ algorithm: 'D-AMD', classes: ['ham', 'spam'] })
    classifier.teach({ features: { offer: 1, free: 2 } }, 'spam')
    classifier.teach({ features: { meeting: 1 } }, 'ham')
    const { labels } = await predicted(exportOnnx(classifier), Float32Array.of(1, 0, 0, 0, 0, 1), 3)
    assert.deepEqual([...labels], ['spam', 'ham'])
    const empty = paperModel({ algorithm: 'PA', classes: ['ä', '日本'] })
    assert.deepEqual([...(await predicted(exportOnnx(empty), Float32Array.of(1), 1)).labels], ['日本'])
  })
})
