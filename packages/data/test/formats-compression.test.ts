import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { unpacked } from '../src/bytes/open.js'
import { fixture } from './support/fixtures.js'
import { memoryInput } from './support/items.js'

const SEED = 31
/** Of damage to a long file and to a short one, most of whose bytes are headers. */
const [LONG_ROUNDS, SHORT_ROUNDS] = process.env.ASKANCE_SOAK ? [200, 2000] : [5, 60]
const read = (name: string): Buffer => readFileSync(fixture(join('formats', name)))

const textOf = async (bytes: Uint8Array, size = 1 << 16): Promise<string> => {
  const parts: Buffer[] = []
  for await (const chunk of unpacked(memoryInput(bytes, size).read(), 'packed'))
    parts.push(Buffer.from(chunk))
  return Buffer.concat(parts).toString()
}

const lines = Array.from({ length: 3000 }, (_, k) => {
  const mixed = (BigInt(k) * 2654435761n) % 2n ** 32n
  return `line ${k}: ${(k * k) % 97} ${k % 3 ? 'spam' : 'ham'} ${mixed.toString(16)}\n`
}).join('')

for (const [name, ending] of [
  ['bzip2', 'bz2'],
  ['xz', 'xz'],
  ['zstd', 'zst'],
] as const)
  describe(name, () => {
    const whole = read(`lines.txt.${ending}`)
    const members = read(`members.txt.${ending}`)

    test('is known by its first bytes and unpacked, however it is cut', async () => {
      for (const size of [1 << 16, 1000, 7]) assert.equal(await textOf(whole, size), lines)
    })

    test('members follow each other', async () => {
      for (const size of [1, 2, 3, 5, 20, 1000]) assert.equal(await textOf(members, size), 'hello world')
      assert.equal(await textOf(Buffer.concat([whole, members, whole])), `${lines}hello world${lines}`)
    })

    test('rejects data truncated at any position', async () => {
      for (let cut = 1; cut < whole.length - 10; cut += 997)
        await assert.rejects(textOf(whole.subarray(0, whole.length - cut)), {
          code: `bytes/${name}-truncated`,
          message: `packed: truncated ${name} data: the file ends too early`,
        })
    })

    test('rejects trailing data', async () => {
      await assert.rejects(textOf(Buffer.concat([members, Buffer.from('something else')])), {
        code: `bytes/${name}`,
      })
    })

    test('damaged, it is an error that names the source, or the damage does not matter', async () => {
      const random = new Random(SEED, `test/${name}`)
      for (const [bytes, text, rounds] of [
        [whole, lines, LONG_ROUNDS],
        [members, 'hello world', SHORT_ROUNDS],
      ] as const)
        for (let round = 0; round < rounds; round++) {
          const damaged = Buffer.from(bytes)
          const at = 6 + random.below(damaged.length - 6)
          damaged[at] ^= 1 << random.below(8)
          try {
            assert.equal(
              await textOf(damaged, 1 + random.below(5000)),
              text,
              `seed ${SEED}, round ${round}, byte ${at}`,
            )
          } catch (cause) {
            if (!(cause instanceof AskanceError)) throw cause
            assert.equal(cause.position?.source, 'packed')
          }
        }
    })

    test('two are read by turns, and one may be left before its end', async () => {
      const [one, other, left] = ['one', 'other', 'left'].map((source) =>
        unpacked(memoryInput(whole, 1000).read(), source),
      )
      assert.ok(!(await left.next()).done)
      let lengths = [0, 0]
      for (;;) {
        const [first, second] = [await one.next(), await other.next()]
        if (first.done || second.done) break
        lengths = [lengths[0] + first.value.length, lengths[1] + second.value.length]
      }
      await left.return(undefined)
      assert.deepEqual(lengths, [lines.length, lines.length])
    })

    test('an error of the bytes below passes unchanged', async () => {
      const broken = async function* () {
        yield whole.subarray(0, 100)
        throw new Error('the cable is cut')
      }
      await assert.rejects(
        async () => {
          for await (const chunk of unpacked(broken(), 'packed')) assert.ok(chunk)
        },
        { message: 'the cable is cut' },
      )
    })
  })

test('bzip2 packs long runs tightly', async () => {
  const text = `${`${'a'.repeat(1000)}\n`.repeat(300)}${'\0'.repeat(5000)}${'abcd'.repeat(1000)}`
  assert.equal(await textOf(read('runs.bz2')), text)
})

test('zstd may have no checksum; xz has one of the two usual ones', async () => {
  assert.equal(await textOf(read('no-checksum.zst')), lines.slice(0, 2000))
  await assert.rejects(textOf(read('sha256.xz')), { message: /expected CRC32 or CRC64$/ })
})

test('zstd that needs too much memory is refused', async () => {
  await assert.rejects(textOf(read('window.zst')), {
    message: /^packed: invalid zstd data: it needs a window of \d+ bytes, expected at most 134217728$/,
  })
})

test('zstd passes over frames that are none of the data', async () => {
  const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
  const members = read('members.txt.zst')
  assert.equal(await textOf(Buffer.concat([members, skippable, members])), 'hello worldhello world')
})
