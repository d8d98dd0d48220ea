import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from '../access/is-same.js'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const VERSION_PREFIX = 'v1,'
/** Max age of a message in seconds; limits replay attacks. */
const DEFAULT_TOLERANCE = 300

/** Creates the signing secret of a webhook. */
export const newHookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

const secretKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64')

/**
 * Signs a message according to Standard Webhooks 1.0 (standardwebhooks.com):
 * `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.
 */
export const sign = (secret: string, id: string, timestamp: number, body: string): string =>
  `${VERSION_PREFIX}${createHmac('sha256', secretKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** The signature headers of a message; `timestamp` is in seconds since 1970. */
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
  /** The raw body, before parsing. */
  readonly body: string
}

/**
 * For receivers: whether a message is authentic and recent. The header may contain several signatures separated by
 * spaces; one valid signature is enough.
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
