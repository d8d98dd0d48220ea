import { serverError } from '../../errors.js'
import type { Database, Parameter, Row } from '../database.js'
import type { AuditRecord, Role, TokenRecord } from '../records.js'
import type { Store } from '../store.js'
import { otherwise } from './streams.js'

type Methods = Pick<Store, 'createToken' | 'findToken' | 'listTokens' | 'deleteToken' | 'note' | 'listAudit'>

const TOKEN = 'id, hash, name, role, stream, created, expires'

const tokenOf = (row: Row): TokenRecord => ({
  id: row.id as string,
  hash: row.hash as string,
  name: row.name as string,
  role: row.role as Role,
  ...(row.stream === null ? {} : { stream: row.stream as string }),
  created: row.created as number,
  ...(row.expires === null ? {} : { expires: row.expires as number }),
})

const auditOf = (row: Row): AuditRecord => ({
  number: row.number as number,
  time: row.time as number,
  who: row.who as string,
  action: row.action as string,
  ...(row.stream === null ? {} : { stream: row.stream as string }),
  ...(row.detail === null ? {} : { detail: row.detail as string }),
})

/** Tokens, and what their holders did. */
export const peopleMethods = (database: Database): Methods => ({
  async createToken({ id, hash, name, role, stream, created, expires }) {
    await database.write([
      {
        sql: `INSERT INTO tokens (${TOKEN}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        parameters: [id, hash, name, role, stream ?? null, created, expires ?? null],
      },
    ])
  },
  async findToken(hash) {
    const [row] = await database.read(`SELECT ${TOKEN} FROM tokens WHERE hash = $1`, [hash])
    return row && tokenOf(row)
  },
  async listTokens() {
    return (await database.read(`SELECT ${TOKEN} FROM tokens ORDER BY created, id`)).map(tokenOf)
  },
  async deleteToken(id) {
    const deletion = { sql: 'DELETE FROM tokens WHERE id = $1 RETURNING id', parameters: [id], needs: 1 }
    await otherwise(database.write([deletion]), () => serverError('token/unknown', { id }))
  },
  async note({ time, who, action, stream, detail }) {
    await database.write([
      {
        sql: 'INSERT INTO audit (time, who, action, stream, detail) VALUES ($1, $2, $3, $4, $5)',
        parameters: [time, who, action, stream ?? null, detail ?? null],
      },
    ])
  },
  async listAudit({ stream, before = Number.MAX_SAFE_INTEGER, limit }) {
    const parameters: Parameter[] = [before, limit]
    if (stream !== undefined) parameters.push(stream)
    const rows = await database.read(
      `SELECT number, time, who, action, stream, detail FROM audit WHERE number < $1
        ${stream === undefined ? '' : 'AND stream = $3'} ORDER BY number DESC LIMIT $2`,
      parameters,
    )
    return rows.map(auditOf)
  },
})
