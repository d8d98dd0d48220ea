import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { dataSets, syntheticStreams } from '@askance/data'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'

describe('convert', () => {
  for (const [format, numbering] of [
    ['jsonl', 'keep'],
    ['vw', 'keep'],
    ['csv', 'assign'],
    ['libsvm', 'keep'],
  ] as const)
    test(`LIBSVM to ${format} and back is unchanged`, async (t) => {
      const path = folder(t)
      await printed('convert', golden('dense.libsvm'), path('expected.libsvm'))
      await printed('convert', golden('dense.libsvm'), path(`a.${format}`))
      await printed('convert', path(`a.${format}`), path('b.libsvm'), '--numbering', numbering)
      assert.equal(readFileSync(path('b.libsvm'), 'utf8'), readFileSync(path('expected.libsvm'), 'utf8'))
      assert.equal(readFileSync(path('b.libsvm'), 'utf8').split('\n').length, 201)
    })

  test('reports what was written and what the format cannot represent', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.jsonl'), '{"id":"m1","label":"x","features":{"a":1,"b":2}}\n')
    const { err } = await askance(['convert', path('a.jsonl'), path('b.libsvm')])
    assert.match(err, /^wrote 1 item to .*b\.libsvm as libsvm$/m)
    assert.match(err, /wrote the names of 2 features to .*b\.libsvm\.names/)
    assert.equal(readFileSync(path('b.libsvm'), 'utf8').trim(), 'x 1:1 2:2')
    assert.equal((await askance(['convert', path('a.jsonl'), path('c.csv'), '--quiet'])).err, '')
  })

  test('writes to the standard output with --to', async (t) => {
    const path = folder(t)('a.csv')
    writeFileSync(path, 'n,label\n1,x\n2,y\n')
    const out = await printed('convert', path, '-', '--to', 'jsonl')
    assert.deepEqual(JSON.parse(out.split('\n')[0]), { label: 'x', features: { n: 1 } })
    const unsaid = await askance(['convert', path, '-'])
    assert.match(unsaid.err, /set it with --to/)
    assert.equal(unsaid.code, 2)
  })

  test('skips invalid records with --on-error skip', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.csv'), 'n,label\n1,x\n2\n3,y\n')
    const { err, code } = await askance(['convert', path('a.csv'), path('b.jsonl'), '--on-error', 'skip'])
    assert.equal(code, 0)
    assert.match(err, /wrote 2 items/)
    assert.match(err, /skipped 1 record:\n {2}.*a\.csv:3/)
    assert.match((await askance(['convert', path('a.csv'), path('c.jsonl')])).err, /a\.csv:3/)
    assert.deepEqual(readdirSync(path('.')).sort(), ['a.csv', 'b.jsonl'])
  })
})

describe('generate', () => {
  test('lists every stream with its parameters', async () => {
    const text = await printed('generate', '--list')
    for (const { name, parameters } of syntheticStreams) {
      assert.ok(text.includes(name))
      for (const parameter of parameters) assert.ok(text.includes(parameter.name))
    }
    assert.equal((await printedJson('generate', '--list')).length, syntheticStreams.length)
  })

  for (const { name, needsTable } of syntheticStreams.filter((stream) => !stream.needsTable))
    test(`${name}: depends only on the seed`, async () => {
      const line = ['generate', name, '--items', '5', '--seed', '3']
      const first = await printed(...line)
      assert.equal(first.trim().split('\n').length, 5)
      assert.equal(await printed(...line), first)
      assert.notEqual(await printed('generate', name, '--items', '5', '--seed', '4'), first)
      assert.equal(needsTable, false)
    })

  test('writes the same stream in all formats', async (t) => {
    const path = folder(t)
    for (const format of ['libsvm', 'csv', 'jsonl'])
      await printed('generate', 'sea', '--items', '50', '-o', path(`sea.${format}`))
    const outcome = async (format: string, ...flags: string[]) => {
      const { asked, mistakes } = await printedJson('run', path(`sea.${format}`), ...flags)
      return { asked, mistakes }
    }
    const expected = await outcome('libsvm')
    assert.deepEqual(await outcome('jsonl'), expected)
    assert.deepEqual(await outcome('csv', '--scale', 'none'), expected)
  })

  test('parameters, digits, a stream made from data, and errors', async () => {
    const line = ['generate', 'unit-circle', '--items', '3', '--params', 'dimension=4', '--digits', '3']
    assert.match(await printed(...line), /^-?1 1:-?[\d.]{1,6} .*4:-?[\d.]+$/m)
    const regrouped = await printed('generate', 'regrouped', '--data', golden('multi.libsvm'))
    assert.match(regrouped, /^-?1 /)
    const wrong = async (...words: string[]) => (await askance(['generate', ...words])).err
    assert.match(await wrong('seas'), /unknown synthetic stream seas; did you mean sea\?/)
    assert.match(await wrong(), /generate requires NAME/)
    assert.match(await wrong('sea', '--params', 'nose=1'), /sea has no parameter nose/)
    assert.match(await wrong('regrouped'), /needs a data set/)
    assert.match(await wrong('sea', '--digits', '3', '--format', 'csv'), /cannot be combined with/)
  })
})

describe('data', () => {
  test('lists the known sets and their availability', async (t) => {
    const path = folder(t)
    writeFileSync(path('a9a.libsvm'), '1 1:1\n')
    const text = await printed('data', 'list', '--data-dir', path('.'))
    for (const { name } of dataSets) assert.ok(text.includes(name), name)
    assert.match(text, /^a9a .* yes /m)
    assert.match(text, new RegExp(`^1 of ${dataSets.length} are in `, 'm'))
    const [a9a] = await printedJson('data', 'list', 'a9a', '--data-dir', path('.'))
    assert.equal(a9a.path, path('a9a.libsvm'))
  })

  test('compares a set or a file with the known sizes', async (t) => {
    const path = folder(t)
    writeFileSync(path('a9a.libsvm'), '1 1:1\n-1 3:1\n')
    const named = await askance(['data', 'check', 'a9a'], { env: { ASKANCE_DATA: path('.') } })
    assert.match(named.out, /^instances +32,561 +2$/m)
    assert.match(
      named.err,
      /a9a\.libsvm: the data does not match what is known about it: instances: found 2, expected 32561/,
    )
    assert.equal(named.code, 1)
    writeFileSync(path('mine.csv'), 'n,label\n1,x\n2,y\n')
    const { known, instances, classes, faults } = await printedJson('data', 'check', path('mine.csv'))
    assert.deepEqual(
      { known, instances, classes, faults },
      { known: null, instances: 2, classes: 2, faults: [] },
    )
    assert.match((await askance(['data', 'check'])).err, /data check requires NAME/)
    assert.match((await askance(['data', 'check', 'nothing', '--data-dir', path('.')])).err, /not found in /)
  })

  test('downloads a file from a URL', async (t) => {
    const path = folder(t)
    const server = createServer((_, response) => response.end('1 1:1\n-1 2:1\n'))
    t.after(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/tiny.libsvm`
    const { path: got, bytes } = await printedJson('data', 'get', address, '--data-dir', path('sets'))
    assert.deepEqual([got, bytes], [path('sets/tiny.libsvm'), 13])
    assert.equal((await printedJson('run', 'tiny', '--data-dir', path('sets'))).items, 2)
    const unknown = await askance(['data', 'get', 'a9', '--data-dir', path('sets')])
    assert.match(unknown.err, /unknown data set a9; did you mean a/)
  })

  test('accepts the name of a set as DATA and prints its file', async (t) => {
    const path = folder(t)
    mkdirSync(path('sets'))
    writeFileSync(path('sets/german.libsvm'), '1 1:1\n-1 2:1\n')
    const env = { ASKANCE_DATA: path('sets') }
    const { code, err } = await askance(['run', 'german', '--json', '--quiet'], { env })
    assert.deepEqual([code, err], [0, `askance: german is ${path('sets/german.libsvm')}\n`])
    const absent = await askance(['run', 'a9a', '--quiet'], { env })
    assert.match(absent.err, /a9a is a known data set, but it is not in the folder .*`askance data get a9a`/)
    assert.match((await askance(['run', 'nosuchset', '--quiet'], { env })).err, /nosuchset: file not found/)
  })
})
