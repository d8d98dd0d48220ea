import { AskanceError } from '@askance/core'
import type { Decompress } from 'fzstd'
import type { XXHash } from 'xxhash-wasm'
import { dataError } from '../errors.js'
import { type Compression, concat } from './bytes.js'

/** The header of a Zstandard frame (RFC 8878). */
interface FrameHeader {
  /** The length of the header in bytes. */
  readonly length: number
  /** The window size in bytes for back-references. */
  readonly window: number
  /** The decompressed size in bytes, if the frame states it. */
  readonly content: number | undefined
  readonly hasChecksum: boolean
  readonly hasDictionary: boolean
}

/** Includes the magic number. */
const MAX_HEADER_LENGTH = 18

const CONTENT_BYTES = [0, 2, 4, 8]
const DICTIONARY_BYTES = [0, 1, 2, 4]

/** Parses the header; undefined if there are too few bytes. */
const frameHeader = (bytes: Uint8Array): FrameHeader | undefined => {
  const flags = bytes[4]
  if (flags === undefined) return undefined
  const isSingle = (flags & 0x20) !== 0
  const dictionaryBytes = DICTIONARY_BYTES[flags & 3]!
  const contentBytes = CONTENT_BYTES[flags >> 6]! || (isSingle ? 1 : 0)
  const dictionaryAt = isSingle ? 5 : 6
  const contentAt = dictionaryAt + dictionaryBytes
  const length = contentAt + contentBytes
  if (bytes.length < length) return undefined
  const content =
    contentBytes === 0 ? undefined : number(bytes, contentAt, contentBytes) + (contentBytes === 2 ? 256 : 0)
  const exponent = bytes[5]! >> 3
  const window = isSingle ? content! : 2 ** (10 + exponent) * (1 + (bytes[5]! & 7) / 8)
  return {
    length,
    window,
    content,
    hasChecksum: (flags & 4) !== 0,
    hasDictionary: number(bytes, dictionaryAt, dictionaryBytes) !== 0,
  }
}

/** Reads a little-endian number. */
export const number = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0
  for (let k = length - 1; k >= 0; k--) value = value * 256 + bytes[at + k]!
  return value
}

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** Magic number, except for the last four bits, of frames that contain no data. */
const SKIPPABLE = 0x184d2a50
/** The default limit of the `zstd` command. */
const MAX_WINDOW = 2 ** 27
const MAX_BLOCK = 2 ** 17
const CHECKSUM = 4

/** Zstandard, any number of concatenated frames. The library omits some checks, which are done here. */
export const zstd: Compression = {
  name: 'zstd',
  magic: MAGIC,
  async *unpack(chunks, source) {
    // Loaded on demand, because few files use this compression.
    const [library, { default: createHasher }] = await Promise.all([import('fzstd'), import('xxhash-wasm')])
    const hasher = await createHasher()
    const bytes = new Bytes(chunks)
    const fail = (reason: string): never => {
      throw dataError('bytes/zstd', { reason }, { source })
    }
    try {
      while (await bytes.has(1)) {
        await bytes.need(8)
        const magic = number(bytes.head, 0, 4)
        if (magic - (magic % 16) === SKIPPABLE) await bytes.pass(8 + number(bytes.head, 4, 4))
        else if (!MAGIC.every((byte, k) => bytes.head[k] === byte)) fail('trailing bytes are not zstd')
        else yield* unpackFrame(bytes, library.Decompress, hasher.create64(), fail)
      }
    } catch (cause) {
      if (cause instanceof Short) throw dataError('bytes/zstd-truncated', {}, { source })
      if (cause instanceof AskanceError || !isOfLibrary(cause)) throw cause
      fail(cause.message)
    } finally {
      // Not awaited: when the caller stops early, a pipe may never deliver its next bytes.
      chunks.return(undefined).catch(() => {})
    }
  },
}

/** The library numbers its own errors; unexpected data causes plain JavaScript errors. */
const isOfLibrary = (cause: unknown): cause is Error =>
  cause instanceof RangeError ||
  cause instanceof TypeError ||
  (cause instanceof Error && 'code' in cause && typeof cause.code === 'number')

/** Passes one block at a time to the library. */
async function* unpackFrame(
  bytes: Bytes,
  Engine: typeof Decompress,
  hash: XXHash<bigint>,
  fail: (reason: string) => never,
): AsyncGenerator<Uint8Array> {
  await bytes.has(MAX_HEADER_LENGTH)
  const header = checkedHeader(bytes.head, fail)
  const output: Uint8Array[] = []
  const engine = new Engine((data) => output.push(data))
  let length = 0
  engine.push(await bytes.take(header.length))
  for (let isLast = false; !isLast; ) {
    await bytes.need(3)
    const block = number(bytes.head, 0, 3)
    isLast = block % 2 === 1
    const type = (block >> 1) & 3
    if (block >> 3 > MAX_BLOCK) fail('a block is too long')
    const size = 3 + (type === 1 ? 1 : block >> 3)
    const checksum = isLast && header.hasChecksum ? CHECKSUM : 0
    await bytes.need(size + checksum)
    const stored = number(bytes.head, size, checksum)
    engine.push(await bytes.take(size + checksum), isLast)
    for (const data of output.splice(0)) {
      hash.update(data)
      length += data.length
      if (isLast && header.hasChecksum && Number(hash.digest() & 0xffffffffn) !== stored)
        fail('the checksum does not match')
      if (data.length > 0) yield data
    }
  }
  if (header.content !== undefined && header.content !== length)
    fail(`it unpacks to ${length} bytes, but the header says ${header.content}`)
}

const checkedHeader = (bytes: Uint8Array, fail: (reason: string) => never): FrameHeader => {
  const header = frameHeader(bytes)
  if (!header) throw new Short()
  if (header.hasDictionary) fail('it needs a dictionary')
  if (header.window > MAX_WINDOW)
    fail(`it needs a window of ${header.window} bytes, expected at most ${MAX_WINDOW}`)
  return header
}

/** Thrown when the data ends too early. */
class Short extends Error {}

/** A buffer of unread bytes that reads more on demand. */
class Bytes {
  readonly #chunks: AsyncGenerator<Uint8Array>
  head: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks
  }

  /** Reads until that many bytes are available; false if the input ends first. */
  async has(length: number): Promise<boolean> {
    while (this.head.length < length) {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.head = concat([this.head, value])
    }
    return true
  }

  async need(length: number): Promise<void> {
    if (!(await this.has(length))) throw new Short()
  }

  async take(length: number): Promise<Uint8Array> {
    await this.need(length)
    const taken = this.head.subarray(0, length)
    this.head = this.head.subarray(length)
    return taken
  }

  /** Skips bytes without keeping them. */
  async pass(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      await this.need(1)
      left -= (await this.take(Math.min(left, this.head.length))).length
    }
  }
}
