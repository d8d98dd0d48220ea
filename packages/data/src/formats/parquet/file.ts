import { createWriteStream, readSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AsyncBuffer } from 'hyparquet'
import { readError } from '../../bytes/file.js'
import { dataError } from '../../errors.js'
import type { Input } from '../input.js'
import { isParquet, MAGIC } from './values.js'

/** A seekable file; see `bufferOf`. */
export interface OpenFile {
  readonly fd: number
  readonly byteLength: number
  close(): Promise<void>
}

/** A Parquet file, opened for inspection and then for reading. */
export interface ParquetFile {
  look(): Promise<OpenFile>
  read(): Promise<OpenFile>
  /** Closes the file without reading it. */
  discard(): Promise<void>
}

/** The file itself; compressed or unseekable input is first written to a temporary file. */
export const parquetFile = async (input: Input): Promise<ParquetFile> => {
  const { file: path, name } = input
  if (typeof path !== 'string' || !(await isPlainFile(path, name))) return spooledFile(input)
  const open = () => opened(path, name)
  return { look: open, read: open, discard: async () => {} }
}

const isPlainFile = async (path: string, source: string): Promise<boolean> => {
  const file = await opened(path, source)
  try {
    return isParquet(new Uint8Array(await bufferOf(file.fd, file.byteLength, source).slice(0, MAGIC.length)))
  } finally {
    await file.close()
  }
}

const opened = async (path: string, source: string): Promise<OpenFile> => {
  const handle = await open(path).catch((cause: unknown) => {
    throw readError(cause, source)
  })
  return { fd: handle.fd, byteLength: (await handle.stat()).size, close: () => handle.close() }
}

/** The bytes of an open file, for any thread; reads are synchronous, so terminating a thread ends them. */
export const bufferOf = (fd: number, byteLength: number, source: string): AsyncBuffer => ({
  byteLength,
  async slice(start: number, end = byteLength): Promise<ArrayBuffer> {
    const from = Math.max(0, start < 0 ? byteLength + start : start)
    const length = Math.max(0, Math.min(end, byteLength) - from)
    const buffer = new ArrayBuffer(length)
    for (let done = 0; done < length; ) {
      const bytesRead = readSync(fd, new Uint8Array(buffer), done, length - done, from + done)
      if (bytesRead === 0) throw dataError('parquet/broken', { reason: 'the file is truncated' }, { source })
      done += bytesRead
    }
    return buffer
  },
})

const spooledFile = async (input: Input): Promise<ParquetFile> => {
  const file = await spooled(input)
  let isRead = false
  return {
    look: async () => ({ ...file, close: async () => {} }),
    read: async () => {
      if (isRead) return spooled(input)
      isRead = true
      return file
    },
    discard: () => file.close(),
  }
}

const spooled = async (input: Input): Promise<OpenFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'askance-'))
  try {
    const path = join(folder, 'input.parquet')
    await pipeline(Readable.from(copies(input.read())), createWriteStream(path))
    return await opened(path, input.name)
  } finally {
    // An unlinked open file stays readable, and nothing is left behind if the process dies.
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies chunks, because a stream keeps them while their buffers are reused. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice()
}
