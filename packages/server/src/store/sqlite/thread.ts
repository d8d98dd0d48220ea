import { Worker } from 'node:worker_threads'
import { serverError } from '../../errors.js'
import { closedError } from '../closing.js'
import type { Parameter, Row, Step } from '../database.js'
import { reasonOf } from '../failures.js'
import { errorOf } from './errors.js'
import { OPENED, type Reply, type Request, type ThreadTask, transfersOf } from './messages.js'

interface Waiting {
  resolve(rows: readonly Row[]): void
  reject(error: Error): void
}

/** Without its number. */
type Question =
  | { sql: string; parameters: readonly Parameter[] }
  | { steps: readonly Step[] }
  | { close: true }

/** A thread with its own connection. When it dies, all that waits on it is lost, and all that comes later. */
export class Thread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #last = OPENED
  #ended: Error | undefined

  /** Opens the connection in a new thread. */
  static async open(task: ThreadTask): Promise<Thread> {
    const thread = new Thread(task)
    await thread.#promise(OPENED)
    return thread
  }

  private constructor(task: ThreadTask) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task })
    this.#worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) this.#settle(reply)
    })
    this.#worker.on('error', (error) => this.#end(reasonOf(error)))
    this.#worker.on('messageerror', (error) => this.#end(reasonOf(error)))
    this.#worker.on('exit', () => this.#end('its thread has ended'))
  }

  read(sql: string, parameters: readonly Parameter[]): Promise<readonly Row[]> {
    return this.#ask({ sql, parameters }, [])
  }

  write(steps: readonly Step[]): Promise<readonly Row[]> {
    const cells = steps.flatMap((step) => ('into' in step ? Object.values(step.columns).flat() : []))
    return this.#ask({ steps }, transfersOf(cells))
  }

  /** After all that was asked before. */
  async close(): Promise<void> {
    if (this.#ended) return
    const closed = this.#ask({ close: true }, [])
    this.#ended = closedError()
    await closed
    await this.#worker.terminate()
  }

  /** Ends it at once, whatever it is doing. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(question: Question, transfers: ArrayBuffer[]): Promise<readonly Row[]> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = ++this.#last
    const answer = this.#promise(id)
    this.#worker.postMessage({ id, ...question } satisfies Request, transfers)
    return answer
  }

  #promise(id: number): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('rows' in reply) waiting?.resolve(reply.rows)
    else waiting?.reject(errorOf(reply.fault))
  }

  #end(reason: string): void {
    this.#ended ??= serverError('store/lost', { reason })
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}
