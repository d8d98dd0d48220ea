import { webcrypto } from 'node:crypto'
import { serverError } from '../../errors.js'
import type { Database, Step } from '../database.js'
import type { Store } from '../store.js'
import { holdStream, otherwise } from './streams.js'

type Methods = Pick<Store, 'writeSnapshot' | 'listSnapshots' | 'readSnapshot'>

/** Snapshots are written in pieces, so that pages need not wait for a large one. */
const PART_BYTES = 4 * 2 ** 20
const KEPT = 3

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/** Computed beside the main thread. */
const checksumOf = async (bytes: Uint8Array): Promise<string> =>
  hex(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** What makes the pieces a snapshot: until then nobody sees them. Leaves the latest few. */
const completion = (stream: string, seq: number, size: number, checksum: string): readonly Step[] => [
  {
    into: 'snapshots',
    columns: { stream: [stream], seq: [seq], size: [size], checksum: [checksum] },
  },
  {
    sql: `DELETE FROM snapshots WHERE stream = $1 AND seq NOT IN
      (SELECT seq FROM snapshots WHERE stream = $1 ORDER BY seq DESC LIMIT ${KEPT})`,
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

export const snapshotMethods = (database: Database): Methods => ({
  async writeSnapshot(stream, seq, bytes) {
    const write = (steps: readonly Step[]) =>
      otherwise(database.write([holdStream(stream), ...steps]), () =>
        serverError('stream/unknown', { stream }),
      )
    const checksum = await checksumOf(bytes)
    await write(removal(stream, seq))
    for (let start = 0, part = 0; start < bytes.length; start += PART_BYTES, part++) {
      const piece = new Uint8Array(bytes.subarray(start, start + PART_BYTES))
      await write([
        { into: 'snapshot_parts', columns: { stream: [stream], seq: [seq], part: [part], bytes: [piece] } },
      ])
    }
    await write(completion(stream, seq, bytes.length, checksum))
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
    return (await checksumOf(bytes)) === head.checksum ? bytes : undefined
  },
})
