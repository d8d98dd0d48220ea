import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierOptions } from '@askance/core'
import { findAlgorithm } from '@askance/core/internals'
import type { VectorizerConfig } from '@askance/data'
import { folder, printed, printedJson } from './tools/askance.js'
import {
  exportModel,
  importModel,
  newStream,
  playStream,
  predictIn,
  sharedService,
} from './tools/in-service.js'
import {
  libraryInput,
  libraryItem,
  type Sample,
  type SampleKind,
  sampleKinds,
  writeSample,
} from './tools/one-model.js'

type Path = (name: string) => string

interface Decided {
  readonly predicted: string
  readonly asked: boolean
  readonly probability: number
}

const decided = ({ predicted, asked, probability }: Decided): Decided => ({
  predicted: String(predicted),
  asked,
  probability,
})

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').trimEnd().split('\n')

/** Which algorithms play, and on how many classes. */
const players: readonly (readonly [string, number])[] = [
  ['auto', 2],
  ['PAA-II', 2],
  ['D-AMD', 2],
  ['SOAL-diag', 2],
  ['BBQ', 2],
  ['PE', 3],
]
const labels = ['first', 'second', 'third']
/** Outside soak runs, `auto` plays all kinds of samples, and every other algorithm one. */
const kindsFor = (algorithm: string, place: number): readonly SampleKind[] =>
  sampleKinds.filter(
    (_, k) => process.env.ASKANCE_SOAK || algorithm === 'auto' || k === place % sampleKinds.length,
  )
const service = sharedService()

/** Few features, because BBQ has a matrix of all pairs. */
const rowFlags: Record<SampleKind, readonly string[]> = {
  text: ['--words', '1', '--chars', 'none', '--bits', '8'],
  table: [],
  LIBSVM: [],
}
const ITEMS = 40

/** The decisions of a classifier of the library whose questions are answered at once. */
const played = (classifier: Classifier<never>, { items }: Sample): readonly Decided[] =>
  items.map(({ label, ...item }) => {
    const { id, ...event } = classifier.observe(libraryItem(item) as never)
    if (event.asked) classifier.answer(id, label)
    return decided(event)
  })

const libraryOf = (
  options: ClassifierOptions,
  vectorizer: VectorizerConfig | undefined,
): Classifier<never> => {
  const input = libraryInput(vectorizer)
  return new Classifier({ ...options, ...(input && { input }) }) as Classifier<never>
}

describe('the same decisions in run, live, the library and the service', () => {
  for (const [place, [algorithm, count]] of players.entries())
    for (const kind of kindsFor(algorithm, place))
      test(`${algorithm} on ${kind}`, async (t) => {
        const path = folder(t)
        const classes = labels.slice(0, count)
        const sample = writeSample(path, kind, ITEMS, classes)
        const flags = [
          '--algorithm',
          algorithm,
          '--seed',
          '5',
          '--classes',
          classes.join(),
          ...rowFlags[kind],
        ]
        const { vectorizer } = await printedJson('run', sample.file, ...flags, '--trace', path('trace'))
        const byRun = linesOf(path('trace')).map((line) => decided(JSON.parse(line)))
        const asked = byRun.filter((one) => one.asked).length
        assert.ok(asked > 0 && new Set(byRun.map(({ predicted }) => predicted)).size > 1)

        await printedJson('live', sample.file, ...flags, '--protocol', 'paper', '--log', path('log'))
        const events = linesOf(path('log')).map((line) => JSON.parse(line))
        const byLive = events.filter(({ type }) => type === 'observed').map(decided)
        assert.deepEqual(byLive, byRun, 'live')

        const options = { classes, algorithm, seed: 5, protocol: 'paper' } as const
        assert.deepEqual(played(libraryOf(options, vectorizer), sample), byRun, 'the library')

        const budget = findAlgorithm(algorithm).paced ? { ratio: 0.1 } : {}
        const stream = await newStream(service(), { ...options, budget, ...(vectorizer && { vectorizer }) })
        const byService = (await playStream(service(), stream, sample.items)).map((one) =>
          decided(one as Decided),
        )
        assert.deepEqual(byService, byRun, 'the service')
      })
})

/** How the commands would make rows. */
const vectorizerFor = async (
  { file, kind }: Sample,
  algorithm: string,
): Promise<VectorizerConfig | undefined> =>
  (await printedJson('run', file, '--algorithm', algorithm, ...rowFlags[kind])).vectorizer

/** Saves a model in each of the four ways; returns its bytes. */
const makers: Record<string, (path: Path, sample: Sample, algorithm: string) => Promise<Uint8Array>> = {
  async run(path, { file, kind }, algorithm) {
    await printed('run', file, '--algorithm', algorithm, ...rowFlags[kind], '--save', path('made'))
    return readFileSync(path('made'))
  },
  async live(path, { file, kind }, algorithm) {
    await printed(
      'live',
      file,
      '--algorithm',
      algorithm,
      ...rowFlags[kind],
      '--ratio',
      '0.4',
      '--save',
      path('made'),
    )
    return readFileSync(path('made'))
  },
  async library(_, sample, algorithm) {
    const vectorizer = await vectorizerFor(sample, algorithm)
    const classifier = libraryOf({ classes: sample.classes, algorithm, budget: { ratio: 0.4 } }, vectorizer)
    played(classifier, sample)
    return classifier.save()
  },
  async service(_, sample, algorithm) {
    const vectorizer = await vectorizerFor(sample, algorithm)
    const { classes } = sample
    const stream = await newStream(service(), {
      classes,
      algorithm,
      budget: { ratio: 0.4 },
      ...(vectorizer && { vectorizer }),
    })
    await playStream(service(), stream, sample.items)
    return exportModel(service(), stream)
  },
}

describe('every program opens every model', () => {
  const cases: readonly (readonly [SampleKind, string, number])[] = [
    ['text', 'auto', 2],
    ['text', 'PAA-II', 2],
    ['table', 'auto', 2],
    ['table', 'D-AMD', 2],
    ['LIBSVM', 'SOAL-diag', 2],
    ['LIBSVM', 'PE', 3],
  ]
  /** Outside soak runs every case is played by one program, and every program plays one or two. */
  const casesOf = (place: number) => cases.filter((_, k) => process.env.ASKANCE_SOAK || k % 4 === place)
  for (const [place, [maker, make]] of Object.entries(makers).entries())
    for (const [kind, algorithm, count] of casesOf(place))
      test(`saved by ${maker}: ${algorithm} on ${kind}`, async (t) => {
        const path = folder(t)
        const classes = labels.slice(0, count)
        const bytes = await make(path, writeSample(path, kind, ITEMS, classes), algorithm)
        const model = path('model')
        writeFileSync(model, bytes)
        const probes = writeSample(path, kind, 15, classes, 2)
        const items = probes.items.map(({ label: _, ...item }) => item)

        const loaded = Classifier.load(bytes) as Classifier<never>
        const expected = items.map((item) => loaded.predict(libraryItem(item) as never))
        assert.ok(new Set(expected).size > 1)
        const predicted = (await printed('predict', probes.file, '--model', model)).trimEnd().split('\n')
        assert.deepEqual(predicted, expected, 'predict')

        const outcome = await printedJson('explain', model)
        assert.equal(outcome.algorithm, algorithm)
        const speaking = outcome.weights.map(
          ({ features }: { features: readonly object[] }) => features.length,
        )
        assert.ok(Math.max(...speaking) > 0, 'explain names features')
        for (const row of [1, 2]) {
          const one = await printedJson('explain', model, probes.file, '--row', String(row))
          assert.equal(one.predicted, expected[row - 1], 'explain')
        }
        assert.match(await printed('explain', model, probes.file), /^would ask +with probability /m)

        for (const skip of [0, 1]) {
          const part = ['--skip', String(skip), '--limit', '1', '--ratio', '0.5']
          const files = ['--log', path('log'), '--save', path('on')]
          await printed('live', probes.file, '--from', model, ...part, ...files)
          const event = linesOf(path('log'))
            .map((line) => JSON.parse(line))
            .find(({ type }) => type === 'observed')
          assert.equal(event.predicted, expected[skip], 'live --from')
          assert.equal(event.t, loaded.counts.items + 1)
          assert.equal(Classifier.load(readFileSync(path('on'))).counts.items, event.t)
        }

        const stream = await newStream(service(), { classes, algorithm })
        await importModel(service(), stream, bytes)
        assert.deepEqual(await predictIn(service(), stream, items), expected, 'the service')
        const again = Classifier.load(await exportModel(service(), stream)) as Classifier<never>
        assert.deepEqual(
          items.map((item) => again.predict(libraryItem(item) as never)),
          expected,
          'exported',
        )
      })
})
