// Writes one model file for every form of model, in today's format, with rounds that it must play after loading:
//   node packages/core/dist/test/support/write-model-fixtures.js
// A file that is there already is left alone: files of earlier versions must load for ever.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Classifier, type ClassifierOptions, MODEL_FORMAT, Random } from '../../src/internals.js'
import {
  fixtureFolder,
  liveFixtureFolder,
  MODEL_SUFFIX,
  ROUNDS_FILE,
  type StoredLiveRound,
  type StoredRound,
} from './model-fixtures.js'
import { paperModel, type Setup } from './paper.js'
import { playModelRound } from './play.js'
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

/** Writes the files of a folder that are missing, and adds their rounds to those of the others. */
const writeMissing = <Setup, Rounds>(
  root: string,
  all: Readonly<Record<string, Setup>>,
  made: (name: string, setup: Setup, seed: number) => { bytes: Uint8Array; rounds: () => Rounds },
): void => {
  const folder = join(root, `format-${MODEL_FORMAT}`)
  const list = join(folder, ROUNDS_FILE)
  mkdirSync(folder, { recursive: true })
  const rounds = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  for (const [seed, [name, setup]] of Object.entries(all).entries()) {
    const path = join(folder, `${name}${MODEL_SUFFIX}`)
    if (existsSync(path)) continue
    const one = made(name, setup, seed)
    writeFileSync(path, one.bytes)
    rounds[name] = one.rounds()
  }
  writeFileSync(list, `${JSON.stringify(rounds)}\n`)
}

writeMissing(fixtureFolder, setups, (_, setup, seed) => {
  const model = paperModel({ ...setup, seed })
  const { examples } = makeStream('sparse', seed, BEFORE + AFTER, setup.classes.length)
  for (const example of examples.slice(0, BEFORE)) playModelRound(model, example)
  return {
    bytes: model.save(),
    rounds: () => examples.slice(BEFORE).map((example) => stored(example, playModelRound(model, example))),
  }
})

const liveSetups: Readonly<Record<string, ClassifierOptions>> = {
  'live-kernel': { classes: two, budget: { ratio: 0.3, horizon: 200 }, seed: 3 },
  'live-kernel-classes': { classes: three, budget: { total: 40 }, seed: 4 },
  'live-forgetting': { classes: two, algorithm: 'D-AMD', budget: { ratio: 0.5 }, seed: 5 },
  'live-one-vs-all': { classes: three, algorithm: 'SOP-SS', budget: { ratio: 0.5 }, seed: 6 },
  'live-plain': { classes: three, algorithm: 'MPAA-II', drift: false, measure: 0.2, seed: 7 },
}

const LIVE_BEFORE = 120

/** A few words of twenty, and one that tells the class. */
const drawnItem = (
  random: Random,
  classes: readonly string[],
): Pick<StoredLiveRound, 'features' | 'label'> => {
  const own = random.below(classes.length)
  const words = Array.from({ length: 4 }, () => [`w${random.below(20)}`, 1 + random.below(3)])
  return { features: { ...Object.fromEntries(words), [`own${own}`]: 2 }, label: classes[own] }
}

const liveRound = (classifier: Classifier, random: Random): StoredLiveRound => {
  const item = drawnItem(random, classifier.config.classes)
  const { id, predicted, margin, probability, coin, asked } = classifier.observe(item)
  if (asked) classifier.answer(id, item.label)
  return { ...item, predicted, margin, probability, coin, asked }
}

writeMissing(liveFixtureFolder, liveSetups, (name, options) => {
  const classifier = new Classifier(options)
  const random = new Random(11, name)
  for (let t = 0; t < LIVE_BEFORE; t++) liveRound(classifier, random)
  return {
    bytes: classifier.save(),
    rounds: () => Array.from({ length: AFTER }, () => liveRound(classifier, random)),
  }
})
