import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Position } from '@askance/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import { parseJson } from '../schema/json.js'
import type { Settings } from '../settings/table.js'
import { Blocks } from './blocks.js'
import { BodyMemory, type BodyShare, readBody } from './body-memory.js'
import { callerKey, type Rates } from './rates.js'
import { BYTES_TYPE, JSON_TYPE, LINES_TYPE } from './route.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Memory for the body; null if the request has none. */
    bodyShare: BodyShare | null
  }
}

export const KEY_HEADER = 'idempotency-key'

const decoder = new TextDecoder('utf-8', { fatal: true })

const decodeUtf8 = (bytes: Uint8Array, position?: Position): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw serverError('request/invalid', { reason: 'the body is not valid UTF-8' }, position)
  }
}

/** Identifies a request with an idempotency key by its caller, method, URL and body. */
const fingerprint = (request: FastifyRequest, bytes: Uint8Array): string =>
  createHash('sha256')
    .update(`${request.identity?.name}\n${request.method} ${request.url}\n`)
    .update(bytes)
    .digest('hex')

/** The fingerprint of a request, which may have no body. */
export const requestFingerprint = (request: FastifyRequest): string =>
  request.fingerprint ?? fingerprint(request, new Uint8Array(0))

/** Registers the body parsers: buffered JSON, streamed lines, and bytes for models. Other media types are rejected. */
const registerParsers = (app: FastifyInstance, rates: Rates): void => {
  const read = (request: FastifyRequest, payload: Readable): Promise<Buffer> => {
    const { headers, routeOptions, bodyShare } = request
    return readBody(payload, routeOptions.bodyLimit, bodyShare as BodyShare, headers['content-length'])
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: Readable) => {
    const bytes = await read(request, payload)
    const started = performance.now()
    try {
      if (request.headers[KEY_HEADER] !== undefined) request.fingerprint = fingerprint(request, bytes)
      const text = decodeUtf8(bytes)
      if (request.routeOptions.config.route?.parsedInThread) return text
      return text === '' ? undefined : parseJson(text)
    } finally {
      rates.parsed(request, bytes.length, performance.now() - started)
    }
  })
  app.addContentTypeParser(LINES_TYPE, async (_: FastifyRequest, payload: Readable) => payload)
  app.addContentTypeParser(BYTES_TYPE, read)
}

/** How long a buffered body may take to arrive. */
const BODY_SECONDS = 120

/** Reads bodies within limits of memory and time. Streamed lines have no time limit, but a line has one of memory. */
export const acceptBodies = (app: FastifyInstance, settings: Settings, rates: Rates): void => {
  const memory = new BodyMemory(settings)
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = async (request: FastifyRequest): Promise<void> => clearTimeout(waiting.get(request))
  app.decorateRequest('bodyShare', null)
  app.addHook('preParsing', async (request, reply) => {
    const { headers, raw, routeOptions } = request
    const names = ['content-type', 'content-length', 'transfer-encoding']
    if (names.every((name) => headers[name] === undefined)) return
    const share = memory.share(callerKey(request), routeOptions.bodyLimit)
    request.bodyShare = share
    // Without its response, a request ends when its connection is closed.
    for (const event of ['finish', 'close']) reply.raw.once(event, () => share.give())
    if (headers['content-type']?.startsWith(LINES_TYPE)) return
    waiting.set(request, setTimeout(() => raw.destroy(), BODY_SECONDS * 1000).unref())
  })
  app.addHook('preValidation', stop)
  app.addHook('onResponse', stop)
  registerParsers(app, rates)
}

export interface Line<Value> {
  /** Counted from 1. */
  readonly number: number
  readonly value: Value
}

/** Lines that arrived together. `error` is set on the last batch if the next line is invalid. */
export interface Batch<Value> {
  readonly lines: readonly Line<Value>[]
  readonly error?: unknown
  readonly errorLine?: number
}

const LINE_END = 0x0a
const MAX_BATCH = 200

/** Splits chunks into lines and buffers an incomplete last line. */
class LineSplitter {
  readonly #most: number
  readonly #share: BodyShare | null
  readonly #rest = new Blocks()
  number = 0

  constructor(most: number, share: BodyShare | null) {
    this.#most = most
    this.#share = share
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
    if (this.#rest.length > 0) yield this.#line(Buffer.alloc(0))
  }

  #line(end: Buffer): Buffer {
    const isWhole = this.#rest.length === 0
    if (isWhole) this.#check(end)
    else this.#wait(end)
    this.number++
    if (isWhole) return end
    this.#share?.give(this.#rest.length)
    return this.#rest.take()
  }

  #wait(part: Buffer): void {
    this.#check(part)
    this.#share?.take(part.length)
    this.#rest.add(part)
  }

  #check(part: Buffer): void {
    if (this.#rest.length + part.length > this.#most)
      throw serverError('request/too-large', { most: this.#most }, { line: ++this.number })
  }
}

const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)

/**
 * Reads the lines of a body in batches with backpressure: nothing more is read while a batch is processed. `check`
 * validates each value. A repeated id starts a new batch.
 */
export async function* readBatches<Value extends { readonly id?: string }>(
  { body, bodyShare }: Pick<FastifyRequest, 'body' | 'bodyShare'>,
  most: number,
  check: (value: unknown, line: number) => Value,
): AsyncGenerator<Batch<Value>> {
  const cutter = new LineSplitter(most, bodyShare)
  const read = (bytes: Buffer): Line<Value> => {
    const { number } = cutter
    return { number, value: check(parseJson(decodeUtf8(bytes, { line: number }), number), number) }
  }
  for await (const cut of splitChunks(body as Readable, cutter)) {
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
