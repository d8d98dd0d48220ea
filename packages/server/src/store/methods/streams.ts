import { serverError } from '../../errors.js'
import type { StreamConfig } from '../../stream/config.js'
import { type Database, Refusal, type Row, type Statement } from '../database.js'
import type { Counts, StreamRecord } from '../records.js'
import type { Store } from '../store.js'

type Methods = Pick<Store, 'createStream' | 'readStream' | 'listStreams' | 'changeStream' | 'deleteStream'>

const COLUMNS = 'id, created, version, config, seq, counts, changed'
const NO_COUNTS: Counts = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }

const streamOf = (row: Row): StreamRecord => ({
  id: row.id as string,
  created: row.created as number,
  version: row.version as number,
  config: JSON.parse(row.config as string) as StreamConfig,
  seq: row.seq as number,
  counts: JSON.parse(row.counts as string) as Counts,
  changed: row.changed as number,
})

/** Says what it means here when a row is missing. */
export const otherwise = async <Result>(
  result: Promise<Result>,
  error: () => Error | Promise<Error>,
): Promise<Result> => {
  try {
    return await result
  } catch (refusal) {
    throw refusal instanceof Refusal && refusal.kind === 'missing' ? await error() : refusal
  }
}

/** Makes sure that the stream is there, and stays there until all is written. */
export const holdStream = (id: string): Statement => ({
  sql: 'UPDATE streams SET changed = changed WHERE id = $1 RETURNING id',
  parameters: [id],
  needs: 1,
})

/** Tokens for this stream alone go too: they must not open another that is given the same name. */
const BELONGING = [
  'DELETE FROM deliveries WHERE hook IN (SELECT id FROM hooks WHERE stream = $1)',
  ...['hooks', 'receipts', 'tokens', 'points', 'items', 'snapshot_parts', 'snapshots', 'log'].map(
    (table) => `DELETE FROM ${table} WHERE stream = $1`,
  ),
]

export const streamMethods = (database: Database): Methods => {
  const readStream = async (id: string): Promise<StreamRecord | undefined> => {
    const rows = await database.read(`SELECT ${COLUMNS} FROM streams WHERE id = $1`, [id])
    return rows[0] && streamOf(rows[0])
  }

  return {
    readStream,
    async createStream(id, config, time) {
      const insert = {
        sql: `INSERT INTO streams (${COLUMNS}) VALUES ($1, $2, 1, $3, 0, $4, $2) ON CONFLICT (id) DO NOTHING
          RETURNING ${COLUMNS}`,
        parameters: [id, time, JSON.stringify(config), JSON.stringify(NO_COUNTS)],
        needs: 1,
      }
      const [row] = await otherwise(database.write([insert]), () =>
        serverError('stream/exists', { stream: id }),
      )
      return streamOf(row!)
    },
    async listStreams({ after = '', limit }) {
      const rows = await database.read(`SELECT ${COLUMNS} FROM streams WHERE id > $1 ORDER BY id LIMIT $2`, [
        after,
        limit,
      ])
      return rows.map(streamOf)
    },
    async changeStream(id, version, config) {
      const update = {
        sql: `UPDATE streams SET version = version + 1, config = $3 WHERE id = $1 AND version = $2
          RETURNING ${COLUMNS}`,
        parameters: [id, version, JSON.stringify(config)],
        needs: 1,
      }
      const [row] = await otherwise(database.write([update]), async () => {
        const found = (await readStream(id))?.version
        if (found === undefined) return serverError('stream/unknown', { stream: id })
        return serverError('stream/changed', { stream: id, found, expected: version })
      })
      return streamOf(row!)
    },
    async deleteStream(id) {
      const deletion = { sql: 'DELETE FROM streams WHERE id = $1 RETURNING id', parameters: [id], needs: 1 }
      const rest = BELONGING.map((sql) => ({ sql, parameters: [id] }))
      await otherwise(database.write([deletion, ...rest]), () =>
        serverError('stream/unknown', { stream: id }),
      )
    },
  }
}
