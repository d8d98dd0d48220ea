import { createHash } from 'node:crypto'
import { piecesOf, type Source } from '../copy.js'
import type { Cell } from '../database.js'
import { READ_DIGEST } from '../migrations.js'
import { readSchema } from '../sqlite/connect.js'
import { sqliteDriver, valuesOf } from '../sqlite/driver.js'
import { Session } from '../sqlite/session.js'
import { columnsOfSchema, tablesOfSchema } from '../tables.js'

/** A cell as bytes that no other cell has. */
const cellBytes = (cell: Cell): Uint8Array | string => {
  if (cell instanceof Uint8Array) return Buffer.concat([Buffer.from(`b${cell.length}:`), cell])
  if (typeof cell === 'string') return JSON.stringify(cell)
  return `${cell};`
}

/** The SHA-256 of all rows of a store: a page of the file may be intact for SQLite although its content was changed. */
const contentDigest = async (source: Source, schema: number): Promise<string> => {
  const hash = createHash('sha256').update(`schema ${schema}\n`)
  for (const table of tablesOfSchema(schema)) {
    const columns = columnsOfSchema(table, schema)
    hash.update(`table ${table}\n`)
    for await (const rows of piecesOf(source, table, columns))
      for (const row of rows) for (const name of columns) hash.update(cellBytes(row[name] ?? null))
  }
  return hash.digest('hex')
}

/** Writes the digest of a finished draft into it. */
export const writeDigest = async (path: string): Promise<void> => {
  const file = sqliteDriver().open(path)
  try {
    const digest = await contentDigest(new Session(file), readSchema(file))
    file
      .prepare(
        "INSERT INTO meta (name, value) VALUES ('backup', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      )
      .all([digest])
  } finally {
    file.close()
  }
}

/** Whether the rows of a backup are those that were written; undefined for a backup of an earlier version, which has no digest. */
export const hasSameDigest = async (path: string): Promise<boolean | undefined> => {
  const file = sqliteDriver().open(path, { readonly: true })
  try {
    const [written] = valuesOf(file, READ_DIGEST)
    return written === undefined
      ? undefined
      : written === (await contentDigest(new Session(file), readSchema(file)))
  } finally {
    file.close()
  }
}
