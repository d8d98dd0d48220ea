import type { Input } from '../input.js'
import { headOf } from '../input.js'
import { type ItemOptions, ignoreRecordErrors, type RecordErrorHandler } from '../options.js'
import { eachLine, firstBytes, type LineOptions, maxRecordBytesOf, textBlocks } from '../text.js'
import { arrayRecords } from './array.js'

/** The text of one record and the line where it begins. */
export interface TextRecord {
  readonly text: string
  readonly line: number
}

/** `lines`: one object per line. `array`: one array of objects. */
export type Framing = 'lines' | 'array'

/** An array begins with a bracket, lines with a brace. */
export const framingOf = async (input: Input): Promise<Framing> => {
  const head = new TextDecoder().decode(await headOf(input, 1 << 10))
  return /^\s*\[/.test(head.replace(/^\ufeff/, '')) ? 'array' : 'lines'
}

/** The records from the beginning, for reading. */
export const readRecords = (
  input: Input,
  framing: Framing,
  options: ItemOptions,
  onRecordError: RecordErrorHandler,
): AsyncIterable<readonly TextRecord[]> =>
  records(input.read(), framing, lineOptions(input, options, onRecordError))

/** Bytes that are inspected in addition to the longest record. */
const LOOK_BYTES = 1 << 23

/** The records from the beginning, for inspection; record errors are ignored. */
export const lookAtRecords = (
  input: Input,
  framing: Framing,
  options: ItemOptions,
): AsyncIterable<readonly TextRecord[]> =>
  records(
    firstBytes(input.look(), maxRecordBytesOf(options) + LOOK_BYTES),
    framing,
    lineOptions(input, options, ignoreRecordErrors),
  )

const lineOptions = (input: Input, options: ItemOptions, onRecordError: RecordErrorHandler): LineOptions => ({
  source: input.name,
  maxRecordBytes: maxRecordBytesOf(options),
  onRecordError,
})

async function* records(
  chunks: AsyncIterable<Uint8Array>,
  framing: Framing,
  options: LineOptions,
): AsyncGenerator<readonly TextRecord[], void, undefined> {
  if (framing === 'array') yield* arrayRecords(chunks, options)
  else
    for await (const block of textBlocks(chunks, options)) {
      const lines: TextRecord[] = []
      eachLine(block, options.onRecordError, (text, line) => lines.push({ text, line }))
      yield lines
    }
}
