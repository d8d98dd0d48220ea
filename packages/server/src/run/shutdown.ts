import { setTimeout as wait } from 'node:timers/promises'
import { serverError } from '../errors.js'
import type { Logger } from '../logs/logger.js'
import type { Settings } from '../settings/table.js'

type End = () => unknown

/** What is to be ended, the last begun first. Each is ended, even when another fails; the first failure is told at last. */
export class CloseStack {
  readonly #ends: End[] = []
  readonly #logger: Logger
  #closed: Promise<void> | undefined

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Gives a function that takes this end back, because another will do it. */
  add(end: End): () => void {
    this.#ends.push(end)
    return () => this.#ends.splice(this.#ends.indexOf(end), 1)
  }

  close(): Promise<void> {
    this.#closed ??= this.#endAll()
    return this.#closed
  }

  async #endAll(): Promise<void> {
    const faults: unknown[] = []
    for (const end of this.#ends.reverse())
      try {
        await end()
      } catch (error) {
        this.#logger.error({ err: error }, 'stopping failed')
        faults.push(error)
      }
    if (faults.length > 0) throw faults[0]
  }
}

/** As much of the HTTP server as its life needs. */
export interface App {
  readonly server: { closeAllConnections(): void }
  /** Resolves with the address. */
  listen(options: { readonly host: string; readonly port: number }): Promise<string>
  /** Takes no more connections, ends those that only listen, finishes requests. */
  close(): PromiseLike<unknown>
}

/** Begins to listen; tells in words why it cannot. */
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

/** How long a server may take whose connections are all broken off, in seconds. */
const FINAL_WAIT = 5

/** Closes the server. Requests that take longer than is allowed are broken off, and nothing is waited for in the end. */
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
    logger.warn({ seconds }, 'requests took too long to finish and are broken off')
    app.server.closeAllConnections()
    await pause(lastWords)
  }
  const closed = Promise.resolve(app.close())
  await Promise.race([closed, late()]).finally(() => finished.abort())
}
