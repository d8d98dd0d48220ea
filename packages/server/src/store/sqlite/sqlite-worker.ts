import { parentPort } from 'node:worker_threads'
import { serve } from '@askance/core/rpc'
import { type Parameter, type Row, type Step, transferableBuffers } from '../database.js'
import { pageSteps } from '../pages.js'
import type { Page } from '../records.js'
import { lockStore, openReader, openWriter, PATIENCE_MS, type StoreLock } from './connect.js'
import { type Connection, type DriverChoice, rowsOf } from './driver.js'
import { isWriteError } from './error-kind.js'
import { Session } from './session.js'

/** A larger group would delay the first writes. */
const LARGEST_GROUP = 256

/** How long the first write of a group waits for others, while several at a time arrive: each commit waits for the disk. */
const GATHER_MS = 1

/** How long emptying the log waits for readers, and when it is tried again. */
const CHECKPOINT_MS = 200
const CHECKPOINT_AGAIN_MS = 2000

/** A connection in its own thread, either for writing or for reading. */
export class SqliteConnection {
  #connection!: Connection
  #session!: Session
  #lock: StoreLock | undefined
  readonly #writes: Write[] = []
  /** How many writes were in the last group. */
  #grouped = 0
  #emptying: NodeJS.Timeout | undefined

  open(role: 'writer' | 'reader', path: string, driver?: DriverChoice): void {
    this.#lock = role === 'writer' ? lockStore(path, driver) : undefined
    try {
      this.#connection = role === 'writer' ? openWriter(path, driver) : openReader(path, driver)
    } catch (error) {
      this.#lock?.close()
      throw error
    }
    this.#session = new Session(this.#connection)
  }

  read(sql: string, parameters: readonly Parameter[]): readonly Row[] {
    return this.#session.read(sql, parameters)
  }

  /** Writes that arrive during a commit form the next group. Somebody who writes alone does not wait for others. */
  write(steps: readonly Step[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#writes.push({ steps, resolve, reject }) > 1) return
      if (this.#grouped > 1) setTimeout(() => this.#flush(), GATHER_MS)
      else setImmediate(() => this.#flush())
    })
  }

  /** Pages are compressed here, so that the main thread is free. */
  async append(page: Page): Promise<void> {
    await this.write(pageSteps(page))
  }

  /**
   * Moves the write-ahead log into the store and empties its file, so that erased content is in neither. While another process
   * reads, for example a backup, or after an error, it is tried again later.
   */
  emptyLog(): void {
    clearTimeout(this.#emptying)
    this.#flush()
    let isEmpty = false
    try {
      this.#connection.exec(`PRAGMA busy_timeout = ${CHECKPOINT_MS}`)
      isEmpty = rowsOf(this.#connection, 'PRAGMA wal_checkpoint(TRUNCATE)')[0]?.busy === 0
    } finally {
      if (!isEmpty) this.#emptying = setTimeout(() => this.#emptyAgain(), CHECKPOINT_AGAIN_MS)
      this.#connection.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
    }
  }

  #emptyAgain(): void {
    try {
      this.emptyLog()
    } catch {
      // The disk is full, for example; it is tried again later.
    }
  }

  /** Resolves after the writes that were waiting: nothing waits for replies of a closed store. */
  async shut(): Promise<void> {
    clearTimeout(this.#emptying)
    this.#flush()
    this.#connection.close()
    this.#lock?.close()
    await new Promise((resolve) => setImmediate(resolve))
  }

  #flush(): void {
    while (this.#writes.length > 0) {
      const group = this.#writes.splice(0, LARGEST_GROUP)
      this.#grouped = group.length
      writeGroup(this.#connection, this.#session, group)
    }
  }
}

export interface Write {
  readonly steps: readonly Step[]
  resolve(rows: readonly Row[]): void
  reject(error: unknown): void
}

/**
 * Runs all writes in one transaction and settles them after the commit. An invalid write is rolled back alone; if the disk
 * is full or fails, all are.
 */
export const writeGroup = (connection: Connection, session: Session, writes: readonly Write[]): void => {
  const outcomes: (() => void)[] = []
  try {
    connection.exec('BEGIN IMMEDIATE')
    for (const write of writes) outcomes.push(writeOne(connection, session, write))
    connection.exec('COMMIT')
  } catch (error) {
    undo(connection, session)
    for (const { reject } of writes) reject(error)
    return
  }
  for (const settle of outcomes) settle()
}

/** Returns a function that settles the write after the commit; throws if the whole group must fail. */
const writeOne = (
  connection: Connection,
  session: Session,
  { steps, resolve, reject }: Write,
): (() => void) => {
  session.run('SAVEPOINT one')
  try {
    const rows = session.runSteps(steps)
    session.run('RELEASE one')
    return () => resolve(rows)
  } catch (error) {
    if (!isWriteError(error) || !connection.inTransaction) throw error
    session.run('ROLLBACK TO one')
    session.run('RELEASE one')
    return () => reject(error)
  }
}

const undo = (connection: Connection, session: Session): void => {
  session.forget()
  if (!connection.inTransaction) return
  try {
    connection.exec('ROLLBACK')
  } catch {
    // SQLite has already rolled back.
  }
}

if (parentPort)
  serve(parentPort, new SqliteConnection(), {
    transfer: (rows) => transferableBuffers(((rows ?? []) as readonly Row[]).flatMap(Object.values)),
    now: () => performance.now(),
  })
