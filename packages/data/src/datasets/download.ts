import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, rename } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { AskanceError } from '@askance/core'
import type { Progress } from '../bytes/bytes.js'
import { dataError } from '../errors.js'
import { writeError } from '../writers/replace.js'
import { Part } from './part.js'
import { Broken, broken, request } from './request.js'

export interface DownloadOptions {
  /** Called with the number of bytes downloaded and, if known, the total. */
  readonly progress?: Progress
  readonly signal?: AbortSignal
  /** The download limit; default 64 GiB. */
  readonly maxBytes?: number
  /** Retries after a broken connection without progress; default 4. */
  readonly retries?: number
  /** The pause before the first retry, doubled each time; default 1000. */
  readonly pauseMilliseconds?: number
  /** The timeout for a connection without data; default 60,000. */
  readonly stallMilliseconds?: number
  /** Expected size and checksum. */
  readonly bytes?: number
  readonly sha256?: string
}

export interface Downloaded {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Downloads a file. It is written to `PATH.part` and renamed when it is complete and its size and checksum
 * match; after a broken connection, or at the next call, it resumes where it stopped.
 *
 * @example
 * await download('ftp://example.org/a9a', 'a9a').catch((error) => error.code) // => 'fetch/address'
 */
export const download = async (
  url: string,
  path: string,
  options: DownloadOptions = {},
): Promise<Downloaded> => {
  const { retries = 4, pauseMilliseconds = 1000, signal } = options
  const part = new Part(path)
  for (let failures = 0, size = await part.size(); ; ) {
    try {
      signal?.throwIfAborted()
      await resume(url, part, options)
      break
    } catch (cause) {
      signal?.throwIfAborted()
      if (!(cause instanceof Broken)) throw writeError(cause, part.path)
      const had = size
      size = await part.size()
      // Progress resets the number of retries.
      failures = size > had ? 1 : failures + 1
      if (failures > retries) throw dataError('fetch/connection', { url, reason: cause.message })
      await pause(pauseMilliseconds * 2 ** (failures - 1), undefined, signal ? { signal } : {})
    }
  }
  return await verified(url, path, part, options)
}

/** One attempt: requests the missing bytes and appends them. */
const resume = async (url: string, part: Part, options: DownloadOptions): Promise<void> => {
  const stall = new StallTimer(options)
  try {
    const headers = await part.headers(url, options.sha256 !== undefined)
    const response = await request(url, headers, stall.signal)
    const had = await part.size()
    const goingOn = response.status === 206 && startOf(response) === had
    if (response.status === 416 && wholeOf(response) === had) return
    if (response.status === 416 || (response.status === 206 && !goingOn)) {
      await part.remove()
      throw new Broken('the server cannot send the missing bytes')
    }
    const done = goingOn ? had : 0
    const total = lengthOf(response, done)
    limit(url, total ?? 0, options)
    const file = await part.open(goingOn, url, response)
    try {
      await receive(response, file, { url, done, total, stall, options })
    } finally {
      await file.close()
    }
  } finally {
    stall.end()
  }
}

interface Receiving {
  readonly url: string
  readonly done: number
  readonly total: number | undefined
  readonly stall: StallTimer
  readonly options: DownloadOptions
}

const receive = async (response: Response, file: FileHandle, receiving: Receiving): Promise<void> => {
  const { url, total, stall, options } = receiving
  let { done } = receiving
  for await (const chunk of chunksOf(response)) {
    stall.restart()
    done += chunk.length
    limit(url, done, options)
    await file.write(chunk)
    options.progress?.(done, total)
  }
  if (total !== undefined && done < total)
    throw new Broken(`the connection closed after ${done} of ${total} bytes`)
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader()
  while (reader) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw broken(cause)
    })
    if (done) return
    yield value
  }
}

/** Aborts a connection that stalls or that the caller cancels. */
class StallTimer {
  readonly signal: AbortSignal
  readonly #control = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor({ signal, stallMilliseconds = 60_000 }: DownloadOptions) {
    const reason = new Error(`no data received for ${stallMilliseconds} ms`)
    this.#timer = setTimeout(() => this.#control.abort(reason), stallMilliseconds)
    this.signal = signal ? AbortSignal.any([signal, this.#control.signal]) : this.#control.signal
  }

  restart(): void {
    this.#timer.refresh()
  }

  /** Aborts the connection and discards further data. */
  end(): void {
    clearTimeout(this.#timer)
    this.#control.abort()
  }
}

const startOf = ({ headers }: Response): number =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

/** The length of the file from a 416 response. */
const wholeOf = ({ headers }: Response): number =>
  Number(/^bytes \*\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

/** The length of the whole file; unknown if the response is compressed. */
const lengthOf = ({ headers }: Response, done: number): number | undefined => {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : done + Number(length)
}

const limit = (url: string, bytes: number, { maxBytes = 2 ** 36 }: DownloadOptions): void => {
  if (bytes > maxBytes) throw dataError('fetch/large', { url, most: maxBytes })
}

const verified = async (
  url: string,
  path: string,
  part: Part,
  options: DownloadOptions,
): Promise<Downloaded> => {
  const found = await fileFacts(part.path)
  const mismatch = fileMismatch(url, found, options)
  if (mismatch) {
    await part.remove()
    throw mismatch
  }
  await rename(part.path, path)
  await part.removeNote()
  return { path, ...found }
}

/** The error if size or checksum differ. */
export const fileMismatch = (
  url: string,
  found: { readonly bytes: number; readonly sha256: string },
  { bytes, sha256 }: Pick<DownloadOptions, 'bytes' | 'sha256'>,
): AskanceError | undefined => {
  if (bytes !== undefined && found.bytes !== bytes)
    return dataError('fetch/size', { url, found: found.bytes, expected: bytes })
  if (sha256 !== undefined && found.sha256 !== sha256)
    return dataError('fetch/checksum', { url, found: found.sha256, expected: sha256 })
  return undefined
}

/** The size and the SHA-256 of a file. */
export const fileFacts = async (
  path: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
