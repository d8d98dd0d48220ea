import { deflateRawSync } from 'node:zlib'

/** A ZIP archive of texts. Checksums are left out, because readers of workbooks do not need them. */
export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text)
    const title = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(data.length, 18)
    head.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, title, data)
    directory.push(entry, title)
    at += 30 + title.length + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...parts, list, end]))
}
