import type { Database as Connection } from 'better-sqlite3'
import type { Row, Step } from '../database.js'
import { faultOf, isOwnFault } from './faults.js'
import type { Fault, Reply } from './messages.js'
import type { Session } from './session.js'

interface Writing {
  readonly id: number
  readonly steps: readonly Step[]
}

/** Stops a group: nothing of it can be stored. */
class GroupFailure extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/**
 * Does all writings in one transaction, and answers when it is on disk. One that cannot be done is undone alone; when the
 * disk is full, or fails, all are.
 */
export const writeGroup = (
  connection: Connection,
  session: Session,
  writings: readonly Writing[],
): readonly Reply[] => {
  try {
    connection.exec('BEGIN IMMEDIATE')
    const replies = writings.map((writing) => writeOne(connection, session, writing))
    connection.exec('COMMIT')
    return replies
  } catch (error) {
    const fault = error instanceof GroupFailure ? error.fault : faultOf(error)
    undo(connection, session)
    return writings.map(({ id }) => ({ id, fault }))
  }
}

const writeOne = (connection: Connection, session: Session, { id, steps }: Writing): Reply => {
  session.run('SAVEPOINT one')
  try {
    const rows: readonly Row[] = session.runSteps(steps)
    session.run('RELEASE one')
    return { id, rows }
  } catch (error) {
    const fault = faultOf(error)
    if (!isOwnFault(fault) || !connection.inTransaction) throw new GroupFailure(fault)
    session.run('ROLLBACK TO one')
    session.run('RELEASE one')
    return { id, fault }
  }
}

const undo = (connection: Connection, session: Session): void => {
  session.forget()
  if (!connection.inTransaction) return
  try {
    connection.exec('ROLLBACK')
  } catch {
    // SQLite undid it by itself: what is not committed is not there.
  }
}
