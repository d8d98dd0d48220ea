const BLOCK = 512
const decoder = new TextDecoder()

/** A regular file of a tar archive. */
export interface TarFile {
  readonly path: string
  readonly body: Uint8Array
}

/**
 * The regular files of a tar archive (ustar, with long names as in pax). Directories and links are skipped.
 *
 * @example
 * [...tarFiles(new Uint8Array(1024))] // => []
 */
export function* tarFiles(archive: Uint8Array): Generator<TarFile> {
  let longPath: string | undefined
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK)
    const size = Number.parseInt(textIn(header, 124, 12), 8)
    const start = at + BLOCK
    if (!(size >= 0) || start + size > archive.length) throw new RangeError('the archive is damaged')
    const body = archive.subarray(start, start + size)
    const type = textIn(header, 156, 1)
    if (type === 'x') longPath = /^\d+ path=(.*)$/m.exec(decoder.decode(body))?.[1]
    else {
      if (type === '' || type === '0') yield { path: longPath ?? shortPath(header), body }
      longPath = undefined
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}

const shortPath = (header: Uint8Array): string => {
  const prefix = textIn(header, 345, 155)
  const name = textIn(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/** A field ends at its first NUL. */
const textIn = (header: Uint8Array, start: number, length: number): string => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return decoder.decode(end < 0 ? field : field.subarray(0, end))
}
