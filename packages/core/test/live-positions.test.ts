import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { Random } from '@askance/core/internals'
import { drawnItem } from './support/live.js'

const SOAK = Boolean(process.env.ASKANCE_SOAK)
const ITEMS = SOAK ? 4000 : 200
const POSITIONS = SOAK ? 1000 : 10

for (const algorithm of ['D-AMD', 'PAA-II', 'SOAL-diag', 'SOP'])
  test(`forgetting and correcting at ${POSITIONS} random positions equals the full replay: ${algorithm}`, () => {
    const options = { classes: ['a', 'b'], algorithm, budget: { ratio: 0.5, horizon: ITEMS }, seed: 3 }
    const classifier = new Classifier(options)
    const log: ClassifierEvent[] = []
    classifier.log = (event) => log.push(event)
    const random = new Random(11, 'soak/live')
    for (let t = 0; t < ITEMS; t++) {
      const item = drawnItem(random)
      const { asked, id } = classifier.observe(item)
      if (asked) classifier.answer(id, (item.row?.value[0] ?? 0) + 0.3 * random.normal() > 0 ? 'b' : 'a')
    }
    const answered = log.filter((event) => event.type === 'answered')
    assert.ok(answered.length > POSITIONS)
    const bytes = classifier.save()
    const probes = Array.from({ length: 5 }, () => drawnItem(random))
    const results = (living: Classifier) => [
      living.quality(),
      probes.map((probe) => living.explainItem(probe)),
    ]
    for (let k = 0; k < POSITIONS; k++) {
      const { id, label } = answered[random.below(answered.length)]
      const other = label === 'a' ? 'b' : 'a'
      const isForgotten = k % 2 === 0
      const regretting = Classifier.load(bytes)
      if (isForgotten) regretting.forget(id)
      else assert.equal(regretting.answer(id, other), 'corrected')
      const replayed = new Classifier(options)
      for (const event of log)
        if (event.type !== 'answered' || event.id !== id) replayed.apply(event)
        else if (!isForgotten) replayed.apply({ ...event, label: other })
      assert.deepEqual(
        results(regretting),
        results(replayed),
        `${id}, ${isForgotten ? 'forgotten' : 'corrected'}`,
      )
    }
  })
