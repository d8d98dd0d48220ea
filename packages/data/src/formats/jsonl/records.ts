import type { Input } from '../input.js'
import { headOf } from '../input.js'
import { type ItemOptions, ignoreRecordErrors, type RecordErrorHandler } from '../options.js'
import { eachLine, firstBytes, type LineOptions, maxRecordBytesOf, textBlocks } from '../text.js'
import { arrayRecords } from './array.js'
import { isBlank } from './bytes.js'
import { nestedRecords, ObjectScanner } from './nested.js'
import { tools } from './tools/index.js'
import { isObject } from './tools/tool.js'

/** The text of one record and the line where it begins. */
export interface TextRecord {
  readonly text: string
  readonly line: number
}

/**
 * `lines`: one object per line. `array`: one array of objects or texts. `nested` and `nested-texts`: one object that contains an array of
 * objects, or of texts.
 */
export type Framing = 'lines' | 'array' | 'nested' | 'nested-texts'

/** An array begins with a bracket; lines, or an object around an array, with a brace. */
export const framingOf = async (input: Input): Promise<Framing> => {
  const head = await headOf(input, 1 << 10)
  const text = new TextDecoder().decode(head).replace(/^\ufeff/, '')
  if (/^\s*\[/.test(text)) return 'array'
  return /^\s*\{/.test(text) ? objectFraming(input) : 'lines'
}

/** A longer object on the first line is not a record. */
const MAX_FIRST_BYTES = 1 << 20

/**
 * Whether the file is one object around an array of objects, or around one array of texts if there is none. It is not if the object
 * is a record that has such an array.
 */
const objectFraming = async (input: Input): Promise<Framing> => {
  const objects = new ObjectScanner()
  const texts = new ObjectScanner('texts')
  const head = await headOf(input, MAX_FIRST_BYTES)
  let hasArray = false
  let arraysOfTexts = 0
  for (let at = 0; at < head.length; at++) {
    const event = objects.take(head[at]!)
    if (texts.take(head[at]!) === 'array') arraysOfTexts++
    if (event === 'array') hasArray = true
    if (event === 'array' && objects.hasNewline) return 'nested'
    if (event !== 'end') continue
    if (!head.subarray(at + 1).every(isBlank)) return 'lines'
    const value = parsed(head.subarray(0, at + 1))
    if (value && isRecord(value)) return 'lines'
    if (hasArray) return 'nested'
    return arraysOfTexts === 1 && (!value || isTextList(value)) ? 'nested-texts' : 'lines'
  }
  if (hasArray) return 'nested'
  return arraysOfTexts === 1 && texts.isInArray ? 'nested-texts' : 'lines'
}

const parsed = (bytes: Uint8Array): object | undefined => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes).replace(/^\ufeff/, '')) as object
  } catch {
    return undefined
  }
}

/** Members of plain records. */
const RECORD_KEYS = ['text', 'features', 'x']

/** Whether an object is an item itself: a plain one, or the record of another tool. */
const isRecord = (value: object): boolean =>
  isObject(value) && (RECORD_KEYS.some((key) => key in value) || tools.some((tool) => tool.isRecord(value)))

/** Whether an object is about the texts of its only array, rather than a record with a list of tags. */
const isTextList = (value: object): boolean => {
  let [arrays, inside, outside] = [0, 0, 0]
  const count = (members: object): void => {
    for (const member of Object.values(members))
      if (typeof member === 'string') outside += member.length
      else if (Array.isArray(member)) {
        if (member.some((one) => typeof one !== 'number')) arrays++
        for (const one of member) if (typeof one === 'string') inside += one.length
      } else if (isObject(member)) count(member)
  }
  count(value)
  return arrays === 1 && inside >= outside
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
  else if (framing === 'nested') yield* nestedRecords(chunks, options, 'objects')
  else if (framing === 'nested-texts') yield* nestedRecords(chunks, options, 'texts')
  else
    for await (const block of textBlocks(chunks, options)) {
      const lines: TextRecord[] = []
      eachLine(block, options.onRecordError, (text, line) => lines.push({ text, line }))
      yield lines
    }
}
