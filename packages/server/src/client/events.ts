import type { components } from './api.generated.js'
import { ProblemError, problemFrom } from './problem.js'

/** A message as server-sent events have it. */
export interface ServerSent {
  readonly event: string
  readonly data: string
  readonly id?: string
}

/** Takes text as it comes and gives the messages that are whole. */
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
  /** The number of the event in the log, where it is the last message about it. */
  readonly id?: number
}

/** What happens on a stream. */
export type StreamEvent =
  | SseEvent<'decision', Schemas['Decision'] & { readonly seq: number }>
  | SseEvent<
      'question',
      { readonly seq: number; readonly id: string; readonly state: string; readonly time: number }
    >
  | SseEvent<
      'answer',
      {
        readonly seq: number
        readonly type: string
        readonly id: string
        readonly label?: string
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
      { readonly seq: number; readonly counts: Schemas['Counts']; readonly quality: Schemas['Quality'] }
    >
  | SseEvent<'gap', { readonly from: number; readonly to: number }>

export interface EventsOptions {
  /** The number of the last event seen; from now on if not given. */
  readonly after?: number
  /** The most decisions a second. */
  readonly sample?: number
  readonly signal?: AbortSignal
  /** Milliseconds before the first try to connect again; they double up to 30 s. */
  readonly retry?: number
  /** Hears after every try to connect, and when a connection breaks, whether one stands. */
  onConnection?(isConnected: boolean): void
}

/** Asks for a path of the service, with everything that belongs to a request. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

const MAX_WAIT = 30_000

/** Whether coming again can help. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
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

/** Connects once. Nothing comes back when the service cannot be reached just now. */
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
 * What happens on a stream, without end. When the connection breaks it is made anew and goes on where it was; a problem
 * that will not pass by itself is thrown as a `ProblemError`.
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
