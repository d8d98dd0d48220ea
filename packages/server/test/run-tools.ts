import { Writable } from 'node:stream'
import { createLogger, type Logger } from '../src/logs/logger.js'

/** A logger, and what it has written, line by line. */
export const logged = (logLevel = 'trace'): { logger: Logger; lines: () => Record<string, unknown>[] } => {
  let text = ''
  const output = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  return {
    logger: createLogger({ logLevel, logFormat: 'json' }, output),
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  }
}
