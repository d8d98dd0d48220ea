import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { Allowances } from './allowances.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body that were parsed. */
    parsedBytes: number
  }
}

/** So many bytes of a body count as one request more, because they are parsed and validated in the main thread. */
const BYTES_A_REQUEST = 2 ** 16

const keyOf = ({ token, identity, ip }: FastifyRequest): string =>
  token?.id ?? (identity && identity.name !== 'nobody' ? `name ${identity.name}` : ip)

/**
 * What each token may use within a minute: requests, weighted by the size of their bodies, and seconds of computing, which
 * weigh items and texts by what they really take. Without tokens there are no strangers, so there is no limit.
 */
export class Rates {
  readonly #requests: Allowances
  readonly #computing: Allowances

  constructor({ anonymous, rateLimit, computeLimit }: Settings, now: () => number) {
    this.#requests = new Allowances(anonymous ? 0 : rateLimit, now)
    this.#computing = new Allowances(anonymous ? 0 : 1000 * computeLimit, now)
  }

  /** Checks requests after authentication, before the body is read. */
  register(app: FastifyInstance): void {
    app.decorateRequest('parsedBytes', 0)
    app.addHook('onRequest', async (request) => this.#check(request))
    app.addHook('preHandler', async (request) =>
      this.#requests.spend(keyOf(request), Math.floor(request.parsedBytes / BYTES_A_REQUEST)),
    )
  }

  #check(request: FastifyRequest): void {
    const key = keyOf(request)
    const seconds = Math.max(this.#requests.wait(key), isLimited(request) ? this.#computing.wait(key) : 0)
    if (seconds > 0) throw serverError('request/too-many', { seconds })
    this.#requests.spend(key, 1)
  }

  /** Counts the milliseconds that an operation has computed. */
  computed(request: FastifyRequest, milliseconds: number): void {
    if (isLimited(request)) this.#computing.spend(keyOf(request), milliseconds)
  }
}

/** Owners send items in bulk, which may keep the threads of their streams busy. */
const isLimited = ({ identity }: FastifyRequest): boolean => identity?.role !== 'owner'
