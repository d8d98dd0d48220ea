import type { Parameter, Row } from '../database.js'

type Run = (sql: string, parameters: readonly Parameter[]) => Promise<readonly Row[]>

/** Connections that pages do not use, where each statement is a transaction. Requests must not delay heartbeats, so these have their own. */
export interface NodeConnections {
  readonly heartbeat: Run
  readonly run: Run
}

/** This process among the nodes: `session` tells it from an earlier process of the same name. */
export interface NodeIdentity {
  readonly name: string
  readonly session: string
  /** Milliseconds after which a node that was not seen is dead. */
  readonly lease: number
}

export interface KnownNode {
  readonly name: string
  readonly address: string
  readonly isAlive: boolean
}

export interface Heartbeat {
  /** Whether the others could take this node for dead since its last heartbeat. */
  readonly wasDead: boolean
  readonly nodes: readonly KnownNode[]
  /** Changes with every change of tokens and grants. */
  readonly access: string
}

export interface StreamOwner {
  readonly epoch: number
  /** Missing if the stream has none. */
  readonly owner?: KnownNode
}

/** The nodes that share a database, and which streams they own. Times are those of the database. */
export interface NodeStore {
  /** Resolves to false if a living node has the name. */
  register(node: NodeIdentity, address: string): Promise<boolean>
  /** Resolves to undefined if this process is not registered any more. */
  beat(node: NodeIdentity): Promise<Heartbeat | undefined>
  unregister(node: NodeIdentity): Promise<void>
  /** Resolves to undefined if the stream does not exist. */
  readOwner(stream: string, lease: number): Promise<StreamOwner | undefined>
  /** Makes this node the owner if the epoch is still this one and no other living node is; resolves to the new epoch. */
  claim(node: NodeIdentity, stream: string, epoch: number): Promise<number | undefined>
  /** Names the next owner of a stream, or none. */
  giveAway(node: NodeIdentity, stream: string, epoch: number, to: string | undefined): Promise<void>
  /** The streams of which a node is the owner. */
  owned(node: NodeIdentity): Promise<ReadonlyMap<string, number>>
  /** How many streams each node owns. */
  shares(): Promise<ReadonlyMap<string, number>>
  /** The key with which nodes sign what they forward; the first node makes it. */
  secret(proposed: string): Promise<string>
}

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
/** Rows of nodes that do not come back are deleted. */
const FORGOTTEN_MS = 24 * 3600 * 1000

const toNode = ({ name, address, alive }: Row): KnownNode => ({
  name: name as string,
  address: address as string,
  isAlive: Boolean(alive),
})

/** PostgreSQL only: an SQLite file has one user. */
export const nodeMethods = ({ heartbeat, run }: NodeConnections): NodeStore => ({
  async register({ name, session, lease }, address) {
    await run(`DELETE FROM nodes WHERE seen < ${NOW} - $1::bigint`, [FORGOTTEN_MS])
    const rows = await run(
      `INSERT INTO nodes (name, address, session, seen) VALUES ($1, $2, $3, ${NOW})
        ON CONFLICT (name) DO UPDATE SET address = excluded.address, session = excluded.session, seen = excluded.seen
        WHERE nodes.seen < ${NOW} - $4::bigint OR nodes.session = excluded.session RETURNING name`,
      [name, address, session, lease],
    )
    return rows.length > 0
  },
  async beat({ name, session, lease }) {
    const [row] = await heartbeat(
      `UPDATE nodes SET seen = ${NOW} FROM (SELECT name, seen FROM nodes WHERE name = $1 FOR UPDATE) AS before
        WHERE nodes.name = before.name AND session = $2 RETURNING (nodes.seen - before.seen > $3::bigint)::int AS dead`,
      [name, session, lease],
    )
    if (!row) return undefined
    const nodes = await heartbeat(
      `SELECT name, address, (seen >= ${NOW} - $1::bigint)::int AS alive FROM nodes ORDER BY name`,
      [lease],
    )
    const [access] = await heartbeat("SELECT value FROM meta WHERE name = 'access'", [])
    return { wasDead: Boolean(row.dead), nodes: nodes.map(toNode), access: String(access?.value ?? '') }
  },
  async unregister({ name, session }) {
    await run('DELETE FROM nodes WHERE name = $1 AND session = $2', [name, session])
  },
  async readOwner(stream, lease) {
    const [row] = await run(
      `SELECT epoch, owner, name, COALESCE(address, '') AS address, (COALESCE(seen, 0) >= ${NOW} - $2::bigint)::int AS alive
        FROM streams LEFT JOIN nodes ON nodes.name = streams.owner WHERE streams.id = $1`,
      [stream, lease],
    )
    if (!row) return undefined
    const epoch = row.epoch as number
    return row.owner === null ? { epoch } : { epoch, owner: toNode({ ...row, name: row.owner! }) }
  },
  async claim({ name, session, lease }, stream, epoch) {
    const [row] = await run(
      `UPDATE streams SET owner = $2, epoch = epoch + 1 WHERE id = $1 AND epoch = $3
        AND (owner IS NULL OR owner = $2 OR NOT EXISTS
          (SELECT 1 FROM nodes WHERE name = streams.owner AND seen >= ${NOW} - $5::bigint))
        AND EXISTS (SELECT 1 FROM nodes WHERE name = $2 AND session = $4 AND seen >= ${NOW} - $5::bigint)
        RETURNING epoch`,
      [stream, name, epoch, session, lease],
    )
    return row?.epoch as number | undefined
  },
  async giveAway({ name }, stream, epoch, to) {
    await run('UPDATE streams SET owner = $4 WHERE id = $1 AND owner = $2 AND epoch = $3', [
      stream,
      name,
      epoch,
      to ?? null,
    ])
  },
  async owned({ name }) {
    const rows = await run('SELECT id, epoch FROM streams WHERE owner = $1', [name])
    return new Map(rows.map(({ id, epoch }) => [id as string, epoch as number]))
  },
  async shares() {
    const rows = await run(
      'SELECT owner, count(*) AS streams FROM streams WHERE owner IS NOT NULL GROUP BY owner',
      [],
    )
    return new Map(rows.map(({ owner, streams }) => [owner as string, Number(streams)]))
  },
  async secret(proposed) {
    await run("INSERT INTO meta (name, value) VALUES ('node-secret', $1) ON CONFLICT (name) DO NOTHING", [
      proposed,
    ])
    const [row] = await run("SELECT value FROM meta WHERE name = 'node-secret'", [])
    return row!.value as string
  },
})
