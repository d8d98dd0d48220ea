import type { Inflate } from 'pako'
import { concat } from '../../bytes/bytes.js'
import { dataError } from '../../errors.js'
import type { Input } from '../input.js'
import type { ItemOptions } from '../options.js'
import { maxRecordBytesOf } from '../text.js'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** The end of the archive may be followed by a comment. */
const MAX_COMMENT = 1 << 16

/** An archive is in memory as a whole: at most this many times the longest record, packed and unpacked. */
const MAX_RECORDS = 16

interface Entry {
  readonly method: number
  readonly packed: number
  readonly at: number
}

/** Reads an archive as a whole. The library is loaded only then. */
export const readArchive = async (input: Input, options: ItemOptions): Promise<ZipArchive> => {
  const { Inflate } = await import('pako')
  const most = MAX_RECORDS * maxRecordBytesOf(options)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of input.read()) {
    length += chunk.length
    if (length > most) throw dataError('zip/large', { most }, { source: input.name })
    parts.push(chunk.slice())
  }
  return new ZipArchive(concat(parts), input.name, most, Inflate)
}

/** The files in a ZIP archive, unpacked on request. A small file may unpack to a huge one, so all of them together are bounded. */
export class ZipArchive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #source: string
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  readonly #Inflate: typeof Inflate
  /** The unpacked size of each file that was read. A file is usually read in several passes, but counts once. */
  readonly #sizes = new Map<Entry, number>()
  #total = 0

  constructor(bytes: Uint8Array, source: string, most: number, inflate: typeof Inflate) {
    this.#most = most
    this.#Inflate = inflate
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#source = source
    this.#readDirectory()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The names of all files, and of folders with a slash at the end. */
  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  /** The text of a file; an empty text if there is none. */
  text(name: string): string {
    return new TextDecoder().decode(this.bytes(name))
  }

  /** The content of a file; nothing if there is none. */
  bytes(name: string): Uint8Array {
    const entry = this.#entries.get(name)
    return entry ? this.#unpacked(entry) : new Uint8Array()
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

  #unpacked(entry: Entry): Uint8Array {
    const { method, packed, at } = entry
    this.#total -= this.#sizes.get(entry) ?? 0
    this.#sizes.set(entry, 0)
    if (this.#number(at, 4) !== LOCAL) this.#fail('its directory is damaged')
    const start = at + 30 + this.#number(at + 26, 2) + this.#number(at + 28, 2)
    const data = this.#bytes.subarray(start, start + packed)
    if (data.length < packed) this.#fail('it is truncated')
    if (method === STORED) return this.#counted(entry, data)
    if (method !== DEFLATED) this.#fail(`its compression method ${method} is not supported`)
    return this.#inflated(entry, data)
  }

  #inflated(entry: Entry, data: Uint8Array): Uint8Array {
    const inflate = new this.#Inflate({ raw: true, chunkSize: 1 << 20 })
    const parts: Uint8Array[] = []
    inflate.onData = (part: Uint8Array) => {
      parts.push(this.#counted(entry, part))
    }
    inflate.push(data, true)
    if (inflate.err !== 0) this.#fail(`a file in it is damaged (${inflate.msg || inflate.err})`)
    return concat(parts)
  }

  #counted(entry: Entry, part: Uint8Array): Uint8Array {
    this.#sizes.set(entry, (this.#sizes.get(entry) ?? 0) + part.length)
    this.#total += part.length
    if (this.#total > this.#most) throw dataError('zip/large', { most: this.#most }, { source: this.#source })
    return part
  }

  #fail(reason: string): never {
    throw dataError('zip/broken', { reason }, { source: this.#source })
  }
}
