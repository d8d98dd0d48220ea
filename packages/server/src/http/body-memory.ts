import type { Readable } from 'node:stream'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { Blocks } from './blocks.js'

/** The memory of a caller, in bodies of the largest size: as many operations run at the same time. */
const CALLER_BODIES = 8
/** How many callers can use all of their memory at the same time. */
const CALLERS = 4
const RETRY_SECONDS = 1

/**
 * Memory for request bodies, from their first bytes until the response was sent. A connection can send a body slowly and never
 * end it, so neither requests nor seconds bound it.
 */
export class BodyMemory {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #byCaller = new Map<string, number>()
  #all = 0

  constructor({
    bodyLimit,
    modelLimit,
    anonymous,
  }: Pick<Settings, 'bodyLimit' | 'modelLimit' | 'anonymous'>) {
    const one = CALLER_BODIES * bodyLimit
    this.#most = CALLERS * one + modelLimit
    // Without tokens there are no strangers, and all callers look the same.
    this.#mostOfOne = anonymous ? this.#most : one
  }

  /** Memory for a body. `most` is the size that it may have: a model may be larger than all other bodies of a caller together. */
  share(caller: string, most: number): BodyShare {
    let own = 0
    return {
      take: (bytes) => {
        const theirs = (this.#byCaller.get(caller) ?? 0) + bytes
        if (this.#all + bytes > this.#most || theirs > Math.max(this.#mostOfOne, most))
          throw serverError('request/too-many', { seconds: RETRY_SECONDS })
        own += bytes
        this.#all += bytes
        this.#byCaller.set(caller, theirs)
      },
      give: (bytes = own) => {
        own -= bytes
        this.#all -= bytes
        const left = (this.#byCaller.get(caller) ?? 0) - bytes
        if (left > 0) this.#byCaller.set(caller, left)
        else this.#byCaller.delete(caller)
      },
    }
  }
}

export interface BodyShare {
  /** Counts bytes that have arrived. Throws `request/too-many` if the caller, or all together, have too many. */
  take(bytes: number): void
  /** Counts bytes that are no longer needed; all by default. */
  give(bytes?: number): void
}

/** Reads a body into memory. Rejects with `request/too-large` if it has, or announces, more than `most` bytes. */
export const readBody = (
  body: Readable,
  most: number,
  share: BodyShare,
  announced: string | undefined,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(announced) > most) return reject(serverError('request/too-large', { most }))
    const blocks = new Blocks()
    const settle = (): void => {
      body.off('data', take).off('end', end).off('error', leave).off('close', leave)
    }
    const fail = (error: unknown): void => {
      settle()
      blocks.clear()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      try {
        if (blocks.length + chunk.length > most) throw serverError('request/too-large', { most })
        share.take(chunk.length)
        blocks.add(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const end = (): void => {
      settle()
      resolve(blocks.take())
    }
    const leave = (): void => fail(serverError('request/invalid', { reason: 'the body ended too early' }))
    body.on('data', take).on('end', end).on('error', leave).on('close', leave)
  })
