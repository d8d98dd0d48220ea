import type { Answer, Facts, OpenEvent, Outcome, Problem, Request, RunEvent, RunSpec } from './messages.js'
import type { LabTable } from './table.js'

/** What went wrong in the engine. */
export class LabError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** As much of a worker as is used here. */
export interface EngineWorker {
  onmessage: ((message: MessageEvent<Answer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(request: Request): void
  terminate(): void
}

interface Waiting {
  tell(event: OpenEvent | RunEvent): void
  resolve(answer: Answer): void
  reject(cause: LabError): void
}

/** A request without its number. */
type Wish = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never

/** So many milliseconds the engine may need to come to the end of what it is at, before it is ended itself. */
const PATIENCE = 4000

/** The engine as a page sees it. `start` makes the worker; it is called again where the last one had to be ended. */
export class LabClient {
  readonly #start: () => EngineWorker
  readonly #patience: number
  readonly #waiting = new Map<number, Waiting>()
  #worker: EngineWorker | undefined
  #count = 0
  #file: File | undefined
  /** Whether the worker at hand has read the file. */
  #isOpen = false
  #opens = 0
  #stops = 0

  constructor(start: () => EngineWorker, patience = PATIENCE) {
    this.#start = start
    this.#patience = patience
  }

  /** Reads a file; what goes on is stopped. The file before is forgotten, unless the new one cannot be read. */
  async open(file: File, listener: (event: OpenEvent) => void = () => {}): Promise<Facts> {
    const turn = ++this.#opens
    await this.stop()
    // Two files at once would be read into each other; and whoever has closed the engine wants none.
    if (turn !== this.#opens) throw new LabError(ended)
    const facts = await this.#read(file, listener)
    this.#file = file
    return facts
  }

  /** Compares algorithms on the open file. Stopped, it ends with what was finished; undefined where that is lost. */
  async run(spec: RunSpec, listener: (event: RunEvent) => void = () => {}): Promise<Outcome | undefined> {
    try {
      const stops = this.#stops
      if (this.#file && !this.#isOpen) await this.#read(this.#file, () => {})
      if (stops !== this.#stops) return undefined
      const answer = await this.#ask({ kind: 'run', spec }, (event) => {
        if (event.kind !== 'reading') listener(event)
      })
      return answer.kind === 'ended' ? answer.outcome : undefined
    } catch (cause) {
      if (cause instanceof LabError && cause.problem.code === ended.code) return undefined
      throw cause
    }
  }

  /** The table of the last run, for another goal. */
  async table(goal?: number): Promise<LabTable | undefined> {
    const answer = await this.#ask({ kind: 'table', goal })
    return answer.kind === 'table' ? answer.table : undefined
  }

  /** Stops what goes on; an engine that does not come to an end is ended, and begins anew with the next request. */
  async stop(): Promise<void> {
    this.#stops++
    if (this.#waiting.size === 0) return
    const going = [...this.#waiting.values()].map(
      (waiting) =>
        new Promise<void>((resolve) => {
          const { resolve: done, reject } = waiting
          waiting.resolve = (answer) => {
            done(answer)
            resolve()
          }
          waiting.reject = (cause) => {
            reject(cause)
            resolve()
          }
        }),
    )
    const clock = setTimeout(() => this.#end(ended), this.#patience)
    this.#ask({ kind: 'stop' }).catch(() => {})
    await Promise.all(going)
    clearTimeout(clock)
  }

  /** Ends the engine; what was asked of it ends with an error. */
  close(): void {
    this.#opens++
    this.#end(ended)
  }

  async #read(file: File, listener: (event: OpenEvent) => void): Promise<Facts> {
    this.#isOpen = false
    const answer = await this.#ask({ kind: 'open', file }, (event) => {
      if (event.kind === 'reading') listener(event)
    })
    if (answer.kind !== 'opened') throw new LabError({ code: 'fault', message: `unexpected: ${answer.kind}` })
    this.#isOpen = true
    return answer.facts
  }

  #ask(wish: Wish, tell: Waiting['tell'] = () => {}): Promise<Answer> {
    const worker = this.#alive()
    const id = this.#count++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { tell, resolve, reject })
      worker.postMessage({ ...wish, id })
    })
  }

  #alive(): EngineWorker {
    if (this.#worker) return this.#worker
    const worker = this.#start()
    worker.onmessage = ({ data }) => this.#hear(data)
    worker.onerror = ({ message }) => this.#end({ code: 'fault', message: message || 'the engine failed' })
    this.#worker = worker
    return worker
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    if (answer.kind === 'event') {
      waiting.tell(answer.event)
      return
    }
    this.#waiting.delete(answer.id)
    if (answer.kind === 'problem') waiting.reject(new LabError(answer.problem))
    else waiting.resolve(answer)
  }

  #end(problem: Problem): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isOpen = false
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const one of waiting) one.reject(new LabError(problem))
  }
}

const ended: Problem = { code: 'ended', message: 'the engine was ended' }
