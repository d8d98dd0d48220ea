import { parentPort } from 'node:worker_threads'
import { serve } from '@askance/core/rpc'
import type { Database as Connection } from 'better-sqlite3'
import type { Parameter, Row, Step } from '../database.js'
import { lockStore, openReader, openWriter } from './connect.js'
import { type Write, writeGroup } from './group.js'
import { Session } from './session.js'
import { buffersIn } from './transfer.js'

/** A larger group would keep the first writes waiting for long. */
const LARGEST_GROUP = 256

/** A connection to the store in a thread of its own: it either writes or reads. */
export class SqliteConnection {
  #connection!: Connection
  #session!: Session
  #lock: Connection | undefined
  readonly #writes: Write[] = []

  open(role: 'writer' | 'reader', path: string): void {
    this.#lock = role === 'writer' ? lockStore(path) : undefined
    try {
      this.#connection = role === 'writer' ? openWriter(path) : openReader(path)
    } catch (error) {
      this.#lock?.close()
      throw error
    }
    this.#session = new Session(this.#connection)
  }

  read(sql: string, parameters: readonly Parameter[]): readonly Row[] {
    return this.#session.read(sql, parameters)
  }

  /** The writes that arrive while a group is being committed make the next group. */
  write(steps: readonly Step[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#writes.push({ steps, resolve, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  shut(): void {
    this.#flush()
    this.#connection.close()
    this.#lock?.close()
  }

  #flush(): void {
    while (this.#writes.length > 0)
      writeGroup(this.#connection, this.#session, this.#writes.splice(0, LARGEST_GROUP))
  }
}

if (parentPort)
  serve(parentPort, new SqliteConnection(), {
    transfer: (rows) => buffersIn(((rows ?? []) as readonly Row[]).flatMap(Object.values)),
  })
