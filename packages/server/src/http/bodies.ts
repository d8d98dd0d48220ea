import { createHash } from 'node:crypto'
import type { Position } from '@askance/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import { BYTES_TYPE, JSON_TYPE, LINES_TYPE } from './route.js'

export const KEY_HEADER = 'idempotency-key'

const decoder = new TextDecoder('utf-8', { fatal: true })

export const decoded = (bytes: Uint8Array, position?: Position): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw serverError('request/invalid', { reason: 'found bytes that are no UTF-8 text' }, position)
  }
}

/** JSON, or an error that says where it breaks off, as far as that is known. `firstLine` is the line of the request where the text begins. */
export const parsedJson = (text: string, firstLine = 1): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = `this is no JSON: ${(error as Error).message.replace(/ in JSON at position.*$/s, '')}`
    throw serverError('request/invalid', { reason }, placeOf(error as Error, text, firstLine))
  }
}

/** Where JSON breaks off: at a position if the message tells one, or at the end. Some messages show the place only. */
const placeOf = ({ message }: Error, text: string, firstLine: number): Position | undefined => {
  const found = /at position (\d+)/.exec(message)
  if (!found && !/end of JSON input/.test(message)) return undefined
  const before = text.slice(0, found ? Number(found[1]) : text.length).split('\n')
  return { line: firstLine + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A request that bears a key is known again by what it says and where. */
const fingerprintOf = (request: FastifyRequest, bytes: Uint8Array): string =>
  createHash('sha256').update(`${request.method} ${request.url}\n`).update(bytes).digest('hex')

/** How bodies are read: JSON whole, lines as they come, a model as bytes. Anything else is refused. */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.headers[KEY_HEADER] !== undefined) request.fingerprint = fingerprintOf(request, bytes)
      return bytes.length === 0 ? undefined : parsedJson(decoded(bytes))
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
export const limitWaiting = (app: FastifyInstance): void => {
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
