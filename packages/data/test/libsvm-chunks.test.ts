import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { type LibsvmOptions, readLibsvm } from '@askance/data'
import { bytesOf, KERNELS, plainRows } from './support/read.js'
import { samples } from './support/samples.js'

const SEED = 7
const ROUNDS = process.env.ASKANCE_SOAK ? 200 : 30

const piecesOf = (bytes: Uint8Array, size: () => number): Uint8Array[] => {
  const pieces = []
  for (let at = 0; at < bytes.length; ) {
    const next = at + size()
    pieces.push(bytes.subarray(at, next))
    at = next
  }
  return pieces
}

/** Every batch as plain data, or the message of the error after the batches before it. */
const outcome = async (pieces: Uint8Array[], options: LibsvmOptions): Promise<unknown[]> => {
  const found: unknown[] = []
  try {
    for await (const batch of readLibsvm(pieces, options))
      found.push({ first: batch.firstLine, base: batch.base, rows: plainRows(batch) })
  } catch (cause) {
    found.push((cause as Error).message)
  }
  return found
}

const texts = [...samples, `${samples.join('\n')}`, '1 1:1\n2 2:2 3:x\n', '1 1:1\n2 12:12345 12:1']

for (const kernel of KERNELS)
  describe(`chunks read by the ${kernel} kernel`, () => {
    test('every size of chunk gives the same batches', async () => {
      for (const text of texts) {
        const bytes = bytesOf(text)
        // A small buffer gives many batches and must grow for long lines.
        for (const maxLineBytes of [90, 5000]) {
          const whole = await outcome([bytes], { kernel, maxLineBytes })
          for (let size = 1; size <= 64; size++)
            assert.deepEqual(
              await outcome(
                piecesOf(bytes, () => size),
                { kernel, maxLineBytes },
              ),
              whole,
              `chunks of ${size} bytes of ${JSON.stringify(text)}`,
            )
        }
      }
    })

    test('chunks of random sizes give the same batches', async () => {
      const random = new Random(SEED, 'test/chunks')
      for (let round = 0; round < ROUNDS; round++) {
        const bytes = bytesOf(texts[round % texts.length])
        const cut = piecesOf(bytes, () => random.below(40))
        const options: LibsvmOptions = { kernel, maxLineBytes: 90 + random.below(100) }
        assert.deepEqual(
          await outcome(cut, options),
          await outcome([bytes], options),
          `seed ${SEED}, round ${round}`,
        )
      }
    })

    test('live, a row comes as soon as its line is complete', async () => {
      const seen: number[] = []
      const pieces = ['1 1:1\n2 2:', '2\n', '3 3:3\n4', ' 4:4\n5 5:5'].map(bytesOf)
      for await (const { rows } of readLibsvm(pieces, { kernel, live: true })) seen.push(rows.length)
      assert.deepEqual(seen, [1, 1, 1, 1, 1])
    })

    test('a line of many megabytes is read', async () => {
      const entries = Array.from({ length: 300_000 }, (_, k) => `${k + 1}:0.25`)
      const bytes = bytesOf(`1 1:1\n2 ${entries.join(' ')}\n3 3:3\n`)
      const lengths: number[] = []
      for await (const { rows } of readLibsvm(
        piecesOf(bytes, () => 10_007),
        { kernel },
      ))
        for (let i = 0; i < rows.length; i++) lengths.push(rows.starts[i + 1] - rows.starts[i])
      assert.deepEqual(lengths, [1, 300_000, 1])
    })
  })
