/** What an error means to whoever waits for the store. `opening` has a code of our own, `missing` and `taken` are refusals. */
type ErrorKind = 'opening' | 'missing' | 'taken' | 'full' | 'lost' | 'other'

const TAKEN = new Set(['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_ROWID'])

/** After these nothing was stored. What cannot be written is almost always a full disk, or a quota. */
const FULL = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_IOERR_SHMMAP',
])

/** Looks at the code alone, which is all that is left of an error from another thread. */
export const errorKind = (error: unknown): ErrorKind => {
  const code = String((Object(error) as { readonly code?: unknown }).code ?? '')
  if (code.startsWith('store/')) return 'opening'
  if (code === 'missing' || code === 'taken') return code
  if (TAKEN.has(code)) return 'taken'
  if (FULL.has(code)) return 'full'
  return /^SQLITE_(?!ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/.test(code) ? 'lost' : 'other'
}

/** Whether one write alone is at fault, so that the others in the same transaction can be stored. */
export const isWriteError = (error: unknown): boolean =>
  ['missing', 'taken', 'other'].includes(errorKind(error))
