import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresOf, tokensOf } from './support/vectorize.js'

test('words are letters, marks and numbers of any script', () => {
  const expected: [string, string[]][] = [
    ['', []],
    ['  ,;  ', []],
    ["Don't stop, it’s 'fine'", ["don't", 'stop', "it's", 'fine']],
    ['snake_case 3.14 x', ['snake_case', '3', '14', 'x']],
    ['Ünïcode STRASSE naïve café', ['ünïcode', 'strasse', 'naïve', 'café']],
    ['Привет, мир', ['привет', 'мир']],
    ['中国人 abc日本', ['中', '国', '人', 'abc', '日', '本']],
    ['カタカナとひ', ['カタカナ', 'と', 'ひ']],
    ['हिन्दी', ['हिन्दी']],
    ['กำ', ['ก', 'ำ']],
    ['5£ off!!', ['5', '£', 'off']],
    ['so 😀😀 good', ['so', '😀', 'good']],
    ['\ud800lone\udc00 \u0301mark', ['lone', '\u0301mark']],
  ]
  for (const [text, tokens] of expected) assert.deepEqual(tokensOf(text), tokens, text)
})

test('case, stop words and n-grams of words', () => {
  assert.deepEqual(tokensOf('The Cat', { lowercase: false }), ['The', 'Cat'])
  assert.deepEqual(tokensOf('the cat is not on the mat', { stopWords: 'english', words: [1, 2] }), [
    'cat',
    'cat not',
    'not',
    'not mat',
    'mat',
  ])
  assert.deepEqual(tokensOf('a  b,\tc', { words: [2, 3] }), ['a b', 'a b c', 'b c'])
  assert.deepEqual(tokensOf('a', { words: [2, 3] }), [])
})

test('words beyond 128 bytes are cut, between characters', () => {
  assert.deepEqual(tokensOf(`${'x'.repeat(500)} y`), ['x'.repeat(128), 'y'])
  assert.deepEqual(tokensOf(`a${'é'.repeat(100)}`), [`a${'é'.repeat(63)}`])
})

test('n-grams of characters, in words and across them', () => {
  const characters = { words: null, characters: [3, 4] as const }
  assert.deepEqual(tokensOf('Cat, é', characters), [
    'chr: ca',
    'chr: cat',
    'chr:cat',
    'chr:cat ',
    'chr:at ',
    'chr: é ',
  ])
  assert.deepEqual(tokensOf(' a,\n b ', { ...characters, within: 'text' }), [
    'chr:a, ',
    'chr:a, b',
    'chr:, b',
  ])
  assert.deepEqual(tokensOf('😀é', { ...characters, within: 'text' }), ['chr:😀é'])
})

test('weights the counts', () => {
  const text = 'b a b b'
  assert.deepEqual(featuresOf(text), { b: 3, a: 1 })
  assert.deepEqual(featuresOf(text, { weight: 'binary' }), { b: 1, a: 1 })
  assert.deepEqual(featuresOf(text, { weight: 'log' }), { b: 1 + Math.log(3), a: 1 })
  const unit = featuresOf(text, { normalize: 'l2' })
  assert.ok(Math.abs(unit.b - 3 / Math.sqrt(10)) < 1e-15)
})

test('the parts of a URL', () => {
  const plain = { preset: 'url' } as const
  assert.deepEqual(tokensOf('https://user@login.Example-1.co.uk:8080/a/b.php?id=7&x=%20', plain).sort(), [
    'depth:2',
    'digits:1',
    'domain:co.uk',
    'file:php',
    'host-digits:0',
    'host-length:5',
    'host:1',
    'host:co',
    'host:example',
    'host:login',
    'host:uk',
    'hyphens:1',
    'key:id',
    'key:x',
    'labels:4',
    'length:6',
    'odd:escape',
    'odd:user',
    'path-length:4',
    'path:a',
    'path:b',
    'path:php',
    'port:8080',
    'query-length:4',
    'query:20',
    'query:7',
    'scheme:https',
    'tld:uk',
  ])
  assert.ok(tokensOf('http://192.168.0.1/x', plain).includes('odd:address'))
  assert.ok(tokensOf('xn--bcher-kva.example', plain).includes('odd:punycode'))
  assert.ok(tokensOf('http://a.example/?to=http://b.example', plain).includes('odd:url-inside'))
  assert.ok(tokensOf('example.org/x', plain).includes('scheme:none'))
})

test('the parts of an e-mail', () => {
  const mail = [
    'Received: from x',
    'From: "Bob" <bob@Example.org>',
    'Subject: FREE',
    '\tmoney',
    '',
    'Dear <b>you</b>,&nbsp;see http://shop.example/buy',
    'or ask me@here.example! WIN $5 <!-- hidden -->',
  ].join('\n')
  const features = featuresOf(mail, { preset: 'email', words: [1, 2] })
  const expected = {
    'header:received': 1,
    'from:bob example': 1,
    'from-domain:example.org': 1,
    'subject:free money': 1,
    dear: 1,
    you: 1,
    'html:b': 2,
    'url-host:shop': 1,
    'url-path:buy': 1,
    'url-tld:example': 1,
    'address:here.example': 1,
    'loud:!1': 1,
    'loud:$1': 1,
    win: 1,
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(features[name], value, name)
  for (const name of ['nbsp', 'hidden', 'b', 'subject', 'dear you'])
    assert.equal(features[name], undefined, name)
})

test('the subject of an e-mail may be in its metadata', () => {
  const features = featuresOf('hello', { preset: 'email' }, { subject: 'Hi there' })
  assert.equal(features['subject:hi'], 1)
  assert.equal(features.hello, 1)
})
