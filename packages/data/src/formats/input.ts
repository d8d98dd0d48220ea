import { concat } from '../bytes/concat.js'
import { isFile } from '../bytes/file.js'
import type { HandedFile } from '../bytes/handed.js'
import { type BytesOptions, openBytes, sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'

/** Where the bytes come from: they can be looked at before they are read. */
export interface Input {
  readonly name: string
  /** The path, or the file itself, of what can be read again and at any place; undefined of what can be read but once. */
  readonly file: string | HandedFile | undefined
  /** The unpacked bytes from the beginning, for looking ahead. */
  look(): AsyncGenerator<Uint8Array, void, undefined>
  /** The unpacked bytes from the beginning, to be read through. */
  read(): AsyncGenerator<Uint8Array, void, undefined>
}

/** A file is opened anew for every reading; what can be read but once is remembered as far as it was looked at. */
export const openInput = async (place: string | HandedFile, options: BytesOptions): Promise<Input> =>
  typeof place !== 'string' || (place !== '-' && (await isFile(place)))
    ? new FileInput(place, options)
    : new OnceInput(place, options)

class FileInput implements Input {
  readonly name: string
  readonly file: string | HandedFile
  readonly #options: BytesOptions

  constructor(file: string | HandedFile, options: BytesOptions) {
    this.name = sourceName(file)
    this.file = file
    this.#options = options
  }

  look(): AsyncGenerator<Uint8Array, void, undefined> {
    return openBytes(this.file)
  }

  read(): AsyncGenerator<Uint8Array, void, undefined> {
    return openBytes(this.file, this.#options)
  }
}

class OnceInput implements Input {
  readonly name: string
  readonly file = undefined
  readonly #rest: AsyncGenerator<Uint8Array>
  readonly #seen: Uint8Array[] = []
  #isRead = false

  constructor(path: string, options: BytesOptions) {
    this.name = sourceName(path)
    this.#rest = openBytes(path, options)
  }

  async *look(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let k = 0; ; k++) {
      if (k === this.#seen.length) {
        const { value, done } = await this.#rest.next()
        if (done) return
        this.#seen.push(value.slice())
      }
      yield this.#seen[k]!
    }
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#isRead) throw dataError('bytes/once', {}, { source: this.name })
    this.#isRead = true
    try {
      for (let seen = this.#seen.shift(); seen; seen = this.#seen.shift()) yield seen
      yield* this.#rest
    } finally {
      await this.#rest.return(undefined)
    }
  }
}

/** The first bytes, at most so many; fewer when there are no more. */
export const headOf = async (input: Input, most: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of input.look()) {
    parts.push(chunk.slice(0, most - length))
    length += chunk.length
    if (length >= most) break
  }
  return concat(parts)
}
