// The unpacking of browsers against zlib, which writes and reads the same files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { gzip } from '../src/bytes/gzip-browser.js'
import { memoryInput } from './support/items.js'

const SEED = 7
const ROUNDS = process.env.ASKANCE_SOAK ? 5000 : 200

const unpackedBytes = async (bytes: Uint8Array, size: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const chunk of gzip.unpack(memoryInput(bytes, size).read(), 'some.gz'))
    parts.push(Buffer.from(chunk))
  return Buffer.concat(parts)
}

const noise = (random: Random, length: number, symbols: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.below(symbols)))

test('what zlib has packed, by any strategy and at any level, is unpacked', async () => {
  const random = new Random(SEED, 'test/inflate')
  const contents = [
    Buffer.alloc(0),
    Buffer.from('a'),
    Buffer.alloc(700_000, 'abc'),
    noise(random, 400_000, 256),
    noise(random, 400_000, 3),
    Buffer.from(
      Array.from({ length: 60_000 }, () => `${random.below(1000)}:0.${random.below(90)} `).join(''),
    ),
  ]
  const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants
  for (const content of contents)
    for (const level of process.env.ASKANCE_SOAK ? [0, 1, 9] : [0, 6])
      for (const strategy of [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE]) {
        const packed = gzipSync(content, { level, strategy })
        for (const size of [977, 1 << 20]) assert.ok((await unpackedBytes(packed, size)).equals(content))
      }
})

test('a header may have more fields, and a checksum', async () => {
  const plain = gzipSync('hello')
  const fields = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x04 | 0x08 | 0x10, 0, 0, 0, 0, 0, 3]),
    Buffer.from([3, 0, 1, 2, 3]),
    Buffer.from('name.txt\0a comment\0'),
    plain.subarray(10),
  ])
  assert.equal(gunzipSync(fields).toString(), 'hello')
  for (const size of [1, 100]) assert.equal((await unpackedBytes(fields, size)).toString(), 'hello')
})

test('reports damage like zlib, with the same message', async () => {
  const random = new Random(SEED, 'test/damage')
  const packed = gzipSync(Array.from({ length: 300 }, (_, k) => `1 ${k}:0.${random.below(1000)}\n`).join(''))
  for (let round = 0; round < ROUNDS; round++) {
    const damaged = Buffer.from(packed)
    // The flags of the header aside: what zlib finds wrong with what they announce depends on how far it has read.
    const at = 4 + random.below(damaged.length - 4)
    damaged[at] ^= 1 << random.below(8)
    const found = await unpackedBytes(damaged, 1 << 16).catch((cause: unknown) => cause)
    let expected: unknown
    try {
      expected = gunzipSync(damaged)
    } catch (cause) {
      expected = cause
    }
    const context = `seed ${SEED}, round ${round}, byte ${at}`
    if (expected instanceof Error) {
      assert.ok(found instanceof AskanceError, `${context}: ${expected.message}, but ${found}`)
      if (found.code === 'bytes/gzip') assert.equal(found.details.reason, expected.message, context)
      else assert.match(expected.message, /^unexpected end of file$/, context)
    } else assert.deepEqual(found, expected, context)
  }
})
