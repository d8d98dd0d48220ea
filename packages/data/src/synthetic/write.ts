import { createWriteStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dataError } from '../errors.js'
import { COLON, DOT, MINUS, NEWLINE, SPACE, wholeOption, ZERO } from '../options.js'
import type { SyntheticStream } from './stream.js'

export interface TextOptions {
  /** Significant digits of a value, 1 to 9; default 6. */
  readonly digits?: number
}

const CHUNK = 1 << 18
/** The maximum length of one "index:value ". */
const ENTRY = 48

/**
 * The stream as LIBSVM text, in chunks of bytes; consumes it.
 *
 * @example
 * const numbers = gaussianStream({ rows: 1, dimension: 2, seed: 7 })
 * const text = Buffer.concat([...libsvmText(numbers, { digits: 3 })]).toString()
 * text.split(' ').length // => 3
 */
export function* libsvmText(stream: SyntheticStream, options: TextOptions = {}): Generator<Uint8Array> {
  const digits = wholeOption('digits', options.digits ?? 6, 1, 9)
  const names = stream.classes.map((name) => Buffer.from(name))
  let text = new Uint8Array(CHUNK)
  let at = 0
  while (stream.next()) {
    const { index, value, start, end } = stream.row
    const name = names[stream.label]!
    const needed = name.length + 1 + (end - start) * ENTRY
    if (at + needed > text.length) {
      yield text.subarray(0, at)
      text = new Uint8Array(Math.max(CHUNK, needed))
      at = 0
    }
    text.set(name, at)
    at += name.length
    for (let k = start; k < end; k++) {
      text[at++] = SPACE
      at = putWhole(text, at, index[k]!)
      text[at++] = COLON
      at = putDecimal(text, at, value[k]!, digits)
    }
    text[at++] = NEWLINE
  }
  yield text.subarray(0, at)
}

/**
 * Writes the stream as LIBSVM text to a file or any writable.
 *
 * @example
 * const { PassThrough } = await import('node:stream')
 * const pipe = new PassThrough()
 * await writeLibsvm(gaussianStream({ rows: 3, dimension: 20, seed: 7 }), pipe)
 * pipe.read().toString().split('\n').length // => 4
 */
export const writeLibsvm = async (
  stream: SyntheticStream,
  target: string | Writable,
  options: TextOptions = {},
): Promise<void> => {
  const sink = typeof target === 'string' ? createWriteStream(target) : target
  try {
    await pipeline(Readable.from(libsvmText(stream, options), { objectMode: true }), sink)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) throw cause
    throw dataError(
      'bytes/write',
      { reason: cause.message },
      typeof target === 'string' ? { source: target } : {},
    )
  }
}

const putWhole = (text: Uint8Array, at: number, whole: number): number => {
  let length = 1
  for (let rest = Math.floor(whole / 10); rest > 0; rest = Math.floor(rest / 10)) length++
  for (let k = at + length - 1; k >= at; k--) {
    text[k] = ZERO + (whole % 10)
    whole = Math.floor(whole / 10)
  }
  return at + length
}

/** Rounds to `digits` significant digits, but not above whole numbers and not below 1e-12. */
const putDecimal = (text: Uint8Array, at: number, value: number, digits: number): number => {
  if (value < 0) text[at++] = MINUS
  const size = Math.abs(value)
  if (size >= 1e15) return putText(text, at, String(size))
  const leading = size > 0 ? Math.floor(Math.log10(size)) : 0
  const places = Math.min(12, Math.max(0, digits - 1 - leading))
  const power = 10 ** places
  const scaled = Math.round(size * power)
  const whole = Math.floor(scaled / power)
  at = putWhole(text, at, whole)
  let rest = scaled - whole * power
  if (rest === 0) return at
  text[at++] = DOT
  let end = at + places
  for (let k = end - 1; k >= at; k--) {
    text[k] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  while (text[end - 1] === ZERO) end--
  return end
}

const putText = (text: Uint8Array, at: number, written: string): number => {
  for (let k = 0; k < written.length; k++) text[at++] = written.charCodeAt(k)
  return at
}
