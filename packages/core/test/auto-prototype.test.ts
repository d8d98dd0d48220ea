import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AutoLearner } from '../src/auto/learner.js'
import { AutoStreamStatistics } from '../src/auto/stream-statistics.js'
import { queries, Row } from '../src/internals.js'
import { Tally } from '../src/parts.js'
import { Deciding } from '../src/rounds/deciding.js'
import { Rounds } from '../src/rounds/rounds.js'
import { RowPreparer } from '../src/rows/prepare.js'
import { madeSets, PROTOTYPE, prototypeDraws, SplitMix } from './support/prototype.js'

const RATIO = 0.1

/** What the prototype, compiled from C++, predicted on the same rows. Its pace of asking was another one. */
interface Golden {
  /** One digit a round. */
  readonly predicted: string
  /** The rounds in which it asked. */
  readonly asked: readonly number[]
}

const golden = JSON.parse(
  readFileSync(new URL('../../test/fixtures/auto/prototype.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Golden>>

for (const [name, make] of Object.entries(madeSets))
  test(`auto predicts every round of ${name} as its prototype did with the same labels`, () => {
    const { classes, rows, labels } = make()
    const { predicted, asked } = golden[name]
    const isAsked = new Set(asked)
    const random = new SplitMix(5n)
    const coins = { toss: () => random.uniform(), save: () => ({}), load() {} }
    const statistics = new AutoStreamStatistics(PROTOTYPE, { measure: 'f1' })
    const learner = new AutoLearner(statistics, classes, prototypeDraws(), Number.POSITIVE_INFINITY)
    const budget = { ratio: RATIO, horizon: rows.length, exponent: 0.4 }
    const deciding = new Deciding({ rule: queries.near, parameters: { smoothing: 1 }, budget, coins })
    const preparer = new RowPreparer({ normalize: 'none', intercept: 'none' })
    const asker = new Rounds(preparer, deciding, { learner, tally: new Tally() })
    const row = new Row(rows.index, rows.value)
    let own = ''
    for (let t = 0; t < rows.length; t++) {
      own += asker.observe(rows.view(t, row)).predicted
      if (isAsked.has(t)) asker.learn(labels[t])
    }
    assert.equal(own, predicted)
  })
