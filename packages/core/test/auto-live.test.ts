import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { stateOf } from '../src/classifier/classifier.js'
import { decodeModel } from '../src/state/model-file.js'
import { numberIn, stateIn } from '../src/state/state.js'
import { ITEMS, livedThrough, lives } from './support/auto-live.js'
import { assertSameFile } from './support/auto-states.js'

const CHECKPOINTS = [40, 100, ITEMS]

/** How far a renewal of the classifier has come: 0 where there is none. */
const phaseOf = (classifier: Classifier): number => {
  const body = stateIn(stateIn(stateIn(stateOf(classifier).save(), 'learned'), 'pupil'), 'learner')
  return numberIn(stateIn(stateIn(body, 'renewal'), 'progress'), 'phase')
}

/** The log and the file at the end of each life. */
const plainLives: { readonly log: readonly ClassifierEvent[]; readonly bytes: Uint8Array }[] = []

/** What happened in any of the lives. */
const happened = new Set<string>()

for (const [k, life] of lives.entries())
  describe(`a live classifier with auto, life ${k + 1} (seed ${life.seed})`, () => {
    it('is a fold over its log, bit for bit', () => {
      const saved: [number, Uint8Array][] = []
      const { log, classifier: plain } = livedThrough({
        ...life,
        items: ITEMS,
        isRestless: true,
        watch(classifier, events, t) {
          if (CHECKPOINTS.includes(t)) saved.push([events, classifier.save()])
          return undefined
        },
      })
      const again = new Classifier(life.options)
      let at = 0
      for (const [events, bytes] of saved) {
        for (; at < events; at++) again.apply(log[at])
        assertSameFile(again.save(), bytes, `after ${events} events`)
      }
      for (const { type } of log) happened.add(type)
      plainLives[k] = { log, bytes: plain.save() }
    })

    it('goes on from a file as if nothing had happened', () => {
      const plain = plainLives[k]
      let midway = 0
      const moved = livedThrough({
        ...life,
        items: ITEMS,
        isRestless: true,
        watch(classifier, _, t) {
          const isRegular = t % 17 === 0
          if (!isRegular && (k > 0 || t % 4 !== 0 || classifier.counts.open === 0)) return undefined
          const isMidway = classifier.counts.open > 0 && phaseOf(classifier) > 0
          if (isMidway) midway++
          return isRegular || isMidway ? Classifier.load(classifier.save()) : undefined
        },
      })
      assert.ok(midway > 0 || k > 0, 'one is saved in the middle of a renewal, with open questions')
      assert.deepEqual(moved.log, plain.log)
      assertSameFile(moved.classifier.save(), plain.bytes, 'in the end')
    })
  })

it('has topics in the life with many features', () => {
  const { bytes } = plainLives[4]
  assert.deepEqual(Classifier.load(bytes).report()?.members, ['presence', 'values', 'topics'])
  const { state } = decodeModel(bytes)
  const topics = stateIn(stateIn(state, 'ground'), 'topics')
  assert.ok('basis' in topics)
})

it('has a vector in the last life, which younger ensembles see too', () => {
  const { bytes } = plainLives[5]
  const { members, moments } = Classifier.load(bytes).report() ?? { members: [], moments: [] }
  assert.deepEqual(members, ['presence', 'values', 'kernel', 'vector'])
  assert.equal(moments[0].weights[3], 0)
  const [before, now] = [moments[0], moments[moments.length - 1]]
  assert.equal(before.weights.length, 4)
  assert.ok(now.weights[3] > 0.1, `${now.weights}`)
  const { state } = decodeModel(bytes)
  const body = stateIn(stateIn(stateIn(state, 'learned'), 'pupil'), 'learner')
  const ensembles = stateIn(stateIn(body, 'minds'), 'minds')
  assert.ok(Object.keys(ensembles).length > 1)
  assert.deepEqual(Object.keys(stateIn(stateIn(ensembles, '0'), 'members')), ['0', '1', '2', '3', '4'])
  assert.deepEqual(Object.keys(stateIn(stateIn(ensembles, '1'), 'members')), ['0', '1'])
})

it('has lived through everything that can happen to a question', () => {
  for (const type of [
    'observed',
    'answered',
    'corrected',
    'forgotten',
    'taught',
    'skipped',
    'unsure',
    'expired',
  ])
    assert.ok(happened.has(type), type)
})
