import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.generated.js'
import { type EventsOptions, follow, type StreamEvent } from './events.js'
import { type Problem, ProblemError, problemFrom } from './problem.js'
import { retrying } from './retry.js'

export type { components, operations, paths } from './api.generated.js'
export type { EventsOptions, StreamEvent } from './events.js'
export { type Problem, ProblemError } from './problem.js'

/** The schemas of requests and responses by name. */
export type Schemas = components['schemas']

export interface ClientOptions {
  /** The URL of the service, such as `http://localhost:8642`. */
  readonly baseUrl: string
  readonly token?: string
  /** The name of the caller, for a service without tokens. */
  readonly name?: string
  readonly fetch?: typeof fetch
  /** Milliseconds for which a request is repeated while its stream moves to another node; default 15,000. */
  readonly patience?: number
}

const PATIENCE = 15_000

/** A client of the service for Node.js and browsers. */
export interface AskanceClient extends Client<paths> {
  /** Follows the events of a stream; reconnects and resumes automatically. */
  events(stream: string, options?: EventsOptions): AsyncGenerator<StreamEvent, void>
  /** Sends a request to a path that is not in the OpenAPI document. */
  send(path: string, init?: RequestInit): Promise<Response>
}

const clientHeaders = ({ token, name }: ClientOptions): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(name !== undefined && { 'x-askance-name': encodeURIComponent(name) }),
})

/**
 * Creates a typed client. A call resolves to `data`, or to `error` with a problem; `unwrap` turns the problem into an
 * exception.
 */
export const createClient = (options: ClientOptions): AskanceClient => {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const headers = clientHeaders(options)
  const fetched = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given))
  const send = retrying(fetched, options.patience ?? PATIENCE)
  const client = createFetchClient<paths>({ baseUrl, headers, fetch: (request) => send(request) })
  const sendBy =
    (sender: typeof fetch) =>
    (path: string, init: RequestInit = {}): Promise<Response> =>
      sender(`${baseUrl}${path}`, {
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      })
  return {
    ...client,
    // It reconnects by itself.
    events: (stream, given = {}) => follow(sendBy(fetched), stream, given),
    // A body that is read while it is sent cannot be sent again.
    send: (path, init = {}) => sendBy(init.body instanceof ReadableStream ? fetched : send)(path, init),
  }
}

/** The result of a call. */
interface CallResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data of a call; throws a `ProblemError` on failure. */
export const unwrap = async <Data>(call: Promise<CallResult<Data>>): Promise<Exclude<Data, undefined>> => {
  const { data, error, response } = await call
  if (!response.ok) throw new ProblemError(problemFrom(error, response) satisfies Problem)
  return data as Exclude<Data, undefined>
}
