import { concat, type HandedFile, type Progress } from '../bytes/bytes.js'
import { type Encoding, utf8Bytes } from '../bytes/encoding.js'
import { isFile } from '../bytes/file.js'
import { type BytesOptions, openBytes, sourceName } from '../bytes/open.js'
import { dataError } from '../errors.js'

type Bytes = AsyncGenerator<Uint8Array, void, undefined>

/** Opens the bytes of a path or a `File`; `name` is used in errors. */
export const openInput = async (
  place: string | HandedFile,
  options: BytesOptions & { readonly encoding?: Encoding },
  name = sourceName(place),
): Promise<Input> => {
  const isRepeatable = typeof place !== 'string' || (place !== '-' && (await isFile(place)))
  const open = (progress: Progress): Bytes =>
    utf8Bytes(openBytes(place, { ...options, progress }), name, options.encoding, (encoding) => {
      input.encoding = encoding
    })
  const input = new Input(name, isRepeatable ? place : undefined, open, options.progress)
  return input
}

/** A chunk that was read ahead, and the progress at that point. */
interface Seen {
  readonly chunk: Uint8Array
  readonly progress: Parameters<Progress> | undefined
}

/**
 * Decompressed bytes that can be inspected before they are read. The source is opened once: inspected chunks are kept, the
 * first read continues from there. A file can be read again. Progress is reported only for reads.
 */
export class Input {
  readonly name: string
  /** The path or `File` if the source is seekable and can be read again; undefined if it can be read only once. */
  readonly file: string | HandedFile | undefined
  /** The encoding of the text, once some of it was read; undefined if it is UTF-8. */
  encoding: Encoding
  readonly #open: () => Bytes
  readonly #report: Progress | undefined
  #rest: Bytes | undefined
  #seen: Seen[] = []
  #progress: Parameters<Progress> | undefined
  #isLooking = false
  #isRead = false

  constructor(
    name: string,
    file: string | HandedFile | undefined,
    open: (progress: Progress) => Bytes,
    report?: Progress,
  ) {
    this.name = name
    this.file = file
    this.#report = report
    this.#open = () =>
      open((...progress) => {
        if (this.#isLooking) this.#progress = progress
        else report?.(...progress)
      })
  }

  /** The bytes from the beginning, for inspection. */
  async *look(): Bytes {
    this.#checkOnce()
    this.#isLooking = true
    this.#rest ??= this.#open()
    for (let k = 0; ; k++) {
      if (k === this.#seen.length) {
        const { value, done } = await this.#rest.next().catch((cause: unknown) => {
          this.#forget()
          throw cause
        })
        if (done) return
        this.#seen.push({ chunk: value.slice(), progress: this.#progress })
        this.#progress = undefined
      }
      yield this.#seen[k]!.chunk
    }
  }

  /** The bytes from the beginning, for reading. */
  async *read(): Bytes {
    this.#checkOnce()
    const rest = this.#rest ?? this.#open()
    const seen = this.#seen
    this.#isRead = true
    this.#isLooking = false
    this.#forget()
    try {
      for (let next = seen.shift(); next; next = seen.shift()) {
        if (next.progress) this.#report?.(...next.progress)
        yield next.chunk
      }
      yield* rest
    } finally {
      await rest.return()
    }
  }

  /** Closes a source that was inspected but not read. */
  async close(): Promise<void> {
    const rest = this.#rest
    this.#forget()
    await rest?.return()
  }

  #forget(): void {
    this.#rest = undefined
    this.#seen = []
  }

  #checkOnce(): void {
    if (this.#isRead && this.file === undefined) throw dataError('bytes/once', {}, { source: this.name })
  }
}

/** The first chunks, at least `least` bytes if there are that many. */
export const headOf = async (input: Input, least: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of input.look()) {
    parts.push(chunk)
    length += chunk.length
    if (length >= least) break
  }
  return concat(parts)
}
