/** Result codes of SQLite that the store tells apart, by number. */
const names: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
  778: 'SQLITE_IOERR_WRITE',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
  4618: 'SQLITE_IOERR_SHMOPEN',
  4874: 'SQLITE_IOERR_SHMSIZE',
  5386: 'SQLITE_IOERR_SHMMAP',
}

/** The low byte of an extended code is the general code. */
export const codeName = (number: number): string =>
  names[number] ?? names[number & 0xff] ?? `SQLITE_${number & 0xff}`

/** Runs an action and gives its errors the `code` that `codeOf` returns. */
export const named = <Result>(codeOf: (error: Error) => string | undefined, action: () => Result): Result => {
  try {
    return action()
  } catch (error) {
    const code = error instanceof Error ? codeOf(error) : undefined
    throw code === undefined ? error : Object.assign(error as Error, { code })
  }
}

/** The values of the parameters that a statement has, by their full names; some drivers reject others. */
export const fullNames = (sql: string) => {
  const wanted = [...new Set(sql.match(/\$\d+/g))]
  return <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(wanted.map((name) => [name, values[name.slice(1)]!]))
}
