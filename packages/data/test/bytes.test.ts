import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openBytes } from '@askance/data'
import { temporaryFile, temporaryFolder } from './support/files.js'

const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk))
  return Buffer.concat(parts).toString()
}

const long = Array.from({ length: 120_000 }, (_, k) => `line ${k}\n`).join('')

describe('a file', () => {
  test('comes whole, in order', async () => {
    assert.equal(await textOf(openBytes(temporaryFile('long', long))), long)
    assert.equal(await textOf(openBytes(temporaryFile('empty', ''))), '')
    assert.equal(await textOf(openBytes(temporaryFile('one', 'x'))), 'x')
  })

  test('tells how much of it was read', async () => {
    const reported: (number | undefined)[][] = []
    await textOf(openBytes(temporaryFile('reported', long), { progress: (...both) => reported.push(both) }))
    assert.deepEqual(reported.at(-1), [long.length, long.length])
    assert.ok(reported.length > 1)
  })

  test('that is not there, is a directory or is closed to us is an error that names it', async () => {
    const missing = join(temporaryFolder, 'missing')
    await assert.rejects(textOf(openBytes(missing)), {
      name: 'AskanceError',
      code: 'bytes/missing',
      message: `${missing}: file not found`,
    })
    await assert.rejects(textOf(openBytes(join(temporaryFile('file', ''), 'below'))), {
      code: 'bytes/missing',
    })
    await assert.rejects(textOf(openBytes(temporaryFolder)), {
      code: 'bytes/directory',
      message: `${temporaryFolder}: is a directory; expected a file`,
    })
    await assert.rejects(textOf(openBytes('a\0b')), { code: 'bytes/read' })
    await assert.rejects(textOf(openBytes('x'.repeat(5000))), { code: 'bytes/read' })
  })

  const mayReadAll = process.platform === 'win32' || process.getuid?.() === 0
  test('without permission', { skip: mayReadAll && 'this user may read everything' }, async () => {
    const path = temporaryFile('closed', '1')
    chmodSync(path, 0)
    await assert.rejects(textOf(openBytes(path)), { code: 'bytes/permission' })
  })

  const open = '/proc/self/fd'
  test('is closed when the reader stops early', {
    skip: !existsSync(open) && `no ${open} here`,
  }, async () => {
    const paths = [temporaryFile('stop', long), temporaryFile('stop.gz', gzipSync(long, { level: 0 }))]
    const before = readdirSync(open).length
    for (let k = 0; k < 20; k++)
      for (const path of paths) for await (const chunk of openBytes(path)) if (chunk.length > 0) break
    while (readdirSync(open).length > before) await new Promise((resolve) => setImmediate(resolve))
  })
})

test('the standard input is read as it is, packed or not', () => {
  const script = `
    import { openBytes } from '@askance/data'
    for await (const chunk of openBytes('-')) process.stdout.write(chunk)`
  for (const input of [Buffer.from('a\nb\n'), gzipSync('a\nb\n')]) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      input,
      cwd: import.meta.dirname,
    })
    assert.equal(stderr.toString(), '')
    assert.equal(stdout.toString(), 'a\nb\n')
  }
})

test('a pipe is read, and can be left', {
  skip: process.platform === 'win32' && 'no named pipes',
}, async () => {
  const path = join(temporaryFolder, 'pipe')
  execFileSync('mkfifo', [path])
  const writer = createWriteStream(path)
  writer.write('ab')
  for await (const chunk of openBytes(path)) {
    assert.equal(Buffer.from(chunk).toString(), 'ab')
    break
  }
  writer.destroy()
})
