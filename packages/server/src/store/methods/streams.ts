import { randomInt, randomUUID, webcrypto } from 'node:crypto'
import { serverError } from '../../errors.js'
import { readConfig } from '../../stream/config.js'
import { type Database, Refusal, type Row, type Statement, type Step } from '../database.js'
import type { Counts, StreamRecord } from '../records.js'
import type { Store } from '../store.js'

type StreamMethods = Pick<
  Store,
  'createStream' | 'readStream' | 'listStreams' | 'changeStream' | 'deleteStream'
>

const COLUMNS = 'id, created, version, config, seq, counts, changed'
const NO_COUNTS: Counts = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }

const toStream = (row: Row): StreamRecord => ({
  id: row.id as string,
  created: row.created as number,
  version: row.version as number,
  config: readConfig(JSON.parse(row.config as string)),
  seq: row.seq as number,
  counts: JSON.parse(row.counts as string) as Counts,
  changed: row.changed as number,
})

/** Replaces a refusal by an error of the caller. */
export const otherwise = async <Result>(
  result: Promise<Result>,
  error: () => Error | Promise<Error>,
): Promise<Result> => {
  try {
    return await result
  } catch (refusal) {
    throw refusal instanceof Refusal && refusal.code === 'missing' ? await error() : refusal
  }
}

/** Fails if the stream does not exist, and prevents its deletion until the commit. */
export const holdStream = (id: string): Statement => ({
  sql: 'UPDATE streams SET changed = changed WHERE id = $1 RETURNING id',
  parameters: [id],
  needs: 1,
})

/** Tells other processes that tokens or grants have changed. */
export const accessChanged = (): Statement => ({
  sql: `INSERT INTO meta (name, value) VALUES ('access', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  parameters: [randomUUID()],
})

/** Tokens restricted to the stream are deleted too, so that they cannot access a new stream of the same name. */
const BELONGING = [
  'DELETE FROM deliveries WHERE hook IN (SELECT id FROM hooks WHERE stream = $1)',
  ...[
    'hooks',
    'receipts',
    'tokens',
    'grants',
    'points',
    'items',
    'item_packs',
    'item_events',
    'snapshot_parts',
    'snapshots',
    'log',
  ].map((table) => `DELETE FROM ${table} WHERE stream = $1`),
]

/**
 * Generations and epochs begin at random, so that neither a snapshot nor a late page of a deleted stream belongs to a new one of the
 * same name.
 */
const firstNumber = (): number => randomInt(2 ** 47)

/** The condition that a stream still has this epoch, as parameter `n`; none if no epoch is given. */
const ofEpoch = (n: number, epoch: number | undefined): string =>
  epoch === undefined ? '' : `AND epoch = $${n}`

const given = (epoch: number | undefined): readonly number[] => (epoch === undefined ? [] : [epoch])

export const streamMethods = (database: Database): StreamMethods => {
  const readStream = async (id: string): Promise<StreamRecord | undefined> => {
    const rows = await database.read(`SELECT ${COLUMNS} FROM streams WHERE id = $1`, [id])
    return rows[0] && toStream(rows[0])
  }

  return {
    readStream,
    async createStream(id, config, time) {
      const insert = {
        sql: `INSERT INTO streams (${COLUMNS}, generation, epoch) VALUES ($1, $2, 1, $3, 0, $4, $2, $5, $6)
          ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
        parameters: [
          id,
          time,
          JSON.stringify(config),
          JSON.stringify(NO_COUNTS),
          firstNumber(),
          firstNumber(),
        ],
        needs: 1,
      }
      const [row] = await otherwise(database.write([insert]), () =>
        serverError('stream/exists', { stream: id }),
      )
      return toStream(row!)
    },
    async listStreams({ after = '', limit }) {
      const rows = await database.read(`SELECT ${COLUMNS} FROM streams WHERE id > $1 ORDER BY id LIMIT $2`, [
        after,
        limit,
      ])
      return rows.map(toStream)
    },
    async changeStream(id, version, config, epoch) {
      const update = {
        sql: `UPDATE streams SET version = version + 1, config = $3
          WHERE id = $1 AND version = $2 ${ofEpoch(4, epoch)} RETURNING ${COLUMNS}`,
        parameters: [id, version, JSON.stringify(config), ...given(epoch)],
        needs: 1,
      }
      const [row] = await otherwise(database.write([update]), async () => {
        const found = (await readStream(id))?.version
        if (found === undefined) return serverError('stream/unknown', { stream: id })
        if (found === version) return serverError('stream/unowned', { stream: id })
        return serverError('stream/changed', { stream: id, found, expected: version })
      })
      return toStream(row!)
    },
    async deleteStream(id, epoch) {
      const deletion = {
        sql: `DELETE FROM streams WHERE id = $1 ${ofEpoch(2, epoch)} RETURNING id`,
        parameters: [id, ...given(epoch)],
        needs: 1,
      }
      const rest = BELONGING.map((sql) => ({ sql, parameters: [id] }))
      await otherwise(database.write([deletion, ...rest, accessChanged()]), async () =>
        serverError((await readStream(id)) ? 'stream/unowned' : 'stream/unknown', { stream: id }),
      )
    },
  }
}

type SnapshotMethods = Pick<Store, 'readFence' | 'writeSnapshot' | 'listSnapshots' | 'readSnapshot'>

/** Snapshots are written in parts, so that pages do not wait for a large one. */
const PART_BYTES = 4 * 2 ** 20
const KEPT = 5
/** The latest ones are always kept: one may be damaged. */
const LATEST = 2

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/** Computed off the main thread. */
const checksum = async (bytes: Uint8Array): Promise<string> =>
  hex(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** Fails if content of the stream was erased since this generation, or if it was deleted. */
const holdGeneration = (id: string, generation: number): Statement => ({
  sql: 'UPDATE streams SET changed = changed WHERE id = $1 AND generation = $2 RETURNING id',
  parameters: [id, generation],
  needs: 1,
})

/** Makes the parts visible as a snapshot, and deletes one that is not needed. */
const completion = (
  stream: string,
  seq: number,
  { length }: Uint8Array,
  checksum: string,
): readonly Step[] => [
  {
    into: 'snapshots',
    columns: { stream: [stream], seq: [seq], size: [length], checksum: [checksum] },
  },
  {
    // The one whose neighbours are closest to each other. Erasing an item deletes the snapshots after it, so older ones must be spread.
    sql: `DELETE FROM snapshots WHERE stream = $1 AND seq IN
      (SELECT seq FROM
        (SELECT seq, LEAD(seq) OVER (ORDER BY seq) - COALESCE(LAG(seq) OVER (ORDER BY seq), 0) AS gap,
          ROW_NUMBER() OVER (ORDER BY seq DESC) AS place, COUNT(*) OVER () AS total
        FROM snapshots WHERE stream = $1) AS spread
      WHERE total > ${KEPT} AND place > ${LATEST} ORDER BY gap, seq LIMIT 1)`,
    parameters: [stream],
  },
  {
    sql: `DELETE FROM snapshot_parts WHERE stream = $1 AND seq <= $2 AND seq NOT IN
      (SELECT seq FROM snapshots WHERE stream = $1)`,
    parameters: [stream, seq],
  },
]

const removal = (stream: string, seq: number): readonly Step[] =>
  ['snapshots', 'snapshot_parts'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE stream = $1 AND seq = $2`,
    parameters: [stream, seq],
  }))

export const snapshotMethods = (database: Database): SnapshotMethods => ({
  async readFence(stream) {
    const [row] = await database.read('SELECT generation, epoch FROM streams WHERE id = $1', [stream])
    return row && { generation: row.generation as number, epoch: row.epoch as number }
  },
  async writeSnapshot(stream, seq, bytes, generation) {
    const write = (steps: readonly Step[]) => database.write([holdGeneration(stream, generation), ...steps])
    const sum = await checksum(bytes)
    try {
      await write(removal(stream, seq))
      for (let start = 0, part = 0; start < bytes.length; start += PART_BYTES, part++) {
        const piece = new Uint8Array(bytes.subarray(start, start + PART_BYTES))
        await write([
          { into: 'snapshot_parts', columns: { stream: [stream], seq: [seq], part: [part], bytes: [piece] } },
        ])
      }
      await write(completion(stream, seq, bytes, sum))
      return true
    } catch (error) {
      // The erasure or the deletion has deleted the parts that were written before it.
      if (error instanceof Refusal) return false
      throw error
    }
  },
  async listSnapshots(stream) {
    const rows = await database.read('SELECT seq FROM snapshots WHERE stream = $1 ORDER BY seq DESC', [
      stream,
    ])
    return rows.map(({ seq }) => seq as number)
  },
  async readSnapshot(stream, seq) {
    const [head] = await database.read(
      'SELECT size, checksum FROM snapshots WHERE stream = $1 AND seq = $2',
      [stream, seq],
    )
    if (!head) return undefined
    const bytes = new Uint8Array(head.size as number)
    let at = 0
    for (let part = 0; at < bytes.length; part++) {
      const [row] = await database.read(
        'SELECT bytes FROM snapshot_parts WHERE stream = $1 AND seq = $2 AND part = $3',
        [stream, seq, part],
      )
      const piece = row?.bytes as Uint8Array | undefined
      if (!piece || piece.length === 0 || at + piece.length > bytes.length) return undefined
      bytes.set(piece, at)
      at += piece.length
    }
    return (await checksum(bytes)) === head.checksum ? bytes : undefined
  },
})
