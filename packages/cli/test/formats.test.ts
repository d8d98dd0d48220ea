import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { folder, golden, printed, printedJson } from './tools/askance.js'
import { csv, jsonl, messages } from './tools/texts.js'

const made = messages(200)
const numbers = made.map(({ label, text, length }) => ({ label, words: text.split(' ').length, length }))

/** The same numbers in every format that can be written by hand. */
const files: Record<string, string> = {
  'data.csv': ['words,length,label', ...numbers.map((n) => `${n.words},${n.length},${n.label}`), ''].join(
    '\n',
  ),
  'data.tsv': ['words\tlength\tlabel', ...numbers.map((n) => `${n.words}\t${n.length}\t${n.label}`), ''].join(
    '\n',
  ),
  'data.arff': [
    '@relation r',
    '@attribute words numeric',
    '@attribute length numeric',
    '@attribute label {ham,spam}',
    '@data',
    ...numbers.map((n) => `${n.words},${n.length},${n.label}`),
    '',
  ].join('\n'),
  'data.jsonl': jsonl(numbers.map(({ label, ...features }) => ({ label, features }))),
  'data.vw': numbers.map((n) => `${n.label} | words:${n.words} length:${n.length}\n`).join(''),
}

const plain = async (...line: string[]) => {
  const { asked, mistakes, updated } = await printedJson('run', ...line, '--scale', 'standard')
  return { asked, mistakes, updated }
}

describe('every format', () => {
  for (const [name, text] of Object.entries(files))
    test(`${name}: detected by name, by content and set by flag`, async (t) => {
      const path = folder(t)
      writeFileSync(path('expected.csv'), files['data.csv'] as string)
      const expected = await plain(path('expected.csv'))
      writeFileSync(path(name), text)
      assert.deepEqual(await plain(path(name)), expected)
      writeFileSync(path('bare'), text)
      assert.deepEqual(await plain(path('bare'), '--format', name.slice(5)), expected)
      assert.deepEqual(await plain(path('bare')), expected)
    })

  test('numbered features in JSONL give the same rows as LIBSVM', async (t) => {
    const path = folder(t)
    await printed('convert', golden('sparse.libsvm'), path('sparse.jsonl'))
    const { seconds: _, command: __, ...expected } = await printedJson('run', golden('sparse.libsvm'))
    const { seconds, command, ...found } = await printedJson('run', path('sparse.jsonl'), '--save', path('m'))
    assert.deepEqual(found, expected)
    const predict = (data: string) => printed('predict', data, '--model', path('m'), '--json')
    assert.equal(await predict(path('sparse.jsonl')), await predict(golden('sparse.libsvm')))
  })

  test('reads a table with reordered columns and without labels', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.csv'), csv(made))
    await printedJson('run', path('a.csv'), '--save', path('m'))
    const expected = await printed('predict', path('a.csv'), '--model', path('m'), '--json')
    const lines = made.map((m) => `"${m.text}";${m.from};${m.length}`)
    writeFileSync(path('b.csv'), ['text;from;length', ...lines, ''].join('\n'))
    const predicted = (file: string) => printed('predict', path(file), '--model', path('m'), '--json')
    assert.equal(await predicted('b.csv'), expected)
    // With so few rows, texts look like categories.
    writeFileSync(path('c.csv'), ['from;length;text', '"city 1";20;win cash now', ''].join('\n'))
    const one = await predicted('c.csv')
    writeFileSync(path('d.csv'), ['length,from,text,label', '20,city 1,win cash now,ham', ''].join('\n'))
    assert.equal(await predicted('d.csv'), one)
  })

  test('finds the text column next to an id, without labels', async (t) => {
    const path = folder(t)
    const lines = made.map(({ text, label }) => `"${text}",${label}`)
    writeFileSync(path('a.csv'), ['text,label', ...lines, ''].join('\n'))
    await printedJson('run', path('a.csv'), '--save', path('m'))
    const expected = await printed('predict', path('a.csv'), '--model', path('m'))
    writeFileSync(path('b.csv'), ['id,text', ...made.map(({ text }, k) => `${k},"${text}"`), ''].join('\n'))
    assert.equal(await printed('predict', path('b.csv'), '--model', path('m')), expected)
    writeFileSync(path('c.csv'), 'id,text\n1,win cash now call free\n2,see you at home tonight\n')
    assert.equal(await printed('predict', path('c.csv'), '--model', path('m')), 'spam\nham\n')
  })

  test('accepts columns and their types from flags', async (t) => {
    const path = folder(t)('a.csv')
    writeFileSync(path, '7;red;x\n8;blue;y\n9;red;x\n'.repeat(5))
    const flags = [
      '--header=no',
      '--label-column',
      '2',
      '--columns',
      '1=category,3=ignore',
      '--delimiter',
      ';',
    ]
    const { classes, vectorizer } = await printedJson('run', path, ...flags)
    assert.deepEqual(classes, ['blue', 'red'])
    assert.deepEqual(vectorizer.columns, [{ name: '1', kind: 'category' }])
  })
})
