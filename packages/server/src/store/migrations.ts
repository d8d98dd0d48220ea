import { OpeningFailure } from './failures.js'

/** The type names of a database. */
export interface TypeNames {
  /** Compared by bytes, so that lists have the same order in both databases. */
  readonly text: string
  readonly whole: string
  readonly real: string
  readonly bytes: string
  /** An auto-increment number. */
  readonly number: string
}

type Migration = (types: TypeNames) => readonly string[]

const first: Migration = ({ text, whole, real, bytes, number }) => [
  `CREATE TABLE streams (id ${text} NOT NULL PRIMARY KEY, created ${whole} NOT NULL, version ${whole} NOT NULL,
    config ${text} NOT NULL, seq ${whole} NOT NULL, counts ${text} NOT NULL, changed ${whole} NOT NULL)`,
  `CREATE TABLE log (stream ${text} NOT NULL, seq ${whole} NOT NULL, count ${whole} NOT NULL, time ${whole} NOT NULL,
    size ${whole} NOT NULL, events ${text} NOT NULL, PRIMARY KEY (stream, seq))`,
  `CREATE TABLE snapshots (stream ${text} NOT NULL, seq ${whole} NOT NULL, size ${whole} NOT NULL,
    checksum ${text} NOT NULL, PRIMARY KEY (stream, seq))`,
  `CREATE TABLE snapshot_parts (stream ${text} NOT NULL, seq ${whole} NOT NULL, part ${whole} NOT NULL,
    bytes ${bytes} NOT NULL, PRIMARY KEY (stream, seq, part))`,
  `CREATE TABLE items (stream ${text} NOT NULL, id ${text} NOT NULL, t ${whole} NOT NULL, seq ${whole} NOT NULL,
    time ${whole} NOT NULL, predicted ${text} NOT NULL, confidence ${real} NOT NULL, asked ${whole} NOT NULL,
    content ${text} NOT NULL, PRIMARY KEY (stream, id))`,
  'CREATE INDEX items_by_round ON items (stream, t)',
  `CREATE TABLE points (number ${number}, stream ${text} NOT NULL, t ${whole} NOT NULL, time ${whole} NOT NULL,
    point ${text} NOT NULL)`,
  'CREATE INDEX points_by_round ON points (stream, t, number)',
  `CREATE TABLE tokens (id ${text} NOT NULL PRIMARY KEY, hash ${text} NOT NULL UNIQUE, name ${text} NOT NULL,
    role ${text} NOT NULL, stream ${text}, created ${whole} NOT NULL, expires ${whole})`,
  `CREATE TABLE audit (number ${number}, time ${whole} NOT NULL, who ${text} NOT NULL, action ${text} NOT NULL,
    stream ${text}, detail ${text})`,
  'CREATE INDEX audit_by_stream ON audit (stream, number)',
]

const second: Migration = ({ text, whole, number }) => [
  'CREATE INDEX items_asked ON items (stream, t) WHERE asked = 1',
  'CREATE INDEX items_by_prediction ON items (stream, predicted, t)',
  `CREATE TABLE receipts (stream ${text} NOT NULL, key ${text} NOT NULL, fingerprint ${text} NOT NULL,
    status ${whole} NOT NULL, body ${text} NOT NULL, time ${whole} NOT NULL, PRIMARY KEY (stream, key))`,
  'CREATE INDEX receipts_by_time ON receipts (time)',
  `CREATE TABLE hooks (id ${text} NOT NULL PRIMARY KEY, stream ${text} NOT NULL, url ${text} NOT NULL,
    secret ${text} NOT NULL, events ${text} NOT NULL, created ${whole} NOT NULL)`,
  'CREATE INDEX hooks_by_stream ON hooks (stream, created, id)',
  `CREATE TABLE deliveries (number ${number}, hook ${text} NOT NULL, event ${text} NOT NULL, body ${text} NOT NULL,
    due ${whole} NOT NULL, attempts ${whole} NOT NULL, state ${text} NOT NULL, fault ${text})`,
  'CREATE INDEX deliveries_due ON deliveries (state, due, number)',
  'CREATE INDEX deliveries_by_hook ON deliveries (hook, number)',
]

/** Snapshots of what was erased must not be stored: see `generation` in `tables.ts`. */
const third: Migration = ({ whole }) => [
  `ALTER TABLE streams ADD COLUMN generation ${whole} NOT NULL DEFAULT 0`,
]

const fourth: Migration = ({ text, whole }) => [
  `CREATE TABLE grants (subject ${text} NOT NULL, stream ${text} NOT NULL, actions ${text} NOT NULL,
    created ${whole} NOT NULL, PRIMARY KEY (stream, subject))`,
]

const fifth: Migration = ({ text, whole }) => [
  `ALTER TABLE tokens ADD COLUMN previous ${text}`,
  `ALTER TABLE tokens ADD COLUMN previous_until ${whole}`,
  `ALTER TABLE tokens ADD COLUMN used ${whole}`,
  'CREATE INDEX tokens_by_previous ON tokens (previous)',
]

/**
 * Pages are compressed, refer to the items that they are about, and their events are indexed by item. Pages from before stay as
 * they are: `packed` is missing, and events up to `unindexed` are found by reading the log.
 */
const sixth: Migration = ({ text, whole, bytes }) => [
  `ALTER TABLE log ADD COLUMN packed ${bytes}`,
  `ALTER TABLE log ADD COLUMN contents ${whole} NOT NULL DEFAULT 0`,
  'CREATE INDEX items_by_event ON items (stream, seq)',
  `CREATE TABLE item_events (stream ${text} NOT NULL, id ${text} NOT NULL, seq ${whole} NOT NULL,
    PRIMARY KEY (stream, id, seq))`,
  `ALTER TABLE streams ADD COLUMN unindexed ${whole} NOT NULL DEFAULT 0`,
  'UPDATE streams SET unindexed = seq',
]

const seventh: Migration = ({ text }) => [
  `ALTER TABLE tokens ADD COLUMN kind ${text} NOT NULL DEFAULT 'token'`,
]

/** Several nodes share a database: who owns a stream, the epoch, which counts its owners, and who is alive. */
const eighth: Migration = ({ text, whole }) => [
  `ALTER TABLE streams ADD COLUMN owner ${text}`,
  `ALTER TABLE streams ADD COLUMN epoch ${whole} NOT NULL DEFAULT 0`,
  'CREATE INDEX streams_by_owner ON streams (owner)',
  `CREATE TABLE nodes (name ${text} NOT NULL PRIMARY KEY, address ${text} NOT NULL, session ${text} NOT NULL,
    seen ${whole} NOT NULL)`,
]

/** Which predictions a webhook is sent, as JSON. */
const ninth: Migration = ({ text }) => [`ALTER TABLE hooks ADD COLUMN filter ${text}`]

/** Long pages are compressed with Brotli, which earlier versions cannot read. Nothing in the tables changes. */
const tenth: Migration = () => []

/** New items are stored in packs, if the service made their ids and asks nothing about them. Those from before stay in `items`. */
const eleventh: Migration = ({ text, whole }) => [
  `CREATE TABLE item_packs (stream ${text} NOT NULL, seq ${whole} NOT NULL, t ${whole} NOT NULL, last ${whole} NOT NULL,
    count ${whole} NOT NULL, time ${whole} NOT NULL, stamp ${text} NOT NULL, labels ${text} NOT NULL,
    size ${whole} NOT NULL, items ${text} NOT NULL, PRIMARY KEY (stream, seq))`,
  'CREATE INDEX packs_by_round ON item_packs (stream, t, seq, last, size)',
  'CREATE INDEX packs_by_stamp ON item_packs (stream, stamp)',
]

/** Migration n upgrades schema n to n + 1. Released migrations are never changed. */
export const migrations: readonly Migration[] = [
  ...[first, second, third, fourth, fifth, sixth, seventh, eighth],
  ...[ninth, tenth, eleventh],
]

/**
 * The statements that upgrade a store to a later schema; empty if it is up to date. The schema of an empty store is 0.
 */
export const migrationSteps = (types: TypeNames, from: number, to = migrations.length): readonly string[] => {
  if (from > to) throw new OpeningFailure('store/newer', { found: from, known: to })
  if (from === to) return []
  const begin =
    from === 0
      ? [`CREATE TABLE meta (name ${types.text} NOT NULL PRIMARY KEY, value ${types.text} NOT NULL)`]
      : []
  return [
    ...begin,
    ...migrations.slice(from, to).flatMap((migration) => migration(types)),
    "DELETE FROM meta WHERE name = 'schema'",
    `INSERT INTO meta (name, value) VALUES ('schema', '${to}')`,
  ]
}

/** The digest of all rows, which only a backup has. */
export const READ_DIGEST = "SELECT value FROM meta WHERE name = 'backup'"

export const READ_SCHEMA = "SELECT value FROM meta WHERE name = 'schema'"
