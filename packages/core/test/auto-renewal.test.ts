import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ensemble } from '../src/auto/ensemble.js'
import { PRESENCE } from '../src/auto/featurizer.js'
import type { AutoLearner } from '../src/auto/learner.js'
import { stateOf } from '../src/classifier/classifier.js'
import { Classifier, createRounds, Random } from '../src/internals.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../src/state/state.js'
import { drawnThing } from './support/auto-live.js'
import { denseStream, type Plain, rowOf, sparseStream } from './support/auto-streams.js'

const within = (state: State, ...path: string[]): State =>
  path.reduce((inner, name) => stateIn(inner, name), state)

/** How far a renewal has come: 0 where there is none. */
const phaseOf = (body: State): number => numberIn(within(body, 'renewal', 'progress'), 'phase')

/** Where no renewal is under way, all rows must be seen by the scales that hold. */
const assertRenewed = (body: State, t: number): void => {
  const version = numberIn(within(body, 'sight'), 'version')
  const versions = integersIn(within(body, 'minds', 'rows'), 'versions')
  const ensembles = Object.values(within(body, 'minds', 'minds')) as State[]
  assert.ok(
    versions.every((own) => own === version),
    `round ${t}: rows of ${[...new Set(versions)]}, but ${version} holds`,
  )
  for (const ensemble of ensembles) assert.equal(integersIn(ensemble, 'stale').length, 0, `round ${t}`)
}

/** Plays a stream; gives in how many rounds nothing was under way. */
const playedIdly = (
  stream: readonly Plain[],
  capacity: number,
  labelOf: (plain: Plain, t: number) => number,
): number => {
  const parameters = { ratio: 0.5, horizon: stream.length, capacity }
  const asker = createRounds({ algorithm: 'auto', classes: 2, parameters, seed: 6 })
  let idle = 0
  stream.forEach((plain, t) => {
    const row = rowOf(plain)
    const { asked } = asker.observe(row)
    if (asked) asker.learn(labelOf(plain, t))
    if (t % 7 !== 0) return
    const body = within(asker.save(), 'learner')
    if (phaseOf(body) > 0) return
    idle++
    assertRenewed(body, t)
  })
  return idle
}

/** The bytes of a whole block of views. */
const BLOCK = 65_536

/** The bytes of the arrays that hold views: old ones are there as long as a snapshot has one of their rows. */
const bytesHeld = (ensembles: readonly Ensemble[]): number => {
  const views = ensembles.flatMap(({ rows }) => rows.flatMap((row) => row.views))
  const buffers = new Set(views.flatMap(({ slots, values }) => [slots.buffer, values.buffer]))
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

describe('a snapshot', () => {
  it('keeps no views for itself, and has the same ones when it is restored', () => {
    for (const make of [denseStream, sparseStream]) {
      const parameters = { ratio: 0.9, horizon: 900 }
      const rounds = createRounds({ algorithm: 'auto', classes: 2, parameters, seed: 6 })
      const learner = rounds.learner as AutoLearner
      const { ensembles } = learner
      const kept: { snapshot: ReturnType<AutoLearner['snapshot']>; saved: State }[] = []
      make(95, 900, 2).forEach((plain, t) => {
        if (rounds.observe(rowOf(plain)).asked) rounds.learn(plain.label)
        if (t % 150 === 149) kept.push({ snapshot: learner.snapshot(), saved: ensembles.save() })
      })
      const held = bytesHeld([
        ...ensembles.all,
        ...kept.flatMap(({ snapshot }) => snapshot.ensembles.ensembles),
      ])
      const live = ensembles.primary.rows.reduce((sum, { views }) => sum + 12 * views[PRESENCE].length, 0)
      assert.ok(held <= 1.5 * live + BLOCK, `${held} bytes are held for ${live}`)
      for (const { snapshot, saved } of kept.reverse()) {
        learner.restore(snapshot)
        assert.deepEqual(ensembles.save(), saved)
      }
    }
  })
})

describe('a renewal', () => {
  it('leaves no row as it was', () => {
    for (const make of [denseStream, sparseStream]) {
      const idle = playedIdly(make(91, 400, 2), 20_000, ({ label }) => label)
      assert.ok(idle > 10, `${idle}`)
    }
  })

  it('leaves no row as it was where the stream changes meanwhile', () => {
    const idle = playedIdly(denseStream(92, 600, 2), 20_000, ({ label }, t) =>
      t % 300 < 150 ? label : 1 - label,
    )
    assert.ok(idle > 10, `${idle}`)
  })

  it('leaves no row as it was where rows are evicted meanwhile', () => {
    const idle = playedIdly(denseStream(93, 600, 2), 80, ({ label }) => label)
    assert.ok(idle > 10, `${idle}`)
  })

  it('weighs features also when a new class comes in the middle of it', () => {
    const random = new Random(94, 'auto renewal')
    let classifier = new Classifier({ classes: ['a', 'b'], measure: 0 })
    const body = (): State => within(stateOf(classifier).save(), 'learned', 'pupil', 'learner')
    const teach = (given?: string): void => {
      const { item, label } = drawnThing(random, 2)
      // With many features, so that they are not weighed all at once.
      const rare = Array.from({ length: 12 }, (_, k) => [`rare ${random.below(5000)} ${k}`, 1])
      classifier.teach({ features: { ...item.features, ...Object.fromEntries(rare) } }, given ?? label)
    }
    for (let n = 0; n < 100; n++) teach()
    const wanted = [1, 2, 3, 4]
    const inPhase = new Map<number, Uint8Array>()
    for (let n = 100; n < 160 && wanted.some((phase) => !inPhase.has(phase)); n++) {
      const phase = phaseOf(body())
      if (!inPhase.has(phase)) inPhase.set(phase, classifier.save())
      teach()
    }
    for (const phase of wanted) {
      const bytes = inPhase.get(phase) ?? assert.fail(`phase ${phase} was not met`)
      classifier = Classifier.load(bytes)
      teach('c')
      while (phaseOf(body()) > 0) teach()
      // Some features tell the classes apart: they are not all as little as any.
      const relevance = floatsIn(within(body(), 'sight'), 'relevance')
      const most = Math.max(0, ...relevance.subarray(1))
      assert.ok(most > 0.5, `a new class in phase ${phase}: no relevance is above ${most}`)
    }
  })
})
