import { Refusal } from '../database.js'
import { OpeningFailure, reasonOf } from '../failures.js'
import type { Fault } from './messages.js'

const TAKEN = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_ROWID'])

/** After these nothing was stored. What cannot be written is almost always a full disk, or a quota. */
const FULL = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_IOERR_SHMMAP',
])

/** What an error in a thread means to those who wait for an answer. */
export const faultOf = (error: unknown): Fault => {
  const message = reasonOf(error)
  if (error instanceof Refusal) return { kind: error.kind, message }
  if (error instanceof OpeningFailure)
    return { kind: 'opening', message, code: error.code, details: error.details }
  const code = String((error as { code?: unknown }).code ?? '')
  if (TAKEN.has(code)) return { kind: 'taken', message }
  if (FULL.has(code)) return { kind: 'full', message }
  return { kind: /^SQLITE_(?!ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/.test(code) ? 'lost' : 'other', message }
}

/** Whether only what was being done is at fault, so that others in the same transaction may go on. */
export const isOwnFault = ({ kind }: Fault): boolean =>
  kind === 'missing' || kind === 'taken' || kind === 'other'
