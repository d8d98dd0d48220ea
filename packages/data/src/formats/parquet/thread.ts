import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { AskanceError, type Position } from '@askance/core'
import type { Progress } from '../../bytes/bytes.js'
import { dataError, type dataErrorTable } from '../../errors.js'
import type { Group } from './decode.js'
import type { OpenFile } from './file.js'

/** What the decoding thread is started with. Descriptors of files are the same in all threads. */
export interface DecodeRequest {
  readonly fd: number
  readonly byteLength: number
  readonly source: string
  readonly maxRows: number
}

export type DecodeReply =
  /** It goes on: what is decoded next lies in a row group of so many bytes, and its first row has this number. */
  | { readonly kind: 'alive'; readonly bytes: number; readonly first: number }
  | { readonly kind: 'group'; readonly group: Group | undefined }
  | { readonly kind: 'error'; readonly error: SentError }
  | { readonly kind: 'crash'; readonly cause: unknown }

/** Of our errors only plain data can cross to another thread. */
interface SentError {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly position: Position | undefined
}

export const sentError = (cause: unknown): DecodeReply =>
  cause instanceof AskanceError
    ? { kind: 'error', error: { code: cause.code, details: cause.details, position: cause.position } }
    : { kind: 'crash', cause }

export const receivedError = ({ code, details, position }: SentError): AskanceError =>
  dataError(code as keyof typeof dataErrorTable, details, position)

/** The timeout is counted in so many ticks: time in which this thread itself was held up counts as one. */
const TICKS = 10

/** The thread that decodes one file. It keeps the process alive only while somebody waits for it. */
export class DecodingThread {
  readonly #worker: Worker
  readonly #source: string
  readonly #timeout: (bytes: number) => number
  readonly #replies: DecodeReply[] = []
  #failure: string | undefined
  #wake: (() => void) | undefined
  #bytes = 0
  #first = 1

  constructor(worker: URL, request: DecodeRequest, timeout: (bytes: number) => number) {
    this.#source = request.source
    this.#timeout = timeout
    this.#worker = new Worker(worker, {
      workerData: request,
      // What this process was started with may not fit a thread; it may have as much memory, though.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 20) },
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: DecodeReply) => {
      this.#replies.push(reply)
      this.#wake?.()
    })
    // Also what the library rejects and nobody awaits, and memory that does not suffice.
    this.#worker.on('error', (cause: unknown) =>
      this.#fail(cause instanceof Error ? cause.message : `${cause}`),
    )
    this.#worker.on('exit', () => this.#fail('the decoder exited'))
    this.#worker.postMessage('next')
  }

  /** The next rows; undefined at the end. */
  async next(): Promise<Group | undefined> {
    for (;;) {
      const reply = await this.#reply()
      if (reply.kind === 'error') throw receivedError(reply.error)
      if (reply.kind === 'crash') throw reply.cause
      if (reply.kind === 'group') {
        // It decodes the next rows while somebody works on these.
        this.#worker.postMessage('next')
        return reply.group
      }
      this.#bytes = reply.bytes
      this.#first = reply.first
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #reply(): Promise<DecodeReply> {
    const timeout = this.#timeout(this.#bytes)
    let ticks = 0
    const clock = setInterval(() => {
      if (++ticks === TICKS)
        this.#fail(`it took longer than ${Number((timeout / 1000).toPrecision(2))} seconds`)
    }, timeout / TICKS)
    this.#worker.ref()
    try {
      while (this.#replies.length === 0) {
        if (this.#failure !== undefined)
          throw dataError(
            'parquet/stuck',
            { reason: this.#failure },
            { source: this.#source, line: this.#first },
          )
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      return this.#replies.shift()!
    } finally {
      clearInterval(clock)
      this.#worker.unref()
    }
  }

  #fail(reason: string): void {
    this.#failure ??= reason
    this.#wake?.()
  }
}

export interface GroupsOptions {
  /** So many rows of each row group at most. */
  readonly maxRows?: number
  readonly progress?: Progress | undefined
  /** So many milliseconds may pass without a sign of life while a row group of so many bytes is decoded. */
  readonly timeout?: (bytes: number) => number
  /** The module that decodes. */
  readonly worker?: URL
}

/** Far more than a sound file takes on a slow machine. */
const defaultTimeout = (bytes: number): number => 10_000 + bytes / 2000

/**
 * The row groups of the file, decoded by another thread: a damaged file can make the library loop for ever or fill the
 * memory, and a thread can be ended. The file is closed at the end.
 */
export async function* readGroups(
  file: OpenFile,
  source: string,
  options: GroupsOptions = {},
): AsyncGenerator<Group, void, undefined> {
  const { maxRows = Number.POSITIVE_INFINITY, progress, timeout = defaultTimeout } = options
  const { fd, byteLength } = file
  const worker = options.worker ?? new URL('./worker.js', import.meta.url)
  const thread = new DecodingThread(worker, { fd, byteLength, source, maxRows }, timeout)
  try {
    for (;;) {
      const group = await thread.next()
      if (!group) return
      yield group
      progress?.(Math.round((byteLength * (group.first - 1 + group.rows)) / group.total), byteLength)
    }
  } finally {
    // The thread reads from the file, so it ends first.
    await thread.stop()
    await file.close()
  }
}
