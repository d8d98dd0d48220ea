import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { benchError } from '../errors.js'

/**
 * Results by a hash of the code, the data and the job. One line each in an append-only
 * file, so a crash loses at most the line being written.
 */
export class Cache {
  readonly #path: string | undefined
  readonly #known = new Map<string, unknown>()
  #file: number | undefined

  /** Without a path, results are kept in memory only. */
  constructor(path?: string) {
    this.#path = path
    if (path !== undefined) this.#read(path)
  }

  get(key: string): unknown {
    return this.#known.get(key)
  }

  set(key: string, value: unknown): void {
    this.#known.set(key, value)
    if (this.#file === undefined) return
    try {
      appendFileSync(this.#file, `${JSON.stringify([key, value])}\n`)
    } catch (cause) {
      throw benchError('cache/file', { path: this.#path, reason: (cause as Error).message })
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #read(path: string): void {
    try {
      mkdirSync(dirname(path), { recursive: true })
      this.#file = openSync(path, 'a+')
      for (const line of linesOf(this.#file)) this.#take(line)
      if (endsInMidLine(this.#file)) appendFileSync(this.#file, '\n')
    } catch (cause) {
      throw benchError('cache/file', { path, reason: (cause as Error).message })
    }
  }

  /** Ignores a line that was truncated when the process was killed. */
  #take(line: string): void {
    if (line === '') return
    try {
      const [key, value] = JSON.parse(line) as [string, unknown]
      if (typeof key === 'string') this.#known.set(key, value)
    } catch {}
  }
}

/** Reads in chunks, because a cache may exceed the maximum string length. */
function* linesOf(file: number): Generator<string> {
  const piece = Buffer.alloc(2 ** 20)
  let rest = Buffer.alloc(0)
  for (let at = 0; ; ) {
    const count = readSync(file, piece, 0, piece.length, at)
    if (count === 0) break
    at += count
    const all = Buffer.concat([rest, piece.subarray(0, count)])
    const end = all.lastIndexOf(0x0a) + 1
    yield* all.toString('utf8', 0, end).split('\n')
    rest = all.subarray(end)
  }
  yield rest.toString('utf8')
}

const endsInMidLine = (file: number): boolean => {
  const { size } = fstatSync(file)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(file, last, 0, 1, size - 1)
  return last[0] !== 0x0a
}
