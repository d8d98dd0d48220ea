import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type OpenOptions, openStore } from '../../src/store/open.js'
import type { Counts, ItemRecord, Page } from '../../src/store/records.js'
import { availableDrivers, sqliteDriver } from '../../src/store/sqlite/driver.js'
import type { Store } from '../../src/store/store.js'
import type { StreamConfig } from '../../src/stream/config.js'
import { itemColumns } from './item-columns.js'
import { createDatabase, type Postgres, startPostgres, withoutPostgres } from './postgres.js'

/** A kind of store under test. */
export interface StoreKind {
  readonly name: string
  /** Why its tests are skipped on this machine, if they are. */
  readonly skip: string | false
  begin(): Promise<void>
  end(): Promise<void>
  /** The setting `sqliteDriver` of its stores. */
  readonly sqliteDriver: string
  open(url: string, options?: OpenOptions): Promise<Store>
  /** The address of a store that is not there yet. */
  freshUrl(): Promise<string>
  /** When nothing of a process that was killed goes on in it. */
  settled(url: string): Promise<void>
  /** Runs a statement past the store. */
  sql(url: string, statement: string): Promise<readonly Record<string, unknown>[]>
}

/** Stores a snapshot of the stream as it is. */
export const takeSnapshot = async (
  store: Store,
  stream: string,
  seq: number,
  bytes: Uint8Array,
): Promise<boolean> =>
  store.writeSnapshot(stream, seq, bytes, (await store.readFence(stream))?.generation ?? 0)

/** One kind for each build of SQLite that works here. */
export const sqliteKinds = (): StoreKind[] => availableDrivers().map(sqliteKind)

export const sqliteKind = (driver = 'auto'): StoreKind => {
  let folder = ''
  let count = 0
  return {
    name: `SQLite (${driver})`,
    sqliteDriver: driver,
    open: (url, options) => openStore(url, { sqliteDriver: driver, ...options }),
    skip: false,
    begin: async () => {
      folder = mkdtempSync(join(tmpdir(), 'askance-store-'))
    },
    end: async () => rmSync(folder, { recursive: true }),
    freshUrl: async () => join(folder, `${++count}.sqlite`),
    settled: async () => {},
    sql: async (url, statement) => {
      const connection = sqliteDriver(driver).open(url)
      try {
        return connection.prepare(statement).all()
      } finally {
        connection.close()
      }
    },
  }
}

/** The server that a whole run of the tests shares, if there is one. */
const SHARED = process.env.ASKANCE_TEST_POSTGRES

/** `own`: the test restarts the server, so it cannot be the one that other tests use. */
export const postgresKind = ({ own = false } = {}): StoreKind & { server(): Postgres } => {
  const shared = own ? undefined : SHARED
  let server: Postgres | undefined
  const sql: StoreKind['sql'] = async (url, statement) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query('SET search_path TO askance')
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    name: 'PostgreSQL',
    sqliteDriver: 'auto',
    open: openStore,
    skip: withoutPostgres,
    server: () => server!,
    begin: async () => {
      if (shared === undefined) server = await startPostgres()
    },
    end: async () => server?.stop(),
    freshUrl: () => createDatabase(shared ?? server!.url),
    settled: async (url) => {
      const others =
        'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
      while ((await sql(url, others)).length > 0) await sleep(20)
    },
    sql,
  }
}

export const config: StreamConfig = {
  classes: ['ham', 'späm'],
  algorithm: 'PA-I',
  parameters: {},
  budget: { rate: 0.1 } as unknown as StreamConfig['budget'],
  measure: 0.2,
  drift: true,
  answersPerItem: 1,
  consensus: 'majority',
  leaseSeconds: 60,
  seed: 1,
  paused: false,
}

export const counts: Counts = { items: 1, open: 2, spent: 3, answers: 4, taught: 5 }

export const item = (id: string, t: number, more: Partial<ItemRecord> = {}): ItemRecord => ({
  id,
  t,
  seq: t,
  time: 1_790_000_000_000 + t,
  predicted: 'ham',
  confidence: 0.1 + 0.2,
  asked: false,
  content: JSON.stringify({ text: `content of ${id}` }),
  ...more,
})

/** A page with one event by default. */
export const page = (
  stream: string,
  seq: number,
  { items = [], ...more }: Partial<Omit<Page, 'items'>> & { readonly items?: readonly ItemRecord[] } = {},
): Page => ({
  stream,
  seq,
  count: 1,
  events: `{"event":${seq}}`,
  time: 1_790_000_000_000 + seq,
  counts,
  items: itemColumns(items),
  points: [],
  erased: [],
  ...more,
})

/** What a rejected promise was rejected with: its code, or its message where it has none. */
export const failure = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
    return 'kept'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code ?? message
  }
}

export const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)
