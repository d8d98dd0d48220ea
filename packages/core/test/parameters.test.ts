import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AskanceError,
  type GivenParameters,
  type Parameter,
  type Parameters,
  rangeOf,
  resolveParameters,
} from '../src/internals.js'
import { allCases, declaredParameters, kernelCases, plainCases } from './support/cases.js'
import { nanIn } from './support/compare.js'
import { loadedPaper, type PaperModel, paperModel, type Setup } from './support/paper.js'
import { playModelRound } from './support/play.js'
import { build, randomSetup } from './support/setups.js'
import { makeStream, ordinaryKinds, type StreamKind } from './support/streams.js'

const distinct = (parameters: readonly Parameter[]): readonly Parameter[] => [
  ...new Map(parameters.map((parameter) => [JSON.stringify(parameter), parameter])).values(),
]

const allParameters = distinct(allCases.flatMap(declaredParameters))

/** Other admissible values, well away from the default to either side. */
const others = (parameter: Parameter, given: GivenParameters = {}): readonly number[] => {
  const { name, type, default: usual, above, min, below, max } = parameter
  if (type === 'whole') return [2]
  if (name === 'driftPenalty') return [3 * Number(given.ridge)]
  if (name === 'ridge' && given.driftPenalty) return [Number(given.driftPenalty) / 3]
  const lower = above ?? min
  const upper = below ?? max
  if (lower === undefined || upper === undefined) return [7 * (usual || 1), (usual || 1) / 7]
  return [lower + 0.95 * (upper - lower), lower + 0.05 * (upper - lower)]
}

/** Everything visible of a game. */
const gameOf = (setup: Setup, kind: StreamKind, rounds: number): string => {
  const model = build(setup)
  return makeStream(kind, 1, rounds, setup.classes.length)
    .examples.map((example) => playModelRound(model, example))
    .map(({ scores, probability, asked, updated }) => `${scores} ${probability} ${asked} ${updated}`)
    .join('\n')
}

/** Short games first: most parameters show at once, but some rules ask about everything for hundreds of rounds. */
const tries = [60, 200, 600].flatMap((rounds) =>
  [...ordinaryKinds, 'repeated' as const].flatMap((kind) =>
    [0, 1, 2].map((seed) => ({ kind, seed, rounds })),
  ),
)

for (const given of [...plainCases, ...kernelCases.filter((one) => one.capacity === undefined)])
  test(`${given.title} heeds every parameter it declares`, () => {
    const usualGames = new Map<(typeof tries)[number], string>()
    for (const parameter of declaredParameters(given)) {
      const differs = (one: (typeof tries)[number]): boolean => {
        const { kind, seed, rounds } = one
        const setup = randomSetup(given, seed, 1)
        const usual = usualGames.get(one) ?? gameOf(setup, kind, rounds)
        usualGames.set(one, usual)
        return others(parameter, setup.parameters).some((value) => {
          const parameters = { ...setup.parameters, [parameter.name]: value }
          return gameOf({ ...setup, parameters }, kind, rounds) !== usual
        })
      }
      assert.ok(tries.some(differs), `${parameter.name} changes nothing in ${JSON.stringify(tries)}`)
    }
  })

for (const parameter of allParameters) {
  const { name, type, above, min, below, max } = parameter
  const whole = type === 'whole'
  const resolved = (value: number) => resolveParameters('owner', [parameter], { [name]: value })[name]
  const assertRefused = (value: unknown): void => {
    assert.throws(() => resolved(value as number), { code: 'parameter/value' }, `${name} = ${value}`)
  }
  const assertTaken = (value: number): void => {
    assert.equal(resolved(value), value)
  }
  test(`The range ${rangeOf(parameter)} is enforced at both ends`, () => {
    const step = whole ? 1 : 1e-9
    assert.ok(above !== undefined || min !== undefined, 'every parameter has a lower end')
    assertTaken(parameter.default)
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, '1', true, [1]]) assertRefused(value)
    if (whole) assertRefused(1.5)
    if (above !== undefined) {
      assertRefused(above)
      assertTaken(above + step)
    }
    if (min !== undefined) {
      assertRefused(min - step)
      assertTaken(min)
    }
    if (below !== undefined) {
      assertRefused(below)
      assertTaken(below - step)
    }
    if (max !== undefined) {
      assertRefused(max + step)
      assertTaken(max)
    }
  })
}

/** The model, or nothing where its parameters are refused. */
const acceptedModel = (options: Setup): PaperModel | undefined => {
  try {
    return paperModel(options)
  } catch (error) {
    assert.match((error as AskanceError).code, /^parameter\//)
    return undefined
  }
}

for (const given of plainCases)
  test(`${given.title} refuses an infinite parameter, or lives with it and keeps it in its file`, () => {
    for (const { name, below, max } of declaredParameters(given)) {
      if (below !== undefined || max !== undefined) continue
      const classes = Array.from({ length: given.classes }, (_, c) => String(c))
      const parameters = { [name]: Number.POSITIVE_INFINITY }
      const model = acceptedModel({ algorithm: given.algorithm.name, classes, parameters })
      if (!model) continue
      for (const example of makeStream('dense', 1, 20, given.classes).examples) {
        const { probability } = playModelRound(model, example)
        assert.ok(probability >= 0 && probability <= 1, `${name} = Infinity: probability ${probability}`)
      }
      assert.equal(nanIn(model.rounds.save()), undefined, `${name} = Infinity`)
      assert.deepEqual(loadedPaper(model.save()).config, model.config, `${name} = Infinity`)
    }
  })

test('A parameter that is given as null is refused', () => {
  const [rate] = allParameters.filter(({ name }) => name === 'rate')
  const given = { rate: null } as unknown as Parameters
  assert.throws(() => resolveParameters('owner', [rate], given), { code: 'parameter/value' })
})

test('A range reads as words', () => {
  const bare = { name: 'n', symbol: 'n', type: 'number', default: 1, summary: 'a number' } as const
  assert.equal(rangeOf({ ...bare, above: 0 }), '0 < n')
  assert.equal(rangeOf({ ...bare, min: 0, max: 1 }), '0 ≤ n ≤ 1')
  assert.equal(rangeOf({ ...bare, above: 0.5, below: 1 }), '0.5 < n < 1')
  assert.equal(rangeOf({ ...bare, min: 1, type: 'whole' }), 'a whole number, 1 ≤ n')
})
