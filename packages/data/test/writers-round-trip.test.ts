import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { findStream, type ItemOptions, openItems, streamItems, writeItems, writerOf } from '@askance/data'
import { temporaryFile, temporaryFolder } from './support/files.js'

const folder = mkdtempSync(join(temporaryFolder, 'trip-'))
let trips = 0

/** The path of the file rewritten with this extension. */
const converted = async (path: string, ending: string, options: ItemOptions = {}): Promise<string> => {
  const target = join(folder, `${trips++}.${ending}`)
  await writeItems(writerOf(target).name, await openItems(path, options), target)
  return target
}

/** The text after it was written in each of the formats, one from the other. */
const after = async (path: string, ...endings: readonly string[]): Promise<string> => {
  let at = path
  for (const ending of endings) at = await converted(at, ending)
  return readFileSync(at, 'utf8')
}

const random = new Random(5, 'test')
/** Any double below 1e100, from random bits. */
const anyNumber = (): number => {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setInt32(0, random.bits())
  bits.setInt32(4, random.bits())
  const number = bits.getFloat64(0)
  return Math.abs(number) <= 1e100 ? number : random.normal()
}
const some = <T>(length: number, make: (k: number) => T): T[] => Array.from({ length }, (_, k) => make(k))

describe('round trips', () => {
  const rows = some(500, (i) => {
    const entries = some(random.below(8), (k) => ` ${1 + 9 * k + random.below(9)}:${String(anyNumber())}`)
    return `${['spam', 'ham', '-1', '0.5', 'naïve'][i % 5]}${entries.join('')}\n`
  })
  const libsvm = temporaryFile('trip.libsvm', rows.join(''))

  test('libsvm → jsonl → libsvm', async () => {
    assert.equal(await after(libsvm, 'jsonl', 'libsvm'), rows.join(''))
  })

  test('libsvm → vw → jsonl → vw → libsvm: numbers as names become numbers again', async () => {
    assert.equal(await after(libsvm, 'vw', 'jsonl', 'vw', 'libsvm'), rows.join(''))
  })

  test('libsvm → csv → libsvm, but for the zeros that a table has', async () => {
    const table = await after(libsvm, 'csv', 'libsvm')
    const sparse = table.replace(/ \d+:0(?= |\n)/g, '')
    assert.equal(sparse, rows.join('').replace(/ \d+:0(?= |\n)/g, ''))
  })

  test('vw → jsonl → vw', async () => {
    const lines = some(300, (i) => {
      const head = ["1 2 't1 ", 'spam ', "'only ", '', '-1 ', '3 0.25 '][i % 6]
      const spaces = some(1 + random.below(3), (k) => {
        const names = some(
          1 + random.below(3),
          (j) => `w${i % 7}-${j}é${random.below(2) ? `:${anyNumber()}` : ''}`,
        )
        return `|${['', 'to', 'from'][k]} ${names.join(' ')}`
      })
      return `${head}${spaces.join(' ')}\n`
    })
    const vw = temporaryFile('trip.vw', lines.join(''))
    const once = await after(vw, 'vw')
    assert.equal(once, lines.join('').replaceAll(/:1(?= |\n)/g, ''))
    assert.equal(await after(vw, 'jsonl', 'vw', 'jsonl', 'vw'), once)
  })

  test('csv → jsonl → csv, and csv → tsv → csv', async () => {
    const header = 'id,label,text,a,b'
    const said = ['plain words', 'a, b "c"', ' blanks ', 'two\nlines', '=1+1;', 'ünï\tçødé 🙂']
    const quoted = (field: string): string =>
      /[",\n]|^ | $/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
    const records = some(400, (i) => {
      const words = `${said[i % 6]} and many more words to make it a text ${i} ${'long '.repeat(12)}end`
      return `r${i},${i % 3 ? 'yes' : 'no'},${quoted(words)},${anyNumber()},${random.normal()}`
    })
    const csv = temporaryFile('trip.csv', `${header}\n${records.join('\n')}\n`)
    const same = readFileSync(csv, 'utf8')
    assert.equal(await after(csv, 'csv'), same)
    assert.equal(await after(csv, 'jsonl', 'csv'), same)
    assert.equal(await after(csv, 'tsv', 'csv'), same)
  })

  test('jsonl → jsonl', async () => {
    const lines = some(300, (i) =>
      JSON.stringify({
        id: `i${i}`,
        label: i % 2 ? 'a b' : 'c',
        weight: 1 + i / 7,
        text: `line\n"${i}" \u2028 \\ ü 🙂`,
        features: { [`x ${i % 5}`]: random.normal(), '| : ^': i, __proto__x: 1e-300 },
        meta: { nested: [i, { deep: null }], when: '2002' },
      }),
    )
    const jsonl = temporaryFile('trip.jsonl', `${lines.join('\n')}\n`)
    assert.equal(await after(jsonl, 'jsonl'), readFileSync(jsonl, 'utf8'))
    assert.equal(await after(jsonl, 'jsonl', 'jsonl'), readFileSync(jsonl, 'utf8'))
  })
})

test('prodigy tasks read as texts with labels', async () => {
  const jsonl = temporaryFile('tasks.jsonl', '{"id":"1","label":"spam","text":"buy now"}\n{"text":"hello"}\n')
  const items = []
  for await (const batch of (await openItems(await converted(jsonl, 'prodigy.jsonl'))).batches())
    items.push(...batch)
  assert.deepEqual(
    items.map(({ text, label }) => [text, label]),
    [
      ['buy now', 'spam'],
      ['hello', undefined],
    ],
  )
})

test('a generated stream in any format has the rows it was made with', async () => {
  const make = () => findStream('text-like').create({ rows: 300, dimension: 400, nonZeros: 9 }, 3)
  for (const ending of ['libsvm', 'jsonl', 'vw']) {
    const path = join(folder, `generated.${ending}`)
    await writeItems(ending, streamItems('text-like', make()), path)
    const stream = make()
    for await (const batch of (await openItems(await converted(path, 'libsvm'))).batches())
      for (const { label, row } of batch) {
        stream.next()
        const { index, value, start, end } = stream.row
        assert.equal(label, stream.classes[stream.label])
        assert.deepEqual([...(row?.index ?? [])], [...index.slice(start, end)])
        assert.deepEqual([...(row?.value ?? [])], [...value.slice(start, end)])
      }
    assert.equal(stream.next(), false)
  }
})
