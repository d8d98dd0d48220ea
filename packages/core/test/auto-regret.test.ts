import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { Random } from '@askance/core/internals'
import { drawnThing, ITEMS, livedThrough, lives } from './support/auto-live.js'

/** What is left when the log is read without what was forgotten, and with what was corrected. */
const withoutRegret = (log: readonly ClassifierEvent[]): ClassifierEvent[] => {
  const forgotten = new Set(log.flatMap((event) => (event.type === 'forgotten' ? [event.id] : [])))
  const last = new Map<string, string>()
  for (const event of log)
    if (event.type === 'answered' || event.type === 'taught' || event.type === 'corrected')
      last.set(event.id, event.label)
  return log.flatMap((event): ClassifierEvent[] => {
    if (event.type === 'corrected' || event.type === 'forgotten') return []
    if (event.type === 'answered' && forgotten.has(event.id)) return []
    if (event.type !== 'answered' && event.type !== 'taught') return [event]
    const { id, time } = event
    const known = { ...event, label: last.get(id) ?? event.label }
    // The row of what was taught has come, whether or not its label is forgotten.
    return forgotten.has(id) ? [known, { type: 'forgotten', id, time }] : [known]
  })
}

const assertTellSame = (one: Classifier, other: Classifier, seed: number): void => {
  const random = new Random(seed, 'auto probes')
  for (let k = 0; k < 15; k++) {
    const { item } = drawnThing(random, 3)
    assert.deepEqual(one.explainItem(item), other.explainItem(item), `seed ${seed}, probe ${k}`)
  }
}

/** Old topics are not kept: after a change, earlier rows are represented with those of now. */
const exact = lives.filter(({ words }) => words === undefined)

for (const [k, life] of exact.entries())
  describe(`regret with auto, life ${k + 1} (seed ${life.seed})`, () => {
    it('corrects as if it had been so from the start', () => {
      const { classifier, log } = livedThrough({ ...life, items: 110 })
      const ids = log.flatMap((event) => (event.type === 'answered' ? [event.id] : []))
      for (const n of [0, Math.floor(ids.length / 2), ids.length - 1]) {
        const other = classifier.classes[n % 2]
        const regretting = Classifier.load(classifier.save())
        regretting.answer(ids[n], other)
        const replayed = new Classifier(life.options)
        for (const event of log)
          replayed.apply(
            event.type === 'answered' && event.id === ids[n] ? { ...event, label: other } : event,
          )
        assertTellSame(regretting, replayed, n)
      }
    })

    it('forgets as if it had never been', () => {
      const { classifier, log } = livedThrough({ ...life, items: 110, classesAt: () => 2 })
      const ids = log.flatMap((event) => (event.type === 'answered' ? [event.id] : []))
      for (const n of [0, Math.floor(ids.length / 2), ids.length - 1]) {
        const regretting = Classifier.load(classifier.save())
        regretting.forget(ids[n])
        const replayed = new Classifier(life.options)
        for (const event of log) if (event.type !== 'answered' || event.id !== ids[n]) replayed.apply(event)
        assertTellSame(regretting, replayed, n)
      }
    })

    it('regrets many times, and each time from its snapshots', () => {
      const { classifier, log } = livedThrough({ ...life, items: ITEMS, isRestless: true })
      const replayed = new Classifier(life.options)
      for (const event of withoutRegret(log)) replayed.apply(event)
      const known = new Set(replayed.classes)
      assert.ok(classifier.classes.every((label) => known.has(label)))
      assertTellSame(classifier, replayed, life.seed)
    })
  })

it('keeps no trace of a forgotten answer with topics', () => {
  const life = lives[lives.length - 1]
  const { log } = livedThrough({ ...life, items: ITEMS })
  const ids = log.flatMap((event) => (event.type === 'answered' ? [event.id] : []))
  for (const id of [ids[2], ids[ids.length - 5]]) {
    const forgetting = life.options.classes.map((label) => {
      const classifier = new Classifier(life.options)
      for (const event of log)
        classifier.apply(event.type === 'answered' && event.id === id ? { ...event, label } : event)
      classifier.forget(id)
      return classifier
    })
    for (const other of forgetting.slice(1)) assertTellSame(forgetting[0], other, 7)
  }
})
