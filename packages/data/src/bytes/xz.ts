import { dataError } from '../errors.js'
import type { Compression } from './bytes.js'
import { freshLibrary } from './xz-library.js'

/** Messages for the error numbers of the library. */
const REASONS: Readonly<Record<string, string>> = {
  3: 'not enough memory',
  4: 'it needs too much memory',
  5: 'trailing bytes are not xz',
  6: 'unsupported filter or checksum; expected CRC32 or CRC64',
  7: 'the data is damaged',
}
const TRUNCATED = '8'

/** Xz (LZMA2), any number of concatenated streams. */
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
          // Copied, because the stream may keep it after the buffer is reused.
          else controller.enqueue(value.slice())
        } catch (cause) {
          failure = { cause }
          controller.error(cause)
        }
      },
    })
    const { XzReadableStream } = freshLibrary()
    // Not every browser supports async iteration over a stream.
    const reader = new XzReadableStream(packed).getReader()
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        yield value
      }
    } catch (cause) {
      throw failure ? failure.cause : xzError(cause, source)
    } finally {
      // Not awaited: when the caller stops early, a pipe may never deliver its next bytes.
      reader.cancel().catch(() => {})
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
