import { createRequire } from 'node:module'
import { ReadableStream } from 'node:stream/web'
import { dataError } from '../errors.js'
import type { Compression } from './compression.js'

/** What the numbers mean with which the library fails. */
const REASONS: Readonly<Record<string, string>> = {
  3: 'there is not enough memory',
  4: 'it needs too much memory',
  5: 'it is followed by bytes that are not xz',
  6: 'it has a filter or a kind of checksum that cannot be read; expected CRC32 or CRC64',
  7: 'the data is damaged',
}
const TRUNCATED = '8'

type Library = typeof import('xz-decompress')

/**
 * The library, loaded anew: a copy unpacks one stream at a time and lets all others wait for its end, so that two
 * streams which are read by turns would wait for ever.
 */
const freshLibrary = (): Library => {
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('xz-decompress')]
  return require('xz-decompress') as Library
}

/** Xz (LZMA2), any number of streams one after another. */
export const xz: Compression = {
  name: 'xz',
  magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  async *unpack(chunks, source) {
    let failure: { cause: unknown } | undefined
    const packed = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { value, done } = await chunks.next()
          if (done) controller.close()
          // Copied: the stream may keep it longer than its buffer is valid.
          else controller.enqueue(value.slice())
        } catch (cause) {
          failure = { cause }
          controller.error(cause)
        }
      },
    })
    try {
      yield* new (freshLibrary().XzReadableStream)(packed) as AsyncIterable<Uint8Array>
    } catch (cause) {
      throw failure ? failure.cause : xzError(cause, source)
    } finally {
      // Not awaited: when the caller stops early, the next bytes of a pipe may never come.
      chunks.return(undefined).catch(() => {})
    }
  },
}

const xzError = (cause: unknown, source: string): unknown => {
  if (!(cause instanceof Error)) return cause
  const code = /error code (\d+)$/.exec(cause.message)?.[1] ?? ''
  if (code === TRUNCATED) return dataError('bytes/xz-truncated', {}, { source })
  return dataError('bytes/xz', { reason: REASONS[code] ?? cause.message }, { source })
}
