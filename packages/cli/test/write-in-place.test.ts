import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
