// The exports of a stream whose items come from a table: each format is read again.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Item, itemWriters, openData, plainContent, sourceFields, sourceFile } from '@askance/data'
import { type Running, startServer } from '../src/run/index.js'
import { defaultSettings } from '../src/settings/index.js'
import { logged } from './run-tools.js'

const ROWS = 12
const classes = ['billing', 'bug']

/** A table as it comes: a byte order mark, semicolons, a decimal comma, an ignored column, a year as a name, a quote. */
const table = (): string => {
  const rows = Array.from(
    { length: ROWS },
    (_, k) =>
      `T-${100 + k};${1 + k}.12.2025;1.0${10 + k},50;"${k % 2 ? 'it crashes' : 'wrong invoice'}; ""again"" ${k}";intern;${k}`,
  )
  return `\ufeffTicket-Nr.;Eingang;Betrag in €;Nachricht;Mandant;2025\r\n${rows.join('\r\n')}\r\n`
}

const settings = { ...defaultSettings, port: 0, anonymous: true, threads: 0 }

describe('exports of a table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-export-'))
  let server: Running
  const call = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${server.url}/v1/streams${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(response.ok, await response.clone().text())
  }
  const exported = async (format: string): Promise<string> => {
    const response = await fetch(`${server.url}/v1/streams/tickets/labelled?format=${format}`)
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
    assert.match(name, /^Tickets M_rz\.labelled\./)
    const path = join(folder, name)
    writeFileSync(path, Buffer.from(await response.arrayBuffer()))
    return path
  }

  before(async () => {
    const { logger } = logged('warn')
    server = await startServer(
      { ...settings, store: join(folder, 'a.sqlite') },
      { logger, stdout: { write: () => {} } },
    )
    const data = await openData(new File([table()], 'Tickets März.csv'), {
      as: 'items',
      keepRecords: 'values',
    })
    const file = sourceFile(data)
    assert.ok(file)
    await call('', { id: 'tickets', classes, protocol: 'pool', file })
    const sent = (item: Item) => ({
      id: item.id,
      ...plainContent(item, data.columns),
      fields: sourceFields(item, file),
    })
    const items: Item[] = []
    for await (const batch of data.items()) items.push(...batch)
    assert.equal(sent(items[0] as Item).fields[3], null, 'the text is not sent twice')
    await call('/tickets/items', { items: items.map(sent) })
    const examples = items.slice(0, 2).map((item, k) => ({ ...sent(item), label: classes[k] }))
    await call('/tickets/examples', { items: examples })
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test('the list of items has the predictions of the model as it is, and finds them', async () => {
    const listed = async (query = '') => {
      const response = await fetch(`${server.url}/v1/streams/tickets/items?limit=100${query}`)
      return ((await response.json()) as { items: { id: string; predicted: string; confidence: number }[] })
        .items
    }
    const labelled = await fetch(`${server.url}/v1/streams/tickets/labelled`)
    const all = (await labelled.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const predicted = all.filter(({ source }) => source === 'prediction')
    assert.deepEqual(
      (await listed()).map((item) => [item.id, item.predicted, item.confidence]).toSorted(),
      all
        .map(({ id, source, label, probabilities }) =>
          source === 'prediction' ? [id, label, probabilities[label]] : [id, '', 0],
        )
        .toSorted(),
    )
    const bugs = predicted.filter(({ label }) => label === 'bug').map(({ id }) => id)
    assert.ok(bugs.length > 0 && bugs.length < predicted.length)
    assert.deepEqual((await listed('&predicted=bug')).map(({ id }) => id).toSorted(), bugs)
    assert.deepEqual(await listed('&predicted=bug&maxConfidence=0'), [])
  })

  test('CSV has the columns of the file, as they were written, and then the labels', async () => {
    const lines = readFileSync(await exported('csv'), 'utf8').split('\n')
    const before = table().split('\r\n')
    const added = ';label;probability;probability:billing;probability:bug;source;by'
    assert.equal(lines[0], `${before[0]}${added}`)
    assert.match(lines[1] ?? '', /;billing;1;1;0;answer;/)
    for (const [k, line] of lines.slice(1, 1 + ROWS).entries())
      assert.ok(line.startsWith(`${before[k + 1]};b`), line)
    assert.equal(lines.filter((line) => line.includes(';prediction;')).length, ROWS - 2)
  })

  /** Tools have a place for answers and another for predictions. */
  const answersOnly = new Set(['label-studio', 'argilla', 'prodigy'])
  const formats = itemWriters.map(({ name }) => name).filter((name) => name !== 'libsvm' && name !== 'vw')
  for (const format of formats)
    test(`${format} is read again with all items and labels`, async () => {
      const path = await exported(format)
      const data = await openData(path, { as: 'items' })
      const items: Item[] = []
      for await (const batch of data.items()) items.push(...batch)
      assert.equal(items.length, ROWS)
      assert.equal(
        items.filter(({ label }) => label !== undefined).length,
        answersOnly.has(format) ? 2 : ROWS,
      )
      assert.deepEqual([items[0]?.label, items[1]?.label], classes)
      assert.deepEqual([items[0]?.id, items[0]?.text], ['T-100', 'wrong invoice; "again" 0'])
      const names = data.understanding.columns.map(({ name }) => name)
      if (format !== 'prodigy')
        for (const name of ['Eingang', 'Betrag in €', 'Mandant', '2025'])
          assert.ok(names.includes(name), name)
    })

  test('of items without a file, CSV has no text that a spreadsheet computes, unless asked for', async () => {
    await call('', { id: 'posts', classes })
    await call('/posts/items', { items: [{ id: '@1', text: '=HYPERLINK("http://evil.example")' }] })
    const csv = async (more = '') =>
      (await fetch(`${server.url}/v1/streams/posts/labelled?format=csv${more}`)).text()
    assert.match(await csv(), /^'@1,"'=HYPERLINK\(""/m)
    assert.match(await csv('&formulas=keep'), /^@1,"=HYPERLINK\(""/m)
  })
})
