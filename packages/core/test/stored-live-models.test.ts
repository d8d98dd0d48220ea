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
    test(`The stored classifier ${name} of ${format} predicts as it did when it was stored`, () => {
      const bytes = readFileSync(join(folder, `${name}${MODEL_SUFFIX}`))
      const [first, second] = [Classifier.load(bytes), Classifier.load(Classifier.load(bytes).save())]
      // The rule for whom to ask has changed since: the model is the same until a decision differs.
      let isSame = true
      // Files named so are of `auto` with waves, in whose place the kernel learned the stored rows again.
      const hadWaves = name.startsWith('live-auto')
      // The kernel and the weights of several classes have had single precision since.
      const isSingle = name.startsWith('live-kernel')
      for (const [t, { features, label, predicted, coin, asked, margin }] of rounds.entries()) {
        const about = `round ${t + 1}`
        const decision = first.observe({ features })
        assert.deepEqual(second.observe({ features }), decision, about)
        assert.equal(decision.coin, coin, about)
        if (isSame) {
          if (!hadWaves) assertNear(decision.margin, margin, `${about}: margin`, isSingle ? 1e-5 : 1e-12)
          assert.equal(decision.predicted, predicted, about)
        }
        // With `auto`, an answer may begin a re-fit, which there was not before.
        isSame &&= decision.asked === asked && !(name === 'live-kernel' && asked)
        if (decision.asked) for (const one of [first, second]) one.answer(decision.id, label)
      }
      assert.deepEqual(second.save(), first.save())
      assert.ok(!('audit' in first.config) && first.config.measure === 0.2)
    })
}
