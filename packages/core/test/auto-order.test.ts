import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent, type ClassifierOptions, denseRow } from '@askance/core'
import { Random, type Row } from '@askance/core/internals'
import { DESIGN } from '../src/auto/design.js'
import { AutoStreamStatistics } from '../src/auto/stream-statistics.js'
import { decodeModel } from '../src/state/model-file.js'
import { floatsIn, stateIn } from '../src/state/state.js'
import { assertSameFile } from './support/auto-states.js'

/** Rows of a few numbers. With an `inertia` each row is near the one before. */
const drawnRows = (seed: number, count: number, inertia: number): Row[] => {
  const random = new Random(seed, 'order test')
  const state = new Array<number>(4).fill(0)
  return Array.from({ length: count }, () => {
    for (let j = 0; j < state.length; j++)
      state[j] = inertia * state[j] + Math.sqrt(1 - inertia ** 2) * random.normal()
    return denseRow(state.map((x, j) => 10 ** j * x + j))
  })
}

/** The row in which the order is found, or 0. */
const foundAt = (rows: readonly Row[]): number => {
  const statistics = new AutoStreamStatistics(DESIGN, { measure: 'f1' })
  for (const [t, row] of rows.entries()) {
    statistics.observe(row)
    if (statistics.findsOrder(row)) return t + 1
  }
  return 0
}

describe('the order test', () => {
  it('finds the order of streams in which neighbours are alike, within a few hundred rows', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const at = foundAt(drawnRows(seed, 600, 0.8))
      assert.ok(at > DESIGN.orderWarmup + DESIGN.orderCount - 1 && at < 300, `seed ${seed}: row ${at}`)
    }
  })

  it('finds none in shuffled rows', () => {
    for (let seed = 1; seed <= 20; seed++) assert.equal(foundAt(drawnRows(seed, 1200, 0)), 0, `seed ${seed}`)
  })

  it('compares every eighth row after the first thousand', () => {
    const shuffled = drawnRows(3, 1000, 0)
    const at = foundAt([...shuffled, ...drawnRows(4, 6000, 0.95)])
    assert.ok(at > 1000 && (at - 1) % DESIGN.orderStep === 0, `row ${at}`)
  })

  it('ends after some thousand rows, and keeps none', () => {
    const design = { ...DESIGN, orderEnd: 100 }
    const statistics = new AutoStreamStatistics(design, { measure: 'f1' })
    for (const row of [...drawnRows(5, 100, 0), ...drawnRows(6, 300, 0.99)]) {
      statistics.observe(row)
      assert.equal(statistics.findsOrder(row), false)
    }
    assert.equal(floatsIn(stateIn(statistics.save(), 'order'), 'value').length, 0)
  })
})

const options: ClassifierOptions = {
  classes: ['a', 'b'],
  budget: { ratio: 0.2, horizon: 500 },
  seed: 1,
}

/** How many were asked about in the first rows. */
const asked = (
  given: ClassifierOptions,
  inertia: number,
  { log = [], rows = 250 }: { log?: ClassifierEvent[]; rows?: number } = {},
): [number, Classifier] => {
  const classifier = new Classifier(given)
  classifier.log = (event) => log.push(event)
  let count = 0
  for (const row of drawnRows(7, rows, inertia)) {
    const { id, asked: isAsked, probability } = classifier.observe({ row })
    assert.ok(probability > 0)
    if (!isAsked) continue
    count++
    classifier.answer(id, row.value[0] > 0 ? 'a' : 'b')
  }
  return [count, classifier]
}

describe('a budget with a horizon', () => {
  it('is spent more evenly once an order was found', () => {
    const [ordered] = asked(options, 0.9)
    const [shuffled] = asked(options, 0)
    assert.ok(ordered < shuffled - 5, `${ordered}, ${shuffled}`)
  })

  it('is not spent early while an order is only likely', () => {
    const few: ClassifierOptions = {
      ...options,
      classes: 'abcdefghijkl'.split(''),
      budget: { total: 60, horizon: 1000 },
    }
    const within = DESIGN.orderWarmup + DESIGN.orderCount - 1
    const [ordered] = asked(few, 0.95, { rows: within })
    const [shuffled] = asked(few, 0, { rows: within })
    assert.ok(ordered < 0.75 * shuffled, `${ordered}, ${shuffled}`)
    const given: ClassifierOptions = { ...few, budget: { ...few.budget, exponent: 0.1 } }
    const [early] = asked(given, 0.95, { rows: within })
    assert.ok(early > ordered, `${early}, ${ordered}`)
  })

  it('goes on with the same bits from a log and from a file', () => {
    const log: ClassifierEvent[] = []
    const [, classifier] = asked(options, 0.9, { log })
    const replayed = new Classifier(options)
    for (const event of log) replayed.apply(event)
    assertSameFile(replayed.save(), classifier.save(), 'from the log')
    const loaded = Classifier.load(classifier.save())
    for (const row of drawnRows(8, 100, 0.9))
      assert.deepEqual(loaded.observe({ row }), classifier.observe({ row }))
    assertSameFile(loaded.save(), classifier.save(), 'from the file')
  })

  it('stores rows for the test only with a horizon', () => {
    for (const horizon of [undefined, 500]) {
      const [, classifier] = asked({ ...options, budget: { ratio: 0.2, ...(horizon && { horizon }) } }, 0)
      const ground = stateIn(decodeModel(classifier.save()).state, 'ground')
      assert.equal('order' in ground, horizon !== undefined)
    }
  })

  it('does not take the order of examples for that of the stream', () => {
    const taught = new Classifier(options)
    for (const row of drawnRows(9, 200, 0.99)) taught.teach({ row }, 'a')
    const ground = stateIn(decodeModel(taught.save()).state, 'ground')
    assert.ok(!('order' in ground))
  })
})
