import { setTimeout as wait } from 'node:timers/promises'
import { serverError } from '../errors.js'
import type { Logger } from '../logs/logger.js'
import type { Settings } from '../settings/table.js'

type End = () => unknown

/** Closes resources in reverse order. All are closed even if one fails; the first error is thrown at the end. */
export class CloseStack {
  readonly #ends: End[] = []
  readonly #logger: Logger
  #closed: Promise<void> | undefined

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Returns a function that removes the entry, for a resource that is closed by another one. */
  add(end: End): () => void {
    this.#ends.push(end)
    return () => this.#ends.splice(this.#ends.indexOf(end), 1)
  }

  close(): Promise<void> {
    this.#closed ??= this.#endAll()
    return this.#closed
  }

  async #endAll(): Promise<void> {
    const errors: unknown[] = []
    for (const end of this.#ends.reverse())
      try {
        await end()
      } catch (error) {
        this.#logger.error({ err: error }, 'stopping failed')
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }
}

/** The part of the HTTP server that startup and shutdown use. */
export interface App {
  readonly server: { closeAllConnections(): void }
  /** Resolves to the URL. */
  listen(options: { readonly host: string; readonly port: number }): Promise<string>
  /** Accepts no more connections, ends server-sent events and finishes requests. */
  close(): PromiseLike<unknown>
  /** The followers of streams. */
  readonly feeds?: { endStream(stream: string): void }
  /** Has tokens and grants read from the store again. */
  forgetAccess?(): void
}

/** Starts to listen; throws `listen/used` or `listen/failed`. */
export const startListening = async (
  app: App,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<string> => {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw serverError('listen/used', { host, port })
    if (code !== undefined && /^E[A-Z]+$/.test(code))
      throw serverError('listen/failed', { host, port, reason: message })
    throw error
  }
}

/** Seconds to wait after all connections were closed. */
const FINAL_WAIT = 5

/** Closes the server. Requests that exceed the time limit are aborted. */
export const closeWithin = async (
  app: App,
  seconds: number,
  logger: Logger,
  lastWords = FINAL_WAIT,
): Promise<void> => {
  const finished = new AbortController()
  const pause = (length: number): Promise<void> => wait(length * 1000, undefined, { signal: finished.signal })
  const late = async (): Promise<void> => {
    await pause(seconds)
    logger.warn({ seconds }, 'aborting requests that did not finish in time')
    app.server.closeAllConnections()
    await pause(lastWords)
  }
  const closed = Promise.resolve(app.close())
  await Promise.race([closed, late()]).finally(() => finished.abort())
}
