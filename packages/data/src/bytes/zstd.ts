import { AskanceError } from '@askance/core'
import type { Decompress } from 'fzstd'
import type { XXHash } from 'xxhash-wasm'
import { dataError } from '../errors.js'
import type { Compression } from './compression.js'
import { concat } from './concat.js'
import { type FrameHeader, frameHeader, LONGEST_HEADER, number } from './zstd-frame.js'

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** Frames with this magic number, but for the last four bits, hold nothing that belongs to the data. */
const SKIPPABLE = 0x184d2a50
/** What the command `zstd` itself takes without being told to take more. */
const LARGEST_WINDOW = 2 ** 27
const LARGEST_BLOCK = 2 ** 17
const CHECKSUM = 4

/** Zstandard, any number of frames one after another. The library leaves out checks, which are made here. */
export const zstd: Compression = {
  name: 'zstd',
  magic: MAGIC,
  async *unpack(chunks, source) {
    // Loaded when they are needed: most files are not packed like this.
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
        else if (!MAGIC.every((byte, k) => bytes.head[k] === byte))
          fail('it is followed by bytes that are not zstd')
        else yield* unpackFrame(bytes, library.Decompress, hasher.create64(), fail)
      }
    } catch (cause) {
      if (cause instanceof Short) throw dataError('bytes/zstd-truncated', {}, { source })
      if (cause instanceof AskanceError || !isOfLibrary(cause)) throw cause
      fail(cause.message)
    } finally {
      // Not awaited: when the caller stops early, the next bytes of a pipe may never come.
      chunks.return(undefined).catch(() => {})
    }
  },
}

/** The library numbers its errors; what it did not expect at all ends in an error of the language. */
const isOfLibrary = (cause: unknown): cause is Error =>
  cause instanceof RangeError ||
  cause instanceof TypeError ||
  (cause instanceof Error && 'code' in cause && typeof cause.code === 'number')

/** Hands the library one block at a time. */
async function* unpackFrame(
  bytes: Bytes,
  Engine: typeof Decompress,
  hash: XXHash<bigint>,
  fail: (reason: string) => never,
): AsyncGenerator<Uint8Array> {
  await bytes.has(LONGEST_HEADER)
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
    if (block >> 3 > LARGEST_BLOCK) fail('a block is too long')
    const size = 3 + (type === 1 ? 1 : block >> 3)
    const checksum = isLast && header.hasChecksum ? CHECKSUM : 0
    await bytes.need(size + checksum)
    const stored = number(bytes.head, size, checksum)
    engine.push(await bytes.take(size + checksum), isLast)
    for (const data of output.splice(0)) {
      hash.update(data)
      length += data.length
      if (isLast && header.hasChecksum && Number(hash.digest() & 0xffffffffn) !== stored)
        fail('the checksum does not fit')
      if (data.length > 0) yield data
    }
  }
  if (header.content !== undefined && header.content !== length)
    fail(`it unpacks to ${length} bytes where it says ${header.content}`)
}

const checkedHeader = (bytes: Uint8Array, fail: (reason: string) => never): FrameHeader => {
  const header = frameHeader(bytes)
  if (!header) throw new Short()
  if (header.hasDictionary) fail('it needs a dictionary')
  if (header.window > LARGEST_WINDOW)
    fail(`it needs a window of ${header.window} bytes, expected at most ${LARGEST_WINDOW}`)
  return header
}

/** Thrown where the data ends too early. */
class Short extends Error {}

/** The bytes not yet taken, of which more can be called for. */
class Bytes {
  readonly #chunks: AsyncGenerator<Uint8Array>
  head: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks
  }

  /** Reads on until there are so many, and says whether there are. */
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

  /** Takes bytes that are there. */
  async take(length: number): Promise<Uint8Array> {
    await this.need(length)
    const taken = this.head.subarray(0, length)
    this.head = this.head.subarray(length)
    return taken
  }

  /** Passes over bytes without keeping them. */
  async pass(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      await this.need(1)
      left -= (await this.take(Math.min(left, this.head.length))).length
    }
  }
}
