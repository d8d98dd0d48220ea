import { dataError } from '../errors.js'

/** The encoding of text; undefined is UTF-8, or no text at all. */
export type Encoding = string | undefined

type Decoder = InstanceType<typeof TextDecoder>

/** Beginnings of files that are not text: Parquet and ZIP. */
const BINARY = ['PAR1', 'PK\u0003\u0004']
const UTF16_NULS = 0.4
/** Chunks of this size or more may be cut. */
const MIN_CUT = 4096
/** Bytes that Windows-1252 does not use, and control characters that text does not have. */
const NOT_WESTERN = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * Detects the encoding from the first bytes: UTF-16 by its byte order mark or its zeros, Windows-1252 if the bytes are not
 * UTF-8 and have no character of it. Undefined for UTF-8, and for files that are not text.
 *
 * @example
 * detectedEncoding(Uint8Array.of(0xff, 0xfe, 0x61, 0)) // => 'utf-16le'
 * detectedEncoding(Uint8Array.of(0x66, 0xfc, 0x72)) // => 'windows-1252'
 * detectedEncoding(new TextEncoder().encode('für')) // => undefined
 */
export const detectedEncoding = (head: Uint8Array): Encoding => {
  if (BINARY.includes(String.fromCharCode(...head.subarray(0, 4)))) return undefined
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) return zeroEncoding(head)
  return isUtf8Text(head) ? undefined : byteEncoding(head)
}

/** Whether all bytes are UTF-8; a long head may end inside a character. The decoder is much faster than the search for what is not. */
const isUtf8Text = (head: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= MIN_CUT })
    return true
  } catch {
    return false
  }
}

const zeroEncoding = (head: Uint8Array): Encoding => {
  const half = head.length >> 1
  const zeros = [0, 0]
  for (let at = 0; at < 2 * half; at++) if (head[at] === 0) zeros[at & 1]!++
  const [even = 0, odd = 0] = zeros
  if (half < 2) return undefined
  if (odd > UTF16_NULS * half && even < 0.1 * half) return 'utf-16le'
  return even > UTF16_NULS * half && odd < 0.1 * half ? 'utf-16be' : undefined
}

const byteEncoding = (head: Uint8Array): Encoding => {
  let isWestern = false
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]!
    if (byte < 0x80) {
      if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) return undefined
      continue
    }
    // With a character of UTF-8 the file is UTF-8, or damaged UTF-8.
    if (sequenceLength(head, at) > 1 || NOT_WESTERN.has(byte)) return undefined
    // A long head may end inside a character.
    if (!isWestern && head.length >= MIN_CUT && at + 3 >= head.length) return undefined
    isWestern = true
  }
  return isWestern ? 'windows-1252' : undefined
}

/** The length of the UTF-8 character that begins here; 0 if none does. */
const sequenceLength = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at]!
  const length =
    first >= 0xf0 && first < 0xf5
      ? 4
      : first >= 0xe0 && first < 0xf0
        ? 3
        : first >= 0xc2 && first < 0xe0
          ? 2
          : 0
  for (let k = 1; k < length; k++) if ((bytes[at + k] ?? 0) >> 6 !== 2) return 0
  return length
}

/** The decoder of an encoding named in an option. */
const decoderOf = (name: string): Decoder => {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw dataError('data/option', {
      name: 'encoding',
      value: name,
      expected: 'the name of a text encoding, such as utf-8, utf-16le or windows-1252',
    })
  }
}

/** Whether the bytes pass as they are. */
const isUtf8 = (encoding: Encoding): boolean => encoding === undefined || /^utf-?8$/i.test(encoding)

/**
 * The bytes as UTF-8: in the given encoding, or in the one that the first chunk shows. `onDetect` is called with it before
 * the first chunk.
 */
export async function* utf8Bytes(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  source: string,
  given: Encoding,
  onDetect: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let decoder: Decoder | undefined
  let isFirst = true
  let offset = 0
  const utf8 = new TextEncoder()
  for await (const chunk of chunks) {
    if (isFirst) {
      const encoding = given ?? detectedEncoding(chunk)
      if (!isUtf8(encoding)) decoder = decoderOf(encoding!)
      onDetect(decoder ? decoder.encoding : undefined)
      isFirst = false
    }
    yield decoder ? utf8.encode(decodedChunk(decoder, chunk, offset, source)) : chunk
    offset += chunk.length
  }
  if (decoder) {
    const rest = decodedChunk(decoder, undefined, offset, source)
    if (rest !== '') yield utf8.encode(rest)
  }
}

const decodedChunk = (
  decoder: Decoder,
  chunk: Uint8Array | undefined,
  offset: number,
  source: string,
): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    const at = offset + (chunk ? invalidAt(decoder.encoding, chunk) : 0)
    throw dataError('text/undecodable', { encoding: decoder.encoding, offset: at }, { source })
  }
}

/** The position of the first invalid bytes in a chunk. */
const invalidAt = (encoding: string, chunk: Uint8Array): number => {
  let [sound, broken] = [0, chunk.length]
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    try {
      new TextDecoder(encoding, { fatal: true }).decode(chunk.subarray(0, middle), { stream: true })
      sound = middle
    } catch {
      broken = middle
    }
  }
  return sound
}
