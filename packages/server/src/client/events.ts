import type { components } from './api.generated.js'
import { ProblemError, problemFrom } from './problem.js'

/** A server-sent event before its data is parsed. */
interface ServerSent {
  readonly event: string
  readonly data: string
  readonly id?: string
}

/** Parses server-sent events incrementally. */
export class SseParser {
  #rest = ''
  #event = ''
  #data: string[] = []
  #id: string | undefined;

  *take(text: string): Generator<ServerSent> {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') yield* this.#finish()
      else this.#field(line)
    }
  }

  #field(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') this.#event = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id') this.#id = value
  }

  *#finish(): Generator<ServerSent> {
    const [event, data, id] = [this.#event || 'message', this.#data.join('\n'), this.#id]
    const hasData = this.#data.length > 0
    this.#event = ''
    this.#data = []
    this.#id = undefined
    if (hasData) yield { event, data, ...(id !== undefined && { id }) }
  }
}

type Schemas = components['schemas']

interface SseEvent<Name extends string, Data> {
  readonly event: Name
  readonly data: Data
  /** The number of the log event, set on its last message. */
  readonly id?: number
}

/** An event of a stream. */
export type StreamEvent =
  | SseEvent<'decision', Schemas['Decision'] & { readonly seq: number }>
  | SseEvent<
      'question',
      {
        readonly seq: number
        readonly id: string
        readonly state: string
        readonly time: number
        /** These four only if it was opened, and if the caller may see decisions. */
        readonly reason?: string
        readonly predicted?: string | readonly string[]
        readonly probability?: number
        /** The classes that are asked about, in a multi-label stream. */
        readonly classes?: readonly string[]
      }
    >
  | SseEvent<
      'answer',
      {
        readonly seq: number
        readonly type: string
        readonly id: string
        readonly label?: string
        /** In a multi-label stream. */
        readonly labels?: readonly string[]
        readonly by?: string
        readonly time: number
      }
    >
  | SseEvent<
      'drift',
      { readonly seq: number; readonly time: number; readonly kind: string; readonly strength: number }
    >
  | SseEvent<'stream', { readonly seq: number; readonly counts: Schemas['Counts'] }>
  | SseEvent<
      'quality',
      {
        readonly seq: number
        readonly counts: Schemas['Counts']
        readonly quality: Schemas['Quality'] | Schemas['MultiLabelQuality']
      }
    >
  | SseEvent<'gap', { readonly from: number; readonly to: number }>

export interface EventsOptions {
  /** The number of the last event seen; by default only new events are sent. */
  readonly after?: number
  /** Max decisions per second. */
  readonly sample?: number
  readonly signal?: AbortSignal
  /** Milliseconds before the first reconnect; doubles up to 30 s. */
  readonly retry?: number
  /** Called after every connection attempt and when a connection is lost. */
  onConnection?(isConnected: boolean): void
}

/** Sends a request with the headers of the client. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

const MAX_WAIT = 30_000

/** Whether a retry can succeed. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })

async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const parser = new SseParser()
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const { event, data, id } of parser.take(value))
        yield { event, data: JSON.parse(data), ...(id !== undefined && { id: Number(id) }) } as StreamEvent
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Connects once; returns undefined if the service is temporarily unavailable. */
const connect = async (
  send: Send,
  path: string,
  last: number | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> => {
  const headers = {
    accept: 'text/event-stream',
    ...(last !== undefined && { 'last-event-id': String(last) }),
  }
  const response = await send(path, { headers, ...(signal && { signal }) }).catch(() => undefined)
  if (!response || (!response.ok && isTemporary(response.status))) return undefined
  if (!response.ok)
    throw new ProblemError(problemFrom(await response.json().catch(() => undefined), response))
  return response.body ?? undefined
}

/**
 * Yields the events of a stream endlessly. It reconnects and resumes after a lost connection; a permanent problem is
 * thrown as a `ProblemError`.
 */
export async function* follow(
  send: Send,
  stream: string,
  { after, sample, signal, retry = 1000, onConnection }: EventsOptions,
): AsyncGenerator<StreamEvent, void> {
  const query = sample === undefined ? '' : `?sample=${sample}`
  const path = `/v1/streams/${encodeURIComponent(stream)}/events${query}`
  let last = after
  let wait = retry
  while (!signal?.aborted) {
    const body = await connect(send, path, last, signal)
    try {
      if (body) {
        onConnection?.(true)
        for await (const message of readMessages(body)) {
          last = message.id ?? last
          wait = retry
          yield message
        }
      }
    } catch (error) {
      if (error instanceof ProblemError) throw error
    }
    onConnection?.(false)
    if (!signal?.aborted) await pause(wait, signal)
    wait = Math.min(MAX_WAIT, wait * 2)
  }
}
