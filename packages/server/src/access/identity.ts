import type { Role } from '../store/records.js'

/** Who asks, and what they may do. */
export interface Identity {
  readonly name: string
  readonly role: Role
  /** The only stream they may touch; all of them if not given. */
  readonly stream?: string
}

const ranks: Readonly<Record<Role, number>> = { reader: 0, labeller: 1, owner: 2 }

/** Whether somebody of this role may do what needs that one. */
export const reaches = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

/** How a refusal names what somebody is. */
export const roleInWords = ({ role, stream }: Identity): string =>
  stream === undefined ? role : `${role} of stream ${stream}`

/** The names by which a machine calls itself. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Whether a Host header names this machine itself. A page of another site can make its own name point here (DNS
 * rebinding), but it cannot change the name that the browser sends.
 */
export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

/** Whether a page of this origin may call a service without tokens: one from this machine, or one that was allowed. */
export const isOwnOrigin = (origin: string, allowed: readonly string[]): boolean => {
  if (allowed.includes(origin)) return true
  try {
    return isLoopbackHost(new URL(origin).host)
  } catch {
    return false
  }
}

/** Whether a request comes from this machine, as far as its address tells. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)

const MINUTE = 60_000
const MOST_ADDRESSES = 10_000

/** Counts wrong tokens by address, a minute at a time. */
export class Attempts {
  readonly #limit: number
  readonly #now: () => number
  readonly #byAddress = new Map<string, { count: number; readonly until: number }>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** In how many seconds an address may try again; 0 when it may now. */
  wait(address: string): number {
    const found = this.#byAddress.get(address)
    if (!found || found.count < this.#limit) return 0
    return Math.max(0, Math.ceil((found.until - this.#now()) / 1000))
  }

  failed(address: string): void {
    const now = this.#now()
    const found = this.#byAddress.get(address)
    if (found && found.until > now) found.count++
    else {
      if (this.#byAddress.size >= MOST_ADDRESSES) this.#tidy(now)
      this.#byAddress.set(address, { count: 1, until: now + MINUTE })
    }
  }

  #tidy(now: number): void {
    for (const [address, { until }] of this.#byAddress) if (until <= now) this.#byAddress.delete(address)
    if (this.#byAddress.size >= MOST_ADDRESSES) this.#byAddress.clear()
  }
}
