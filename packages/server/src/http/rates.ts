import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { Allowances } from './allowances.js'
import { mediaType } from './guard.js'
import { JSON_TYPE } from './route.js'
import { Slots } from './slots.js'

/** So many bytes of a body count as one request more, because they are parsed and validated in the main thread. */
const BYTES_A_REQUEST = 2 ** 16

/** Operations of one token that run at the same time, and how many more wait for them. */
const MOST_RUNNING = 8
const MOST_WAITING = 56

const requestsFor = (bytes: number): number => Math.floor(bytes / BYTES_A_REQUEST)

/** The size of a body that will be parsed, as its header announces it; 0 if it does not. */
const announcedBytes = (request: FastifyRequest): number =>
  mediaType(request) === JSON_TYPE ? Number(request.headers['content-length'] ?? 0) : 0

/** By whom a request is counted: the token, the person or the address. */
export const callerKey = ({ token, identity, ip }: FastifyRequest): string =>
  token?.id ?? (identity && identity.name !== 'nobody' ? `name ${identity.name}` : ip)

/**
 * What each token may use within a minute: requests, weighted by the size of their bodies, and seconds of computing, which
 * weigh items and texts by what they really take. Without tokens there are no strangers, so there is no limit.
 */
export class Rates {
  readonly #requests: Allowances
  readonly #computing: Allowances
  readonly #slots = new Slots(MOST_RUNNING, MOST_WAITING)

  constructor({ anonymous, rateLimit, computeLimit }: Settings, now: () => number) {
    this.#requests = new Allowances(anonymous ? 0 : rateLimit, now)
    this.#computing = new Allowances(anonymous ? 0 : 1000 * computeLimit, now)
  }

  /** Checks requests after authentication, before the body is read. */
  register(app: FastifyInstance): void {
    app.addHook('onRequest', async (request) => this.check(request))
  }

  /** Counts a body that was read, even if it is invalid: its bytes beyond those that were announced, and the milliseconds of parsing it. */
  parsed(request: FastifyRequest, bytes: number, milliseconds: number): void {
    const more = Math.max(0, requestsFor(bytes) - requestsFor(announcedBytes(request)))
    this.#requests.spend(callerKey(request), more)
    this.computed(request, milliseconds)
  }

  /** Counts a request; throws if there were too many. */
  check(request: FastifyRequest): void {
    const key = callerKey(request)
    const seconds = Math.max(this.#requests.wait(key), isLimited(request) ? this.#computing.wait(key) : 0)
    if (seconds > 0) throw serverError('request/too-many', { seconds })
    this.#requests.spend(key, 1 + requestsFor(announcedBytes(request)))
  }

  /**
   * Waits for the turn of an operation, because what it computes is known only afterwards: without turns, many requests at once
   * would all be within the budget. Rejects if the budget was used up meanwhile, unless the operation is long: the
   * size of the stream decides what those take, not the caller, so they are not charged.
   */
  async admit(request: FastifyRequest, isLong: boolean): Promise<() => void> {
    if (!isLimited(request)) return () => undefined
    const key = callerKey(request)
    const release = await this.#slots.take(key)
    const seconds = isLong ? 0 : this.#computing.wait(key)
    if (seconds === 0) return release
    release()
    throw serverError('request/too-many', { seconds })
  }

  /** Counts the milliseconds that an operation has computed. */
  computed(request: FastifyRequest, milliseconds: number): void {
    if (isLimited(request)) this.#computing.spend(callerKey(request), milliseconds)
  }
}

/** Owners send items in bulk, which may keep the threads of their streams busy. */
const isLimited = ({ identity }: FastifyRequest): boolean => identity?.role !== 'owner'
