import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { connect } from '@askance/core/rpc'
import type { Progress } from '../../bytes/bytes.js'
import { dataError } from '../../errors.js'
import type { Group } from './decode.js'
import type { OpenFile } from './file.js'

/** The input of the decoding thread. File descriptors are shared by all threads. */
export interface DecodeRequest {
  readonly fd: number
  readonly byteLength: number
  readonly source: string
  readonly maxRows: number
}

/** What the decoding thread serves. */
export interface Decoder {
  /** The next rows, undefined at the end. Before each column it reports the bytes of the row group and its first row. */
  next(onColumn: (bytes: number, first: number) => void): Promise<Group | undefined>
}

const HEAP = 2 ** 30
const HEAP_PER_BYTE = 64

/** A small file can say that it has very many values, so a thread has less memory than this process where the file is small. */
const heapLimit = (bytes: number): number =>
  Math.min(getHeapStatistics().heap_size_limit, HEAP + HEAP_PER_BYTE * bytes)

/** The timeout is counted in this many ticks: time in which this thread itself was held up counts as one. */
const TICKS = 10

/** The thread that decodes one file. It keeps the process alive only while a caller waits for rows. */
class DecodingThread {
  readonly #worker: Worker
  readonly #decoder
  readonly #source: string
  readonly #timeout: (bytes: number) => number
  /** Decoded while the caller works on the rows before them. */
  #next: Promise<Group | undefined>
  #clock: NodeJS.Timeout | undefined
  #bytes = 0
  #first = 1
  #isDead = false

  constructor(worker: URL, request: DecodeRequest, timeout: (bytes: number) => number) {
    this.#source = request.source
    this.#timeout = timeout
    this.#worker = new Worker(worker, {
      workerData: request,
      // The flags of this process may not be valid for a thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapLimit(request.byteLength) / 2 ** 20) },
    })
    // The thread also dies of a rejection that the library does not await, and of too little memory.
    const onDeath = (): void => {
      this.#isDead = true
    }
    this.#decoder = connect<Decoder>(this.#worker, { onDeath })
    this.#worker.unref()
    this.#next = this.#decodeNext()
  }

  /** The next rows; undefined at the end. */
  async next(): Promise<Group | undefined> {
    this.#worker.ref()
    this.#startClock()
    try {
      const group = await this.#next
      this.#next = this.#decodeNext()
      return group
    } catch (cause) {
      if (!this.#isDead) throw cause
      const { message: reason } = cause as Error
      throw dataError('parquet/stuck', { reason }, { source: this.#source, line: this.#first })
    } finally {
      clearInterval(this.#clock)
      this.#clock = undefined
      this.#worker.unref()
    }
  }

  async stop(): Promise<void> {
    await this.#decoder.close()
  }

  #decodeNext(): Promise<Group | undefined> {
    const next = this.#decoder.next((bytes, first) => {
      this.#bytes = bytes
      this.#first = first
      if (this.#clock) this.#startClock()
    })
    // A failure is thrown when the caller asks for these rows.
    next.catch(() => undefined)
    return next
  }

  #startClock(): void {
    clearInterval(this.#clock)
    const timeout = this.#timeout(this.#bytes)
    let ticks = 0
    this.#clock = setInterval(() => {
      if (++ticks < TICKS) return
      this.#isDead = true
      void this.#decoder.close(
        new Error(`it took longer than ${Number((timeout / 1000).toPrecision(2))} seconds`),
      )
    }, timeout / TICKS)
  }
}

export interface GroupsOptions {
  /** Maximum number of rows of each row group. */
  readonly maxRows?: number
  readonly progress?: Progress | undefined
  /** Milliseconds without a reply after which decoding a row group of that size is stopped. */
  readonly timeout?: (bytes: number) => number
  /** The module that decodes. */
  readonly worker?: URL
}

/** Far more than a valid file takes on a slow machine. */
const defaultTimeout = (bytes: number): number => 10_000 + bytes / 2000

/**
 * The row groups of the file, decoded by another thread: a damaged file can make the library loop forever or fill the
 * memory, and a thread can be terminated. Closes the file at the end.
 */
export async function* readGroups(
  file: OpenFile,
  source: string,
  options: GroupsOptions = {},
): AsyncGenerator<Group, void, undefined> {
  const { maxRows = Number.POSITIVE_INFINITY, progress, timeout = defaultTimeout } = options
  const { fd, byteLength } = file
  const worker = options.worker ?? new URL('./parquet-worker.bundle.js', import.meta.url)
  const thread = new DecodingThread(worker, { fd, byteLength, source, maxRows }, timeout)
  try {
    for (;;) {
      const group = await thread.next()
      if (!group) return
      yield group
      progress?.(Math.round((byteLength * (group.first - 1 + group.rows)) / group.total), byteLength)
    }
  } finally {
    // The thread reads from the file, so it must stop first.
    await thread.stop()
    await file.close()
  }
}
