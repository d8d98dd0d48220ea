import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dataError } from '../errors.js'
import { classifiedObjects, classifiedRows } from './classified/rows.js'
import { findWriter } from './index.js'
import { replaceFile, writeError } from './replace.js'
import { type WriteOptions, type WriterSource, Writing, type Written } from './writer.js'
import { type ZippedFile, zipped } from './zip.js'

/**
 * Writes items in a format, to a file or any writable. A file appears under its name when it is
 * complete, compressed if the name ends in `.gz`. If feature names became numbers, they are written to FILE.names
 * as well, one per line. Numbers read back to the same bits. Content that the format cannot store is counted in `lost`; content
 * that would be misread is an error. A format that is a folder of files becomes a ZIP archive if the target is a writable or
 * its name ends in `.zip`.
 *
 * @example
 * const { PassThrough } = await import('node:stream')
 * const items = [{ label: 'spam', features: { names: ['to^you', 'exclaim'], values: [1, 0.5] }, line: 1 }]
 * const source = { columns: [], batches: async function* () { yield items } }
 * const pipe = new PassThrough()
 * await writeItems('vw', source, pipe) // => { items: 1, lost: {} }
 * pipe.read().toString() // => 'spam |to you | exclaim:0.5\n'
 */
export const writeItems = async (
  format: string,
  source: WriterSource,
  target: string | Writable,
  options: WriteOptions = {},
): Promise<Written> => {
  const writing = new Writing(format, source.name, options)
  await writePieces(piecesOf(source, writing), target, writing)
  return writing.written()
}

/** Formats in which the records of a table are written by column. */
const FROM_RECORDS = { csv: classifiedRows, tsv: classifiedRows, jsonl: classifiedObjects } as const

const piecesOf = (source: WriterSource, writing: Writing): AsyncIterable<string | Uint8Array> => {
  const { format } = writing
  const { records } = source
  const fromRecords = records && FROM_RECORDS[format as keyof typeof FROM_RECORDS]
  return fromRecords
    ? fromRecords(source.batches(), records, writing)
    : findWriter(format).write(source, writing)
}

/** Writes the pieces of a format to a file, a folder or a writable. */
export const writePieces = async (
  pieces: AsyncIterable<string | Uint8Array>,
  target: string | Writable,
  writing: Writing,
): Promise<void> => {
  const { folder } = findWriter(writing.format)
  const isZip = folder !== undefined && (typeof target !== 'string' || /\.zip$/i.test(target))
  const whole = isZip ? zipped(folderFiles(folder, pieces, writing)) : pieces
  if (typeof target !== 'string') {
    await pipeline(Readable.from(whole), target).catch((cause: unknown) => {
      throw writeError(cause)
    })
    return
  }
  if (isZip) return replaceFile(target, whole)
  checkCompression(target)
  if (folder !== undefined) await mkdir(target, { recursive: true }).catch(failed(target))
  const path = folder === undefined ? target : join(target, folder)
  await replaceFile(path, pieces, path.endsWith('.gz') ? [createGzip()] : [])
  const { names, files } = writing
  if (names) await replaceFile(`${target}.names`, nameLines(names))
  for (const [name, text] of Object.entries(files)) await replaceFile(join(target, name), only(text))
}

/** Throws if the name stands for a compression that is only read. */
export const checkCompression = (target: string): void => {
  if (/\.(bz2|xz|zst)$/i.test(target)) throw dataError('write/compression', {}, { source: target })
}

/** The files of a folder; those after the first are known when it is written. */
function* folderFiles(
  name: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { files }: Writing,
): Generator<ZippedFile> {
  yield { name, pieces }
  for (const [other, text] of Object.entries(files)) yield { name: other, pieces: [text] }
}

const failed =
  (source: string) =>
  (cause: unknown): never => {
    throw writeError(cause, source)
  }

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

async function* nameLines(names: readonly string[]): AsyncGenerator<string> {
  for (let k = 0; k < names.length; k += 4096) yield `${names.slice(k, k + 4096).join('\n')}\n`
}
