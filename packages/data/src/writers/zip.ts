import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'

/** A file of an archive, as pieces of its content. */
export interface ZippedFile {
  readonly name: string
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string>
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808
const VERSION = 20
/** 1 January 1980, so that equal content gives equal files. */
const DATE = 0x21

/** A ZIP archive in pieces; each file is compressed as it is generated. */
export async function* zipped(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  let count = 0
  for (const { name, pieces } of files) {
    const title = Buffer.from(name)
    const head = fields([LOCAL, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2])
    yield Buffer.concat([head, Buffer.alloc(12), fields([title.length, 2], [0, 2]), title])
    const sum = new Checksum()
    let packed = 0
    for await (const chunk of Readable.from(summed(pieces, sum)).pipe(createDeflateRaw())) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
    const sizes = fields([sum.value, 4], [packed, 4], [sum.bytes, 4])
    yield Buffer.concat([fields([DESCRIPTOR, 4]), sizes])
    const made = fields([ENTRY, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2])
    directory.push(made, sizes, fields([title.length, 2]), Buffer.alloc(12), fields([offset, 4]), title)
    offset += 30 + title.length + packed + 16
    count++
  }
  const list = Buffer.concat(directory)
  yield Buffer.concat([
    list,
    fields([END, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]),
  ])
}

const fields = (...numbers: readonly (readonly [value: number, size: 2 | 4])[]): Buffer =>
  Buffer.concat(
    numbers.map(([value, size]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  )

async function* summed(pieces: ZippedFile['pieces'], sum: Checksum): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    sum.add(bytes)
    yield bytes
  }
}

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** CRC-32; Node has it only in later versions. */
class Checksum {
  #state = -1
  bytes = 0

  add(bytes: Uint8Array): void {
    let state = this.#state
    for (const byte of bytes) state = TABLE[(state ^ byte) & 255]! ^ (state >>> 8)
    this.#state = state
    this.bytes += bytes.length
  }

  get value(): number {
    return (this.#state ^ -1) >>> 0
  }
}
