/** What the header of a Zstandard frame says (RFC 8878). */
export interface FrameHeader {
  /** How many bytes the header itself has. */
  readonly length: number
  /** How many bytes must be kept for what refers back. */
  readonly window: number
  /** How many bytes the frame unpacks to, where it says so. */
  readonly content: number | undefined
  readonly hasChecksum: boolean
  readonly hasDictionary: boolean
}

/** The longest header, with its magic number. */
export const LONGEST_HEADER = 18

const CONTENT_BYTES = [0, 2, 4, 8]
const DICTIONARY_BYTES = [0, 1, 2, 4]

/** Reads the header; undefined when the bytes are too few. */
export const frameHeader = (bytes: Uint8Array): FrameHeader | undefined => {
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

/** The lowest byte comes first. */
export const number = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0
  for (let k = length - 1; k >= 0; k--) value = value * 256 + bytes[at + k]!
  return value
}
