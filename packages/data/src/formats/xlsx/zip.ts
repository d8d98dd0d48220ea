import { Inflate } from 'pako'
import { dataError } from '../../errors.js'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** The end of the archive may be followed by a comment. */
const MAX_COMMENT = 1 << 16

interface Entry {
  readonly method: number
  readonly packed: number
  readonly at: number
}

/** The files in a ZIP archive, unpacked on request. A small file may unpack to a huge one, so all of them together are bounded. */
export class ZipArchive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #source: string
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  #left: number

  constructor(bytes: Uint8Array, source: string, most: number) {
    this.#most = most
    this.#left = most
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#source = source
    this.#readDirectory()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The text of a file; an empty text if there is none. */
  text(name: string): string {
    const entry = this.#entries.get(name)
    return entry ? new TextDecoder().decode(this.#unpacked(entry)) : ''
  }

  #readDirectory(): void {
    const { byteLength } = this.#view
    let end = byteLength - 22
    while (end >= 0 && end >= byteLength - 22 - MAX_COMMENT && this.#number(end, 4) !== END) end--
    if (end < 0 || this.#number(end, 4) !== END) this.#fail('it has no directory')
    const count = this.#number(end + 10, 2)
    let at = this.#number(end + 16, 4)
    const decoder = new TextDecoder()
    for (let k = 0; k < count; k++) {
      if (this.#number(at, 4) !== ENTRY) this.#fail('its directory is damaged')
      const length = this.#number(at + 28, 2)
      const name = decoder.decode(this.#bytes.subarray(at + 46, at + 46 + length))
      this.#entries.set(name, {
        method: this.#number(at + 10, 2),
        packed: this.#number(at + 20, 4),
        at: this.#number(at + 42, 4),
      })
      at += 46 + length + this.#number(at + 30, 2) + this.#number(at + 32, 2)
    }
  }

  #number(at: number, size: 2 | 4): number {
    if (at < 0 || at + size > this.#view.byteLength) this.#fail('it is truncated')
    return size === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true)
  }

  #unpacked({ method, packed, at }: Entry): Uint8Array {
    if (this.#number(at, 4) !== LOCAL) this.#fail('its directory is damaged')
    const start = at + 30 + this.#number(at + 26, 2) + this.#number(at + 28, 2)
    const data = this.#bytes.subarray(start, start + packed)
    if (data.length < packed) this.#fail('it is truncated')
    if (method === STORED) return this.#counted(data)
    if (method !== DEFLATED) this.#fail(`its compression method ${method} is not supported`)
    return this.#inflated(data)
  }

  #inflated(data: Uint8Array): Uint8Array {
    const inflate = new Inflate({ raw: true, chunkSize: 1 << 20 })
    const parts: Uint8Array[] = []
    inflate.onData = (part: Uint8Array) => {
      parts.push(this.#counted(part))
    }
    inflate.push(data, true)
    if (inflate.err !== 0) this.#fail(`a file in it is damaged (${inflate.msg || inflate.err})`)
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
    parts.reduce((to, part) => {
      whole.set(part, to)
      return to + part.length
    }, 0)
    return whole
  }

  #counted(part: Uint8Array): Uint8Array {
    this.#left -= part.length
    if (this.#left < 0) throw dataError('xlsx/large', { most: this.#most }, { source: this.#source })
    return part
  }

  #fail(reason: string): never {
    throw dataError('xlsx/broken', { reason }, { source: this.#source })
  }
}
