import { type Logger, pino } from 'pino'
import type { Settings } from '../settings/table.js'

/** What must not stand in a log, wherever it turns up. */
const secrets = [
  'authorization',
  'headers.authorization',
  'req.headers.authorization',
  'headers.cookie',
  'req.headers.cookie',
  'secret',
  '*.secret',
  'token',
  '*.token',
]

/** The log of the service: JSON lines to the standard error. */
export const createLogger = (settings: Pick<Settings, 'logLevel'>): Logger =>
  pino(
    { level: settings.logLevel, redact: { paths: secrets, censor: '***' }, base: null },
    pino.destination({ dest: 2, sync: true }),
  )
