import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import type { Item } from '@askance/data'
import { formatSamples } from './support/format-samples.js'
import { openMemory } from './support/items.js'
import { mutated } from './support/mutated.js'
import { bytesOf } from './support/read.js'

const SEED = 2718
const ROUNDS = process.env.ASKANCE_SOAK ? 10_000 : 120

const junk: readonly (string | Uint8Array)[] = [
  ...[
    '\0',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\t',
    ':',
    '|',
    "'",
    '"',
    '""',
    ',',
    ';',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '%',
    '?',
    '@',
  ],
  ...[
    '1e400',
    '-1e99',
    'nan',
    'inf',
    '0x1f',
    '99999999999999999999999999',
    '1e-400',
    'null',
    'true',
    '\\u12',
  ],
  ...[
    'é',
    '🙂',
    '"x":',
    '{"text":3}',
    '\n@data\n',
    '\n@attribute q {',
    '|ns:2 ',
    ' 5:6',
    '\ufeff',
    'x'.repeat(300),
  ],
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0xc3),
  Uint8Array.of(0x50, 0x41, 0x52, 0x31),
]

interface Outcome {
  readonly items: readonly Item[]
  readonly error: string | undefined
  readonly skipped: readonly string[]
}

/** The items, and the error that ended them; anything but a mistake of the input that has a place is thrown. */
const outcomeOf = async (
  format: string,
  bytes: Uint8Array,
  onError: 'stop' | 'skip',
  size: number,
): Promise<Outcome> => {
  const items: Item[] = []
  const skipped: string[] = []
  const checked = (cause: unknown): string => {
    if (!(cause instanceof AskanceError)) throw cause
    assert.ok((cause.position?.line ?? 0) >= 1 && (cause.position?.column ?? 0) >= 1, cause.message)
    assert.equal(cause.position?.source, 'memory')
    return cause.message
  }
  const onSkip = (error: AskanceError) => skipped.push(checked(error))
  try {
    const source = await openMemory(format, bytes, { onError, onSkip, maxRecordBytes: 200 }, size)
    for await (const batch of source.batches()) items.push(...batch)
    return { items, error: undefined, skipped }
  } catch (cause) {
    return { items, error: checked(cause), skipped }
  }
}

/** Numbers are finite and bounded, cells fit the columns, lines rise. */
const checkItems = (items: readonly Item[]): void => {
  let line = 0
  for (const item of items) {
    assert.ok(item.line > line)
    line = item.line
    const values = [...(item.features?.values ?? []), ...(item.row?.value ?? []), item.weight ?? 0]
    assert.ok(values.every((value) => Number.isFinite(value)))
    assert.equal(new Set(item.features?.names).size, item.features?.names.length ?? 0)
    const numbers = (item.cells ?? []).filter((cell) => typeof cell === 'number')
    assert.ok(numbers.every((cell) => Number.isFinite(cell)))
  }
}

for (const [format, samples] of Object.entries(formatSamples))
  test(`${ROUNDS} damaged files of ${format} give items or an error with its place, however they are cut`, async () => {
    const random = new Random(SEED, `test/${format}`)
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = mutated(bytesOf(samples[random.below(samples.length)]), junk, random)
      const where = `seed ${SEED}, round ${round}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`
      try {
        const whole = await outcomeOf(format, bytes, 'stop', 1 << 16)
        checkItems(whole.items)
        if (round % 10 > 0) continue
        assert.deepEqual(await outcomeOf(format, bytes, 'stop', 1 + random.below(40)), whole)
        const skipping = await outcomeOf(format, bytes, 'skip', 1 << 16)
        checkItems(skipping.items)
        // The first mistake that is skipped is the one that stops; what came before it is the same.
        if (skipping.error === undefined) assert.equal(skipping.skipped[0], whole.error)
        assert.deepEqual(skipping.items.slice(0, whole.items.length), whole.items)
        assert.deepEqual(await outcomeOf(format, bytes, 'skip', 1 + random.below(40)), skipping)
      } catch (cause) {
        throw new Error(where, { cause })
      }
    }
  })
