import type { BitReader } from './bzip2.js'

/** Invalid compressed data. */
export class Broken extends Error {}

const MAX_CODE_LENGTH = 20
const GROUP = 50
const RUN_A = 0
const RUN_B = 1

const expect = (condition: boolean, otherwise: string): void => {
  if (!condition) throw new Broken(otherwise)
}

/** One block, decoded except for its runs: `count` steps through `chain`, starting at `start`. */
export interface Bzip2Block {
  readonly crc: number
  /** The byte in the low 8 bits, the next position above them. */
  readonly chain: Uint32Array
  readonly count: number
  readonly start: number
}

/** Reads a block, after its magic number. `chain` holds the largest block and is reused. */
export const readBlock = (bits: BitReader, chain: Uint32Array): Bzip2Block => {
  const crc = bits.word()
  expect(bits.take(1) === 0, 'its blocks are randomised, as no program has written them since 1997')
  const start = bits.take(24)
  const bytes = readUsedBytes(bits)
  const { selectors, codes } = readCodes(bits, bytes.length + 2)
  const counts = new Int32Array(257)
  const count = readSymbols(bits, selectors, codes, bytes, chain, counts)
  expect(start < count, 'a block begins outside itself')
  for (let byte = 0; byte < 256; byte++) counts[byte + 1]! += counts[byte]!
  for (let k = 0; k < count; k++) {
    const byte = chain[k]! & 0xff
    chain[counts[byte]!++]! |= k << 8
  }
  return { crc, chain, count, start: chain[start]! >>> 8 }
}

/** The byte values that occur in the block. */
const readUsedBytes = (bits: BitReader): number[] => {
  const bytes: number[] = []
  const ranges = bits.take(16)
  for (let range = 0; range < 16; range++) {
    if (!(ranges & (0x8000 >> range))) continue
    const used = bits.take(16)
    for (let k = 0; k < 16; k++) if (used & (0x8000 >> k)) bytes.push(16 * range + k)
  }
  expect(bytes.length > 0, 'a block has no bytes')
  return bytes
}

/** A canonical Huffman code, by code length. */
interface Code {
  readonly shortest: number
  readonly longest: number
  /** The last code of each length, and the offset from a code to its place in `symbols`. */
  readonly last: Int32Array
  readonly offset: Int32Array
  readonly symbols: Uint16Array
}

const readCodes = (bits: BitReader, alphabet: number) => {
  const groups = bits.take(3)
  expect(groups >= 2 && groups <= 6, 'the number of codes is wrong')
  const selectors = new Uint8Array(bits.take(15))
  expect(selectors.length > 0, 'a block has no selectors')
  const order = [0, 1, 2, 3, 4, 5]
  for (let k = 0; k < selectors.length; k++) {
    let place = 0
    while (bits.take(1) === 1) expect(++place < groups, 'a selector is wrong')
    const [code] = order.splice(place, 1) as [number]
    order.unshift(code)
    selectors[k] = code
  }
  const codes = Array.from({ length: groups }, () => readCode(bits, alphabet))
  return { selectors, codes }
}

const readCode = (bits: BitReader, alphabet: number): Code => {
  const lengths = new Uint8Array(alphabet)
  let length = bits.take(5)
  for (let symbol = 0; symbol < alphabet; symbol++) {
    for (;;) {
      expect(length >= 1 && length <= MAX_CODE_LENGTH, 'the length of a code word is wrong')
      if (bits.take(1) === 0) break
      length += bits.take(1) === 0 ? 1 : -1
    }
    lengths[symbol] = length
  }
  return codeOf(lengths)
}

const codeOf = (lengths: Uint8Array): Code => {
  const last = new Int32Array(MAX_CODE_LENGTH + 1).fill(-1)
  const offset = new Int32Array(MAX_CODE_LENGTH + 1)
  const symbols = new Uint16Array(lengths.length)
  let word = 0
  let place = 0
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    offset[length] = word - place
    lengths.forEach((found, symbol) => {
      if (found !== length) return
      symbols[place++] = symbol
      word++
    })
    last[length] = word - 1
    word <<= 1
  }
  return { shortest: Math.min(...lengths), longest: Math.max(...lengths), last, offset, symbols }
}

/** Decodes the symbols into `chain`, undoing runs and move-to-front; returns how many bytes there are. */
const readSymbols = (
  bits: BitReader,
  selectors: Uint8Array,
  codes: readonly Code[],
  bytes: readonly number[],
  chain: Uint32Array,
  counts: Int32Array,
): number => {
  const front = Uint8Array.from(bytes)
  const end = bytes.length + 1
  let code = codes[0]!
  let [group, left, count, run, weight] = [0, 0, 0, 0, 1]
  for (;;) {
    if (left === 0) {
      expect(group < selectors.length, 'a block is longer than it says')
      code = codes[selectors[group++]!]!
      left = GROUP
    }
    left--
    let length = code.shortest
    let word = bits.take(length)
    while (word > code.last[length]!) {
      expect(++length <= code.longest, 'a code word is wrong')
      word = (word << 1) | bits.take(1)
    }
    const symbol = code.symbols[word - code.offset[length]!]
    expect(symbol !== undefined, 'a code word is wrong')
    if (symbol === RUN_A || symbol === RUN_B) {
      run += weight << symbol
      weight <<= 1
      expect(run <= chain.length, 'a run is too long')
      continue
    }
    if (run > 0) {
      expect(count + run <= chain.length, 'a block is too long')
      chain.fill(front[0]!, count, count + run)
      counts[front[0]! + 1]! += run
      count += run
      run = 0
      weight = 1
    }
    if (symbol === end) return count
    expect(count < chain.length, 'a block is too long')
    const byte = front[symbol! - 1]!
    front.copyWithin(1, 0, symbol! - 1)
    front[0] = byte
    chain[count++] = byte
    counts[byte + 1]!++
  }
}
