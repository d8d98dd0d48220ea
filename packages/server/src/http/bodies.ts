import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Position } from '@askance/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { serverError } from '../errors.js'
import { BYTES_TYPE, JSON_TYPE, LINES_TYPE } from './route.js'
import { createCheck } from './validation.js'

export const KEY_HEADER = 'idempotency-key'

const decoder = new TextDecoder('utf-8', { fatal: true })

export const decodeUtf8 = (bytes: Uint8Array, position?: Position): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw serverError('request/invalid', { reason: 'found bytes that are no UTF-8 text' }, position)
  }
}

/** JSON, or an error that says where it breaks off, as far as that is known. `firstLine` is the line of the request where the text begins. */
export const parseJson = (text: string, firstLine = 1): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = `this is no JSON: ${(error as Error).message.replace(/ in JSON at position.*$/s, '')}`
    throw serverError('request/invalid', { reason }, jsonErrorPosition(error as Error, text, firstLine))
  }
}

/** Where JSON breaks off: at a position if the message tells one, or at the end. Some messages show the place only. */
const jsonErrorPosition = ({ message }: Error, text: string, firstLine: number): Position | undefined => {
  const found = /at position (\d+)/.exec(message)
  if (!found && !/end of JSON input/.test(message)) return undefined
  const before = text.slice(0, found ? Number(found[1]) : text.length).split('\n')
  return { line: firstLine + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A request that bears a key is known again by what it says and where. */
const fingerprint = (request: FastifyRequest, bytes: Uint8Array): string =>
  createHash('sha256').update(`${request.method} ${request.url}\n`).update(bytes).digest('hex')

/** How bodies are read: JSON whole, lines as they come, a model as bytes. Anything else is refused. */
export const registerBodyParsers = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.headers[KEY_HEADER] !== undefined) request.fingerprint = fingerprint(request, bytes)
      return bytes.length === 0 ? undefined : parseJson(decodeUtf8(bytes))
    },
  )
  app.addContentTypeParser(LINES_TYPE, async (_: FastifyRequest, payload: unknown) => payload)
  app.addContentTypeParser<Buffer>(
    BYTES_TYPE,
    { parseAs: 'buffer' },
    async (_: FastifyRequest, bytes: Buffer) => bytes,
  )
}

/** Bodies that are read whole must have arrived by then. */
const BODY_SECONDS = 120

/** Ends requests whose body does not come. Lines may take their time: they are taken as they come. */
export const limitBodyTime = (app: FastifyInstance): void => {
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = async (request: FastifyRequest): Promise<void> => clearTimeout(waiting.get(request))
  app.addHook('preParsing', async (request) => {
    const { headers, raw } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    if (headers['content-type']?.startsWith(LINES_TYPE)) return
    waiting.set(request, setTimeout(() => raw.destroy(), BODY_SECONDS * 1000).unref())
  })
  app.addHook('preValidation', stop)
  app.addHook('onResponse', stop)
}

export interface Line<Value> {
  /** Counted from 1. */
  readonly number: number
  readonly value: Value
}

/** Lines that came together, and why the next one could not be read, if so: then nothing follows. */
export interface Batch<Value> {
  readonly lines: readonly Line<Value>[]
  readonly error?: unknown
  readonly errorLine?: number
}

const LINE_END = 0x0a
const MAX_BATCH = 200

/** Cuts bytes into lines. What is behind the last line end waits for more. */
class LineSplitter {
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
export async function* readBatches<Value extends { readonly id?: string }>(
  body: Readable,
  most: number,
  check: (value: unknown, line: number) => Value,
): AsyncGenerator<Batch<Value>> {
  const cutter = new LineSplitter(most)
  const read = (bytes: Buffer): Line<Value> => {
    const { number } = cutter
    return { number, value: check(parseJson(decodeUtf8(bytes, { line: number }), number), number) }
  }
  for await (const cut of splitChunks(body, cutter)) {
    let lines: Line<Value>[] = []
    const ids = new Set<string>()
    try {
      for (const bytes of cut) {
        if (isBlank(bytes)) continue
        const line = read(bytes)
        const { id } = line.value
        if ((id !== undefined && ids.has(id)) || lines.length === MAX_BATCH) {
          yield { lines }
          lines = []
          ids.clear()
        }
        lines.push(line)
        if (id !== undefined) ids.add(id)
      }
    } catch (error) {
      yield { lines, error, errorLine: cutter.number }
      return
    }
    if (lines.length > 0) yield { lines }
  }
}

async function* splitChunks(body: Readable, cutter: LineSplitter): AsyncGenerator<Generator<Buffer>> {
  for await (const chunk of body) yield cutter.cut(chunk as Buffer)
  yield cutter.last()
}

/** A check of a line by a schema. */
export const lineValidator = <Schema extends TSchema>(schema: Schema) => createCheck('body', schema)
