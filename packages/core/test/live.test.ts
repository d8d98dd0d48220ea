import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Classifier } from '../src/classifier/classifier.js'
import type { ClassifierEvent } from '../src/classifier/events.js'
import { drawnItem, drawnOptions, lived } from './support/live.js'

const SEEDS = process.env.ASKANCE_SOAK ? 120 : 8

/** What is left when the log is read without what was forgotten, and with what was corrected. */
const withoutRegret = (log: readonly ClassifierEvent[]): ClassifierEvent[] => {
  const forgotten = new Set(log.flatMap((event) => (event.type === 'forgotten' ? [event.id] : [])))
  const last = new Map(
    log.flatMap((event) =>
      event.type === 'answered' || event.type === 'corrected' ? [[event.id, event.label] as const] : [],
    ),
  )
  return log.flatMap((event): ClassifierEvent[] => {
    if (event.type === 'corrected' || event.type === 'forgotten') return []
    if (event.type !== 'answered') return [event]
    return forgotten.has(event.id) ? [] : [{ ...event, label: last.get(event.id) ?? event.label }]
  })
}

/** Two classifiers that must go on alike. */
const assertSame = (one: Classifier, other: Classifier, random: Random): void => {
  for (let k = 0; k < 10; k++) {
    const item = drawnItem(random)
    const [a, b] = [one.observe(item), other.observe(item)]
    assert.deepEqual(a, b)
    if (a.asked) assert.equal(one.answer(a.id, 'a'), other.answer(b.id, 'a'))
  }
  assert.deepEqual(one.counts, other.counts)
  assert.deepEqual(one.quality(), other.quality())
}

describe('a live classifier', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = () => new Random(seed, 'test/live')
    const options = drawnOptions(random())
    const title = `${options.algorithm}, ${JSON.stringify(options.budget)}, seed ${seed}`

    test(`is a fold over its log: ${title}`, () => {
      const { classifier, log } = lived(options, 200, random())
      const again = new Classifier(options)
      for (const event of log) again.apply(event)
      assertSame(classifier, again, random())
    })

    test(`goes on from a snapshot and the rest of the log: ${title}`, () => {
      let snapshot: Uint8Array = new Uint8Array(0)
      let events = 0
      const { classifier, log } = lived(options, 200, random(), (living, so) => {
        if (living.counts.items !== 120) return
        snapshot = living.save()
        events = so
      })
      const again = Classifier.load(snapshot)
      for (const event of log.slice(events)) again.apply(event)
      assertSame(classifier, again, random())
    })

    test(`forgets and corrects as if it had been so from the start: ${title}`, () => {
      const { classifier, log } = lived(options, 200, random())
      const never = new Classifier(options)
      for (const event of withoutRegret(log)) never.apply(event)
      const probes = Array.from({ length: 20 }, () => drawnItem(random()))
      const known = new Set(never.classes)
      // A class that only a forgotten or corrected answer had is still there; scores of the others are then those of more classes.
      if (classifier.classes.every((label) => known.has(label)))
        for (const probe of probes) assert.deepEqual(classifier.explainItem(probe), never.explainItem(probe))
    })
  }
})
