// Writes one model file for every form of model, in today's format, with rounds that it must play after loading:
//   node packages/core/dist/test/support/write-model-fixtures.js
// A folder that is there already is left alone: files of an old format must load for ever.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createModel, MODEL_FORMAT } from '../../src/index.js'
import { fixtureFolder, MODEL_SUFFIX, ROUNDS_FILE, type StoredRound } from './model-fixtures.js'
import { playModelRound } from './play.js'
import type { Setup } from './setups.js'
import { type Example, makeStream } from './streams.js'

const two = ['ham', 'spam']
const three = ['red', 'green', 'blue']

const setups: Readonly<Record<string, Setup>> = {
  linear: { algorithm: 'PAA-II', classes: two },
  'linear-scaled': { algorithm: 'ShiftingPerceptron', classes: two },
  'class-weights': { algorithm: 'MPAA-II', classes: three },
  'kernel-expansion': { algorithm: 'PEA', classes: two, kernel: { type: 'gaussian', sigma2: 2 } },
  'random-eviction': { algorithm: 'RandomizedBudgetPerceptron', classes: two, parameters: { capacity: 5 } },
  'adaptive-dual-averaging': { algorithm: 'D-ADA', classes: two },
  'adaptive-classes': { algorithm: 'MD-AMD', classes: three },
  'adaptive-prepared': {
    algorithm: 'D-AMD',
    classes: two,
    preparation: { normalize: 'l2', intercept: 'auto' },
  },
  'gaussian-full': { algorithm: 'SOAL', classes: two },
  'gaussian-diagonal': { algorithm: 'CW-diag', classes: two },
  'least-squares-full': { algorithm: 'LASEC-SS', classes: two },
  'least-squares-diagonal': { algorithm: 'LASEC-SS-diag', classes: two },
  'least-squares-kernel': {
    algorithm: 'RandomizedBBQ',
    classes: two,
    parameters: { capacity: 8 },
    kernel: { type: 'polynomial', degree: 2, offset: 1 },
  },
  'one-vs-all': { algorithm: 'SOP-SS', classes: three },
}

const [BEFORE, AFTER] = [40, 8]

const stored = (
  { row, label }: Example,
  round: Omit<StoredRound, 'indices' | 'values' | 'label'>,
): StoredRound => {
  const { predicted, margin, probability, coin, asked, updated } = round
  return {
    indices: [...row.index.subarray(row.start, row.end)],
    values: [...row.value.subarray(row.start, row.end)],
    label,
    predicted,
    margin,
    probability,
    coin,
    asked,
    updated,
  }
}

const folder = join(fixtureFolder, `format-${MODEL_FORMAT}`)
if (existsSync(folder)) throw new Error(`there are files of format ${MODEL_FORMAT} already`)
mkdirSync(folder, { recursive: true })
const rounds: Record<string, StoredRound[]> = {}
for (const [seed, [name, setup]] of Object.entries(setups).entries()) {
  const model = createModel({ ...setup, seed })
  const { examples } = makeStream('sparse', seed, BEFORE + AFTER, setup.classes.length)
  for (const example of examples.slice(0, BEFORE)) playModelRound(model, example)
  writeFileSync(join(folder, `${name}${MODEL_SUFFIX}`), model.save())
  rounds[name] = examples.slice(BEFORE).map((example) => stored(example, playModelRound(model, example)))
}
writeFileSync(join(folder, ROUNDS_FILE), `${JSON.stringify(rounds)}\n`)
