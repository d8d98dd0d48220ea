import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.generated.js'
import { type EventsOptions, follow, type StreamEvent } from './events.js'
import { type Problem, ProblemError, problemFrom } from './problem.js'

export type { components, operations, paths } from './api.generated.js'
export type { EventsOptions, StreamEvent } from './events.js'
export { type Problem, ProblemError } from './problem.js'

/** The shapes of requests and answers by name. */
export type Schemas = components['schemas']

export interface ClientOptions {
  /** Where the service is: `http://localhost:8642`. */
  readonly baseUrl: string
  readonly token?: string
  /** Who asks, where the service needs no tokens. */
  readonly name?: string
  readonly fetch?: typeof fetch
}

/** A client of the service. It runs in browsers too. */
export interface AskanceClient extends Client<paths> {
  /** What happens on a stream, from now on or after some event, resumed when the connection breaks. */
  events(stream: string, options?: EventsOptions): AsyncGenerator<StreamEvent, void>
  /** Asks for a path that the document does not name, with everything that belongs to a request. */
  send(path: string, init?: RequestInit): Promise<Response>
}

const clientHeaders = ({ token, name }: ClientOptions): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(name !== undefined && { 'x-askance-name': encodeURIComponent(name) }),
})

/**
 * The service as typed functions. Each gives `data`, or `error` with a problem; `unwrap` turns the latter into an
 * exception.
 */
export const createClient = (options: ClientOptions): AskanceClient => {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const headers = clientHeaders(options)
  const send = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given))
  const client = createFetchClient<paths>({ baseUrl, headers, fetch: (request) => send(request) })
  const sendTo = (path: string, init: RequestInit = {}): Promise<Response> =>
    send(`${baseUrl}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    })
  return { ...client, events: (stream, given = {}) => follow(sendTo, stream, given), send: sendTo }
}

/** What a call of the client gives: one of the two. */
interface CallResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** The data of a call, or its problem as an exception. */
export const unwrap = async <Data>(call: Promise<CallResult<Data>>): Promise<Exclude<Data, undefined>> => {
  const { data, error, response } = await call
  if (!response.ok) throw new ProblemError(problemFrom(error, response) satisfies Problem)
  return data as Exclude<Data, undefined>
}
