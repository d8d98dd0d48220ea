import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const VERSION_PREFIX = 'v1,'
/** How old a message may be for whoever checks it, in seconds: older ones may have been recorded and sent again. */
const DEFAULT_TOLERANCE = 300

/** A secret for a new webhook. */
export const newHookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

const secretKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64')

/**
 * The signature of a message by the scheme of Standard Webhooks 1.0 (standardwebhooks.com):
 * `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.
 */
export const sign = (secret: string, id: string, timestamp: number, body: string): string =>
  `${VERSION_PREFIX}${createHmac('sha256', secretKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** The headers of a message; `timestamp` is in seconds since 1970. */
export const signedHeaders = (
  secret: string,
  id: string,
  timestamp: number,
  body: string,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': sign(secret, id, timestamp, body),
})

export interface Received {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came, before any parsing. */
  readonly body: string
}

/**
 * Whether a message is from the service and of now: for receivers. Several signatures may stand in the header, with a
 * space between; one that fits is enough.
 *
 * @example
 * const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
 * const headers = signedHeaders(secret, 'msg_1', 1_700_000_000, '{}')
 * verifyWebhook(secret, { headers, body: '{}' }, 1_700_000_010) // => true
 * verifyWebhook(secret, { headers, body: '[]' }, 1_700_000_010) // => false
 * verifyWebhook(secret, { headers, body: '{}' }, 1_700_009_999) // => false
 */
export const verifyWebhook = (
  secret: string,
  { headers, body }: Received,
  now = Math.floor(Date.now() / 1000),
  tolerance = DEFAULT_TOLERANCE,
): boolean => {
  const id = headers['webhook-id']
  const timestamp = Number(headers['webhook-timestamp'] ?? Number.NaN)
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || typeof given !== 'string') return false
  if (!(Math.abs(now - timestamp) <= tolerance)) return false
  const expected = sign(secret, id, timestamp, body)
  return given.split(' ').some((signature) => isSame(signature, expected))
}

/** Takes as long whatever the difference is. */
const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
