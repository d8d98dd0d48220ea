import assert from 'node:assert/strict'
import { createRounds, type Kernel, type Parameters, type Reading, type Rounds } from '../../src/internals.js'
import { assertNear } from './compare.js'
import { playRound } from './play.js'
import type { Reference, ReferenceReading } from './references/reference.js'
import { dimensionOf, kindsFor, makeStream, type Stream, type StreamKind } from './streams.js'
import { vectorOf } from './vectors.js'

/** An algorithm and the slow reference of its learner, over vectors of a given dimension. */
export interface Comparison {
  readonly algorithm: string
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  readonly classes?: number
  reference(dimension: number, seed: number): Reference
}

const statistics = ['normSq', 'variance', 'leverage', 'reach', 'residualSq'] as const

const assertSameReading = (actual: Reading, expected: ReferenceReading, about: string): void => {
  assert.equal(actual.scores.length, expected.scores.length, about)
  for (const [c, score] of expected.scores.entries())
    assertNear(actual.scores[c], score, `${about}: score ${c}`)
  for (const name of statistics) {
    const value = expected[name]
    if (value !== undefined) assertNear(actual[name], value, `${about}: ${name}`)
  }
}

/** Plays an algorithm and a reference side by side: what the algorithm asks about, both learn. Returns the updates. */
const updatesInAgreement = (stream: Stream, asker: Rounds, reference: Reference, about: string): number => {
  const dimension = dimensionOf(stream)
  let updates = 0
  for (const [t, example] of stream.examples.entries()) {
    const at = `${about}, round ${t + 1}`
    const x = vectorOf(example.row, dimension)
    assertSameReading(asker.read(example.row), reference.read(x), at)
    const { asked, updated } = playRound(asker, example)
    if (asked) assert.equal(updated, reference.learn(x, example.label), `${at}: updated`)
    if (updated) updates++
  }
  return updates
}

const kinds: readonly StreamKind[] = [
  'sparse',
  'dense',
  'of unit length',
  'half empty',
  'with explicit zeros',
]

/** The two side by side on several kinds of streams and several seeds. */
export const assertAgrees = (comparison: Comparison, rounds: number, seeds: readonly number[]): void => {
  const { reference, ...options } = comparison
  const { classes = 2 } = options
  for (const seed of seeds)
    for (const [, kind] of kindsFor(seed, 2, kinds)) {
      const about = `${JSON.stringify(options)}, rows ${kind}, seed ${seed}`
      const stream = makeStream(kind, seed, rounds, classes)
      const asker = createRounds({ ...options, classes, seed })
      const updates = updatesInAgreement(stream, asker, reference(dimensionOf(stream), seed), about)
      assert.ok(updates > 0, `${about}: nothing was ever learned`)
    }
}

/** "D-AMD with stepSize = 1": how tests call a comparison. */
export const titleOf = ({ algorithm, parameters = {}, kernel, classes }: Comparison): string => {
  const settings = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`)
  if (kernel) settings.unshift(`a ${kernel.type} kernel`)
  if (classes) settings.unshift(`${classes} classes`)
  return settings.length > 0 ? `${algorithm} with ${settings.join(', ')}` : algorithm
}
