import type { AskanceError } from '@askance/core'
import type { Item, ItemOptions, ItemSource } from '@askance/data'
import { Input } from '../../src/formats/input.js'
import { formats } from '../../src/formats/list.js'
import { bytesOf } from './read.js'

/** Bytes in memory, cut into chunks of this size; one buffer is reused, so chunks must not be kept. */
export const memoryInput = (content: string | Uint8Array, size = 1 << 16, name = 'memory'): Input => {
  const bytes = typeof content === 'string' ? bytesOf(content) : content
  const read = async function* () {
    const buffer = new Uint8Array(size)
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size)
      buffer.set(piece)
      yield buffer.subarray(0, piece.length)
      buffer.fill(0xaa)
    }
  }
  return new Input(name, new File([bytes as Uint8Array<ArrayBuffer>], name), read)
}

export const openMemory = (
  format: string,
  content: string | Uint8Array,
  options: ItemOptions = {},
  size?: number,
): Promise<ItemSource> =>
  formats.find(({ name }) => name === format)!.open(memoryInput(content, size), options)

export const itemsOf = async (source: ItemSource): Promise<Item[]> => {
  const items: Item[] = []
  for await (const batch of source.batches()) items.push(...batch)
  return items
}

/** All items of the text; the rows as plain arrays. */
export const readItems = async (
  format: string,
  content: string | Uint8Array,
  options: ItemOptions = {},
  size?: number,
): Promise<Item[]> => itemsOf(await openMemory(format, content, options, size))

/** All items, and the errors of what was skipped. */
export const readSkipping = async (
  format: string,
  content: string | Uint8Array,
  options: ItemOptions = {},
) => {
  const skipped: AskanceError[] = []
  const onSkip = (error: AskanceError) => skipped.push(error)
  const items = await readItems(format, content, { ...options, onError: 'skip', onSkip })
  return { items, skipped }
}

/** The message of the error that reading ends with, and how many items came before it. */
export const failureOf = async (
  format: string,
  content: string | Uint8Array,
  options: ItemOptions = {},
): Promise<[message: string, items: number]> => {
  let items = 0
  try {
    const source = await openMemory(format, content, options)
    for await (const batch of source.batches()) items += batch.length
  } catch (cause) {
    return [(cause as Error).message, items]
  }
  return ['', items]
}

export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** What the columns of the records are used for. */
export const understood = async (
  records: readonly object[],
  options: ItemOptions = {},
): Promise<Record<string, string>> => {
  const { understanding } = await openMemory('jsonl', jsonLines(records), options)
  return Object.fromEntries(understanding!.columns.map(({ name, spec }) => [name, spec]))
}
