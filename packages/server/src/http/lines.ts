import type { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { serverError } from '../errors.js'
import { decoded, parsedJson } from './bodies.js'
import { checkOf } from './validation.js'

export interface Line<Value> {
  /** Counted from 1. */
  readonly number: number
  readonly value: Value
}

/** Lines that came together, and why the next one could not be read, if so: then nothing follows. */
export interface Batch<Value> {
  readonly lines: readonly Line<Value>[]
  readonly fault?: unknown
  readonly faultLine?: number
}

const LINE_END = 0x0a
const MOST_IN_BATCH = 200

/** Cuts bytes into lines. What is behind the last line end waits for more. */
class Cutter {
  readonly #most: number
  #rest: Buffer[] = []
  #length = 0
  number = 0

  constructor(most: number) {
    this.#most = most
  }

  *cut(chunk: Buffer): Generator<Buffer> {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      yield this.#line(chunk.subarray(from, end))
      from = end + 1
    }
    this.#wait(chunk.subarray(from))
  }

  *last(): Generator<Buffer> {
    if (this.#length > 0) yield this.#line(Buffer.alloc(0))
  }

  #line(end: Buffer): Buffer {
    this.#wait(end)
    const line = Buffer.concat(this.#rest)
    this.#rest = []
    this.#length = 0
    this.number++
    return line
  }

  #wait(part: Buffer): void {
    this.#length += part.length
    if (this.#length > this.#most) {
      this.number++
      throw serverError('request/too-large', { most: this.#most }, { line: this.number })
    }
    if (part.length > 0) this.#rest.push(part)
  }
}

const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)

/**
 * The lines of a body in batches, as they come: while a batch is worked on nothing more is read than fits into the
 * buffers of the connection. `check` looks at each value. An id that comes again begins a new batch.
 */
export async function* batchesOf<Value extends { readonly id?: string }>(
  body: Readable,
  most: number,
  check: (value: unknown, line: number) => Value,
): AsyncGenerator<Batch<Value>> {
  const cutter = new Cutter(most)
  const read = (bytes: Buffer): Line<Value> => {
    const { number } = cutter
    return { number, value: check(parsedJson(decoded(bytes, { line: number }), number), number) }
  }
  for await (const cut of pieces(body, cutter)) {
    let lines: Line<Value>[] = []
    const ids = new Set<string>()
    try {
      for (const bytes of cut) {
        if (isBlank(bytes)) continue
        const line = read(bytes)
        const { id } = line.value
        if ((id !== undefined && ids.has(id)) || lines.length === MOST_IN_BATCH) {
          yield { lines }
          lines = []
          ids.clear()
        }
        lines.push(line)
        if (id !== undefined) ids.add(id)
      }
    } catch (fault) {
      yield { lines, fault, faultLine: cutter.number }
      return
    }
    if (lines.length > 0) yield { lines }
  }
}

async function* pieces(body: Readable, cutter: Cutter): AsyncGenerator<Generator<Buffer>> {
  for await (const chunk of body) yield cutter.cut(chunk as Buffer)
  yield cutter.last()
}

/** A check of a line by a schema. */
export const lineCheck = <Schema extends TSchema>(schema: Schema) => checkOf('body', schema)
