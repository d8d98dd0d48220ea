import { type LowBits, Short } from './low-bits.js'

/** What is wrong with packed data, in the words of zlib. */
export class Broken extends Error {}

const expect = (condition: boolean, otherwise: string): void => {
  if (!condition) throw new Broken(otherwise)
}

const WINDOW = 1 << 15
const OUTPUT_CHUNK = 1 << 18
const LONGEST_COPY = 258
/** A symbol with all that follows it has 48 bits at most. */
const SYMBOL_BYTES = 8
/** The description of the codes of a block has fewer bytes. */
const CODES_BYTES = 1024
const END_OF_BLOCK = 256
const LONGEST_CODE = 15

const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BITS = Array.from({ length: 30 }, (_, k) => Math.max(0, (k >> 1) - 1))

/** The first value of each symbol, where symbol k stands for 2^bits[k] values. */
const basesOf = (first: number, bits: readonly number[]): readonly number[] => {
  let next = first
  return bits.map((count) => {
    const base = next
    next += 1 << count
    return base
  })
}
const LENGTHS = [...basesOf(3, LENGTH_BITS).slice(0, -1), LONGEST_COPY]
const DISTANCES = basesOf(1, DISTANCE_BITS)

/** A Huffman code: for the next bits, the symbol above the low four bits and its length in them; 0 where there is none. */
interface Code {
  readonly bits: number
  readonly entries: Uint16Array
}

/** The canonical code with these lengths of words. Only a code of a single word may be incomplete, where that is allowed. */
const codeOf = (lengths: readonly number[], otherwise: string, mayLack = true): Code => {
  const counts = new Int32Array(LONGEST_CODE + 2)
  for (const length of lengths) counts[length]!++
  counts[0] = 0
  const bits = Math.max(1, ...lengths)
  let left = 1
  const next = new Int32Array(LONGEST_CODE + 2)
  for (let length = 1; length <= LONGEST_CODE; length++) {
    left = 2 * left - counts[length]!
    expect(left >= 0, otherwise)
    next[length + 1] = (next[length]! + counts[length]!) << 1
  }
  const isEmpty = lengths.every((length) => length === 0)
  expect(left === 0 || (mayLack && (bits === 1 || isEmpty)), otherwise)
  const entries = new Uint16Array(1 << bits)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    const word = reversed(next[length]!++, length)
    for (let at = word; at < entries.length; at += 1 << length) entries[at] = (symbol << 4) | length
  })
  return { bits, entries }
}

const reversed = (word: number, length: number): number => {
  let turned = 0
  for (let k = 0; k < length; k++) turned |= ((word >> k) & 1) << (length - 1 - k)
  return turned
}

const symbolOf = (bits: LowBits, { bits: most, entries }: Code, otherwise: string): number => {
  const entry = entries[bits.peek(most)]!
  const length = entry & 15
  // Beyond the end of the data the bits are 0, which need not be a word.
  if (length === 0) {
    bits.drop(most)
    throw new Broken(otherwise)
  }
  bits.drop(length)
  return entry >> 4
}

interface Codes {
  readonly symbols: Code
  readonly distances: Code
}

const fixedCodes = (): Codes => ({
  symbols: codeOf(
    Array.from({ length: 288 }, (_, k) => (k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8)),
    '',
  ),
  distances: codeOf(new Array<number>(32).fill(5), ''),
})

const readCodes = (bits: LowBits): Codes => {
  const symbols = bits.take(5) + 257
  const distances = bits.take(5) + 1
  const count = bits.take(4) + 4
  expect(symbols <= 286 && distances <= 30, 'too many length or distance symbols')
  const own = new Array<number>(LENGTH_ORDER.length).fill(0)
  for (let k = 0; k < count; k++) own[LENGTH_ORDER[k]!] = bits.take(3)
  const code = codeOf(own, 'invalid code lengths set', false)
  const lengths: number[] = []
  while (lengths.length < symbols + distances) {
    const symbol = symbolOf(bits, code, 'invalid code lengths set')
    if (symbol < 16) {
      lengths.push(symbol)
      continue
    }
    expect(symbol > 16 || lengths.length > 0, 'invalid bit length repeat')
    const length = symbol === 16 ? lengths.at(-1)! : 0
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)
    expect(lengths.length + times <= symbols + distances, 'invalid bit length repeat')
    for (let k = 0; k < times; k++) lengths.push(length)
  }
  expect(lengths[END_OF_BLOCK] !== 0, 'invalid code -- missing end-of-block')
  return {
    symbols: codeOf(lengths.slice(0, symbols), 'invalid literal/lengths set'),
    distances: codeOf(lengths.slice(symbols), 'invalid distances set'),
  }
}

/** Unpacks one deflate stream (RFC 1951) from the bits. A chunk is valid until the next one is asked for. */
export async function* inflate(bits: LowBits): AsyncGenerator<Uint8Array> {
  const output = new Uint8Array(WINDOW + OUTPUT_CHUNK + LONGEST_COPY)
  let [from, to] = [0, 0]
  /** What is full is handed on, and only what can be referred to is kept. */
  const isFull = (): boolean => to >= WINDOW + OUTPUT_CHUNK
  const moveOn = (): void => {
    output.copyWithin(0, to - WINDOW, to)
    from = WINDOW
    to = WINDOW
  }
  for (let isLast = false; !isLast; ) {
    await bits.ready(CODES_BYTES)
    isLast = bits.take(1) === 1
    const type = bits.take(2)
    expect(type < 3, 'invalid block type')
    if (type === 0) {
      bits.align()
      const length = bits.take(16)
      expect((length ^ bits.take(16)) === 0xffff, 'invalid stored block lengths')
      for (let left = length; left > 0; ) {
        await bits.ready(1)
        const piece = bits.bytes(Math.min(left, output.length - to))
        if (piece.length === 0) throw new Short()
        output.set(piece, to)
        to += piece.length
        left -= piece.length
        if (!isFull()) continue
        yield output.subarray(from, to)
        moveOn()
      }
      continue
    }
    const { symbols, distances } = type === 1 ? fixedCodes() : readCodes(bits)
    for (;;) {
      if (!bits.isReady(SYMBOL_BYTES)) await bits.ready(SYMBOL_BYTES)
      const symbol = symbolOf(bits, symbols, 'invalid literal/length code')
      if (symbol < END_OF_BLOCK) output[to++] = symbol
      else if (symbol === END_OF_BLOCK) break
      else {
        const base = LENGTHS[symbol - 257]
        if (base === undefined) throw new Broken('invalid literal/length code')
        const length = base + bits.take(LENGTH_BITS[symbol - 257]!)
        const code = symbolOf(bits, distances, 'invalid distance code')
        expect(code < DISTANCES.length, 'invalid distance code')
        const distance = DISTANCES[code]! + bits.take(DISTANCE_BITS[code]!)
        expect(distance <= to, 'invalid distance too far back')
        // Byte by byte: what is copied may overlap with what it is copied to.
        for (let end = to + length; to < end; to++) output[to] = output[to - distance]!
      }
      if (!isFull()) continue
      yield output.subarray(from, to)
      moveOn()
    }
  }
  if (to > from) yield output.subarray(from, to)
}
