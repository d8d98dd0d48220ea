import { dataError } from '../errors.js'
import { type Compression, concat } from './bytes.js'
import { Broken, type Bzip2Block, readBlock } from './bzip2-block.js'

/** Thrown when the input has too few bits. */
class OutOfBits extends Error {}

/** Reads bits, most significant first. */
export class BitReader {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #buffer = 0
  #count = 0

  /** The number of whole bytes left. */
  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Drops the bytes already read and appends new ones. */
  append(bytes: Uint8Array): void {
    this.#bytes = concat([this.#bytes.subarray(this.#at), bytes])
    this.#at = 0
  }

  /** Returns a function that restores this position. */
  mark(): () => void {
    const [bytes, at, buffer, count] = [this.#bytes, this.#at, this.#buffer, this.#count]
    return () => {
      this.#bytes = bytes
      this.#at = at
      this.#buffer = buffer
      this.#count = count
    }
  }

  /** The next bits, at most 24, as a number. */
  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new OutOfBits()
      this.#buffer = (this.#buffer << 8) | this.#bytes[this.#at++]!
      this.#count += 8
    }
    this.#count -= count
    return (this.#buffer >>> this.#count) & ((1 << count) - 1)
  }

  word(): number {
    return ((this.take(16) << 16) | this.take(16)) >>> 0
  }

  /** Skips to the next byte boundary. */
  align(): void {
    this.#count -= this.#count % 8
  }
}

const MAGIC = [0x42, 0x5a, 0x68]
/** The digits of π start a block, those of √π end a stream. */
const BLOCK = 0x314159265359
const END = 0x177245385090
/** Bytes per compression level; a compressed block is hardly ever longer than its content. */
const LEVEL = 100_000
const MARGIN = 25_000
const OUTPUT_CHUNK = 1 << 18

/** Bzip2, any number of concatenated streams. Implemented here because the only streaming library keeps all its output. */
export const bzip2: Compression = {
  name: 'bzip2',
  magic: MAGIC,
  async *unpack(chunks, source) {
    const bits = new BitReader()
    const reader = new StreamReader(bits)
    let isOver = false
    try {
      for (;;) {
        while (!isOver && bits.left < reader.wanted) isOver = !(await more(chunks, bits))
        if (isOver && bits.left === 0 && reader.isBetween) return
        const back = bits.mark()
        try {
          const block = reader.next()
          if (block) yield* unpackBlock(block)
        } catch (cause) {
          if (!(cause instanceof OutOfBits) || isOver) throw cause
          back()
          isOver = !(await more(chunks, bits))
        }
      }
    } catch (cause) {
      if (cause instanceof OutOfBits) throw dataError('bytes/bzip2-truncated', {}, { source })
      if (cause instanceof Broken) throw dataError('bytes/bzip2', { reason: cause.message }, { source })
      throw cause
    } finally {
      // Not awaited: when the caller stops early, a pipe may never deliver its next bytes.
      chunks.return(undefined).catch(() => {})
    }
  },
}

const more = async (chunks: AsyncGenerator<Uint8Array>, bits: BitReader): Promise<boolean> => {
  const { value, done } = await chunks.next()
  if (!done) bits.append(value)
  return !done
}

/** Tracks the position within a stream. */
class StreamReader {
  readonly #bits: BitReader
  /** The buffer of a block, as long as the level says. It is kept between streams, of which a short file may have many. */
  #block = new Uint32Array(0)
  isBetween = true
  #crc = 0

  constructor(bits: BitReader) {
    this.#bits = bits
  }

  /** The number of bytes the next step needs, unless a block compressed badly. */
  get wanted(): number {
    return this.isBetween ? MAGIC.length + 1 : this.#block.length + MARGIN
  }

  /** The next block; undefined at the start or end of a stream. */
  next(): Bzip2Block | undefined {
    if (this.isBetween) return this.#begin()
    const magic = this.#bits.take(24) * 2 ** 24 + this.#bits.take(24)
    if (magic === END) return this.#end()
    if (magic !== BLOCK) throw new Broken('a block has an invalid header')
    const block = readBlock(this.#bits, this.#block)
    this.#crc = ((this.#crc << 1) | (this.#crc >>> 31)) ^ block.crc
    return block
  }

  #begin(): undefined {
    const isMagic = MAGIC.every((byte) => this.#bits.take(8) === byte)
    const level = this.#bits.take(8) - 0x30
    if (!isMagic || level < 1 || level > 9) throw new Broken('trailing bytes are not bzip2')
    if (this.#block.length !== level * LEVEL) this.#block = new Uint32Array(level * LEVEL)
    this.isBetween = false
    this.#crc = 0
  }

  #end(): undefined {
    if (this.#bits.word() !== this.#crc >>> 0) throw new Broken('the stream checksum does not match')
    this.#bits.align()
    this.isBetween = true
  }
}

/** The bytes of a block in chunks, with its run-length encoding undone: a count follows four equal bytes. */
function* unpackBlock({ chain, count, start, crc: expected }: Bzip2Block): Generator<Uint8Array> {
  let output = new Uint8Array(OUTPUT_CHUNK)
  let crc = -1
  let [length, equal, previous, at] = [0, 0, -1, start]
  for (let k = 0; k < count; k++) {
    const step = chain[at]!
    const byte = step & 0xff
    at = step >>> 8
    let copies = 1
    let written = byte
    if (equal === 4) {
      copies = byte
      written = previous
      equal = 0
      previous = -1
    } else {
      equal = byte === previous ? equal + 1 : 1
      previous = byte
    }
    if (length + copies > output.length) {
      yield output.subarray(0, length)
      output = new Uint8Array(OUTPUT_CHUNK)
      length = 0
    }
    for (; copies > 0; copies--) {
      output[length++] = written
      crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ written]!
    }
  }
  if (~crc >>> 0 !== expected) throw new Broken('a block checksum does not match')
  yield output.subarray(0, length)
}

/** Most significant bit first, unlike gzip. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let k = 0; k < 8; k++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})
