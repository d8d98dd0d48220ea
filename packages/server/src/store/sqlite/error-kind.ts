/** The kind of a store error. `opening` has its own code; `missing` and `taken` are refusals. */
type ErrorKind = 'opening' | 'missing' | 'taken' | 'full' | 'lost' | 'other'

const TAKEN = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_ROWID'])

/** Nothing was stored after these errors. A failed write almost always means a full disk or a quota. */
const FULL = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_IOERR_SHMMAP',
])

/** Uses only the code, because the class of an error is lost between threads. */
export const errorKind = (error: unknown): ErrorKind => {
  const code = String((Object(error) as { readonly code?: unknown }).code ?? '')
  if (code.startsWith('store/')) return 'opening'
  if (code === 'missing' || code === 'taken') return code
  if (TAKEN.has(code)) return 'taken'
  if (FULL.has(code)) return 'full'
  return /^SQLITE_(?!ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/.test(code) ? 'lost' : 'other'
}

/** Whether only this write is invalid, so that others in the transaction can be stored. */
export const isWriteError = (error: unknown): boolean =>
  ['missing', 'taken', 'other'].includes(errorKind(error))
