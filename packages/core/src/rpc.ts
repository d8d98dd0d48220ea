import { AskanceError } from './errors.js'

/** A method's parameters compare both ways, so that the listeners of Node and of browsers both fit. */
type Listener = { listen(value: unknown): void }['listen']

/**
 * One end of a channel between threads: a worker of `node:worker_threads` or its parent port, a browser's worker or its
 * global scope, or either end of a `MessageChannel`.
 */
export type RpcPort = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  terminate?(): unknown
  close?(): unknown
} & (
  | { on(event: string, listener: Listener): unknown }
  | { addEventListener(event: string, listener: Listener): unknown }
)

/** Methods as the other thread sees them: each returns a promise. A function among the arguments is called back there. */
export type Remote<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Value
    ? (...args: Args) => Promise<Awaited<Value>>
    : never
}

export interface ServeOptions {
  /** The buffers in a result that move to the other thread instead of being copied. */
  readonly transfer?: (result: unknown) => ArrayBuffer[]
  /** A clock in milliseconds. With it, replies do not wait for slow synchronous methods that were called in the same message. */
  readonly now?: () => number
}

interface ConnectOptions {
  /** The buffers in the arguments of a call that move to the other thread instead of being copied. */
  readonly transfer?: (args: readonly unknown[]) => ArrayBuffer[]
  /**
   * Calls the function later. Calls until then are sent in one message, because messages are expensive; by default, each is
   * sent at once.
   */
  readonly schedule?: (send: () => void) => void
  /** Called once if the other thread fails or exits before `close`. Pending calls have been rejected with the same error. */
  readonly onDeath?: (reason: Error) => void
}

export interface Connection {
  /** Rejects pending and later calls with the reason, and terminates the worker. */
  close(reason?: Error): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly args: unknown[]
  /** The positions of arguments that are functions. */
  readonly callbacks: readonly number[]
}

type Reply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly fault: SerializedError }
  | { readonly callback: number; readonly args: readonly unknown[] }
)

/** An error as plain data: its class does not survive the way between threads. */
interface SerializedError {
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
  readonly details: AskanceError['details'] | undefined
  readonly position: AskanceError['position']
}

interface Pending {
  readonly args: readonly unknown[]
  resolve(value: unknown): void
  reject(reason: Error): void
}

/** A message, and the buffers in it that move. */
interface Outgoing {
  readonly call: Call
  readonly buffers: ArrayBuffer[]
}

interface Ready {
  readonly reply: Reply
  readonly buffers: ArrayBuffer[]
}

type Method = (...args: readonly unknown[]) => unknown

/** How long replies wait for the other calls of a message. */
const PATIENCE_MS = 2

const copyAll = (): ArrayBuffer[] => []

const stopped = (): number => 0

const atOnce = (send: () => void): void => send()

/**
 * An object whose every method is a call by name, except for those in `own`.
 *
 * @example
 * const shouting = remoteOf<{ greet(name: string): string }, {}>(async (method, args) => `${method} ${args[0]}!`, {})
 * await shouting.greet('Ada') // => 'greet Ada!'
 */
export const remoteOf = <Methods, Own extends object>(
  call: (method: string, args: readonly unknown[]) => Promise<unknown>,
  own: Own,
): Remote<Methods> & Own =>
  new Proxy(own, {
    // Without `then`, a remote returned by an async function is not mistaken for a promise.
    get: (target, name) =>
      name in target || name === 'then' || typeof name === 'symbol'
        ? Reflect.get(target, name)
        : (...args: readonly unknown[]) => call(name, args),
  }) as Remote<Methods> & Own

/**
 * Calls methods that the other thread serves. Errors arrive with their code, details and position.
 *
 * @example
 * const { port1, port2 } = new MessageChannel()
 * serve(port2, { add: (a: number, b: number) => a + b })
 * const remote = connect<{ add(a: number, b: number): number }>(port1)
 * await remote.add(1, 2) // => 3
 * await remote.close()
 */
export const connect = <Methods>(
  port: RpcPort,
  { transfer = copyAll, schedule = atOnce, onDeath }: ConnectOptions = {},
): Remote<Methods> & Connection => {
  // Not a map: when it grows, V8 links the old table to the new one, so that old calls would keep later ones in memory.
  const pending: Record<number, Pending> = {}
  const outgoing: Outgoing[] = []
  let last = 0
  let ended: Error | undefined

  const end = (reason: Error): void => {
    ended = reason
    for (const [id, { reject }] of Object.entries(pending)) {
      delete pending[Number(id)]
      reject(reason)
    }
  }
  const die = (reason: Error): void => {
    if (ended) return
    end(reason)
    onDeath?.(reason)
  }

  const settle = (reply: Reply): void => {
    const call = pending[reply.id]
    if (!call) return
    if ('callback' in reply) return void (call.args[reply.callback] as Method)(...reply.args)
    delete pending[reply.id]
    if ('fault' in reply) call.reject(errorOf(reply.fault))
    else call.resolve(reply.value)
  }
  listen(port, 'message', (replies: readonly Reply[]) => replies.forEach(settle))
  for (const event of ['error', 'messageerror'])
    listen(port, event, (cause: { readonly message?: string }) =>
      die(cause instanceof Error ? cause : new Error(cause.message || 'the worker failed')),
    )
  listen(port, 'exit', (code: number) => die(new Error(`the worker exited with code ${code}`)))

  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const callbacks = args.flatMap((arg, k) => (typeof arg === 'function' ? [k] : []))
      const sent = callbacks.length === 0 ? [...args] : args.map((arg) => (isFunction(arg) ? undefined : arg))
      const buffers = transfer(args)
      const id = ++last
      pending[id] = { args, resolve, reject }
      if (outgoing.push({ call: { id, method, args: sent, callbacks }, buffers }) === 1)
        schedule(() => send())
    })

  const send = (calls = outgoing.splice(0)): void => {
    if (ended) return
    try {
      port.postMessage(
        calls.map(({ call }) => call),
        calls.flatMap(({ buffers }) => buffers),
      )
    } catch (error) {
      // Something cannot be cloned: the others are sent without it.
      if (calls.length > 1) for (const one of calls) send([one])
      else
        for (const { call } of calls) {
          pending[call.id]?.reject(error as Error)
          delete pending[call.id]
        }
    }
  }

  const close = async (reason = new Error('the connection is closed')): Promise<void> => {
    if (!ended) end(reason)
    await (port.terminate ?? port.close)?.call(port)
  }
  return remoteOf<Methods, Connection>(call, { close })
}

/**
 * Runs the methods that `connect` calls from the other thread, each as soon as its call arrives. Replies that are ready at
 * nearly the same time are sent in one message, because messages are expensive.
 */
export const serve = (
  port: RpcPort,
  methods: object,
  { transfer = copyAll, now = stopped }: ServeOptions = {},
): void => {
  const ready: Ready[] = []
  const post = (reply: Reply, buffers: ArrayBuffer[] = []): void => {
    if (ready.push({ reply, buffers }) === 1) queueMicrotask(() => flush())
  }
  const flush = (sent = ready.splice(0)): void => {
    if (sent.length === 0) return
    try {
      port.postMessage(
        sent.map(({ reply }) => reply),
        sent.flatMap(({ buffers }) => buffers),
      )
    } catch (error) {
      // Something cannot be cloned: the others are sent without it.
      if (sent.length > 1) for (const one of sent) flush([one])
      else
        for (const { reply } of sent) port.postMessage([{ id: reply.id, fault: serializedError(error) }], [])
    }
  }
  const answer = async ({ id, method, args, callbacks }: Call): Promise<void> => {
    // Sent at once: the method may go on for long without giving way.
    for (const callback of callbacks)
      args[callback] = (...given: readonly unknown[]) => {
        ready.push({ reply: { id, callback, args: given }, buffers: [] })
        flush()
      }
    try {
      const value = await (methods as Record<string, Method>)[method]?.(...args)
      post({ id, value }, transfer(value))
    } catch (error) {
      post({ id, fault: serializedError(error) })
    }
  }
  listen(port, 'message', async (calls: readonly Call[]) => {
    let flushed = now()
    for (const call of calls) {
      void answer(call)
      if (now() - flushed < PATIENCE_MS) continue
      // By then a synchronous method has replied, and no later message has arrived.
      await undefined
      flush()
      flushed = now()
    }
  })
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

const listen = <Value>(port: RpcPort, event: string, listener: (value: Value) => unknown): void => {
  if ('on' in port) port.on(event, listener)
  else
    port.addEventListener(event, (found: { readonly data: Value }) =>
      listener(event === 'message' ? found.data : (found as Value)),
    )
}

const serializedError = (error: unknown): SerializedError => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const { code, details, position } = Object(error) as Partial<AskanceError>
  return { message, stack, code, details, position }
}

const errorOf = ({ message, stack, code, details, position }: SerializedError): Error => {
  if (code === undefined || !details)
    return Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) })
  // The message already starts with the position.
  return Object.assign(new AskanceError(code, message, details), { position })
}
