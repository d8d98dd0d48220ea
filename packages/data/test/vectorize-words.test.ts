import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { featureText, joinPieces, mergePieces } from '@askance/data'

describe('features in words', () => {
  test('say what a code stands for', () => {
    assert.equal(featureText('loud:!0'), 'no exclamation marks')
    assert.equal(featureText('loud:!3'), '4–7 exclamation marks')
    assert.equal(featureText('loud:A2'), '20–29 % of words in capitals')
    assert.equal(featureText('header:date'), 'header date')
    assert.equal(featureText('url-path-length:0'), 'link without path')
    assert.equal(featureText('url-depth:1'), 'link path with 1 level')
    assert.equal(featureText('url-path:tm'), 'link path: tm')
    assert.equal(featureText('from-domain:example.org'), 'from: example.org')
    assert.equal(featureText('digits:10'), '100 % digits in the URL')
  })

  test('show a piece of a word where none contains it', () => {
    assert.equal(featureText('chr:ion '), '“…ion”')
    assert.equal(featureText('chr: fre'), '“fre…”')
  })

  test('leave other names as they are', () => {
    for (const name of ['offer', 'colour=red', 'feature 12', 'intercept', '12:30'])
      assert.equal(featureText(name), name)
  })
})

describe('pieces of words', () => {
  const one = (feature: string, contribution: number) => ({ feature, value: 1, contribution })

  test('all belong to a word of the text, and keep the sum', () => {
    const text = 'Congratulations! Claim the prize; it’s “free”, ça va.'
    const words = text.toLowerCase().match(/[\p{L}]+(?:’[\p{L}]+)?/gu) ?? []
    const pieces = words.flatMap((word) =>
      [...` ${word} `].flatMap((_, k, all) =>
        k + 3 <= all.length ? [`chr:${all.slice(k, k + 3).join('')}`] : [],
      ),
    )
    const joined = joinPieces(
      pieces.map((piece) => one(piece, 0.5)),
      { text },
    )
    assert.deepEqual(new Set(joined.map(({ feature }) => feature)), new Set(words))
    const sum = joined.reduce((total, { contribution }) => total + contribution, 0)
    assert.ok(Math.abs(sum - 0.5 * pieces.length) < 1e-9)
  })

  test('are added to the word, by how often it occurs', () => {
    const joined = joinPieces([one('nation', 1), one('chr:tion', 0.9), one('chr:xyz', 0.1)], {
      text: 'Nation action nation',
    })
    assert.deepEqual(
      joined.map(({ feature, contribution }) => [feature, Number(contribution.toFixed(6))]),
      [
        ['nation', 1.6],
        ['action', 0.3],
        ['chr:xyz', 0.1],
      ],
    )
  })

  test('a long text is searched at its beginning, and a piece has at most 100 words', () => {
    const words = Array.from({ length: 300 }, (_, k) => `free${k}`).join(' ')
    const joined = joinPieces([one('chr:fre', 1), one('chr:end', 1), one('chr:', 1)], {
      text: `${words} ${'x'.repeat(100_000)} end`,
    })
    assert.equal(joined.length, 102)
    assert.deepEqual(
      joined.slice(0, 2).map(({ feature }) => feature),
      ['chr:end', 'chr:'],
    )
    assert.ok(joined.slice(2).every(({ contribution }) => contribution === 1 / 100))
  })

  test('of the subject stay in the subject', () => {
    const [joined] = joinPieces([one('chr:subject:fre', 1)], { text: 'fresh', subject: 'Free' })
    assert.equal(joined?.feature, 'subject:free')
  })

  test('that span words of a URL go to the words they touch', () => {
    const joined = joinPieces([one('chr:t.e', 1)], { text: 'http://shop.bright.example' })
    assert.deepEqual(
      joined.map(({ feature }) => feature),
      ['bright', 'example'],
    )
  })

  test('merge where they overlap, and not across words', () => {
    const weights = ['chr:iag', 'chr:agra', 'chr: via', 'chr:a b', 'chr:zzz'].map((feature, k) => ({
      feature,
      weight: 5 - k,
    }))
    assert.deepEqual(
      mergePieces(weights, 5).map(({ feature }) => feature),
      ['chr: viagra', 'chr:a b', 'chr:zzz'],
    )
  })
})
