import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { readLibsvm } from '@askance/data'
import { mutated } from './support/mutated.js'
import { bytesOf, KERNELS, type PlainRow, plainRows } from './support/read.js'
import { type Reading, referenceReading } from './support/reference.js'
import { samples } from './support/samples.js'

const SEED = 4242
const ROUNDS = process.env.ASKANCE_SOAK ? 10_000 : 400

const junk: readonly (string | Uint8Array)[] = [
  '\0',
  '\n',
  '\r',
  ' ',
  '\t',
  ':',
  '#',
  '-',
  '+',
  '.',
  'e',
  'qid:3',
  ' qid:',
  '1e400',
  '-1e99',
  'nan',
  'inf',
  '0x1f',
  '99999999999999999999999999',
  '0.00000000000000000000000000000000000000000001',
  '123456789012345678901234567890.5',
  ' 0:1 ',
  ' 67108864:1 ',
  'é',
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0xef, 0xbb, 0xbf),
]

/** The rows before the first mistake, and its line. Any error but ours passes. */
const readingOf = async (bytes: Uint8Array, kernel: 'auto' | 'plain'): Promise<Reading> => {
  const rows: PlainRow[] = []
  try {
    for await (const batch of readLibsvm([bytes], { kernel, maxLineBytes: 4096 }))
      rows.push(...plainRows(batch))
    return { rows, badLine: undefined }
  } catch (cause) {
    if (!(cause instanceof AskanceError)) throw cause
    assert.ok((cause.position?.column ?? 0) >= 1, cause.message)
    return { rows, badLine: cause.position?.line }
  }
}

for (const kernel of KERNELS)
  test(`${ROUNDS} damaged files give the rows of the reference, up to the same error (${kernel})`, async () => {
    const random = new Random(SEED, 'test/mutations')
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = mutated(bytesOf(samples[random.below(samples.length)]), junk, random)
      const where = `seed ${SEED}, round ${round}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`
      assert.deepEqual(await readingOf(bytes, kernel), referenceReading(bytes), where)
    }
  })
