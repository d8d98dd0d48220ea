import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Vectorizer } from '@askance/data'
import { entriesOf, randomText, textConfig } from './support/vectorize.js'

const everything = { words: [1, 2], characters: [2, 4], weight: 'tfidf' } as const
const presets = ['plain', 'email', 'url'] as const

const ROUNDS = process.env.ASKANCE_SOAK ? 10_000 : 700

test(`${ROUNDS} strings of anything become rows`, () => {
  const random = new Random(11, 'fuzz')
  const vectorizers = presets.flatMap((preset) =>
    (['words', 'text'] as const).map(
      (within) =>
        new Vectorizer(
          textConfig({ ...everything, preset, within }, { kind: 'hash', bits: 16, names: 1000 }),
        ),
    ),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const text = randomText(random, random.below(50) === 0 ? 2000 : 60)
    const row = vectorizers[round % vectorizers.length].vectorize({ text, line: 1 })
    let previous = 0
    for (const [index, value] of entriesOf(row)) {
      assert.ok(index > previous && Number.isFinite(value))
      previous = index
    }
  }
})

test('takes linear time for every text', () => {
  const size = 200_000
  const nasty = [
    'a',
    'a@',
    '<a ',
    '<!--',
    '&',
    'www.',
    'http://',
    'x.',
    '\ud83d',
    '中',
    "'",
    'a: b\n',
    'a:\n ',
    '?a=1&',
    '/%',
    '!A ',
    '-',
    '0.',
  ]
  for (const preset of presets) {
    const vectorizer = new Vectorizer(
      textConfig({ preset, words: [1, 2] }, { kind: 'hash', bits: 16, names: 1000 }),
    )
    for (const piece of nasty) {
      const text = piece.repeat(size / piece.length)
      const began = process.cpuUsage()
      vectorizer.vectorize({ text, line: 1 })
      // Not by the clock, because the machine may be busy with something else.
      const took = process.cpuUsage(began).user / 1000
      assert.ok(took < 3000, `${preset} took ${took.toFixed()} ms for ${JSON.stringify(piece)} repeated`)
    }
  }
})
