import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  type Column,
  type Item,
  type WriteOptions,
  type WriterSource,
  type Written,
  writeItems,
} from '@askance/data'

export type Draft = Omit<Item, 'line'>

export const sourceOf = (items: readonly Draft[], columns: readonly Column[] = []): WriterSource => ({
  name: 'here',
  columns,
  async *batches() {
    for (const [k, item] of items.entries()) yield [{ ...item, line: k + 1 }]
  },
})

export const writtenAs = async (
  format: string,
  items: readonly Draft[],
  columns: readonly Column[] = [],
  options: WriteOptions = {},
): Promise<Written & { text: string }> => {
  const pipe = new PassThrough()
  const [written, all] = await Promise.all([
    writeItems(format, sourceOf(items, columns), pipe, options),
    text(pipe),
  ])
  return { ...written, text: all }
}

export const textAs = async (...rest: Parameters<typeof writtenAs>): Promise<string> =>
  (await writtenAs(...rest)).text

/** Numbers whose shortest text is not obvious. */
export const numbers = [
  0.1,
  1 / 3,
  -0,
  5e-324,
  1e100,
  -1e100,
  2 ** 53,
  1e21,
  1e-7,
  123456789.12345679,
  0.1 + 0.2,
  1,
]
export const named = (names: readonly string[], values: readonly number[]): Draft => ({
  label: '1',
  features: { names, values },
})
