import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLogger } from '../src/logs/logger.js'
import { readableOutput } from '../src/logs/readable.js'

const readableLogger = (colours: boolean) => {
  const lines: string[] = []
  const output = readableOutput({ write: (line) => lines.push(line) }, colours)
  return { lines, logger: createLogger({ logLevel: 'info', logFormat: 'text' }, output) }
}

describe('readable logs', () => {
  test('have one line per event, without internal fields and secrets', () => {
    const { lines, logger } = readableLogger(false)
    logger.info({ version: '1.0.0', settings: { host: 'x' } }, 'starting')
    const request = { reqId: 'r', method: 'POST', route: '/v1/streams', status: 201, ms: 7, by: 'ada' }
    logger.info(request, 'request')
    logger.warn({ ...request, stream: 's' }, 'slow request')
    logger.info({ token: 'hunter2', path: '/a' }, 'made')
    assert.deepEqual(
      lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, '')),
      [
        'starting, version 1.0.0\n',
        'POST /v1/streams 201 in 7 ms by ada\n',
        'warn: slow: POST /v1/streams 201 in 7 ms by ada\n',
        'made, token ***, path /a\n',
      ],
    )
  })

  test('show errors with their calls, and no control characters of others', () => {
    const { lines, logger } = readableLogger(false)
    logger.error({ err: new Error('disk\u001b[2J full') }, 'snapshot failed')
    const [first = '', second = ''] = (lines[0] ?? '').split('\n')
    assert.match(first, /error: snapshot failed: disk \[2J full$/)
    assert.match(second, /^ +at .*logs-readable/)
    logger.info({ route: 'a\nb' }, 'c\u001b]0;d')
    assert.match(lines[1] ?? '', /c \]0;d, route a b\n$/)
  })

  test('are coloured where wanted', () => {
    const { lines, logger } = readableLogger(true)
    logger.warn('careful')
    const text = (lines[0] ?? '').replace(/\d\d:\d\d:\d\d/, 'clock')
    assert.equal(text, '\u001b[2mclock\u001b[0m  \u001b[33mwarn: \u001b[0mcareful\n')
  })
})
