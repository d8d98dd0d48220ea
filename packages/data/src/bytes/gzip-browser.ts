import { dataError } from '../errors.js'
import type { Compression } from './compression.js'
import { Broken, inflate } from './inflate.js'
import { LowBits, Short } from './low-bits.js'

const MAGIC = [0x1f, 0x8b]
const DEFLATE = 8
const [HEADER_CRC, EXTRA, NAME, COMMENT, UNKNOWN] = [0x02, 0x04, 0x08, 0x10, 0xe0]

/**
 * Gzip (RFC 1952), any number of members one after another. Stands in for `gzip.ts` in a browser: the one that browsers
 * have refuses files of several members, as `bgzip` and `pigz` write them.
 */
export const gzip: Compression = {
  name: 'gzip',
  magic: MAGIC,
  async *unpack(chunks, source) {
    const bits = new LowBits(chunks)
    try {
      do yield* unpackMember(bits)
      while (await isFollowed(bits, source))
    } catch (cause) {
      if (cause instanceof Short) throw dataError('bytes/gzip-truncated', {}, { source })
      if (cause instanceof Broken) throw dataError('bytes/gzip', { reason: cause.message }, { source })
      throw cause
    } finally {
      // Not awaited: when the caller stops early, the next bytes may never come.
      chunks.return(undefined).catch(() => {})
    }
  },
}

async function* unpackMember(bits: LowBits): AsyncGenerator<Uint8Array> {
  await readHeader(bits)
  let crc = -1
  let length = 0
  for await (const chunk of inflate(bits)) {
    crc = withBytes(crc, chunk)
    length += chunk.length
    yield chunk
  }
  bits.align()
  await bits.ready(8)
  if (word(bits) !== ~crc >>> 0) throw new Broken('incorrect data check')
  if (word(bits) !== length % 2 ** 32) throw new Broken('incorrect length check')
}

const word = (bits: LowBits): number => bits.take(16) + bits.take(16) * 2 ** 16

const readHeader = async (bits: LowBits): Promise<void> => {
  let crc = -1
  const byte = async (): Promise<number> => {
    await bits.ready(1)
    const next = bits.take(8)
    crc = withBytes(crc, [next])
    return next
  }
  const pass = async (bytes: number): Promise<void> => {
    for (let k = 0; k < bytes; k++) await byte()
  }
  const passText = async (): Promise<void> => {
    while ((await byte()) !== 0);
  }
  for (const expected of MAGIC) if ((await byte()) !== expected) throw new Broken('incorrect header check')
  if ((await byte()) !== DEFLATE) throw new Broken('unknown compression method')
  const flags = await byte()
  if (flags & UNKNOWN) throw new Broken('unknown header flags set')
  await pass(6)
  if (flags & EXTRA) await pass((await byte()) + 256 * (await byte()))
  if (flags & NAME) await passText()
  if (flags & COMMENT) await passText()
  if (!(flags & HEADER_CRC)) return
  await bits.ready(2)
  if (bits.take(16) !== (~crc & 0xffff)) throw new Broken('header crc mismatch')
}

/** Whether another member follows. Tapes and block devices fill up with zeros, which are passed over. */
const isFollowed = async (bits: LowBits, source: string): Promise<boolean> => {
  await bits.ready(1)
  if (bits.isEmpty) return false
  if (bits.peek(8) !== 0) return true
  for (; !bits.isEmpty; await bits.ready(1))
    if (bits.take(8) !== 0) throw dataError('bytes/gzip-trailing', {}, { source })
  return false
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** The checksum, as it runs, with more bytes. */
const withBytes = (crc: number, bytes: Iterable<number> & ArrayLike<number>): number => {
  let running = crc
  for (let k = 0; k < bytes.length; k++) running = (running >>> 8) ^ CRC_TABLE[(running ^ bytes[k]!) & 0xff]!
  return running
}
