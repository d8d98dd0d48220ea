import { dataError } from '../errors.js'
import { readable, textOf } from '../libsvm/text.js'
import { type LineOptions, lineBlocks, splitLines } from './lines.js'
import type { Mistakes } from './mistakes.js'

/** Some complete lines; only the last one of the source may lack its newline. */
export interface TextBlock {
  readonly text: string
  /** The number of its first line, from 1. */
  readonly line: number
}

/** The lines as text. A line that is none is a mistake. */
export async function* textBlocks(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions,
): AsyncGenerator<TextBlock, void, undefined> {
  for await (const { bytes, line } of lineBlocks(chunks, options)) {
    const text = bytes.includes(0) ? undefined : textOf(bytes)
    if (text !== undefined) yield { text, line }
    else yield* soundLines(bytes, line, options)
  }
}

function* soundLines(bytes: Uint8Array, first: number, { source, mistakes }: LineOptions) {
  let line = first
  for (const piece of splitLines(bytes)) {
    const text = textOf(piece)
    const mistake = badText(piece, text, source, line)
    if (mistake) mistakes(mistake)
    else yield { text: text!, line }
    line++
  }
}

const badText = (bytes: Uint8Array, text: string | undefined, source: string, line: number) => {
  if (text === undefined) {
    const at = badAt(bytes)
    const found = bytes[at]!.toString(16)
    return dataError('text/encoding', { found }, { source, line, column: columnAt(bytes, at) })
  }
  const nul = bytes.indexOf(0)
  return nul < 0 ? undefined : dataError('text/binary', {}, { source, line, column: columnAt(bytes, nul) })
}

/** The column of a byte, in characters, from 1. */
const columnAt = (line: Uint8Array, at: number): number => [...readable(line.subarray(0, at))].length + 1

const REPLACEMENT = [0xef, 0xbf, 0xbd]

/** Where the first byte stands that belongs to no character. */
const badAt = (line: Uint8Array): number => {
  const decoded = new TextEncoder().encode(readable(line))
  const differs = decoded.findIndex((byte, k) => byte !== line[k])
  // The replacement character may begin with the very bytes that it replaces.
  return differs - REPLACEMENT.indexOf(decoded[differs]!)
}

const RETURN = 0x0d

/** Calls `read` with each line of the block that is not empty; a mistake in one does not touch the others. */
export const eachLine = (
  { text, line: first }: TextBlock,
  mistakes: Mistakes,
  read: (line: string, number: number) => void,
): void => {
  let number = first
  for (let from = 0; from < text.length; number++) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    const cut = end > from && text.charCodeAt(end - 1) === RETURN ? end - 1 : end
    if (cut > from) {
      try {
        read(text.slice(from, cut), number)
      } catch (cause) {
        mistakes(cause)
      }
    }
    from = end + 1
  }
}
