import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Classifier } from '../src/internals.js'
import { assertNear } from './support/compare.js'
import {
  liveFixtureFolder,
  MODEL_SUFFIX,
  ROUNDS_FILE,
  type StoredLiveRounds,
} from './support/model-fixtures.js'

for (const format of readdirSync(liveFixtureFolder)) {
  const folder = join(liveFixtureFolder, format)
  const stored = JSON.parse(readFileSync(join(folder, ROUNDS_FILE), 'utf8')) as StoredLiveRounds

  for (const [name, rounds] of Object.entries(stored))
    test(`The stored classifier ${name} of ${format} goes on as it did when it was stored`, () => {
      const bytes = readFileSync(join(folder, `${name}${MODEL_SUFFIX}`))
      for (const classifier of [Classifier.load(bytes), Classifier.load(Classifier.load(bytes).save())])
        for (const [
          t,
          { features, label, predicted, coin, asked, margin, probability },
        ] of rounds.entries()) {
          const about = `round ${t + 1}`
          const decision = classifier.observe({ features })
          assertNear(decision.margin, margin, `${about}: margin`, 1e-12)
          assertNear(decision.probability, probability, `${about}: probability`, 1e-12)
          assert.deepEqual(
            [decision.predicted, decision.coin, decision.asked],
            [predicted, coin, asked],
            about,
          )
          if (asked) classifier.answer(decision.id, label)
        }
    })
}
