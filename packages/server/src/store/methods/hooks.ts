import { serverError } from '../../errors.js'
import type { Database, Row } from '../database.js'
import type { DeliveryRecord, HookRecord } from '../records.js'
import type { Store } from '../store.js'
import { holdStream, otherwise } from './streams.js'

type HookMethods = Pick<
  Store,
  'createHook' | 'listHooks' | 'deleteHook' | 'dueDeliveries' | 'changeDelivery' | 'listDeliveries'
>

const HOOK = 'id, stream, url, secret, events, created'
const DELIVERY = 'number, hook, event, body, due, attempts, state, fault'

const toHook = (row: Row): HookRecord => ({
  id: row.id as string,
  stream: row.stream as string,
  url: row.url as string,
  secret: row.secret as string,
  events: JSON.parse(row.events as string) as string[],
  created: row.created as number,
})

const toDelivery = (row: Row): DeliveryRecord => ({
  number: row.number as number,
  hook: row.hook as string,
  event: row.event as string,
  body: row.body as string,
  due: row.due as number,
  attempts: row.attempts as number,
  state: row.state as DeliveryRecord['state'],
  ...(row.fault === null ? {} : { error: row.fault as string }),
})

export const hookMethods = (database: Database): HookMethods => ({
  async createHook({ id, stream, url, secret, events, created }) {
    const insert = {
      sql: `INSERT INTO hooks (${HOOK}) VALUES ($1, $2, $3, $4, $5, $6)`,
      parameters: [id, stream, url, secret, JSON.stringify(events), created],
    }
    await otherwise(database.write([holdStream(stream), insert]), () =>
      serverError('stream/unknown', { stream }),
    )
  },
  async listHooks(stream) {
    const rows = await database.read(`SELECT ${HOOK} FROM hooks WHERE stream = $1 ORDER BY created, id`, [
      stream,
    ])
    return rows.map(toHook)
  },
  async deleteHook(stream, id) {
    const deletion = {
      sql: 'DELETE FROM hooks WHERE stream = $1 AND id = $2 RETURNING id',
      parameters: [stream, id],
      needs: 1,
    }
    const rest = { sql: 'DELETE FROM deliveries WHERE hook = $1', parameters: [id] }
    await otherwise(database.write([deletion, rest]), () => serverError('hook/unknown', { id }))
  },
  async dueDeliveries(now, limit) {
    const rows = await database.read(
      `SELECT ${DELIVERY}, stream, url, secret, events, created FROM deliveries
        JOIN hooks ON hooks.id = deliveries.hook
        WHERE state = 'waiting' AND due <= $1 ORDER BY due, number LIMIT $2`,
      [now, limit],
    )
    return rows.map((row) => ({ delivery: toDelivery(row), hook: toHook({ ...row, id: row.hook! }) }))
  },
  async changeDelivery(number, { attempts, state, due, error }) {
    await database.write([
      {
        sql: 'UPDATE deliveries SET attempts = $2, state = $3, due = $4, fault = $5 WHERE number = $1',
        parameters: [number, attempts, state, due, error ?? null],
      },
    ])
  },
  async listDeliveries(hook, { before = Number.MAX_SAFE_INTEGER, limit }) {
    const rows = await database.read(
      `SELECT ${DELIVERY} FROM deliveries WHERE hook = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
      [hook, before, limit],
    )
    return rows.map(toDelivery)
  },
})
