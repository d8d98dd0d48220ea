import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sparseRow } from '../src/internals.js'
import { assertNear } from './support/compare.js'
import { fixtureFolder, MODEL_SUFFIX, ROUNDS_FILE, type StoredRounds } from './support/model-fixtures.js'
import { loadedPaper } from './support/paper.js'
import { playModelRound } from './support/play.js'

for (const format of readdirSync(fixtureFolder)) {
  const folder = join(fixtureFolder, format)
  const stored = JSON.parse(readFileSync(join(folder, ROUNDS_FILE), 'utf8')) as StoredRounds

  test(`Every stored file of ${format} has its rounds`, () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(MODEL_SUFFIX))
    const names = Object.keys(stored).map((name) => `${name}${MODEL_SUFFIX}`)
    assert.deepEqual(files.sort(), names.sort())
  })

  for (const [name, rounds] of Object.entries(stored))
    test(`The stored model ${name} of ${format} loads and plays on as it did when it was stored`, () => {
      const bytes = readFileSync(join(folder, `${name}${MODEL_SUFFIX}`))
      const model = loadedPaper(bytes)
      assert.deepEqual(loadedPaper(model.save()).config, model.config)
      for (const [t, { indices, values, label, margin, probability, ...exact }] of rounds.entries()) {
        const about = `round ${t + 1}`
        const round = playModelRound(model, { row: sparseRow(indices, values), label })
        // Exponentials and powers may differ by a last bit from one engine to the next.
        assertNear(round.margin, margin, `${about}: margin`, 1e-12)
        assertNear(round.probability, probability, `${about}: probability`, 1e-12)
        const { predicted, coin, asked, updated } = round
        assert.deepEqual({ predicted, coin, asked, updated }, exact, about)
      }
    })
}
