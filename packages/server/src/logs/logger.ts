import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from 'pino'
import type { Settings } from '../settings/table.js'
import { readableOutput } from './readable.js'

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

/** Logs to standard error. Writes are synchronous, so that no line is lost in a crash. */
const standardError = ({ logFormat }: Pick<Settings, 'logFormat'>): DestinationStream => {
  const output = destination({ dest: STANDARD_ERROR, sync: true })
  const isTerminal = process.stderr.isTTY === true
  const isReadable = logFormat === 'text' || (logFormat === 'auto' && isTerminal)
  return isReadable ? readableOutput(output, isTerminal && !process.env.NO_COLOR) : output
}

/** Logs JSON lines, or readable lines if standard error is a terminal or `logFormat` is `text`. */
export const createLogger = (
  settings: Pick<Settings, 'logLevel' | 'logFormat'>,
  output: DestinationStream = standardError(settings),
): Logger => pino({ ...options, level: settings.logLevel }, output)

export type { Logger }
