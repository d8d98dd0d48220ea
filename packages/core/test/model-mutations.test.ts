import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Classifier } from '../src/index.js'
import { Random } from '../src/random.js'
import { decodeModel, encodeModel } from '../src/state/model-file.js'
import type { State, StateArray } from '../src/state/state.js'

const labels = ['a', 'b', 'c']

const taught = (): Classifier => {
  const classifier = new Classifier({ classes: labels, seed: 3 })
  const random = new Random(3, 'items')
  for (let t = 0; t < 60; t++) {
    const row = { features: { x: random.uniform(), y: random.uniform(), [`word ${random.below(9)}`]: 1 } }
    if (classifier.observe(row, `item ${t}`).asked) classifier.answer(`item ${t}`, labels[t % 3] as string)
  }
  return classifier
}

const file = decodeModel(taught().save())

type Part = Record<string, unknown>

/** The file with another value at a path, as whoever writes the format can make it. */
const mutated = (path: string, value: number | StateArray): Uint8Array => {
  const state = structuredClone(file.state) as Part
  const names = path.split('/')
  const last = names.pop() as string
  const group = names.reduce((part, name) => part[name] as Part, state)
  assert.ok(last in group, path)
  group[last] = value
  return encodeModel({ config: file.config, state: state as State }, 'test')
}

const LEARNER = 'learned/pupil/learner'

test('Numbers and arrays of a file that do not fit each other are refused, however large they are', () => {
  for (const [path, value] of [
    [`${LEARNER}/counts/classes`, 2 ** 40],
    [`${LEARNER}/counts/round`, Number.NEGATIVE_INFINITY],
    [`${LEARNER}/renewal/progress/at`, -1],
    [`${LEARNER}/minds/minds/0/members/2/places`, Int32Array.of(2 ** 31 - 1)],
    [`${LEARNER}/minds/minds/0/stack/scores`, new Float64Array(3)],
    ['ground/counts/all', 1e15],
    ['ground/counts/versions', -1],
    ['deciding/steering/count', -1],
    ['ground/scales/0/size', 1e308],
    ['ground/scales/0/dense', Int32Array.of(2 ** 31 - 1)],
    ['ground/scales/0/counts', new Int32Array(5000)],
    ['questions/starts', Int32Array.of(0)],
    ['questions/starts', Int32Array.from({ length: 61 }, () => 2 ** 31 - 1)],
    ['questions/starts', Int32Array.from({ length: 61 }, (_, k) => -k)],
    ['questions/value', new Float64Array(1)],
    ['questions/index', Int32Array.of(2 ** 31 - 1)],
    ['reckoning/books/all/table/outcomes', 2 ** 31 - 1],
    ['reckoning/books/all/table/items', new Float64Array(0)],
  ] as const) {
    assert.throws(() => Classifier.load(mutated(path, value)), { code: 'model/state' }, path)
  }
})
