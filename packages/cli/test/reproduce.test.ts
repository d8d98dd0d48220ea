import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { reproductions } from '@askance/bench'
import { askance, folder, golden, printed, printedJson, program } from './tools/askance.js'

const work = ['--threads', '1', '--no-cache', '--quiet']

/** A folder that holds something under the name of a data set. */
const withBasehock = (path: (name: string) => string): string => {
  copyFileSync(golden('sparse.libsvm'), path('basehock.libsvm'))
  return path('.')
}

describe('reproduce', () => {
  test('lists every table and figure and the available data', async (t) => {
    const dir = withBasehock(folder(t))
    const out = await printed('reproduce', 'list', '--data-dir', dir)
    for (const { id, title } of reproductions) {
      assert.ok(out.includes(`${id} `), id)
      assert.ok(out.includes(title.slice(0, 40)), title)
    }
    assert.match(out, /^ +available: basehock$/m)
    assert.match(out, /^ +missing: pcmac, farm_ads, gisette, spam_corpus,\s+url_day0$/m)
    assert.match(out, /^\d+ of 31 have all their data/m)
    assert.equal(await printed('reproduce', '--data-dir', dir), out)
    const listed = await printedJson('reproduce', '--data-dir', dir)
    assert.equal(listed.length, reproductions.length)
    assert.deepEqual(listed[0].sets[0], { name: 'basehock', data: 'basehock', here: true })
  })

  test('prints the verdicts on the claims from stored results', async () => {
    const out = await printed('reproduce', 'claims')
    assert.match(out, /^lu-2016\/table-2 \(\d{4}-\d\d-\d\d, \d+ runs\)$/m)
    assert.match(out, /^holds +Every active algorithm is above its random counterpart\.$/m)
    const listed: { verdict: string }[] = await printedJson('reproduce', 'claims')
    const count = (wanted: string): number => listed.filter(({ verdict }) => verdict === wanted).length
    const last = `${count('holds')} hold, ${count('fails')} fail, ${count('undecided')} are undecided.`
    assert.equal(out.trimEnd().split('\n').at(-1), last)
    const fields = ['claim', 'date', 'id', 'numbers', 'paper', 'runs', 'test', 'verdict']
    for (const one of listed) assert.deepEqual(Object.keys(one).sort(), fields)
    const bundled = execFileSync(process.execPath, [program, 'reproduce', 'claims', '--json'])
    assert.deepEqual(JSON.parse(bundled.toString()), listed, 'the bundled command finds them too')
  })

  test('compares a table with the paper', async (t) => {
    const path = folder(t)
    const dir = withBasehock(path)
    const line = ['reproduce', 'zhai-2022/table-2', '--data-dir', dir, '--quick', '--runs', '2', ...work]
    const { code, out, err } = await askance([...line, '--sets', 'basehock,pcmac', '-o', path('out')])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    assert.match(out, /^zhai-2022\/table-2: F1 of D-ADA/m)
    assert.match(out, /^claim +D-ADA and D-AMD/m)
    assert.match(out, /^note +The vectors are used unchanged/m)
    assert.match(out, /^set +algorithm +ratio +paper % +ours % +difference +within$/m)
    assert.match(out, /^basehock +PAA-II +10 % +87\.50 ± 1\.40 +\S+/m)
    assert.match(out, /^\d+ of \d+ within one standard deviation.*10 could not be computed\.$/m)
    assert.match(out, /^missing +data set pcmac not found in /m)
    assert.match(out, /^repeat with +askance reproduce zhai-2022\/table-2 /m)
    const files = readdirSync(path('out/zhai-2022/table-2'))
    assert.ok(files.includes('results.json') && files.includes('report.html') && files.includes('figures'))
    const all = await printed(...line, '--sets', 'basehock', '--all')
    assert.match(all, /^── Paper and reproduction ──$/m)
    assert.match(all, /^── Tuned parameters ──$/m)
  })

  test('accepts a prefix and reports missing data', async (t) => {
    const dir = withBasehock(folder(t))
    const line = ['reproduce', 'cesa-bianchi-2009', '--data-dir', dir, '--runs', '1', ...work]
    const { code, out, err } = await askance(line)
    assert.equal(code, 0)
    assert.match(out, /^The largest error stays below ε in 18 of 18 settings/m)
    assert.match(err, /^askance: cesa-bianchi-2009\/figure-2 needs a9a, and none of them is in the folder /m)
    assert.match(err, /^askance: cesa-bianchi-2009\/figure-3 needs rcv1_topics, 20newsgroups_text,/m)
    const made = JSON.parse((await askance([...line, '--json'])).out)
    assert.deepEqual(
      made.map(({ id }: { id: string }) => id),
      ['cesa-bianchi-2009/figure-1'],
    )
    assert.equal(made[0].sections[0].tables[0].id, 'estimation')
  })

  test('prints our numbers for a figure without published ones', async (t) => {
    const dir = withBasehock(folder(t))
    const line = ['reproduce', 'zhai-2022/figure-1', '--data-dir', dir, '--sets', 'basehock']
    const out = await printed(...line, '--runs', '1', '--quick', ...work)
    assert.match(out, /F1 % at these shares of the labels$/m)
  })

  test('prints heat maps as tables', async (t) => {
    const dir = withBasehock(folder(t))
    const out = await printed('reproduce', 'zhai-2022/figure-4', '--data-dir', dir, '--runs', '1', ...work)
    assert.match(out, /^F1 of D-ADA on basehock, smoothing = 1, in %: stepSize down, ridge across$/m)
    assert.match(out, /^ +0\.01( +\d+\.\d( (██|▓▓|▒▒|░░| {2})\*?)?){7}$/m)
  })

  test('suggests similar ids and sets', async (t) => {
    const dir = folder(t)('.')
    const outcome = async (...argv: string[]) => askance(['reproduce', ...argv, '--data-dir', dir, ...work])
    const id = await outcome('zhai-2022/tabel-2')
    assert.match(
      id.err,
      /^askance: unknown reproduction zhai-2022\/tabel-2; did you mean zhai-2022\/table-2\?.*\n$/,
    )
    assert.equal(id.code, 1)
    const set = await outcome('zhai-2022/table-2', '--sets', 'basehok')
    assert.match(set.err, /--sets: found basehok, expected some of basehock, pcmac, farm_ads/)
    assert.equal(set.code, 2)
    const none = await outcome('zhai-2022/table-2')
    assert.match(none.err, /zhai-2022\/table-2 needs basehock, pcmac, .*, and none of them is in the folder/)
    assert.equal(none.code, 1)
  })
})
