import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent, sparseRow } from '@askance/core'
import { createRounds, Random } from '@askance/core/internals'
import { type Plain, rowOf, run } from './support/auto-streams.js'
import { makeStream, streamKinds } from './support/streams.js'

/** Every round must give numbers that are numbers. */
const assertSound = (stream: readonly Plain[], classes: number, ratio = 0.5): void => {
  const { rounds, asker } = run(stream, classes, {}, ratio)
  rounds.forEach(({ probability, predicted }, t) => {
    assert.ok(probability >= 0 && probability <= 1, `P is ${probability} in round ${t}`)
    assert.ok(predicted >= 0 && predicted < classes, `${predicted} in round ${t}`)
  })
  for (const { entries } of stream.slice(-20)) {
    const { score, scores } = asker.read(rowOf({ entries }))
    assert.ok(Number.isFinite(score) && scores.every(Number.isFinite), `score ${score}, scores ${scores}`)
  }
}

type Entries = [number, number][]

/** A stream of so many rows from its entries. */
const of = (rounds: number, classes: number, draw: (random: Random, t: number) => Entries): Plain[] => {
  const random = new Random(71, 'auto robust')
  return Array.from({ length: rounds }, (_, t) => ({
    entries: draw(random, t),
    label: random.below(classes),
  }))
}

const either = (random: Random): number => (random.uniform() < 0.5 ? -1 : 1)

const bad: Readonly<Record<string, (random: Random, t: number) => Entries>> = {
  'rows with zeros': (random) => [1, 2, 3].map((j) => [j, random.uniform() < 0.5 ? 0 : random.normal()]),
  'empty rows': () => [],
  'rows that are empty at first': (random, t) => (t < 50 ? [] : [[1, random.normal()]]),
  'rows of nothing but zeros': () => [
    [1, 0],
    [2, 0],
  ],
  'constant features': () => [
    [1, 5],
    [2, -1e-3],
  ],
  'features that are constant for a long time': (random, t) => [
    [1, t < 100 ? 7 : random.normal()],
    [2, random.normal()],
  ],
  'one feature': (random) => [[1, random.normal()]],
  'one feature that is there or not': (random) => (random.uniform() < 0.5 ? [[9, 1]] : []),
  'huge values': (random) => [1, 2, 3].map((j) => [j, either(random) * 1e100]),
  'huge values that are rare': (random) => [
    [1, random.normal()],
    [2, random.uniform() < 0.02 ? 1e100 : random.normal()],
  ],
  'tiny values': (random) => [1, 2, 3].map((j) => [j, 1e-300 * random.normal()]),
  'huge and tiny values': (random) =>
    [1, 2, 3].map((j) => [j, [1e100, -1e100, 1e-300, 1, -1e-200][random.below(5)]]),
  'tiny values that are rare': (random, t) => [[1 + (t % 40), random.uniform() < 0.5 ? 1e-300 : 1e-160]],
  'a small spread far from 0': (random) => [[1, 1e9 + 1e-3 * random.normal()]],
  'a high feature index': (random) => [
    [1, random.normal()],
    [2 ** 20, 1],
  ],
}

describe('auto on bad input', () => {
  for (const [name, draw] of Object.entries(bad))
    for (const classes of [2, 3])
      it(`goes on with ${name}, ${classes} classes`, () => {
        assertSound(of(220, classes, draw), classes)
      })

  for (const kind of streamKinds)
    it(`goes on with a stream that is ${kind}`, () => {
      const { examples } = makeStream(kind, 72, 200, 3)
      const asker = createRounds({ algorithm: 'auto', classes: 3, parameters: { ratio: 0.5 } })
      for (const { row, label } of examples) {
        const { probability, asked, margin } = asker.observe(row)
        assert.ok(
          probability >= 0 && probability <= 1 && Number.isFinite(margin),
          `${probability}, ${margin}`,
        )
        if (asked) asker.learn(label)
      }
    })

  for (const label of [0, 1, 2])
    it(`predicts class ${label} where there is no other`, () => {
      const classes = Math.max(2, label + 1)
      const stream = of(200, 1, (random) => [1, 2].map((j) => [j, random.normal()]))
      const { rounds } = run(
        stream.map(({ entries }) => ({ entries, label })),
        classes,
      )
      const right = rounds.slice(100).filter(({ predicted }) => predicted === label).length
      assert.ok(right >= 95, `${right} of 100`)
    })

  it('goes on without the kernel where features are many', () => {
    for (const classes of [2, 3]) {
      const stream = of(300, classes, (_, t) =>
        Array.from({ length: 10 }, (_, k): [number, number] => [1 + t * 5 + k, 1 + (k % 2)]),
      )
      const seen = new Set(stream.flatMap(({ entries }) => entries.map(([feature]) => feature))).size
      assert.ok(seen > 1500, `${seen} features`)
      assertSound(stream, classes)
    }
  })

  it('learns as well after the kernel has ended', () => {
    const random = new Random(73, 'auto robust')
    const stream = Array.from({ length: 600 }, (_, t): Plain => {
      const label = random.below(2)
      const rare = Array.from({ length: 4 }, (_, k): [number, number] => [100 + t * 4 + k, 1])
      return { entries: [[1, random.normal() + 3 * label], [2, random.normal()], ...rare], label }
    })
    const { accuracy } = run(stream, 2, {}, 0.3)
    assert.ok(accuracy > 0.8, `${accuracy}`)
  })

  it('scores a row with only unseen features', () => {
    const { asker } = run(
      of(100, 2, (random) => [[1, random.normal()]]),
      2,
    )
    const { score } = asker.read(sparseRow([5, 900], [1, -3]))
    assert.ok(Number.isFinite(score))
  })

  it('goes on live, with items without features, and writes a log without holes', () => {
    const random = new Random(74, 'auto robust')
    const classifier = new Classifier({ classes: ['a', 'b'], budget: { ratio: 0.5 }, seed: 2 })
    const log: ClassifierEvent[] = []
    classifier.log = (event) => log.push(event)
    for (let t = 0; t < 200; t++) {
      const features =
        t % 5 === 0 ? {} : { one: 0, two: random.below(2) * 1e100, three: 1e-300, four: random.normal() }
      const { asked, id } = classifier.observe({ features })
      if (asked) classifier.answer(id, (features.four ?? 0) > 0 ? 'a' : 'b')
    }
    const holes = JSON.stringify(log, (_, value) => (Number.isNaN(value) ? 'hole' : value))
    assert.ok(!holes.includes('hole') && !/"(margin|confidence|probability)":null/.test(holes))
    assert.deepEqual(Classifier.load(classifier.save()).save(), classifier.save())
  })
})
