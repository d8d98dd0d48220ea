import { type Connection, connect, type Remote, type RpcPort } from '@askance/core/rpc'
import type { Facts, OpenEvent, Outcome, RunEvent, RunSpec } from './messages.js'
import type { LabSession } from './session.js'
import type { LabTable } from './table.js'

type Engine = Remote<LabSession> & Connection

/** Milliseconds that the engine has to finish its current step before it is terminated. */
const STOP_TIMEOUT = 4000

/** Why a call was rejected whose engine was terminated. */
const ended = Object.assign(new Error('the engine was ended'), { code: 'ended' })

/** The engine as a page sees it. `start` makes the worker; it is called again after the last one was terminated. */
export class LabClient {
  readonly #start: () => RpcPort
  readonly #patience: number
  readonly #pending = new Set<Promise<unknown>>()
  #engine: Engine | undefined
  #file: File | undefined
  /** Whether the engine at hand has read the file. */
  #isOpen = false
  #opens = 0
  #stops = 0

  constructor(start: () => RpcPort, patience = STOP_TIMEOUT) {
    this.#start = start
    this.#patience = patience
  }

  /** Reads a file and stops what is running. The previous file is kept if the new one cannot be read. */
  async open(file: File, onEvent: (event: OpenEvent) => void = () => {}): Promise<Facts> {
    const turn = ++this.#opens
    await this.stop()
    // Only the last of several files is read, and none after the engine was closed.
    if (turn !== this.#opens) throw ended
    const facts = await this.#read(file, onEvent)
    this.#file = file
    return facts
  }

  /** Compares algorithms on the open file. Stopped, it ends with what was finished; undefined where that is lost. */
  async run(spec: RunSpec, onEvent: (event: RunEvent) => void = () => {}): Promise<Outcome | undefined> {
    try {
      const stops = this.#stops
      if (this.#file && !this.#isOpen) await this.#read(this.#file, () => {})
      if (stops !== this.#stops) return undefined
      return await this.#call((engine) => engine.run(spec, onEvent))
    } catch (cause) {
      if (cause === ended) return undefined
      throw cause
    }
  }

  /** The table of the last run, for another goal. */
  table(goal?: number): Promise<LabTable> {
    return this.#call((engine) => engine.table(goal))
  }

  /** Stops what is running; an engine that does not end in time is terminated, and started again by the next call. */
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

  async #read(file: File, onEvent: (event: OpenEvent) => void): Promise<Facts> {
    this.#isOpen = false
    const facts = await this.#call((engine) => engine.open(file, onEvent))
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
