import { type Compression, concat, type HandedFile, handedChunks, type Progress } from './bytes.js'
import { bzip2 } from './bzip2.js'
import { fileChunks, readError } from './file.js'
import { gzip } from './gzip.js'
import { xz } from './xz.js'
import { zstd } from './zstd.js'

export interface BytesOptions {
  /** Counts the bytes of the file, before decompression. */
  readonly progress?: Progress
}

const STDIN_NAME = 'stdin'

const compressions: readonly Compression[] = [gzip, bzip2, xz, zstd]

/** The name used in errors; `-` is the standard input. */
export const sourceName = (place: string | HandedFile): string =>
  typeof place !== 'string' ? place.name : place === '-' ? STDIN_NAME : place

/**
 * The bytes of a path, a `File`, or the standard input if the path is `-`;
 * decompressed if the content (not the name) shows that they are compressed. A chunk is valid until the next one is
 * requested.
 *
 * @example
 * const lines = async () => {
 *   for await (const chunk of openBytes('no such file')) return chunk.length
 * }
 * await lines().catch((error) => error.message) // => 'no such file: file not found'
 */
export async function* openBytes(
  place: string | HandedFile,
  options: BytesOptions = {},
): AsyncGenerator<Uint8Array> {
  yield* unpacked(packedBytes(place, options), sourceName(place))
}

const packedBytes = (place: string | HandedFile, { progress }: BytesOptions): AsyncGenerator<Uint8Array> => {
  if (typeof place !== 'string') return handedChunks(place, progress)
  return place === '-' ? stdinChunks(progress) : fileChunks(place, progress)
}

async function* stdinChunks(progress?: Progress): AsyncGenerator<Uint8Array> {
  let done = 0
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      done += chunk.length
      progress?.(done, undefined)
      yield chunk
    }
  } catch (cause) {
    throw readError(cause, STDIN_NAME)
  }
}

/** Decompresses the bytes if they start with the magic bytes of a known compression. */
export async function* unpacked(
  chunks: AsyncGenerator<Uint8Array>,
  source: string,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0)
  // Reads only while the magic bytes may still match: a slow pipe must not block.
  while (
    compressions.some(({ magic }) => head.length < magic.length && head.every((byte, k) => byte === magic[k]))
  ) {
    const { value, done } = await chunks.next()
    if (done) break
    // Copied, because the buffer is reused for the next chunk.
    head = concat([head, value])
  }
  const whole = resumed(head, chunks)
  const packed = compressions.find(({ magic }) => magic.every((byte, k) => head[k] === byte))
  yield* packed ? packed.unpack(whole, source) : whole
}

async function* resumed(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
