import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { dataError } from '../../errors.js'
import type { Group } from './decode.js'
import { type Answer, receivedError, type Task } from './messages.js'

/** The patience is counted in so many ticks: time in which this thread itself was held up counts as one. */
const TICKS = 10

/** The thread that decodes one file. It keeps the process alive only while somebody waits for it. */
export class DecodingThread {
  readonly #worker: Worker
  readonly #source: string
  readonly #patience: (bytes: number) => number
  readonly #arrived: Answer[] = []
  #death: string | undefined
  #wake: (() => void) | undefined
  #bytes = 0
  #first = 1

  constructor(worker: URL, task: Task, patience: (bytes: number) => number) {
    this.#source = task.source
    this.#patience = patience
    this.#worker = new Worker(worker, {
      workerData: task,
      // What this process was started with may not fit a thread; it may have as much memory, though.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 20) },
    })
    this.#worker.unref()
    this.#worker.on('message', (answer: Answer) => {
      this.#arrived.push(answer)
      this.#wake?.()
    })
    // Also what the library rejects and nobody awaits, and memory that does not suffice.
    this.#worker.on('error', (cause: unknown) =>
      this.#died(cause instanceof Error ? cause.message : `${cause}`),
    )
    this.#worker.on('exit', () => this.#died('the decoder has ended'))
    this.#worker.postMessage('next')
  }

  /** The next rows; undefined at the end. */
  async next(): Promise<Group | undefined> {
    for (;;) {
      const answer = await this.#answer()
      if (answer.kind === 'error') throw receivedError(answer.error)
      if (answer.kind === 'fault') throw answer.fault
      if (answer.kind === 'group') {
        // It decodes the next rows while somebody works on these.
        this.#worker.postMessage('next')
        return answer.group
      }
      this.#bytes = answer.bytes
      this.#first = answer.first
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #answer(): Promise<Answer> {
    const patience = this.#patience(this.#bytes)
    let ticks = 0
    const clock = setInterval(() => {
      if (++ticks === TICKS)
        this.#died(`it took longer than ${Number((patience / 1000).toPrecision(2))} seconds`)
    }, patience / TICKS)
    this.#worker.ref()
    try {
      while (this.#arrived.length === 0) {
        if (this.#death !== undefined)
          throw dataError(
            'parquet/stuck',
            { reason: this.#death },
            { source: this.#source, line: this.#first },
          )
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      return this.#arrived.shift()!
    } finally {
      clearInterval(clock)
      this.#worker.unref()
    }
  }

  #died(reason: string): void {
    this.#death ??= reason
    this.#wake?.()
  }
}
