import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { gzip } from '../src/bytes/gzip.js'
import { gzip as gzipInBrowsers } from '../src/bytes/gzip-browser.js'
import { unpacked } from '../src/bytes/open.js'

const SEED = 99

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // One buffer for all chunks, as for files: chunks must not be kept.
  const buffer = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    buffer.set(piece)
    yield buffer.subarray(0, piece.length)
    buffer.fill(0xaa)
  }
}

const joined = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk))
  return Buffer.concat(parts).toString()
}

const text = Array.from({ length: 2000 }, (_, k) => `1 ${k + 1}:0.${k}\n`).join('')
const one = gzipSync(text)
const two = Buffer.concat([gzipSync('hello '), gzipSync(''), gzipSync('world')])

test('detects gzip by its first bytes', async () => {
  const textOf = (bytes: Uint8Array) => joined(unpacked(cut(bytes, 1 << 16), 'some.gz'))
  assert.equal(await textOf(one), text)
  assert.equal(await textOf(Buffer.from(text)), text)
  for (const short of ['', '\x1f', 'x']) assert.equal(await textOf(Buffer.from(short, 'latin1')), short)
})

for (const [title, { unpack }] of Object.entries({ gzip, 'gzip in browsers': gzipInBrowsers }))
  describe(title, () => {
    const textOf = (bytes: Uint8Array, size = 1 << 16): Promise<string> =>
      joined(unpack(cut(bytes, size), 'some.gz'))

    test('members follow each other, wherever the chunks are cut', async () => {
      for (let size = 1; size <= two.length; size++) assert.equal(await textOf(two, size), 'hello world')
      for (const size of [1, 7, 100, 1000]) assert.equal(await textOf(one, size), text)
    })

    test('skips zero padding', async () => {
      for (const size of [1, 30, 1 << 16])
        assert.equal(await textOf(Buffer.concat([two, Buffer.alloc(100)]), size), 'hello world')
    })

    test('rejects data truncated at any position', async () => {
      for (let length = 2; length < two.length; length++) {
        const ends = [gzipSync('hello ').length, Buffer.concat([gzipSync('hello '), gzipSync('')]).length]
        if (ends.includes(length)) continue
        await assert.rejects(textOf(two.subarray(0, length)), {
          code: 'bytes/gzip-truncated',
          message: 'some.gz: truncated gzip data: the file ends too early',
        })
      }
    })

    test('rejects trailing data', async () => {
      for (const size of [1, 10, 1 << 16]) {
        await assert.rejects(textOf(Buffer.concat([two, Buffer.from('more')]), size), { code: 'bytes/gzip' })
        await assert.rejects(textOf(Buffer.concat([two, Buffer.from('\0\0more')]), size), {
          code: 'bytes/gzip-trailing',
          message: 'some.gz: the gzip data is followed by bytes that are not gzip',
        })
      }
    })

    test('damaged, it is an error that names the source, or the damage does not matter', async () => {
      const random = new Random(SEED, 'test/gzip')
      for (let round = 0; round < 300; round++) {
        const damaged = Buffer.from(one)
        const at = 2 + random.below(damaged.length - 2)
        damaged[at] ^= 1 << random.below(8)
        try {
          assert.equal(await textOf(damaged, 1 + random.below(5000)), text)
          assert.ok(at < 10, `seed ${SEED}, round ${round}: byte ${at} was changed unnoticed`)
        } catch (cause) {
          assert.ok(cause instanceof AskanceError, `seed ${SEED}, round ${round}: ${cause}`)
          assert.match(cause.code, /^bytes\/gzip/)
          assert.equal(cause.position?.source, 'some.gz')
        }
      }
    })

    test('an error of the bytes below passes unchanged', async () => {
      const broken = async function* () {
        yield one.subarray(0, 100)
        throw new Error('the cable is cut')
      }
      await assert.rejects(joined(unpack(broken(), 'some.gz')), { message: 'the cable is cut' })
    })
  })
