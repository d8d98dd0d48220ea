import { setTimeout as wait } from 'node:timers/promises'
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream'
import { codeOf } from './nats-leases.js'

/** How long a server keeps a request for messages, and how soon a reader finds out that its server is gone. */
const PULL_MS = 10_000
const HEARTBEAT_MS = 1000
const SILENT_MS = 3500
/** A server forgets a reader that has not asked for messages for so long. */
const FORGOTTEN_NS = 60_000_000_000
const AT_ONCE = 256
const PAUSE_MS = 100
/**
 * How long a request may take, and how long it is repeated. Without a leader nobody answers, and servers take 4 to 9 seconds to choose one, more if
 * they must vote twice; so a short wait finds the new one soon.
 */
export const REQUEST_MS = 1000
const PATIENCE_MS = 14_000
/** "JetStream system temporarily unavailable". */
const UNAVAILABLE = 10008

/** Repeats a request that got no response. It may have been done, so it must be one that can be repeated. */
export const patiently = async <Value>(
  request: () => Promise<Value>,
  isClosed: () => boolean,
): Promise<Value> => {
  const end = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await request()
    } catch (error) {
      const code = codeOf(error)
      const isTransient = typeof code !== 'number' || code === UNAVAILABLE
      if (!isTransient || isClosed() || performance.now() > end) throw error
      await wait(PAUSE_MS)
    }
}

interface Reading {
  readonly js: JetStreamClient
  readonly manager: JetStreamManager
  readonly stream: string
  readonly subject: string
  isClosed(): boolean
}

/**
 * The messages of a subject after a number, as they come. The server counts what it delivers; if a message is missing, or the server says nothing
 * any more, another reader is begun after the last message. `OrderedConsumer` of the client does the same, but sometimes stands still after its
 * server was killed.
 */
export async function* readSubject(
  reading: Reading,
  after: number,
  signal?: AbortSignal,
): AsyncIterable<JsMsg> {
  let seen = after
  while (!signal?.aborted) {
    const { messages, end } = await begin(reading, seen)
    const stop = (): void => messages.stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    const silence = new Silence(messages)
    let delivered = 0
    try {
      for await (const message of messages) {
        if (message.info.deliverySequence !== ++delivered) break
        seen = message.seq
        silence.pause()
        yield message
        if (signal?.aborted) return
        silence.resume()
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      silence.pause()
      end()
    }
    if (!signal?.aborted) await wait(PAUSE_MS)
  }
}

/** Stops a reader that waits for messages and hears nothing: a server that is alive sends a heartbeat every second. */
class Silence {
  readonly #messages: ConsumerMessages
  #timer: NodeJS.Timeout | undefined

  constructor(messages: ConsumerMessages) {
    this.#messages = messages
    this.resume()
    void this.#listen()
  }

  async #listen(): Promise<void> {
    for await (const { type } of this.#messages.status())
      if (GONE.includes(type)) this.#messages.stop()
      else if (this.#timer) this.resume()
  }

  resume(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#messages.stop(), SILENT_MS)
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** What says that a reader gets nothing any more. */
const GONE = [
  'heartbeats_missed',
  'consumer_not_found',
  'consumer_deleted',
  'stream_not_found',
  'no_responders',
]

const begin = async (
  { js, manager, stream, subject, isClosed }: Reading,
  after: number,
): Promise<{ readonly messages: ConsumerMessages; end(): void }> => {
  const add = () =>
    manager.consumers.add(stream, {
      filter_subject: subject,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: FORGOTTEN_NS,
    })
  const info = await patiently(add, isClosed)
  const consumer = js.consumers.getConsumerFromInfo(info)
  const messages = await consumer.consume({
    max_messages: AT_ONCE,
    expires: PULL_MS,
    idle_heartbeat: HEARTBEAT_MS,
  })
  return {
    messages,
    end: () => {
      messages.stop()
      void manager.consumers.delete(stream, info.name).catch(() => false)
    },
  }
}
