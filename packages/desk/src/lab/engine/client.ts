import { type Connection, connect, type Remote, type RpcPort } from '@askance/core/rpc'
import type { Facts, OpenEvent, Outcome, RunEvent, RunSpec } from './messages.js'
import type { LabSession } from './session.js'
import type { LabTable } from './table.js'

type Engine = Remote<LabSession> & Connection

/** Milliseconds that the engine has to finish its current step before it is terminated. */
const STOP_TIMEOUT = 4000

/** Rejection of calls to a terminated engine. */
const ended = Object.assign(new Error('the engine was ended'), { code: 'ended' })

/** The page's side of the engine. `start` creates the worker, also after a termination. */
export class LabClient {
  readonly #start: () => RpcPort
  readonly #patience: number
  readonly #pending = new Set<Promise<unknown>>()
  #engine: Engine | undefined
  #file: { readonly file: File; readonly labelColumn: string | undefined } | undefined
  /** Whether the current engine has read the file. */
  #isOpen = false
  #opens = 0
  #stops = 0

  constructor(start: () => RpcPort, patience = STOP_TIMEOUT) {
    this.#start = start
    this.#patience = patience
  }

  /** Reads a file and stops the current run. The previous file is kept if the new one is invalid. */
  async open(
    file: File,
    onEvent: (event: OpenEvent) => void = () => {},
    labelColumn?: string,
  ): Promise<Facts> {
    const turn = ++this.#opens
    await this.stop()
    // Only the last requested file is read.
    if (turn !== this.#opens) throw ended
    const facts = await this.#read(file, onEvent, labelColumn)
    this.#file = { file, labelColumn }
    return facts
  }

  /**
   * Compares algorithms on the open file. A stopped run returns its finished part, or undefined if that is
   * lost.
   */
  async run(spec: RunSpec, onEvent: (event: RunEvent) => void = () => {}): Promise<Outcome | undefined> {
    try {
      const stops = this.#stops
      if (this.#file && !this.#isOpen) await this.#read(this.#file.file, () => {}, this.#file.labelColumn)
      if (stops !== this.#stops) return undefined
      return await this.#call((engine) => engine.run(spec, onEvent))
    } catch (cause) {
      if (cause === ended) return undefined
      throw cause
    }
  }

  /** Recomputes the table of the last run for another goal. */
  table(goal?: number): Promise<LabTable> {
    return this.#call((engine) => engine.table(goal))
  }

  /** Stops the run. An engine that does not stop in time is terminated; the next call starts a new one. */
  async stop(): Promise<void> {
    this.#stops++
    if (this.#pending.size === 0) return
    const pending = [...this.#pending]
    const clock = setTimeout(() => this.#end(ended), this.#patience)
    this.#engine?.stop().catch(() => {})
    await Promise.allSettled(pending)
    clearTimeout(clock)
  }

  /** Terminates the engine; pending calls are rejected. */
  close(): void {
    this.#opens++
    this.#end(ended)
  }

  async #read(
    file: File,
    onEvent: (event: OpenEvent) => void,
    labelColumn: string | undefined,
  ): Promise<Facts> {
    this.#isOpen = false
    const facts = await this.#call((engine) => engine.open(file, onEvent, labelColumn))
    this.#isOpen = true
    return facts
  }

  #call<Value>(call: (engine: Engine) => Promise<Value>): Promise<Value> {
    this.#engine ??= connect<LabSession>(this.#start(), { onDeath: (reason) => this.#end(reason) })
    const made = call(this.#engine)
    this.#pending.add(made)
    const settle = (): boolean => this.#pending.delete(made)
    made.then(settle, settle)
    return made
  }

  #end(reason: Error): void {
    void this.#engine?.close(reason)
    this.#engine = undefined
    this.#isOpen = false
  }
}
