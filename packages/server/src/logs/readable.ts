import type { DestinationStream } from 'pino'

type Line = Readonly<Record<string, unknown>>

/** Fields that have a place of their own, or say nothing to a person at a terminal. */
const HIDDEN = new Set(['level', 'time', 'msg', 'err', 'reqId', 'req', 'settings'])
const LEVELS: Readonly<Record<string, string>> = {
  warn: '\u001b[33m',
  error: '\u001b[31m',
  fatal: '\u001b[31m',
}
const DIM = '\u001b[2m'
const END = '\u001b[0m'

/** Control characters of values could move the cursor or change colours of the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const valueText = (value: unknown): string =>
  printable(typeof value === 'object' ? JSON.stringify(value) : String(value))

/**
 * A log line for people: the time of day, the message, and its fields. Requests are as short as in a browser's network list.
 *
 * @example
 * const line = { level: 'info', time: '2026-05-01T10:20:30.000Z', msg: 'request', method: 'GET', route: '/v1/streams', status: 200, ms: 2, by: 'ada' }
 * readableLine(line, 'UTC') // => '10:20:30  GET /v1/streams 200 in 2 ms by ada'
 * readableLine({ level: 'warn', time: line.time, msg: 'snapshot failed', stream: 's1' }, 'UTC') // => '10:20:30  warn: snapshot failed, stream s1'
 */
export const readableLine = (line: Line, timeZone?: string, colours = false): string => {
  const { level = 'info', time, msg = '', err } = line
  const paint = (code: string, text: string): string => (colours && text ? `${code}${text}${END}` : text)
  const clock = new Date(String(time)).toLocaleTimeString('en-GB', timeZone ? { timeZone } : {})
  const isRequest = msg === 'request' || msg === 'slow request'
  const message = isRequest ? requestText(line) : [valueText(msg), ...fieldTexts(line)].join(', ')
  const prefix = level === 'info' ? '' : paint(LEVELS[String(level)] ?? '', `${level}: `)
  const slow = msg === 'slow request' ? 'slow: ' : ''
  return `${paint(DIM, clock)}  ${prefix}${slow}${message}${errorText(err, (text) => paint(DIM, text))}`
}

const requestText = ({ method, route, status, ms, by }: Line): string =>
  [method, route, status, 'in', ms, 'ms', ...(by === undefined ? [] : ['by', by])].map(valueText).join(' ')

const fieldTexts = (line: Line): readonly string[] =>
  Object.entries(line)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== undefined)
    .map(([name, value]) => `${name} ${valueText(value)}`)

const errorText = (err: unknown, dim: (text: string) => string): string => {
  if (typeof err !== 'object' || err === null) return ''
  const { message = '', stack = '' } = err as { message?: unknown; stack?: unknown }
  const calls = String(stack)
    .split('\n')
    .filter((one) => one.trimStart().startsWith('at '))
  return `: ${valueText(message)}${calls.map((call) => `\n${dim(printable(call))}`).join('')}`
}

/** Turns JSON lines into readable ones. */
export const readableOutput = (output: DestinationStream, colours: boolean): DestinationStream => ({
  write: (text) => output.write(`${readableLine(JSON.parse(text) as Line, undefined, colours)}\n`),
})
