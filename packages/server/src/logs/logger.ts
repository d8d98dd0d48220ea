import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from 'pino'
import type { Settings } from '../settings/table.js'

const STANDARD_ERROR = 2

/** Fields that are redacted. */
const SECRETS = ['token', 'secret', 'password', 'authorization', 'cookie']
const redacted = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`]),
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
]

/** Query parameters that contain tokens. */
const SECRET_IN_QUERY = /([?&](?:access_token|token)=)[^&#]*/gi

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

const options: LoggerOptions = {
  base: null,
  redact: { paths: redacted, censor: '***' },
  formatters: { level: (label) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    err: stdSerializers.err,
    req: ({ id, method, url, ip }: LoggedRequest) => ({
      id,
      method,
      url: url?.replace(SECRET_IN_QUERY, '$1***'),
      ip,
    }),
  },
}

/** Logs JSON lines to standard error. Writes are synchronous, so that no line is lost in a crash. */
export const createLogger = (
  { logLevel }: Pick<Settings, 'logLevel'>,
  output: DestinationStream = destination({ dest: STANDARD_ERROR, sync: true }),
): Logger => pino({ ...options, level: logLevel }, output)

export type { Logger }
