import { serverError } from '../../errors.js'
import type { Database, Parameter, Row } from '../database.js'
import type { Action, AuditRecord, GrantRecord, Role, TokenKind, TokenRecord } from '../records.js'
import type { Store } from '../store.js'
import { accessChanged, holdStream, otherwise } from './streams.js'

type PeopleMethods = Pick<
  Store,
  | 'createToken'
  | 'findToken'
  | 'listTokens'
  | 'rotateToken'
  | 'markUsed'
  | 'deleteToken'
  | 'note'
  | 'tidyAudit'
  | 'listAudit'
>

const TOKEN = 'id, kind, hash, name, role, stream, created, expires, previous, previous_until, used'

const toToken = (row: Row): TokenRecord => ({
  id: row.id as string,
  kind: row.kind as TokenKind,
  hash: row.hash as string,
  name: row.name as string,
  role: row.role as Role,
  ...(row.stream === null ? {} : { stream: row.stream as string }),
  created: row.created as number,
  ...(row.expires === null ? {} : { expires: row.expires as number }),
  ...(row.previous === null ? {} : { previous: row.previous as string }),
  ...(row.previous_until === null ? {} : { previousUntil: row.previous_until as number }),
  ...(row.used === null ? {} : { used: row.used as number }),
})

const toAuditEntry = (row: Row): AuditRecord => ({
  number: row.number as number,
  time: row.time as number,
  who: row.who as string,
  action: row.action as string,
  ...(row.stream === null ? {} : { stream: row.stream as string }),
  ...(row.detail === null ? {} : { detail: row.detail as string }),
})

/** Tokens and the audit log. */
export const peopleMethods = (database: Database): PeopleMethods => ({
  async createToken({ id, kind, hash, name, role, stream, created, expires }) {
    await database.write([
      {
        sql: `INSERT INTO tokens (id, kind, hash, name, role, stream, created, expires)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        parameters: [id, kind, hash, name, role, stream ?? null, created, expires ?? null],
      },
    ])
  },
  async findToken(hash) {
    const [row] = await database.read(`SELECT ${TOKEN} FROM tokens WHERE hash = $1 OR previous = $1`, [hash])
    return row && toToken(row)
  },
  async listTokens() {
    return (await database.read(`SELECT ${TOKEN} FROM tokens ORDER BY created, id`)).map(toToken)
  },
  async rotateToken(id, { hash, previousUntil, expires }) {
    const update = {
      sql: `UPDATE tokens SET previous = hash, previous_until = $3, hash = $2, expires = $4
        WHERE id = $1 AND kind = 'token'
        RETURNING ${TOKEN}`,
      parameters: [id, hash, previousUntil, expires ?? null],
      needs: 1,
    }
    const [row] = await otherwise(database.write([accessChanged(), update]), () =>
      serverError('token/unknown', { id }),
    )
    return toToken(row!)
  },
  async markUsed(used) {
    await database.write(
      // In the order of ids, so that two nodes do not wait for each other.
      [...used]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, time]) => ({
          sql: 'UPDATE tokens SET used = $2 WHERE id = $1 AND COALESCE(used, 0) < $2',
          parameters: [id, time],
        })),
    )
  },
  async deleteToken(id) {
    const deletion = { sql: 'DELETE FROM tokens WHERE id = $1 RETURNING id', parameters: [id], needs: 1 }
    await otherwise(database.write([accessChanged(), deletion]), () => serverError('token/unknown', { id }))
  },
  async note({ time, who, action, stream, detail }) {
    await database.write([
      {
        sql: 'INSERT INTO audit (time, who, action, stream, detail) VALUES ($1, $2, $3, $4, $5)',
        parameters: [time, who, action, stream ?? null, detail ?? null],
      },
    ])
  },
  async tidyAudit(before) {
    await database.write([{ sql: 'DELETE FROM audit WHERE time < $1', parameters: [before] }])
  },
  async listAudit({ before = Number.MAX_SAFE_INTEGER, limit, ...filter }) {
    const parameters: Parameter[] = [before, limit]
    const conditions = (['stream', 'who', 'action'] as const).flatMap((column) => {
      const value = filter[column]
      return value === undefined ? [] : [`AND ${column} = $${parameters.push(value)}`]
    })
    const rows = await database.read(
      `SELECT number, time, who, action, stream, detail FROM audit WHERE number < $1 ${conditions.join(' ')}
        ORDER BY number DESC LIMIT $2`,
      parameters,
    )
    return rows.map(toAuditEntry)
  },
})

type GrantMethods = Pick<Store, 'putGrant' | 'deleteGrant' | 'listGrants'>

const toGrant = (row: Row): GrantRecord => ({
  subject: row.subject as string,
  stream: row.stream as string,
  actions: JSON.parse(row.actions as string) as Action[],
  created: row.created as number,
})

export const grantMethods = (database: Database): GrantMethods => ({
  async putGrant({ subject, stream, actions, created }) {
    const insert = {
      sql: `INSERT INTO grants (subject, stream, actions, created) VALUES ($1, $2, $3, $4)
        ON CONFLICT (stream, subject) DO UPDATE SET actions = excluded.actions, created = excluded.created`,
      parameters: [subject, stream, JSON.stringify(actions), created],
    }
    await otherwise(
      database.write([...(stream === '' ? [] : [holdStream(stream)]), accessChanged(), insert]),
      () => serverError('stream/unknown', { stream }),
    )
  },
  async deleteGrant(stream, subject) {
    const deletion = {
      sql: 'DELETE FROM grants WHERE stream = $1 AND subject = $2 RETURNING subject',
      parameters: [stream, subject],
      needs: 1,
    }
    await otherwise(database.write([accessChanged(), deletion]), () =>
      serverError('grant/unknown', {
        subject,
        about: stream === '' ? 'in all streams' : `in stream ${stream}`,
      }),
    )
  },
  async listGrants() {
    const rows = await database.read(
      'SELECT subject, stream, actions, created FROM grants ORDER BY stream, subject',
    )
    return rows.map(toGrant)
  },
})
