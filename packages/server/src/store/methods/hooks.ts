import { serverError } from '../../errors.js'
import { type Database, Refusal, type Row } from '../database.js'
import type { DeliveryRecord, HookFilter, HookRecord } from '../records.js'
import type { Sealer } from '../sealing.js'
import type { Store } from '../store.js'
import { holdStream, otherwise } from './streams.js'

type HookMethods = Pick<
  Store,
  | 'createHook'
  | 'listHooks'
  | 'deleteHook'
  | 'dueDeliveries'
  | 'resealHooks'
  | 'changeDelivery'
  | 'reserveDelivery'
  | 'postponeDelivery'
  | 'mergeDeliveries'
  | 'dropDeliveries'
  | 'listDeliveries'
>

const HOOK = 'id, stream, url, secret, events, created, filter'
const DELIVERY = 'number, hook, event, body, due, attempts, state, fault'

/** Of streams that node $3 owns, or none of the nodes $4. */
const OWNED = `AND EXISTS (SELECT 1 FROM streams WHERE id = hooks.stream
  AND (owner IS NULL OR owner = $3 OR NOT owner = ANY($4)))`

const storedHook = (row: Row): HookRecord => ({
  id: row.id as string,
  stream: row.stream as string,
  url: row.url as string,
  secret: row.secret as string,
  events: JSON.parse(row.events as string) as string[],
  ...(row.filter !== null && { filter: JSON.parse(row.filter as string) as HookFilter }),
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

export const hookMethods = (database: Database, sealer: Sealer): HookMethods => {
  const toHook = (row: Row): HookRecord => {
    const hook = storedHook(row)
    return { ...hook, secret: sealer.open(hook.secret, hook.id) }
  }
  return {
    async createHook({ id, stream, url, secret, events, filter, created }) {
      const insert = {
        sql: `INSERT INTO hooks (${HOOK}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        parameters: [
          ...[id, stream, url, sealer.seal(secret, id), JSON.stringify(events), created],
          filter ? JSON.stringify(filter) : null,
        ],
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
    async dueDeliveries(now, limit, by) {
      const rows = await database.read(
        `SELECT ${DELIVERY}, stream, url, secret, events, created, filter FROM deliveries
        JOIN hooks ON hooks.id = deliveries.hook
        WHERE state = 'waiting' AND due <= $1 ${by ? OWNED : ''} ORDER BY due, number LIMIT $2`,
        [now, limit, ...(by ? [by.node, by.alive] : [])],
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
    async reserveDelivery(number, due, until) {
      const update = {
        sql: `UPDATE deliveries SET due = $3, attempts = attempts + 1 WHERE number = $1 AND due = $2 AND state = 'waiting'
          RETURNING number`,
        parameters: [number, due, until],
      }
      return (await database.write([update])).length > 0
    },
    async postponeDelivery(number, due, until) {
      const update = {
        sql: "UPDATE deliveries SET due = $3 WHERE number = $1 AND due = $2 AND state = 'waiting'",
        parameters: [number, due, until],
      }
      await database.write([update])
    },
    async mergeDeliveries({ delivery: { hook, event, body, due }, replaced }) {
      const steps = [
        {
          sql: `DELETE FROM deliveries WHERE hook = $1 AND number = ANY($2) AND attempts = 0 AND state = 'waiting'
            RETURNING number`,
          parameters: [hook, replaced],
          needs: replaced.length,
        },
        {
          sql: `INSERT INTO deliveries (hook, event, body, due, attempts, state) VALUES ($1, $2, $3, $4, 0, 'waiting')`,
          parameters: [hook, event, body, due],
        },
      ]
      await database.write(steps).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    },
    async dropDeliveries(hook, event, keep) {
      const oldest = await database.write([
        {
          sql: `DELETE FROM deliveries WHERE number IN (
            SELECT number FROM deliveries WHERE state = 'waiting' AND hook = $1 AND event = $2
            ORDER BY number DESC LIMIT 1000000 OFFSET $3) RETURNING number`,
          parameters: [hook, event, keep],
        },
      ])
      return oldest.length
    },
    async listDeliveries(hook, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = await database.read(
        `SELECT ${DELIVERY} FROM deliveries WHERE hook = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
        [hook, before, limit],
      )
      return rows.map(toDelivery)
    },
    async resealHooks() {
      const rows = await database.read(`SELECT ${HOOK} FROM hooks ORDER BY id`)
      const changes = rows.map(storedHook).flatMap(({ id, secret }) => {
        const plain = sealer.open(secret, id)
        return sealer.isOutdated(secret) ? [[id, sealer.seal(plain, id)] as const] : []
      })
      if (changes.length > 0)
        await database.write(
          changes.map(([id, secret]) => ({
            sql: 'UPDATE hooks SET secret = $2 WHERE id = $1',
            parameters: [id, secret],
          })),
        )
      return { hooks: rows.length, changed: changes.length }
    },
  }
}
