import { dataError } from '../errors.js'
import type { Progress } from './progress.js'

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
