import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openData, openItems } from '@askance/data'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { itemsOf, readItems } from './support/items.js'
import { zipOf } from './support/zip.js'

/** A folder with these files, removed after the test. */
const folder = (t: TestContext, files: Readonly<Record<string, string>>): string => {
  const path = mkdtempSync(join(tmpdir(), 'askance-folder-'))
  t.after(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

const mail =
  'From: Zoe <zoe@example.org>\nSubject: =?utf-8?q?caf=C3=A9?=\nMessage-ID: <1@x>\nContent-Transfer-Encoding: base64\n\naGVsbG8gdGhlcmU=\n'

describe('folders', () => {
  test('of texts, pages and mails: the folder of a file is its label', async (t) => {
    const path = folder(t, {
      'ham/1.txt': 'see you',
      'ham/deep/2.md': '# notes',
      'spam/a.html': '<p>win &lt;now&gt;</p>',
      'spam/b.eml': mail,
      '.git/x.txt': 'hidden',
      'README.md': 'about',
    })
    const data = await openData(path)
    assert.deepEqual(await data.labels(), ['ham', 'spam'])
    assert.deepEqual(
      (await data.sample()).map(({ id, label, text }) => [id, label, text]),
      [
        ['ham/1.txt', 'ham', 'see you'],
        ['ham/deep/2.md', 'ham', '# notes'],
        ['spam/a.html', 'spam', 'win <now>'],
        ['spam/b.eml', 'spam', 'From: Zoe <zoe@example.org>\nSubject: café\n\nhello there'],
      ],
    )
    const flat = await openItems(folder(t, { 'a.txt': 'x', 'b.txt': 'y' }))
    assert.ok((await itemsOf(flat)).every(({ label }) => label === undefined))
    await assert.rejects(openItems(folder(t, { 'a.bin': 'x' })), { code: 'folder/empty' })
  })

  test('may be written with dots and slashes', async (t) => {
    const path = folder(t, { 'ham/1.txt': 'see you', 'spam/b.txt': 'win now' })
    const here = relative(process.cwd(), path)
    for (const written of [`./${here}`, `${path}/`, `${path}/ham/..`, `${path}//./`]) {
      const data = await openData(written)
      assert.deepEqual(
        (await data.sample()).map(({ id, label }) => [id, label]),
        [
          ['ham/1.txt', 'ham'],
          ['spam/b.txt', 'spam'],
        ],
        written,
      )
    }
  })

  test('of Hugging Face: names for numbers, all parts, the training part first', async (t) => {
    const record = (text: string, label: number) => `${JSON.stringify({ text, label })}\n`
    const path = folder(t, {
      'test.jsonl': record('c c', 0),
      'train.jsonl': record('a a', 1) + record('b b', -1),
      'dataset_info.json': JSON.stringify({
        features: {
          text: { dtype: 'string', _type: 'Value' },
          label: { names: ['neg', 'pos'], _type: 'ClassLabel' },
        },
      }),
    })
    assert.deepEqual(
      (await itemsOf(await openItems(path))).map(({ text, label }) => [text, label]),
      [
        ['a a', 'pos'],
        ['b b', undefined],
        ['c c', 'neg'],
      ],
    )
    assert.deepEqual(await (await openData(join(path, 'train.jsonl'))).labels(), ['pos'])
  })

  test('Parquet of Hugging Face has the names inside', async () => {
    const info = { info: { features: { label: { names: ['neg', 'pos'], _type: 'ClassLabel' } } } }
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'text', data: ['a b', 'c d'], type: 'STRING' },
        { name: 'label', data: [1n, 0n], type: 'INT64' },
      ],
      kvMetadata: [{ key: 'huggingface', value: JSON.stringify(info) }],
    })
    assert.deepEqual(await (await openData(new File([new Uint8Array(buffer)], 'x.parquet'))).labels(), [
      'pos',
      'neg',
    ])
  })
})

test('a mailbox: mails one after the other, in chunks of any size', async () => {
  const box = `From zoe@example.org Thu Aug 22 12:36:23 2002\n${mail}\nFrom me Fri Aug 23 12:36:23 2002\r\nSubject: two\r\n\r\n>From the start\r\nFrom here on\r\n\r\n`
  for (const size of [3, 50, 1 << 16]) {
    const items = await readItems('mbox', box, {}, size)
    assert.deepEqual(
      items.map(({ id, text, line }) => [line, id, text]),
      [
        [2, '1@x', 'From: Zoe <zoe@example.org>\nSubject: café\n\nhello there'],
        [10, undefined, 'From: \nSubject: two\n\nFrom the start\nFrom here on'],
      ],
    )
  }
})

describe('folders in ZIP archives', () => {
  const opened = async (files: Readonly<Record<string, string>>, name = 'x.zip') =>
    openData(new File([zipOf(files)], name), { as: 'items' })

  test('mails and texts, labelled by their folder', async () => {
    const data = await opened({
      'mails/ham/1.eml': 'Subject: Hi\n\nSee you',
      'mails/ham/2.txt': 'minutes',
      'mails/spam/3.html': '<p>free offer</p>',
      '__MACOSX/mails/._3.html': 'x',
      'mails/.DS_Store': 'x',
    })
    const items = await data.sample()
    assert.deepEqual(
      items.map(({ id, label }) => [id, label]),
      [
        ['ham/1.eml', 'ham'],
        ['ham/2.txt', 'ham'],
        ['spam/3.html', 'spam'],
      ],
    )
    assert.match(items[2]?.text ?? '', /free offer/)
  })

  test('tables one after the other, and the names of classes', async () => {
    const files = {
      'd/test.jsonl': '{"text":"c","label":-1}\n',
      'd/train.jsonl': '{"text":"a","label":1}\n{"text":"b","label":0}\n',
      'd/dataset_info.json': '{"features":{"label":{"names":["ham","spam"]}}}',
    }
    for (const name of ['x.zip', 'no ending']) {
      const items = await (await opened(files, name)).sample()
      assert.deepEqual(
        items.map(({ text, label }) => [text, label]),
        [
          ['a', 'spam'],
          ['b', 'ham'],
          ['c', undefined],
        ],
      )
    }
  })

  test('an archive without data is refused', async () => {
    await assert.rejects(opened({ 'a.png': 'x' }), { code: 'folder/empty' })
  })
})
