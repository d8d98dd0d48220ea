import { stat } from 'node:fs/promises'
import { type BytesOptions, openBytes, sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'

/** Where the bytes come from: they can be looked at before they are read. */
export interface Input {
  readonly name: string
  readonly path: string
  /** A file on a disk, that can be read again. */
  readonly isFile: boolean
  /** The unpacked bytes from the beginning, for looking ahead. */
  look(): AsyncGenerator<Uint8Array, void, undefined>
  /** The unpacked bytes from the beginning, to be read through. */
  read(): AsyncGenerator<Uint8Array, void, undefined>
}

/** A file is opened anew for every reading; what can be read but once is remembered as far as it was looked at. */
export const openInput = async (path: string, options: BytesOptions): Promise<Input> => {
  const isFile = path !== '-' && (await stat(path).catch(() => undefined))?.isFile()
  return isFile ? new FileInput(path, options) : new OnceInput(path, options)
}

class FileInput implements Input {
  readonly name: string
  readonly path: string
  readonly isFile = true
  readonly #options: BytesOptions

  constructor(path: string, options: BytesOptions) {
    this.name = sourceName(path)
    this.path = path
    this.#options = options
  }

  look(): AsyncGenerator<Uint8Array, void, undefined> {
    return openBytes(this.path)
  }

  read(): AsyncGenerator<Uint8Array, void, undefined> {
    return openBytes(this.path, this.#options)
  }
}

class OnceInput implements Input {
  readonly name: string
  readonly path: string
  readonly isFile = false
  readonly #rest: AsyncGenerator<Uint8Array>
  readonly #seen: Uint8Array[] = []
  #isRead = false

  constructor(path: string, options: BytesOptions) {
    this.name = sourceName(path)
    this.path = path
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
  return Buffer.concat(parts)
}
