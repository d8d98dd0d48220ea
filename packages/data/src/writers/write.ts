import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dataError } from '../errors.js'
import { findWriter } from './index.js'
import { replaceFile, writeError } from './replace.js'
import { type WriteOptions, type WriterSource, Writing, type Written } from './writer.js'

/**
 * Writes items in a format, to a file or any writable. A file appears under its name when it is
 * complete, compressed if the name ends in `.gz`. If feature names became numbers, they are written to FILE.names
 * as well, one per line. Numbers read back to the same bits. Content that the format cannot store is counted in `lost`; content
 * that would be misread is an error.
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
  const writer = findWriter(format)
  const writing = new Writing(format, source.name, options)
  const pieces = writer.write(source, writing)
  if (typeof target !== 'string') {
    await pipeline(Readable.from(pieces), target).catch((cause: unknown) => {
      throw writeError(cause)
    })
    return writing.written()
  }
  if (/\.(bz2|xz|zst)$/i.test(target)) throw dataError('write/compression', {}, { source: target })
  await replaceFile(target, pieces, target.endsWith('.gz') ? [createGzip()] : [])
  const { names } = writing
  if (names) await replaceFile(`${target}.names`, nameLines(names))
  return writing.written()
}

async function* nameLines(names: readonly string[]): AsyncGenerator<string> {
  for (let k = 0; k < names.length; k += 4096) yield `${names.slice(k, k + 4096).join('\n')}\n`
}
