import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'
import { csv, jsonl, messages } from './tools/texts.js'

const texts = messages(300).map(({ label, text }) => ({ label, text }))

/** The result without time and command. */
const outcome = async (...line: string[]) => {
  const { seconds, command, search, ...rest } = await printedJson('run', ...line)
  return rest
}

describe('run on texts', () => {
  test('needs no flag, learns, and prints how rows are made', async (t) => {
    const path = folder(t)
    writeFileSync(path('mails.jsonl'), jsonl(texts))
    const { accuracy, classes, vectorizer, collisions } = await printedJson('run', path('mails.jsonl'))
    assert.ok(accuracy > 0.85, `${accuracy}`)
    assert.deepEqual(classes, ['ham', 'spam'])
    assert.equal(vectorizer.text.preset, 'plain')
    assert.ok(collisions.features > 30)
    const text = await printed('run', path('mails.jsonl'), '--verbose')
    assert.match(text, /^rows +text .*hashed to 2\^\d+ features$/m)
    assert.match(text, /^seen +\d+ features, [\d.]+ % of them share a hash$/m)
  })

  test('streamed, loaded and compressed data give the same result', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.jsonl'), jsonl(texts))
    writeFileSync(path('b'), gzipSync(jsonl(texts)))
    const weighed = ['--weight', 'tfidf', '--limit', '250', '--skip', '20']
    const expected = await outcome(path('a.jsonl'), ...weighed)
    assert.equal(expected.items, 250)
    assert.deepEqual(await outcome(path('b'), ...weighed), expected)
    assert.deepEqual(await outcome(path('b'), ...weighed, '--classes', 'ham,spam'), expected)
    const { command, ...searched } = await printedJson('run', path('a.jsonl'), ...weighed, '--ratio', '0.5')
    const { command: _, search, seconds, ...first } = { command, ...searched }
    assert.deepEqual(await outcome(...command.split(' ').slice(2)), first)
  })

  test('flags control how texts become rows', async (t) => {
    const path = folder(t)('a.jsonl')
    writeFileSync(path, jsonl(texts))
    const flags = ['--text', 'email', '--words', '1', '--chars', '3-4', '--weight', 'binary', '--stop-words']
    const { vectorizer } = await printedJson('run', path, ...flags, '--bits', '12')
    const { preset, words, characters, weight, stopWords } = vectorizer.text
    assert.deepEqual([preset, words, characters, weight], ['email', [1, 1], [3, 4], 'binary'])
    assert.deepEqual([stopWords, vectorizer.index.bits], ['english', 12])
    const exact = await printedJson('run', path, '--dictionary', '50', '--words', '1-2')
    assert.deepEqual([exact.vectorizer.index, exact.features], [{ kind: 'dictionary', most: 50 }, 50])
    assert.match(
      await printed('run', path, '--dictionary', '50', '--verbose'),
      /^seen +50 features; [\d,]+ occurrences dropped/m,
    )
  })

  test('rejects invalid flags', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.jsonl'), jsonl(texts))
    writeFileSync(path('n.csv'), 'a,label\n1,x\n2,y\n')
    const refused = async (...line: string[]) => (await askance(['run', ...line])).err
    assert.match(
      await refused(path('a.jsonl'), '--words', 'two'),
      /--words: found two, expected a range such as/,
    )
    assert.match(
      await refused(path('a.jsonl'), '--bits', '8', '--dictionary', '9'),
      /cannot be combined with/,
    )
    assert.match(
      await refused(path('n.csv'), '--words', '1'),
      /--words applies to text, but the items have no text/,
    )
    assert.match(
      await refused(golden('sparse.libsvm'), '--bits', '8'),
      /but this data already consists of rows/,
    )
    assert.match(
      await refused(path('n.csv'), '--columns', 'a=digit'),
      /found the column role digit, expected one of/,
    )
    assert.match(await refused(path('a.jsonl'), '--format', 'cvs'), /did you mean csv/)
  })
})

describe('a model of texts', () => {
  const cases: Record<string, [string, string[]]> = {
    'hashed texts': [jsonl(texts), ['--classes', 'ham,spam']],
    'rarity learned on the way': [jsonl(texts), ['--weight', 'tfidf', '--bits', '10']],
    'a dictionary': [jsonl(texts), ['--dictionary', '150', '--chars', '2-3']],
    'coins from a file': [jsonl(texts.slice(0, 200)), ['--coins', golden('coins.txt'), '--weight', 'tfidf']],
    'a table': [csv(messages(300)), ['--weight', 'tfidf', '--intercept']],
  }
  for (const [name, [data, flags]] of Object.entries(cases))
    test(`save and resume gives the same bits as one run: ${name}`, async (t) => {
      const path = folder(t)
      writeFileSync(path('data'), data)
      await outcome(path('data'), ...flags, '--save', path('whole'))
      await outcome(path('data'), ...flags, '--limit', '77', '--save', path('part'))
      const kept = flags.slice(0, flags.includes('--coins') ? 2 : 0)
      await outcome(path('data'), ...kept, '--resume', path('part'), '--skip', '77', '--save', path('part'))
      assert.deepEqual(readFileSync(path('part')), readFileSync(path('whole')))
    })

  test('saves the played part when coins run out', async (t) => {
    const path = folder(t)
    writeFileSync(path('data'), jsonl(texts))
    writeFileSync(path('coins'), '0.5\n'.repeat(40))
    const flags = ['--weight', 'tfidf', '--coins', path('coins')]
    const { code, err } = await askance(['run', path('data'), ...flags, '--save', path('part')])
    assert.match(err, /the file has only 40 coins/)
    await outcome(path('data'), ...flags, '--limit', '40', '--save', path('whole'))
    assert.equal(code, 1)
    assert.deepEqual(readFileSync(path('part')), readFileSync(path('whole')))
  })

  test('predicts and explains without flags, also unlabelled items', async (t) => {
    const path = folder(t)
    writeFileSync(path('data.jsonl'), jsonl(texts))
    await outcome(path('data.jsonl'), '--words', '1', '--chars', 'none', '--save', path('m'))
    const items = [{ text: 'claim your free cash prize' }, { text: 'see you at home tonight', label: 'ham' }]
    writeFileSync(path('new.jsonl'), jsonl(items))
    assert.equal(await printed('predict', path('new.jsonl'), '--model', path('m')), 'spam\nham\n')
    writeFileSync(path('new.csv'), 'id,text\n1,claim your free cash prize\n2,see you at home tonight\n')
    const table = ['predict', path('new.csv'), '--text-column', 'text', '--label-column', 'none']
    assert.equal(await printed(...table, '--model', path('m')), 'spam\nham\n')
    const { predicted, label, parts } = await printedJson('explain', path('m'), path('new.jsonl'))
    assert.deepEqual([predicted, label], ['spam', null])
    const names = parts.map(({ feature }: { feature: string }) => feature)
    assert.ok(['claim', 'free', 'cash', 'prize'].every((word) => names.includes(word)))
    const about = await printed('explain', path('m'))
    assert.match(about, /Top features of spam\n.*\n(?:(?!Top).*\n)*(?:free|cash|prize|win|claim|call) /)
    const evaluated = await askance(['predict', path('new.jsonl'), '--model', path('m'), '--evaluate'])
    assert.match(evaluated.err, /^items +1$/m)
  })

  test('keeps its vectorizer', async (t) => {
    const path = folder(t)
    writeFileSync(path('data'), jsonl(texts))
    await outcome(path('data'), '--bits', '12', '--save', path('m'))
    assert.equal((await outcome(path('data'), '--resume', path('m'), '--bits', '12')).items, 600)
    const other = await askance(['run', path('data'), '--resume', path('m'), '--bits', '13'])
    assert.match(other.err, /--bits = 13 contradicts the saved model, which has text .* 2\^12 features/)
    const rows = await askance(['predict', golden('sparse.libsvm'), '--model', path('m')])
    assert.match(rows.err, /sparse\.libsvm:1: found numbered features, but this vectorizer expects/)
  })
})

describe('invalid items', () => {
  const broken = [
    '{"label":"a","text":"one two"}',
    '{"label":"b","text":"three"}',
    '{"text":"four"}',
    '{"label":"a","text":5}',
    '{"label":',
    '{"label":"b","text":"six"}',
    '',
  ].join('\n')

  test('reports the first error with its line and saves what was learned before', async (t) => {
    const path = folder(t)
    writeFileSync(path('x.jsonl'), broken)
    const outcome = await askance(['run', path('x.jsonl'), '--classes', 'a,b', '--save', path('m')])
    assert.match(outcome.err, /^1 item without a label is left out$/m)
    assert.match(outcome.err, /x\.jsonl:4:/)
    assert.match(outcome.err, /saved the model to .*m after 2 items, before the error/)
    assert.equal(outcome.code, 1)
    writeFileSync(path('y.jsonl'), '{"label":"a","text":"x"}\n{"label":"c","text":"y"}\n')
    const strange = await askance(['run', path('y.jsonl'), '--classes', 'a,b'])
    assert.match(strange.err, /y\.jsonl:2: label c is not among the classes a, b/)
    writeFileSync(path('z.jsonl'), '{"text":"x"}\n')
    const bare = await askance(['live', path('z.jsonl'), '--classes', 'a,b'])
    assert.match(bare.err, /z\.jsonl: the data contains no items with a label/)
  })

  test('skips, counts and lists invalid items', async (t) => {
    const path = folder(t)('x.jsonl')
    writeFileSync(path, broken)
    const { out, err, code } = await askance(['run', path, '--on-error', 'skip', '--json', '--quiet'])
    assert.deepEqual([code, JSON.parse(out).items, JSON.parse(out).skipped], [0, 3, 2])
    assert.match(
      err,
      /^1 item without a label is left out\nskipped 2 records:\n {2}.*x\.jsonl:4.*\n {2}.*\n$/,
    )
    const loaded = await askance(['run', path, '--on-error', 'skip', '--json', '--quiet', '--shuffle'])
    assert.equal(JSON.parse(loaded.out).skipped, 2)
    assert.match(loaded.err, /^1 item without a label is left out$/m)
  })

  test('skips invalid LIBSVM lines', async (t) => {
    const path = folder(t)('x.libsvm')
    writeFileSync(path, '1 1:1\n-1 2:x\n-1 3:1\n1 1:2\n')
    const { out, err } = await askance(['run', path, '--on-error', 'skip', '--json', '--quiet'])
    assert.equal(JSON.parse(out).items, 3)
    assert.match(err, /skipped 1 record:\n {2}.*x\.libsvm:2:/)
  })
})
