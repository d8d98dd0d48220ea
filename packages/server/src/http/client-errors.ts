import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PROBLEM_TYPE, type Problem } from './problems.js'
import { bareHeaders } from './protection.js'

/** What is wrong with requests that Node cannot read, by the code of its error. */
const known: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not come in time'],
  HPE_HEADER_OVERFLOW: [431, 'the headers of the request are too large'],
}

const problemOf = (code = ''): Problem => {
  const [status, detail] = known[code] ?? [400, 'the request cannot be read']
  return {
    type: 'urn:askance:problem:request/invalid',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: randomUUID(),
    code: 'request/invalid',
  }
}

/** Answers what is no request at all with a problem, and hangs up. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem = problemOf(error.code)
  const body = JSON.stringify(problem)
  const headers = {
    ...bareHeaders,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': problem.instance,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n`
  if (socket.writable) socket.write(head + body)
  socket.destroy(error)
}
