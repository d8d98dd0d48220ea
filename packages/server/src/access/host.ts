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
