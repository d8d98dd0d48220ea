import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectMarks, featureWords, findNewWords, markText } from '../src/item/marks.js'

const classes = ['ham', 'spam']
const marks = (
  contributions: readonly (readonly [string, number])[],
  unknownFeatures: readonly string[] = [],
  of = classes,
) =>
  collectMarks(
    {
      predicted: 'spam',
      contributions: contributions.map(([feature, contribution]) => ({ feature, contribution })),
      unknownFeatures,
    },
    of,
  )
const marked = (text: string, found: ReturnType<typeof marks>, place: '' | 'subject:' = '') =>
  markText(text, place, found)
    .filter(({ mark }) => mark)
    .map(({ text: word, mark, pull }) => [word, mark, pull])

test('segments add up to the text', () => {
  const found = marks([['free', 1]], ['prize'])
  for (const text of ['Free prize', '', 'no', 'a free, (free) prize’s prize.'])
    assert.equal(
      markText(text, '', found)
        .map((piece) => piece.text)
        .join(''),
      text,
    )
})

test('matches whole words in any case, with apostrophes', () => {
  const found = marks(
    [
      ["that's", 1],
      ['free', -1],
    ],
    ['été'],
  )
  assert.deepEqual(marked('That’s FREE, freedom; Été', found), [
    ['That’s', 'weighed', 'spam'],
    ['FREE', 'weighed', 'ham'],
    ['Été', 'new', undefined],
  ])
})

test('distinguishes subject words from body words', () => {
  const found = marks([['subject:grant', 1]], ['tranche'])
  assert.deepEqual(marked('grant tranche', found, 'subject:'), [['grant', 'weighed', 'spam']])
  assert.deepEqual(marked('grant tranche', found), [['tranche', 'new', undefined]])
})

test('marks the longest known phrase', () => {
  const found = marks([
    ['account details', 1],
    ['account', -1],
  ])
  assert.deepEqual(marked('your account  details, your account', found), [
    ['account  details', 'weighed', 'spam'],
    ['account', 'weighed', 'ham'],
  ])
})

test('with more than two classes, negative evidence supports no class', () => {
  assert.deepEqual(marked('free', marks([['free', -1]], [], ['ham', 'spam', 'news'])), [
    ['free', 'weighed', undefined],
  ])
})

test('characters of scripts without spaces are words', () => {
  assert.deepEqual(
    marked(
      '価格は$5',
      marks([
        ['$', 1],
        ['格', 1],
      ]),
    ),
    [
      ['格', 'weighed', 'spam'],
      ['$', 'weighed', 'spam'],
    ],
  )
})

test('marks only the strongest words', () => {
  const words = Array.from({ length: 20 }, (_, n) => `word${n}`)
  const found = marks([
    ['header:date', 9],
    ['html:b', 8],
    ...words.map((word, n) => [word, 7 - n / 10] as const),
  ])
  assert.deepEqual(
    marked(words.join(' '), found).map(([word]) => word),
    words.slice(0, 12),
  )
})

test('lists new words once, as written', () => {
  assert.deepEqual(
    findNewWords(
      [
        ['Grant', 'subject:'],
        ['a Tranche, tranche', ''],
      ],
      marks([], ['tranche', 'subject:grant']),
    ),
    ['Grant', 'Tranche'],
  )
  assert.deepEqual(featureWords(['url-path:x', 'from-domain:a.org', 'from:ada', 'feature 12', 'odd:user']), [
    'ada',
  ])
})
