import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readWordVectors } from '@askance/data'
import { askance, folder, printed } from './tools/askance.js'
import { jsonl, messages } from './tools/texts.js'

const texts = messages(100).map(({ label, text }) => ({ label, text }))

/** A vector for every word of the messages: two numbers for how often its messages are spam, and two that say nothing. */
const wordVectors = (): string => {
  const seen = new Map<string, [number, number]>()
  for (const { label, text } of texts)
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const counts = seen.get(word) ?? [0, 0]
      counts[label === 'spam' ? 1 : 0]++
      seen.set(word, counts)
    }
  const lines = [...seen].map(([word, [ham, spam]], k) => `${word} ${ham - spam} ${spam} ${k % 3} -0.5`)
  return `${lines.join('\n')}\n`
}

describe('--vectors', () => {
  test('gives items the vectors of their words, in run, live, predict and compare', async (t) => {
    const path = folder(t)
    writeFileSync(path('mails.jsonl'), jsonl(texts))
    writeFileSync(path('words.txt'), wordVectors())
    // The same words with a header and compressed, as word2vec writes them.
    writeFileSync(
      path('words.gz'),
      gzipSync(`${wordVectors().trim().split('\n').length} 4\n${wordVectors()}`),
    )
    const train = ['run', path('mails.jsonl'), '--ratio', '0.3', '--verbose', '--vectors', path('words.txt')]
    const trained = await printed(...train, '--save', path('model'))
    assert.match(trained, /^members .*; vector: the embedding of an item$/m)
    assert.match(trained, /^vectors +words\.txt, 4 numbers$/m)
    const model = ['predict', path('mails.jsonl'), '--model', path('model')]
    const without = await askance(model)
    assert.equal(without.code, 1)
    assert.match(
      without.err,
      /trained with the word vectors words\.txt \(4 numbers\); give the same ones with --vectors/,
    )
    const other = await askance([...model, '--vectors', path('words.gz')])
    assert.match(other.err, /words\.gz has other content/)
    const lines = (await printed(...model, '--vectors', path('words.txt'))).trim().split('\n')
    assert.equal(lines.length, texts.length)
    assert.ok(lines.filter((label, k) => label === texts[k]?.label).length > 0.9 * texts.length)
    const explained = await printed(
      'explain',
      path('model'),
      path('mails.jsonl'),
      '--row',
      '1',
      '--vectors',
      path('words.txt'),
    )
    assert.match(explained, /not attributed to one feature/)
    // A model without vectors has no use for them.
    await printed('run', path('mails.jsonl'), '--ratio', '0.1', '--save', path('plain'))
    const unused = await askance([
      'predict',
      path('mails.jsonl'),
      '--model',
      path('plain'),
      '--vectors',
      path('words.txt'),
    ])
    assert.match(unused.err, /trained without vectors of this length; leave out words\.txt/)
    const live = await askance(['live', path('mails.jsonl'), '--ratio', '0.3', '--vectors', path('words.gz')])
    assert.equal(live.code, 0, live.err)
    const labelled = ['label', path('mails.jsonl'), '--simulate', '--labels', '20', '-o', path('out.jsonl')]
    const simulated = await askance([...labelled, '--vectors', path('words.txt')])
    assert.equal(simulated.code, 0, simulated.err)
    assert.match(simulated.out + simulated.err, /20 answers, 100 items labelled/)
    const compared = [
      '--limit',
      '50',
      '--runs',
      '1',
      '--ratios',
      '0.2',
      '--algorithms',
      'auto,PAA-II',
      '--vectors',
      path('words.txt'),
    ]
    const { code, err } = await askance(['compare', path('mails.jsonl'), ...compared])
    assert.equal(code, 0, err)
  })

  test('is refused where it cannot be used', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.libsvm'), '1 1:1\n-1 2:1\n1 1:2\n')
    writeFileSync(path('own.jsonl'), jsonl(texts.slice(0, 9).map((one, k) => ({ ...one, vector: [k, 1] }))))
    writeFileSync(path('mails.jsonl'), jsonl(texts))
    writeFileSync(path('words.txt'), wordVectors())
    writeFileSync(path('broken.txt'), 'word 1 2 3\nfree 1 x 3\n')
    writeFileSync(path('empty.txt'), '\n')
    const vectors = ['--vectors', path('words.txt')]
    for (const [line, message] of [
      [[path('a.libsvm'), ...vectors], /word vectors need items with text/],
      [[path('own.jsonl'), ...vectors], /own\.jsonl:1: the item has a vector of its own/],
      [[path('mails.jsonl'), ...vectors, '--algorithm', 'PAA-II'], /only the algorithm auto can use/],
      [[path('mails.jsonl'), '--vectors', path('none.txt')], /none\.txt: file not found/],
      [[path('mails.jsonl'), '--vectors', path('empty.txt')], /empty\.txt: the file has no word vectors/],
      [
        [path('mails.jsonl'), '--vectors', 'npm:no-such-words'],
        /is not installed in .*; run npm install no-such-words/,
      ],
    ] as const) {
      const { code, err } = await askance(['run', ...line])
      assert.equal(code, 1, err)
      assert.match(err, message)
    }
    await assert.rejects(readWordVectors(path('broken.txt')), {
      code: 'vectors/line',
      position: { source: path('broken.txt'), line: 2 },
    })
    // Its own vectors can be ignored, or used.
    assert.equal((await askance(['run', path('own.jsonl'), ...vectors, '--ignore-column', 'vector'])).code, 0)
    assert.equal((await askance(['run', path('own.jsonl')])).code, 0)
  })

  test('reads an installed package', async (t) => {
    const path = folder(t)
    const home = path('node_modules/tiny-words')
    mkdirSync(home, { recursive: true })
    writeFileSync(
      join(home, 'package.json'),
      JSON.stringify({ name: 'tiny-words', version: '1.2.3', main: 'words.json' }),
    )
    const words = {
      dimensions: 2,
      words: ['free', 'hello'],
      vectors: { free: [1, 0, 99], hello: [0, 1, 99] },
    }
    writeFileSync(join(home, 'words.json'), JSON.stringify(words))
    const vectors = await readWordVectors('npm:tiny-words', { folder: path('.') })
    assert.deepEqual(vectors.config, { name: 'npm:tiny-words', dimension: 2, digest: 'tiny-words@1.2.3' })
    const [money = 0, greeting = 0] = vectors.vectorOf('Free, free!') ?? []
    assert.ok(money > 0 && greeting === 0)
    const other = path('node_modules/no-words')
    mkdirSync(other)
    writeFileSync(
      join(other, 'package.json'),
      JSON.stringify({ name: 'no-words', version: '1.0.0', main: 'words.json' }),
    )
    writeFileSync(join(other, 'words.json'), JSON.stringify({ ...words, vectors: { free: [1] } }))
    await assert.rejects(readWordVectors('npm:no-words', { folder: path('.') }), {
      code: 'vectors/package',
      message: /the vector of "free" has no 2 numbers/,
    })
  })

  test('weighs words by their rank, and keeps only those that are wanted', async (t) => {
    const path = folder(t)('words.txt')
    const lines = Array.from({ length: 1000 }, (_, k) => `w${'x'.repeat(k % 7)}${k} ${k} 1`)
    writeFileSync(path, `the 1 0\n${lines.join('\n')}\ncat 0 1\n`)
    const vectors = await readWordVectors(path, { wanted: new Set(['the', 'cat']) })
    const weight = (rank: number): number => 0.001 / (0.001 + 1 / (rank * Math.log(1002)))
    const found = vectors.vectorOf('The cat, the CAT') ?? []
    assert.ok(Math.abs((found[0] ?? 0) - 2 * weight(1)) < 1e-6, `${found}`)
    assert.ok(Math.abs((found[1] ?? 0) - 2 * weight(1002)) < 1e-6, `${found}`)
    assert.equal(vectors.vectorOf('w0'), undefined)
  })
})
