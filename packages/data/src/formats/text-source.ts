import type { Column, ItemSource } from '../items/item.js'
import { MAX_LINE_BYTES } from '../libsvm/options.js'
import { wholeOption } from '../options.js'
import { type TextBlock, textBlocks } from './blocks.js'
import { batchesOf, type Fill } from './format.js'
import type { Input } from './input.js'
import { type Mistakes, mistakesOf, passOver } from './mistakes.js'
import type { ItemOptions } from './options.js'

export const maxRecordBytesOf = ({ maxRecordBytes = MAX_LINE_BYTES }: ItemOptions): number =>
  wholeOption('maxRecordBytes', maxRecordBytes, 1, 2 ** 28)

/** A source of items in text; `reader` makes a new reader for every reading. */
export const textSource = (
  format: string,
  input: Input,
  options: ItemOptions,
  columns: readonly Column[],
  reader: (mistakes: Mistakes) => Fill<TextBlock>,
): ItemSource => {
  const mistakes = mistakesOf(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  return {
    format,
    name: input.name,
    columns,
    batches: () =>
      batchesOf(textBlocks(input.read(), { source: input.name, maxRecordBytes, mistakes }), reader(mistakes)),
  }
}

/** Beyond its longest record, so much of a source is looked at ahead. */
const LOOK_BYTES = 1 << 23

/** The text from its beginning, for looking ahead; mistakes are passed over unless told otherwise. */
export const lookAtText = (
  input: Input,
  options: ItemOptions,
  mistakes: Mistakes = passOver,
): AsyncGenerator<TextBlock, void, undefined> => {
  const maxRecordBytes = maxRecordBytesOf(options)
  const chunks = firstBytes(input.look(), maxRecordBytes + LOOK_BYTES)
  return textBlocks(chunks, { source: input.name, maxRecordBytes, mistakes })
}

/** No more than so many: a line may be endless. */
async function* firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = most
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
