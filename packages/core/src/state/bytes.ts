import { expanded } from './entropy.js'

/** Collects bytes; grows as needed. */
export class Bytes {
  #bytes = new Uint8Array(64)
  #view = new DataView(this.#bytes.buffer)
  length = 0

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const wider = new Uint8Array(2 * (this.length + count))
    wider.set(this.#bytes.subarray(0, this.length))
    this.#bytes = wider
    this.#view = new DataView(wider.buffer)
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  single(value: number): void {
    this.#reserve(4)
    this.#view.setFloat32(this.length, value, true)
    this.length += 4
  }

  double(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.length, value, true)
    this.length += 8
  }

  all(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** The bytes from `from` to before `to`. There are often few, for which a view would take longer. */
  part(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from)
    for (let k = from; k < to; k++) this.#bytes[this.length++] = bytes[k]
  }

  /** A whole number from 0 in groups of seven bits, the lowest first. */
  varint(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** A whole number of any sign, the small ones first: 0, −1, 1, −2 … */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

/** Reads what `Bytes` wrote; beyond the end it fails. */
export class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  at = 0
  #last = -1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.length
  }

  byte(): number {
    return this.#view.getUint8(this.at++)
  }

  single(): number {
    this.at += 4
    return this.#view.getFloat32(this.at - 4, true)
  }

  double(): number {
    this.at += 8
    return this.#view.getFloat64(this.at - 8, true)
  }

  /** The squeezed part that begins here, of at most so many bytes; the next one follows it. */
  part(stride: number, most: number): Reader {
    const length = this.varint()
    if (length > most) throw new Error('a part is too long')
    const { bytes, end } = expanded(this.#bytes, stride, length, this.at)
    this.at = end
    return new Reader(bytes)
  }

  /** Whether nothing was covered since it was asked last: such a file would never end. */
  isIdle(end: number): boolean {
    const idle = end === this.#last
    this.#last = end
    return idle
  }

  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte()
      value += (byte % 0x80) * factor
      if (byte < 0x80) return value
      if (factor > 2 ** 49) throw new Error('a number is too long')
    }
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}
