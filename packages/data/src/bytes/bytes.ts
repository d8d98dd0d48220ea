import { dataError } from '../errors.js'

/** Told after every chunk how many bytes were read, and of how many where that is known. */
export type Progress = (done: number, total: number | undefined) => void

/** A way of packing bytes, recognised by how they begin. */
export interface Compression {
  readonly name: string
  /** The bytes every file of this kind begins with. */
  readonly magic: readonly number[]
  /** The bytes unpacked; `source` is named in errors. */
  unpack(chunks: AsyncGenerator<Uint8Array>, source: string): AsyncGenerator<Uint8Array>
}

/** All bytes one after another, in an array of their own. */
export const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A file that was handed over instead of its path, such as a `File` that a browser was given. It can be read again. */
export interface HandedFile {
  readonly name: string
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** A browser fetches each chunk from another process: larger ones than those of a file on a disk. */
const CHUNK = 1 << 20

/** The bytes of the file. */
export async function* handedChunks(file: HandedFile, progress?: Progress): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += CHUNK) {
    const to = Math.min(file.size, from + CHUNK)
    const chunk = new Uint8Array(await handedBytes(file, from, to))
    progress?.(to, file.size)
    yield chunk
  }
}

/** Some bytes of the file; a browser refuses to read one that has changed since it was handed over. */
export const handedBytes = async (file: HandedFile, from: number, to: number): Promise<ArrayBuffer> => {
  try {
    return await file.slice(from, to).arrayBuffer()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw dataError('bytes/read', { reason }, { source: file.name })
  }
}
