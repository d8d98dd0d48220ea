import type pg from 'pg'
import { serverError } from '../../errors.js'
import { copyTables, isEmpty, type Sink, type Source } from '../copy.js'
import { brokenStore, OpeningFailure } from '../failures.js'
import { migrations } from '../migrations.js'
import { shown } from '../open.js'
import { migrate, openingError, readSchema, transaction, withClient } from '../postgres/connect.js'
import { runStatement, runSteps } from '../postgres/session.js'
import { migrate as migrateFile } from '../sqlite/connect.js'
import { sqliteDriver } from '../sqlite/driver.js'
import { Session } from '../sqlite/session.js'
import { numberedTables } from '../tables.js'

const over = (client: pg.ClientBase): Source & Sink => ({
  read: (sql, parameters) => runStatement(client, { sql, parameters }),
  insert: (step) => runSteps(client, [step]),
})

/** Copies one consistent snapshot of the database to a new SQLite file. */
export const backupPostgres = (url: string, draft: string): Promise<void> =>
  within(url, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async (client) => {
    const schema = await readSchema(client)
    if (schema === 0) throw brokenStore('there is nothing in it')
    if (!(schema <= migrations.length))
      throw new OpeningFailure('store/newer', { found: schema, known: migrations.length })
    const file = sqliteDriver().open(draft)
    try {
      // An unfinished draft is deleted, so durability is not needed before the end.
      file.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
      migrateFile(file, schema)
      file.exec('BEGIN')
      await copyTables(over(client), new Session(file), schema)
      file.exec('COMMIT')
    } finally {
      file.close()
    }
  })

export const restoreIntoPostgres = async (source: Source, url: string): Promise<void> => {
  await migrate(url)
  await within(url, '', async (client) => {
    await client.query('LOCK TABLE streams IN EXCLUSIVE MODE')
    const target = over(client)
    if (!(await isEmpty(target, migrations.length))) throw serverError('backup/exists', { path: shown(url) })
    await copyTables(source, target, migrations.length)
    for (const table of numberedTables) await client.query(continueNumbers(table))
  })
}

/** Sets the sequence after the highest copied number. */
const continueNumbers = (table: string): string =>
  `SELECT setval(pg_get_serial_sequence('askance.${table}', 'number'), COALESCE(max(number), 0) + 1, false)
    FROM ${table}`

const within = async (
  url: string,
  mode: string,
  action: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  try {
    await withClient(url, (client) => transaction(client, () => action(client), mode))
  } catch (error) {
    throw isFileError(error) ? error : openingError(error)
  }
}

/** Whether the error comes from the SQLite file. */
const isFileError = (error: unknown): boolean =>
  String((Object(error) as { code?: unknown }).code).startsWith('SQLITE_')
