/**
 * Bytes in fewer bits, by how often each occurs: a canonical Huffman code (D. A. Huffman: A method for the construction of
 * minimum-redundancy codes. Proceedings of the IRE 40 (1952) 1098–1101) for every plane of the bytes. With a stride of 8, plane
 * p has the bytes p, p + 8, p + 16 …: the exponents of doubles lie together, which are alike, and the mantissas, which are not.
 *
 * A plane begins with how it is stored: as it is, as one byte that repeats, or coded: 128 bytes with the code lengths of the
 * 256 symbols, four bits each, then the codes, the first bit of each highest.
 */
const Stored = { plain: 0, constant: 1, coded: 2 } as const

const SYMBOLS = 256
/** No code is longer, so that a table of 4,096 entries decodes one in a step. */
const LONGEST = 12
const LENGTHS_BYTES = SYMBOLS / 2

interface Squeezing {
  /** The number of bytes that `written` returns. */
  readonly length: number
  written(): Uint8Array
}

/** The bytes as planes; at most a byte per plane longer than they were. They are written on demand only, as the length may show that another encoding is shorter. */
export const squeezing = (bytes: Uint8Array, stride: number): Squeezing => {
  const planes = planesOf(bytes, stride).map((plane) => ({ plane, ...planFor(plane) }))
  const length = planes.reduce((sum, { size }) => sum + size, 0)
  return {
    length,
    written: () => {
      const out = new Uint8Array(length)
      let at = 0
      for (const { plane, size, stored, lengths } of planes) {
        out[at] = stored
        if (stored === Stored.constant) out[at + 1] = plane[0]
        else if (!lengths) out.set(plane, at + 1)
        else {
          for (let s = 0; s < SYMBOLS; s += 2) out[at + 1 + s / 2] = lengths[s] * 16 + lengths[s + 1]
          writeCodes(plane, lengths, out, at + 1 + LENGTHS_BYTES)
        }
        at += size
      }
      return out
    },
  }
}

export const squeezed = (bytes: Uint8Array, stride: number): Uint8Array => squeezing(bytes, stride).written()

/** The `length` bytes that were squeezed to those from `start` on, and where these end. */
export const expanded = (
  bytes: Uint8Array,
  stride: number,
  length: number,
  start: number,
): { readonly bytes: Uint8Array; readonly end: number } => {
  const out = new Uint8Array(length)
  let end = start
  for (let p = 0; p < stride; p++) end = expandPlane(bytes, end, out, p, stride)
  return { bytes: out, end }
}

const planesOf = (bytes: Uint8Array, stride: number): Uint8Array[] => {
  if (stride === 1) return [bytes]
  return Array.from({ length: stride }, (_, p) => {
    const plane = new Uint8Array(Math.ceil(Math.max(0, bytes.length - p) / stride))
    for (let k = 0; k < plane.length; k++) plane[k] = bytes[p + k * stride]
    return plane
  })
}

/** How a plane is stored, in how many bytes, and the code lengths if it is coded. */
interface Plan {
  readonly stored: (typeof Stored)[keyof typeof Stored]
  readonly size: number
  readonly lengths?: Uint8Array
}

const CONSTANT: Plan = { stored: Stored.constant, size: 2 }

const planFor = (plane: Uint8Array): Plan => {
  const plain = { stored: Stored.plain, size: plane.length + 1 }
  if (plane.length <= LENGTHS_BYTES) return plane.length > 0 && isConstant(plane) ? CONSTANT : plain
  const counts = new Float64Array(SYMBOLS)
  for (let k = 0; k < plane.length; k++) counts[plane[k]]++
  if (counts[plane[0]] === plane.length) return CONSTANT
  // No code is shorter than the entropy: where that does not pay, none is made.
  if (1 + LENGTHS_BYTES + entropyOf(counts, plane.length) / 8 > plane.length) return plain
  const lengths = codeLengths(counts)
  const bits = lengths.reduce((sum, length, symbol) => sum + length * counts[symbol], 0)
  const size = 1 + LENGTHS_BYTES + Math.ceil(bits / 8)
  return size > plane.length ? plain : { stored: Stored.coded, size, lengths }
}

const isConstant = (plane: Uint8Array): boolean => plane.every((byte) => byte === plane[0])

/** How many bits the symbols take at the least, if each is coded by itself. */
const entropyOf = (counts: Float64Array, total: number): number => {
  let bits = 0
  for (const count of counts) if (count > 0) bits += count * Math.log2(total / count)
  return bits
}

/** The lengths of an optimal code; where one would be too long, rare symbols are taken for less rare. */
const codeLengths = (counts: Float64Array): Uint8Array => {
  for (let least = 1; ; least *= 2) {
    const lengths = optimalLengths(counts.map((count) => (count > 0 ? Math.max(count, least) : 0)))
    if (lengths.every((length) => length <= LONGEST)) return lengths
  }
}

/**
 * The two rarest trees are joined until one is left; a symbol's length is its depth. Joined trees come in rising order, so
 * that the rarest is always the first of the symbols or the first of the joined.
 */
const optimalLengths = (counts: Float64Array): Uint8Array => {
  const symbols = [...counts.keys()]
    .filter((symbol) => counts[symbol] > 0)
    .sort((a, b) => counts[a] - counts[b])
  const weights = symbols.map((symbol) => counts[symbol])
  const parents = new Int32Array(2 * symbols.length)
  let leaf = 0
  let inner = symbols.length
  const rarest = (): number =>
    leaf < symbols.length && (inner >= weights.length || weights[leaf] <= weights[inner]) ? leaf++ : inner++
  while (weights.length < 2 * symbols.length - 1) {
    const [one, other] = [rarest(), rarest()]
    parents[one] = weights.length
    parents[other] = weights.length
    weights.push(weights[one] + weights[other])
  }
  const depths = new Uint8Array(weights.length)
  for (let node = weights.length - 2; node >= 0; node--) depths[node] = depths[parents[node]] + 1
  const lengths = new Uint8Array(SYMBOLS)
  symbols.forEach((symbol, k) => {
    lengths[symbol] = depths[k]
  })
  return lengths
}

/** The canonical code: shorter ones first, then by symbol. */
const codesOf = (lengths: Uint8Array): Uint16Array => {
  const codes = new Uint16Array(SYMBOLS)
  let code = 0
  for (let length = 1; length <= LONGEST; length++) {
    for (let symbol = 0; symbol < SYMBOLS; symbol++) if (lengths[symbol] === length) codes[symbol] = code++
    code *= 2
  }
  return codes
}

const writeCodes = (plane: Uint8Array, lengths: Uint8Array, out: Uint8Array, from: number): void => {
  const codes = codesOf(lengths)
  let at = from
  let bits = 0
  let held = 0
  for (let k = 0; k < plane.length; k++) {
    const byte = plane[k]
    const length = lengths[byte]
    held = (held << length) | codes[byte]
    bits += length
    while (bits >= 8) {
      bits -= 8
      out[at++] = held >>> bits
      held &= (1 << bits) - 1
    }
  }
  if (bits > 0) out[at] = held << (8 - bits)
}

/** Fills a plane of `out`; returns where the next one begins. */
const expandPlane = (bytes: Uint8Array, from: number, out: Uint8Array, p: number, stride: number): number => {
  const count = Math.ceil(Math.max(0, out.length - p) / stride)
  const stored = bytes[from]
  if (stored === Stored.constant) {
    for (let k = p; k < out.length; k += stride) out[k] = bytes[from + 1]
    return from + 2
  }
  if (stored === Stored.plain) {
    if (from + 1 + count > bytes.length) throw new Error('a plane is cut off')
    for (let k = 0; k < count; k++) out[p + k * stride] = bytes[from + 1 + k]
    return from + 1 + count
  }
  if (stored !== Stored.coded) throw new Error(`no plane is stored as ${stored}`)
  return readCodes(bytes, from + 1, out, p, stride)
}

const readCodes = (bytes: Uint8Array, from: number, out: Uint8Array, p: number, stride: number): number => {
  const lengths = new Uint8Array(SYMBOLS)
  for (let s = 0; s < SYMBOLS; s += 2) {
    lengths[s] = bytes[from + s / 2] >> 4
    lengths[s + 1] = bytes[from + s / 2] & 15
  }
  const table = decodingTable(lengths)
  let at = from + LENGTHS_BYTES
  let bits = 0
  let held = 0
  for (let k = p; k < out.length; k += stride) {
    while (bits < LONGEST) {
      held = (held << 8) | (bytes[at++] ?? 0)
      bits += 8
    }
    const symbol = table[held >>> (bits - LONGEST)]
    const length = lengths[symbol]
    if (length === 0 || at - bytes.length > 2) throw new Error('a plane is cut off')
    out[k] = symbol
    bits -= length
    held &= (1 << bits) - 1
  }
  // What was read ahead belongs to the next plane.
  return at - Math.floor(bits / 8)
}

/** By the next bits, the symbol whose code they begin with. */
const decodingTable = (lengths: Uint8Array): Uint8Array => {
  const codes = codesOf(lengths)
  const table = new Uint8Array(1 << LONGEST)
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    const length = lengths[symbol]
    if (length === 0) continue
    if (length > LONGEST) throw new Error('a code is too long')
    const first = codes[symbol] << (LONGEST - length)
    table.fill(symbol, first, first + (1 << (LONGEST - length)))
  }
  return table
}
