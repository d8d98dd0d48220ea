import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { allRoutes } from '../src/http/routes/index.js'
import { openDesk } from './support/http-app.js'
import { type Chance, someOf, strangeOf } from './support/http-random.js'

const REQUESTS = 600

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

test('random valid and invalid requests never break the service', async (context) => {
  const seed = Number(process.env.ASKANCE_FUZZ_SEED ?? 20_261)
  context.diagnostic(`seed ${seed}`)
  const random = new Random(seed, 'requests')
  const chance: Chance = () => random.uniform()
  const desk = await openDesk()
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]
  const statuses = new Map<number, number>()
  const routes = allRoutes.filter(
    ({ operation }) => operation !== 'followStream' && operation !== 'deleteStream',
  )
  for (let k = 0; k < REQUESTS; k++) {
    const route = pick(routes)
    const anyValue = chance() < 0.6 ? someOf : strangeOf
    const url = route.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(
        name === 'stream' && chance() < 0.9 ? 'mails' : pick(['a', 'b', '1', 'ü/?', 'x'.repeat(250)]),
      ),
    )
    const query = new URLSearchParams()
    const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, object> }
    for (const [name, schema] of Object.entries(properties))
      if (chance() < 0.5) query.set(name, textOf(anyValue(schema, chance)))
    const body = route.bytes ? Buffer.from('model') : route.body && anyValue(route.body, chance)
    const request = {
      ...(body !== undefined && { body }),
      ...(route.bytes && { type: 'application/octet-stream' }),
      headers:
        chance() < 0.3 ? { 'if-match': pick(['*', '"1"', 'x']), 'idempotency-key': pick(['a', 'b']) } : {},
    }
    const { status } = await desk.call(route.method, `${url}?${query}`, request).catch((error) => {
      // A download breaks off at an item that its format cannot hold.
      if (route.operation === 'exportLabelled' && error.code === 'LIGHT_ECONNRESET') return { status: 200 }
      throw error
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    assert.ok(
      status < 500,
      `seed ${seed}, request ${k}: ${route.method} ${url}?${query} ${JSON.stringify(body)}: ${status}`,
    )
  }
  context.diagnostic(JSON.stringify(Object.fromEntries(statuses)))
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 10, 'some requests must get through')
  assert.ok((statuses.get(400) ?? 0) > REQUESTS / 20, 'some must be refused')
  await desk.app.close()
})
