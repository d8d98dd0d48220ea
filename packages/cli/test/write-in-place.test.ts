import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { askance, folder } from './tools/askance.js'

const rows = Array.from(
  { length: 40 },
  (_, k) => `${k % 2 ? 1 : -1} 1:${(k % 7) + 1} 2:${(k % 3) + 1}\n`,
).join('')

const writers = (file: string, target: string): readonly (readonly string[])[] => [
  ['run', file, '--quiet', '--save', target],
  ['live', file, '--quiet', '--save', target],
  ['convert', file, target, '--to', 'libsvm'],
]

test('writes through a symlink', async (t) => {
  const path = folder(t)
  const file = path('data.libsvm')
  writeFileSync(file, rows)
  for (const [k, args] of writers(file, path('link')).entries()) {
    const target = path(`target-${k}`)
    writeFileSync(target, 'before')
    symlinkSync(target, path('link'))
    assert.equal((await askance([...args])).code, 0, args[0])
    assert.ok(lstatSync(path('link')).isSymbolicLink(), args[0])
    assert.notEqual(readFileSync(target, 'utf8'), 'before', args[0])
    rmSync(path('link'))
  }
})

test('writes to a device in place', async (t) => {
  const path = folder(t)
  const device = path('null')
  // A copy of /dev/null, so that a failing test does not break the machine.
  const made = spawnSync('mknod', [device, 'c', '1', '3'])
  if (made.status !== 0) return t.skip('mknod needs root')
  const file = path('data.libsvm')
  writeFileSync(file, rows)
  for (const args of writers(file, device)) {
    const { code, err } = await askance([...args])
    assert.equal(code, 0, `${args[0]}: ${err}`)
    assert.ok(lstatSync(device).isCharacterDevice(), args[0])
  }
})

test('writes to a FIFO', async (t) => {
  const path = folder(t)
  const fifo = path('fifo')
  if (spawnSync('mkfifo', [fifo]).status !== 0) return t.skip('there is no mkfifo')
  const file = path('data.libsvm')
  writeFileSync(file, rows)
  for (const args of writers(file, fifo)) {
    const reader = execFile('cat', [fifo], { encoding: 'buffer' })
    const read: Buffer[] = []
    reader.stdout?.on('data', (chunk: Buffer) => read.push(chunk))
    const ended = once(reader, 'close')
    assert.equal((await askance([...args])).code, 0, args[0])
    await ended
    assert.ok(Buffer.concat(read).length > 100, args[0])
    assert.ok(lstatSync(fifo).isFIFO(), args[0])
  }
})

test('refuses to write over a file that it reads', async (t) => {
  const path = folder(t)
  const file = path('data.libsvm')
  const table = path('tickets.csv')
  const before = 'id,text,team\n1,late again,bus\n2,no seat,train\n3,,\n'
  writeFileSync(file, rows)
  writeFileSync(table, before)
  assert.equal((await askance(['run', file, '--quiet', '--save', path('model')])).code, 0)
  const model = readFileSync(path('model'))
  symlinkSync(file, path('symlink'))
  linkSync(file, path('hard-link'))
  const refused: readonly (readonly [RegExp, ...string[]])[] = [
    [
      /^askance: OUT \S+ is the file of IN, which would be overwritten; name another file\n$/,
      'convert',
      file,
      file,
    ],
    [/OUT/, 'convert', file, path('symlink'), '--to', 'libsvm'],
    [/OUT/, 'convert', path('symlink'), file],
    [/OUT/, 'convert', file, path('hard-link'), '--to', 'libsvm'],
    [/--save \S+ is the file of DATA/, 'run', file, '--save', path('hard-link')],
    [/--save \S+ is the file of DATA/, 'run', 'data', '--data-dir', path('.'), '--save', file],
    [/--save \S+ is the file of --trace/, 'run', file, '--trace', path('new'), '--save', path('./new')],
    [/--log \S+ is the file of DATA/, 'live', file, '--log', file],
    [/--output \S+ is the file of --model/, 'predict', file, '--model', path('model'), '-o', path('model')],
    [/--output \S+ is the file of FILE/, 'label', table, '--out', table],
    [/--state \S+ is the file of FILE/, 'label', table, '--state', table],
    [/--save \S+ is the file of --examples/, 'label', table, '--examples', file, '--save', file],
    [
      /the labelled file \S+ is the file of --examples/,
      ...['label', table, '--classes', 'bus,train', '--examples', path('tickets.labelled.csv'), '--no-open'],
    ],
    [
      /the file of the answers \S+ is the file of --save/,
      ...['label', table, '--classes', 'bus,train', '--save', `${table}.askance`, '--no-open'],
    ],
  ]
  writeFileSync(path('tickets.labelled.csv'), before.replace('3,,\n', ''))
  for (const [expected, ...args] of refused) {
    const { code, out, err } = await askance(args)
    assert.match(err, expected, args.join(' '))
    assert.equal(code, 2, out)
    assert.equal(readFileSync(file, 'utf8'), rows)
    assert.equal(readFileSync(table, 'utf8'), before)
    assert.deepEqual(readFileSync(path('model')), model)
  }
  assert.equal(
    (await askance(['run', file, '--quiet', '--resume', path('model'), '--save', path('model')])).code,
    0,
  )
})
