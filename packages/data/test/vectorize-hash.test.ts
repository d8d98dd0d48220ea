import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { type NamedFeatures, Vectorizer } from '@askance/data'
import { hashAfter, Mark, murmur3 } from '../src/vectorize/murmur3.js'
import { entriesOf, randomText } from './support/vectorize.js'

interface Expected {
  /** Each token with its index among 2^20, its sign and its 32-bit hash, as scikit-learn 1.2.1 gives them. */
  readonly tokens: readonly [token: string, index: number, sign: number, hash: number][]
  /** Fifty tokens at a time, hashed into 64 places and summed. */
  readonly rowsOf50In64: readonly (readonly number[])[]
}

// Read from the sources: fixtures are not compiled.
const path = new URL('../../test/fixtures/vectorize/feature-hasher.json', import.meta.url)
const { tokens, rowsOf50In64 } = JSON.parse(readFileSync(path, 'utf8')) as Expected

const named = (names: readonly string[]): NamedFeatures => ({ names, values: names.map(() => 1) })

const hasher = (bits: number) =>
  new Vectorizer({ features: { scaling: 'none' }, index: { kind: 'hash', bits, names: 10_000 } })

test('indices and signs are those of FeatureHasher, for 1,000 tokens', () => {
  assert.equal(tokens.length, 1000)
  const vectorizer = hasher(20)
  for (const [token, index, sign, hash] of tokens) {
    assert.equal(murmur3(token), hash)
    const row = vectorizer.vectorize({ features: named([token]), line: 1 })
    assert.deepEqual(entriesOf(row), [[index + 1, sign]])
    assert.ok(vectorizer.names(index + 1).includes(token))
  }
})

test('rows are those of FeatureHasher where tokens collide', () => {
  rowsOf50In64.forEach((expected, k) => {
    const names = tokens.slice(50 * k, 50 * k + 50).map(([token]) => token)
    const row = hasher(6).vectorize({ features: named(names), line: 1 })
    assert.deepEqual(
      entriesOf(row),
      expected.flatMap((value, index) => (value === 0 ? [] : [[index + 1, value]])),
    )
  })
})

/** Without halves of pairs, which could meet where two texts are joined. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '?')

test('a hash continued after a mark is the hash of the whole', () => {
  const random = new Random(1, 'marks')
  const encoder = new TextEncoder()
  for (let round = 0; round < 3000; round++) {
    const mark = whole(randomText(random, 9))
    const words = whole(`${randomText(random, 12)} ${randomText(random, 30)}`)
    const bytes = encoder.encode(`#${words}#`)
    assert.equal(hashAfter(new Mark(mark), bytes, 1, bytes.length - 1), murmur3(mark + words))
  }
})

test('every bucket of a hash can be empty, first or shared', () => {
  const vectorizer = new Vectorizer({
    features: { scaling: 'none' },
    index: { kind: 'hash', bits: 2, names: 30 },
  })
  const names = tokens.slice(100, 140).map(([token]) => token)
  for (const name of names) vectorizer.vectorize({ features: named([name]), line: 1 })
  assert.deepEqual(
    [1, 2, 3, 4].flatMap((index) => [...vectorizer.names(index)]).sort(),
    names.slice(0, 30).sort(),
  )
  assert.deepEqual(vectorizer.collisions, { features: 30, collided: 26, share: 26 / 30 })
  assert.equal(vectorizer.dropped, 0)
  const first = names.find((name) => (Math.abs(murmur3(name)) & 3) === 2)
  assert.equal(vectorizer.nameOf(3), first)
  assert.equal(vectorizer.nameOf(0), undefined)
  assert.equal(vectorizer.nameOf(5), undefined)
})
