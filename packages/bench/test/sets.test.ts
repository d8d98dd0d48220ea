import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { squaredNorm } from '@askance/core/internals'
import { openSet } from '../src/experiment/runtime.js'
import type { SetSpec } from '../src/protocol/protocol.js'
import type { OpenSet } from '../src/sets/set.js'
import { rowsOf } from '../src/sets/table.js'
import { coded, fileIn, madeLibsvm, temporaryFolder } from './support/sets.js'

/** The rows as plain pairs, with the name of the class of each. */
const plain = ({ table, facts }: OpenSet) => {
  const rows = rowsOf(table)
  return Array.from(table.labels, (label, i) => {
    const { index, value, start, end } = rows.row(i)
    const pairs = Array.from({ length: end - start }, (_, k) => [index[start + k], value[start + k]])
    return [facts.classes[label], ...pairs]
  })
}

const opened = (file: string, spec: Partial<SetSpec> = {}): Promise<OpenSet> =>
  openSet({ name: 'the set', ...spec, source: { file } }, 'no such folder', 1)

const libsvm = '+1 1:0.5 3:-2\n-1 2:4\n1 7:1\n-1\n'
const five = ['10 1:1', '9 1:2', 'b 1:3', '9 1:4', '10 1:5', 'a 1:6'].join('\n')

describe('files become sets', () => {
  test('LIBSVM, with labels in one spelling and classes by number', async (t) => {
    const set = await opened(fileIn(temporaryFolder(t), 'x.libsvm', libsvm))
    assert.deepEqual(plain(set), [['1', [1, 0.5], [3, -2]], ['-1', [2, 4]], ['1', [7, 1]], ['-1']])
    const { digest, ...facts } = set.facts
    assert.match(digest, /^[0-9a-f]{64}$/)
    assert.deepEqual(facts, {
      name: 'the set',
      items: 4,
      features: 4,
      entries: 4,
      classes: ['-1', '1'],
      counts: [2, 2],
      notes: [],
    })
    assert.deepEqual([set.positive, set.shuffled, set.stream], [1, true, undefined])
  })

  test('JSONL with numbered rows, named features and texts', async (t) => {
    const folder = temporaryFolder(t)
    const rows = ['{"label":"a","features":{"indices":[2,5],"values":[1,-1]}}', '{"label":"b","x":[0.5]}']
    const numbered = await opened(fileIn(folder, 'rows.jsonl', rows.join('\n')))
    assert.deepEqual(plain(numbered), [
      ['a', [2, 1], [5, -1]],
      ['b', [1, 0.5]],
    ])
    const named = ['{"label":"a","features":{"u":1}}', '{"label":"b","features":{"v":1}}']
    const features = await opened(fileIn(folder, 'named.jsonl', [...named, ...named, ''].join('\n')))
    assert.deepEqual([features.facts.items, features.facts.features], [4, 2])
    assert.deepEqual(plain(features)[0], plain(features)[2], 'the same features give the same row')
    const texts = ['{"label":"ham","text":"good day"}', '{"label":"spam","text":"buy now"}']
    const worded = await opened(fileIn(folder, 'texts.jsonl', texts.join('\n')))
    assert.deepEqual([worded.facts.classes, worded.facts.items], [['ham', 'spam'], 2])
    assert.ok(worded.facts.features >= 4)
  })

  test('CSV with a header, the label by its name', async (t) => {
    const lines = ['class,height,colour', ...Array.from({ length: 30 }, (_, k) => `${k % 3},${k},red`)]
    const set = await opened(fileIn(temporaryFolder(t), 'x.csv', lines.join('\n')))
    assert.deepEqual(
      [set.facts.items, set.facts.classes, set.facts.counts],
      [30, ['0', '1', '2'], [10, 10, 10]],
    )
    assert.deepEqual(
      Array.from(set.table.labels),
      Array.from({ length: 30 }, (_, k) => k % 3),
    )
  })

  test('by name from the folder of data sets; one that is not there says so', async (t) => {
    const folder = temporaryFolder(t)
    fileIn(folder, 'mine.libsvm', libsvm)
    const set = await openSet({ name: 'x', source: { data: 'mine' }, note: 'made by hand' }, folder, 1)
    assert.deepEqual([set.facts.items, set.facts.notes], [4, ['made by hand']])
    await assert.rejects(
      openSet({ name: 'x', source: { data: 'yours' } }, folder, 1),
      coded('dataset/absent'),
    )
  })

  test('an item without a label is left out; files of one class are refused', async (t) => {
    const folder = temporaryFolder(t)
    const bare = fileIn(folder, 'bare.jsonl', '{"label":"a","x":[1]}\n{"x":[2]}\n{"label":"b","x":[3]}\n')
    const { facts } = await opened(bare)
    assert.deepEqual([facts.items, facts.notes], [2, ['1 item without a label left out']])
    const single = fileIn(folder, 'single.libsvm', '1 1:1\n1 2:1\n')
    await assert.rejects(opened(single), coded('set/classes', 'the set', 'only the label 1'))
    const both = fileIn(folder, 'both.libsvm', '1 1:1\n1 2:1\n2 1:1\n')
    await assert.rejects(opened(both, { first: 2 }), coded('set/classes', 'only the label 1'))
  })
})

describe('rows and classes are chosen', () => {
  test('the first so many rows; classes that only come later are not known', async (t) => {
    const file = fileIn(temporaryFolder(t), 'x.libsvm', five)
    const some = await opened(file, { first: 2 })
    assert.deepEqual(plain(some), [
      ['10', [1, 1]],
      ['9', [1, 2]],
    ])
    assert.deepEqual(some.facts.classes, ['9', '10'], 'numbers by their value')
    const all = await opened(file)
    assert.deepEqual(all.facts.classes, ['10', '9', 'a', 'b'], 'words by their letters')
    assert.deepEqual(await opened(file, { first: 6 }), all)
    assert.deepEqual(await opened(file, { first: 1000 }), all)
    assert.deepEqual(await opened(file, { sample: 6 }), all)
    const drawn = await opened(file, { sample: 4 })
    assert.equal(drawn.facts.items, 4)
    assert.deepEqual(await opened(file, { sample: 4 }), drawn)
  })

  test('a positive share keeps all negatives and a fixed random part of the positives', async (t) => {
    const lines = Array.from({ length: 60 }, (_, k) => `${k % 2 === 0 ? 'ham' : 'spam'} 1:${k}\n`)
    const file = fileIn(temporaryFolder(t), 'x.libsvm', lines.join(''))
    const set = await opened(file, { positiveShare: 0.2 })
    // 8 of 38 is closest to a fifth: round(0.2 · 30 / 0.8).
    assert.deepEqual(
      [set.facts.counts, set.facts.classes],
      [
        [30, 8],
        ['ham', 'spam'],
      ],
    )
    const values = plain(set).map(([, [, value]]) => Number(value))
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      'the order stays',
    )
    assert.deepEqual(await opened(file, { positiveShare: 0.2 }), set)
    assert.deepEqual((await opened(file, { positive: 'ham', positiveShare: 0.2 })).facts.counts, [30, 8])
    await assert.rejects(opened(file, { positiveShare: 0.6 }), coded('set/share', '45', '30'))
    const several = fileIn(temporaryFolder(t), 'y.libsvm', five)
    await assert.rejects(opened(several, { positiveShare: 0.1 }), coded('set/share', '4 classes'))
  })

  test('two groups of classes; rows of neither are dropped, the others keep their order', async (t) => {
    const file = fileIn(temporaryFolder(t), 'x.libsvm', five)
    const set = await opened(file, { groups: { positive: ['9', 'a'], negative: ['10'] } })
    assert.deepEqual(set.facts.classes, ['10', '9+a'])
    assert.deepEqual(plain(set), [
      ['10', [1, 1]],
      ['9+a', [1, 2]],
      ['9+a', [1, 4]],
      ['10', [1, 5]],
      ['9+a', [1, 6]],
    ])
    assert.deepEqual([set.facts.items, set.facts.counts, set.positive], [5, [2, 3], 1])
    const rest = await opened(file, { groups: { positive: ['9'] } })
    assert.deepEqual([rest.facts.classes, rest.facts.items], [['10+a+b', '9'], 6])
  })

  test('a label that the set does not have is an error with those that it has', async (t) => {
    const file = fileIn(temporaryFolder(t), 'x.libsvm', five)
    const groups = [{ positive: ['11'] }, { positive: ['9'], negative: ['c'] }]
    for (const one of groups)
      await assert.rejects(
        opened(file, { groups: one }),
        coded('set/group', 'the set', 'its labels are 10, 9, a, b'),
      )
    await assert.rejects(opened(file, { positive: '8' }), coded('set/group', 'no label 8'))
    await assert.rejects(
      opened(file, { first: 2, groups: { positive: ['b'] } }),
      coded('set/group', 'no label b'),
    )
  })

  test('of two classes the positive one becomes the second, labels and all', async (t) => {
    const file = fileIn(temporaryFolder(t), 'x.libsvm', libsvm)
    const plainOrder = await opened(file)
    const turned = await opened(file, { positive: '-1' })
    assert.deepEqual([turned.facts.classes, turned.positive], [['1', '-1'], 1])
    assert.deepEqual(
      Array.from(turned.table.labels),
      Array.from(plainOrder.table.labels, (label) => 1 - label),
    )
    assert.deepEqual(plain(turned), plain(plainOrder), 'no row changes its class')
    assert.deepEqual(turned.facts.counts, plainOrder.facts.counts.toReversed())
    assert.deepEqual(await opened(file, { positive: '1' }), plainOrder)
  })

  test('of several classes the positive one stays where it is', async (t) => {
    const set = await opened(fileIn(temporaryFolder(t), 'x.libsvm', five), { positive: '9' })
    assert.deepEqual([set.positive, set.facts.classes], [1, ['10', '9', 'a', 'b']])
  })
})

describe('what a set is', () => {
  test('every array lies in memory that threads share', async (t) => {
    const set = await opened(fileIn(temporaryFolder(t), 'x.libsvm', five), { scaling: 'standardize' })
    for (const part of Object.values(set.table)) assert.ok(part.buffer instanceof SharedArrayBuffer)
  })

  test('equal content has equal digests, wherever it comes from', async (t) => {
    const folder = temporaryFolder(t)
    const { facts } = await opened(fileIn(folder, 'a.libsvm', libsvm))
    const others = [
      await opened(fileIn(folder, 'b.libsvm', libsvm), { name: 'another name', note: 'n' }),
      await opened(fileIn(folder, 'c.libsvm', '1 1:0.5 3:-2\n-1.0 2:4.0\n+1 7:1e0\n-1 \n')),
      await opened(fileIn(folder, 'd.libsvm', `${libsvm}5 1:1\n`), { first: 4 }),
      await opened(fileIn(folder, 'e.libsvm', `${libsvm}5 1:1\n`), {
        groups: { positive: ['1'], negative: ['-1'] },
      }),
    ]
    for (const other of others) assert.equal(other.facts.digest, facts.digest)
  })

  test('any change has another digest', async (t) => {
    const folder = temporaryFolder(t)
    const texts = [
      libsvm,
      libsvm.replace('0.5', '0.25'),
      libsvm.replace('7:1', '8:1'),
      libsvm.replace('+1', '-1'),
      libsvm.replaceAll('-1', '0'),
      `${libsvm}1 1:1\n`,
      '-1 2:4\n+1 1:0.5 3:-2\n1 7:1\n-1\n',
    ]
    const made = await Promise.all(texts.map((text, k) => opened(fileIn(folder, `${k}.libsvm`, text))))
    const first = fileIn(folder, '0.libsvm', libsvm)
    const changes: readonly Partial<SetSpec>[] = [
      { order: 'given' },
      { positive: '-1' },
      { scaling: 'l2' },
      { scaling: 'minmax' },
      { intercept: 1 },
      { intercept: 'auto' },
    ]
    for (const change of changes) made.push(await opened(first, change))
    const digests = made.map(({ facts }) => facts.digest)
    assert.equal(new Set(digests).size, digests.length)
  })

  test('facts are counted right on a larger file', async (t) => {
    const options = { seed: 5, rows: 300, classes: 4 }
    const set = await opened(fileIn(temporaryFolder(t), 'x.libsvm', madeLibsvm(options)), { scaling: 'l2' })
    const lines = madeLibsvm(options).trim().split('\n')
    const features = new Set(lines.flatMap((line) => [...line.matchAll(/(\d+):/g)].map(([, index]) => index)))
    assert.equal(set.facts.features, features.size)
    assert.equal(set.facts.entries, madeLibsvm(options).split(':').length - 1)
    assert.deepEqual(
      set.facts.counts,
      ['0', '1', '2', '3'].map((c) => lines.filter((line) => line.split(' ')[0] === c).length),
    )
    const rows = rowsOf(set.table)
    for (let i = 0; i < rows.length; i++) {
      const row = rows.row(i)
      if (row.end > row.start) assert.ok(Math.abs(squaredNorm(row) - 1) < 1e-12)
    }
  })
})
