import { dataError } from '../errors.js'

/** Called after every chunk with the number of bytes read and, if known, the total. */
export type Progress = (done: number, total: number | undefined) => void

/** A compression format, detected by its magic bytes. */
export interface Compression {
  readonly name: string
  /** The first bytes of every such file. */
  readonly magic: readonly number[]
  /** Decompresses the bytes; `source` is the name used in errors. */
  unpack(chunks: AsyncGenerator<Uint8Array>, source: string): AsyncGenerator<Uint8Array>
}

export const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A file passed as an object instead of a path, such as a browser `File`. It can be read several times. */
export interface HandedFile {
  readonly name: string
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** Larger than for files on disk, because a browser fetches each chunk from another process. */
const CHUNK = 1 << 20

export async function* handedChunks(file: HandedFile, progress?: Progress): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += CHUNK) {
    const to = Math.min(file.size, from + CHUNK)
    const chunk = new Uint8Array(await handedBytes(file, from, to))
    progress?.(to, file.size)
    yield chunk
  }
}

/** A byte range of the file; a browser refuses to read a file that has changed since it was selected. */
export const handedBytes = async (file: HandedFile, from: number, to: number): Promise<ArrayBuffer> => {
  try {
    return await file.slice(from, to).arrayBuffer()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw dataError('bytes/read', { reason }, { source: file.name })
  }
}
