import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Database as Connection } from 'better-sqlite3'
import type { Row } from '../database.js'
import { lockStore, openReader, openWriter } from './connect.js'
import { faultOf } from './faults.js'
import { writeGroup } from './group.js'
import { OPENED, type Reply, type Request, type ThreadTask, transfersOf } from './messages.js'
import { Session } from './session.js'

/** More would make those who came first wait long. */
const LARGEST_GROUP = 256

const port = parentPort!
const { role, path } = workerData as ThreadTask

const send = (replies: readonly Reply[]): void => {
  const rows = replies.flatMap((reply) => ('rows' in reply ? reply.rows : []))
  port.postMessage(replies, transfersOf(cellsOf(rows)))
}

function* cellsOf(rows: readonly Row[]): Iterable<unknown> {
  for (const row of rows) yield* Object.values(row)
}

/** What has come while the last group was being committed. */
const waitingRequests = (first: Request): readonly Request[] => {
  const requests = [first]
  while (requests.length < LARGEST_GROUP) {
    const next = receiveMessageOnPort(port) as { message: Request } | undefined
    if (!next) break
    requests.push(next.message)
  }
  return requests
}

const read = (session: Session, { id, sql, parameters }: Extract<Request, { sql: string }>): Reply => {
  try {
    return { id, rows: session.read(sql, parameters) }
  } catch (error) {
    return { id, fault: faultOf(error) }
  }
}

const serve = (connections: readonly Connection[]): void => {
  const connection = connections[0]!
  const session = new Session(connection)
  port.on('message', (first: Request) => {
    const requests = role === 'writer' ? waitingRequests(first) : [first]
    const writings = requests.flatMap((request) => ('steps' in request ? [request] : []))
    if (writings.length > 0) send(writeGroup(connection, session, writings))
    for (const request of requests) {
      if ('sql' in request) send([read(session, request)])
      if ('close' in request) {
        for (const one of connections) one.close()
        send([{ id: request.id, rows: [] }])
        port.close()
      }
    }
  })
}

const openConnections = (): readonly Connection[] => {
  if (role === 'reader') return [openReader(path)]
  const lock = lockStore(path)
  try {
    return [openWriter(path), lock]
  } catch (error) {
    lock.close()
    throw error
  }
}

try {
  serve(openConnections())
  send([{ id: OPENED, rows: [] }])
} catch (error) {
  send([{ id: OPENED, fault: faultOf(error) }])
  port.close()
}
