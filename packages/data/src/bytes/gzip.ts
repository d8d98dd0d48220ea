import type { Gunzip } from 'node:zlib'
import { dataError } from '../errors.js'
import type { Compression } from './bytes.js'

const OUTPUT_CHUNK = 1 << 18

/** Gzip (RFC 1952), any number of members. Zlib decompresses on a separate thread. */
export const gzip: Compression = {
  name: 'gzip',
  magic: [0x1f, 0x8b],
  async *unpack(chunks, source) {
    const { createGunzip } = await import('node:zlib')
    const engine = createGunzip({ chunkSize: OUTPUT_CHUNK })
    const feeding = feed(chunks, engine, source)
    feeding.catch((cause: Error) => engine.destroy(cause))
    try {
      for await (const chunk of engine as AsyncIterable<Uint8Array>) yield chunk
      await feeding
    } catch (cause) {
      throw gzipError(cause, source)
    } finally {
      engine.destroy()
      // Not awaited: when the caller stops early, a pipe may never deliver its next bytes.
      chunks.return(undefined).catch(() => {})
    }
  },
}

/** Writes one chunk at a time, so that its buffer can be reused, and checks what zlib leaves at the end. */
const feed = async (chunks: AsyncIterable<Uint8Array>, engine: Gunzip, source: string): Promise<void> => {
  let fed = 0
  for await (const chunk of chunks) {
    if (!engine.destroyed) await written(engine, chunk)
    fed += chunk.length
    const left = Math.min(chunk.length, fed - engine.bytesWritten)
    if (left > 0 && !isPadding(chunk.subarray(chunk.length - left)))
      throw dataError('bytes/gzip-trailing', {}, { source })
  }
  engine.end()
}

/** Resolves when the engine has consumed the chunk; errors surface where the engine is read. */
const written = (engine: Gunzip, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    engine.write(chunk, () => resolve())
  })

/** Tapes and block devices pad with zeros. */
const isPadding = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

const gzipError = (cause: unknown, source: string): unknown => {
  if (!(cause instanceof Error && 'code' in cause && 'errno' in cause)) return cause
  return cause.code === 'Z_BUF_ERROR'
    ? dataError('bytes/gzip-truncated', {}, { source })
    : dataError('bytes/gzip', { reason: cause.message }, { source })
}
