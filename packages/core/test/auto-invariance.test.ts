import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random } from '../src/internals.js'
import { denseStream, type Plain, type Run, run, sparseStream } from './support/auto-streams.js'

const ROUNDS = 400
const SEED = 21

const streams = { dense: denseStream, sparse: sparseStream } as const

/** The same stream with other features. */
const changed = (
  stream: readonly Plain[],
  change: (feature: number, value: number) => [number, number][],
): Plain[] =>
  stream.map(({ entries, label }) => ({
    entries: entries.flatMap(([feature, value]) => change(feature, value)),
    label,
  }))

/** A random number that belongs to a feature. */
const drawnFor = (feature: number, name: string): number => new Random(feature, `auto ${name}`).uniform()

/** Another number for each feature, with gaps, in another order. */
const renumbered = (stream: readonly Plain[]): Plain[] => {
  const known = [...new Set(stream.flatMap(({ entries }) => entries.map(([feature]) => feature)))]
  const order = known.sort((a, b) => drawnFor(a, 'order') - drawnFor(b, 'order'))
  const numbers = new Map(order.map((feature, k) => [feature, 7 + 13 * k]))
  return changed(stream, (feature, value) => [[numbers.get(feature) ?? 0, value]])
}

/** Sums over a row are rounded otherwise when its features stand in another order. */
const ROUNDED = 1e-5

const assertSame = (actual: Run, expected: Run, most = 1e-6): void => {
  actual.rounds.forEach((round, t) => {
    const { predicted, asked, probability } = expected.rounds[t]
    assert.deepEqual([round.predicted, round.asked], [predicted, asked], `seed ${SEED}, round ${t}`)
    const error = Math.abs(round.probability - probability)
    assert.ok(error < most, `seed ${SEED}, round ${t}: P ${round.probability}, ${probability}`)
  })
}

const assertAsGood = (actual: Run, expected: Run): void =>
  assert.ok(
    Math.abs(actual.accuracy - expected.accuracy) <= 0.06,
    `seed ${SEED}: ${actual.accuracy}, ${expected.accuracy}`,
  )

for (const [name, make] of Object.entries(streams))
  for (const classes of [2, 4])
    describe(`auto on a ${name} stream of ${classes} classes`, () => {
      const stream = make(SEED, ROUNDS, classes)
      const plain = run(stream, classes)

      it('is better than chance by far', () => {
        assert.ok(plain.accuracy > (classes === 2 ? 0.75 : 0.5), `${plain.accuracy}`)
      })

      it('does not care in which unit all features are', () => {
        assertSame(
          run(
            changed(stream, (feature, value) => [[feature, 1000 * value]]),
            classes,
          ),
          plain,
        )
      })

      it('does not care in which unit each feature is', () => {
        const unit = (feature: number): number => 10 ** (Math.floor(7 * drawnFor(feature, 'unit')) - 3)
        const scaled = changed(stream, (feature, value) => [[feature, unit(feature) * value]])
        assertSame(run(scaled, classes), plain)
      })

      it('does not care about gaps between the numbers of features', () => {
        assertSame(
          run(
            changed(stream, (feature, value) => [[17 * feature + 3, value]]),
            classes,
          ),
          plain,
        )
      })

      it('does not care in which order features are numbered', () => {
        assertSame(run(renumbered(stream), classes), plain, ROUNDED)
      })

      it('is about as good when every feature is there twice', () => {
        const doubled = changed(stream, (feature, value) => [
          [feature, value],
          [feature + 10_000, value],
        ])
        assertAsGood(run(doubled, classes), plain)
      })
    })
