import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, printed, printedJson } from './tools/askance.js'

const words = { bus: 'late again at the stop', train: 'no seat in the coach' }
const rows = Array.from({ length: 40 }, (_, k) => {
  const label = k % 2 ? 'bus' : 'train'
  return { id: `T-${100 + k}`, day: `${1 + (k % 28)}.11.2025`, text: `${words[label]}, case ${k}`, label }
})
const table = `Ticket-ID;day;price;text;team\n${rows
  .map(({ id, day, text, label }, k) => `${id};${day};1.${100 + k},5;"${text}";${label}\n`)
  .join('')}`

describe('predict writes files', () => {
  test('columns that options named in training may be missing', async (t) => {
    const path = folder(t)
    writeFileSync(path('train.csv'), table)
    const named = ['--label-column', 'team', '--id-column', 'Ticket-ID', '--text-column', 'text']
    await printed('run', path('train.csv'), ...named, '--save', path('m'))
    writeFileSync(path('new.csv'), 'text\nlate again at the stop\nno seat in the coach\n')
    assert.equal(await printed('predict', path('new.csv'), '--model', path('m')), 'bus\ntrain\n')
    const { err } = await askance(['predict', path('new.csv'), '--model', path('m'), '--label-column', 'x'])
    assert.match(err, /no column named x; the columns are text/)
  })

  test('the rows of a table as they are, with labels and probabilities', async (t) => {
    const path = folder(t)
    writeFileSync(path('train.csv'), table)
    const { err } = await askance(['run', path('train.csv'), '--save', path('m'), '--verbose'])
    assert.match(
      err,
      /label +team .*\n +text +text\n +id +Ticket-ID .*\n +numbers +price \(decimal comma\)\n +dates +day/,
    )
    const short = await askance(['run', path('train.csv')])
    assert.match(
      short.err,
      /: csv, 5 columns; label: team; text: text; id: Ticket-ID; numbers: price; dates: day\n/,
    )
    const messy =
      '\ufeffTicket-ID;day;price;text\r\n9;31.12.2025;2,5;"late again\r\nat the ""stop"""\r\n8;;;no seat in the coach\r\n'
    writeFileSync(path('new.csv'), messy)
    const told = await askance(['predict', path('new.csv'), '--model', path('m'), '-o', path('out.csv')])
    assert.match(told.err, /wrote 2 items to .*out\.csv as csv/)
    assert.doesNotMatch(told.err, /Warning/)
    writeFileSync(path('other.csv'), 'city,street\nRome,Via Appia\nOslo,Storgata\n')
    for (const output of [[], ['-o', path('other.out.csv')]]) {
      const unread = await askance(['predict', path('other.csv'), '--model', path('m'), ...output])
      assert.match(unread.err, /^Warning: the data does not have these columns .*: day, price$/m)
    }
    const written = readFileSync(path('out.csv'), 'utf8')
    const kept = written.replaceAll(/;(?:bus|train);[\d.e-]+;[\d.e-]+;[\d.e-]+;prediction(?=\r)/g, '')
    assert.equal(
      kept,
      messy.replace('text\r', 'text;label;probability;probability:bus;probability:train;source\r'),
    )
    assert.match(written, /"stop""";bus;0\.\d+;0\.\d+;0\.\d+;prediction/)
    const json = await printed('predict', path('new.csv'), '--model', path('m'), '--to', 'jsonl')
    const items = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      items.map(({ 'Ticket-ID': id, day, price, label }) => [id, day, price, label]),
      [
        ['9', '31.12.2025', 2.5, 'bus'],
        ['8', '', null, 'train'],
      ],
    )
    assert.ok(Math.abs(items[0]['probability:bus'] + items[0]['probability:train'] - 1) < 1e-9)
  })

  test('--evaluate works with files too', async (t) => {
    const path = folder(t)
    writeFileSync(path('train.csv'), table)
    await printedJson('run', path('train.csv'), '--save', path('m'))
    const flags = ['--model', path('m'), '-o', path('p.jsonl'), '--evaluate']
    assert.match((await askance(['predict', path('train.csv'), ...flags])).err, /^items +40$/m)
  })

  test('an unlabelled table cannot be run, and the error names its columns', async (t) => {
    const path = folder(t)
    const lines = rows.map(({ id, text }, k) => `${id},${k % 3},p${k % 4},"${text}"\n`)
    writeFileSync(path('x.csv'), `id,level,place,body\n${lines.join('')}`)
    const { code, err } = await askance(['run', path('x.csv')])
    assert.equal(code, 1)
    assert.match(err, /none of the columns id, level, place, body looks like a label/)
  })
})
