import type { Database as Connection } from 'better-sqlite3'
import type { Row, Step } from '../database.js'
import { isOwnFault } from './faults.js'
import type { Session } from './session.js'

export interface Write {
  readonly steps: readonly Step[]
  resolve(rows: readonly Row[]): void
  reject(error: unknown): void
}

/**
 * Runs all writes in one transaction, and settles them when it is on disk. One that fails is undone alone; when the disk
 * is full, or fails, all of them are.
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

/** Returns what settles the write after the commit; throws where the whole group must fail. */
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
    if (!isOwnFault(error) || !connection.inTransaction) throw error
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
    // SQLite has rolled back by itself: what is not committed is not there.
  }
}
