import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako'
import { dataError } from '../errors.js'
import type { Compression } from './bytes.js'

const OUTPUT_CHUNK = 1 << 18
/** The largest window, and gzip only: zlib data is not accepted. */
const GZIP_WINDOW = 16 + 15

/**
 * Gzip (RFC 1952), any number of members. Replaces `gzip.ts` in browsers, because the built-in decompression
 * rejects files with several members, as `bgzip` and `pigz` write them.
 */
export const gzip: Compression = {
  name: 'gzip',
  magic: [0x1f, 0x8b],
  async *unpack(chunks, source) {
    const members = new Members(source)
    try {
      for await (const chunk of chunks) yield* members.take(chunk)
      members.finish()
    } finally {
      // Not awaited: when the caller stops early, the source may never deliver its next bytes.
      chunks.return(undefined).catch(() => {})
    }
  },
}

class Members {
  readonly #source: string
  readonly #stream = new ZStream()
  /** Within a member, between two, or after the last, where tapes and block devices pad with zeros. */
  #place: 'member' | 'between' | 'padding' = 'member'

  constructor(source: string) {
    this.#source = source
    zlibInflateInit2(this.#stream, GZIP_WINDOW)
  }

  *take(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    const stream = this.#stream
    stream.input = chunk
    stream.next_in = 0
    stream.avail_in = chunk.length
    // After a full output buffer there may be more output, even if all input was consumed.
    for (let isFull = false; stream.avail_in > 0 || isFull; ) {
      if (this.#place !== 'member' && this.#isPadding()) return
      stream.output = new Uint8Array(OUTPUT_CHUNK)
      stream.next_out = 0
      stream.avail_out = OUTPUT_CHUNK
      const status = zlibInflate(stream, Z_NO_FLUSH)
      if (stream.next_out > 0) yield stream.output.subarray(0, stream.next_out)
      isFull = status === Z_OK && stream.avail_out === 0
      if (status === Z_STREAM_END) this.#place = 'between'
      else if (status !== Z_OK && status !== Z_BUF_ERROR)
        throw dataError('bytes/gzip', { reason: stream.msg }, { source: this.#source })
    }
  }

  finish(): void {
    if (this.#place === 'member') throw dataError('bytes/gzip-truncated', {}, { source: this.#source })
  }

  /** Whether the rest of the input is zero padding; otherwise starts the next member. */
  #isPadding(): boolean {
    const { input, next_in: at } = this.#stream
    const rest = input.subarray(at)
    if (this.#place === 'between' && rest[0] !== 0) {
      zlibInflateReset(this.#stream)
      this.#place = 'member'
      return false
    }
    this.#place = 'padding'
    if (rest.some((byte) => byte !== 0)) throw dataError('bytes/gzip-trailing', {}, { source: this.#source })
    return true
  }
}
