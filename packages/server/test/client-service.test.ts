import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, ProblemError, unwrap } from '../src/client/index.js'
import { type Desk, openDesk } from './support/http-app.js'

describe('the client', () => {
  let desk: Desk
  let baseUrl: string
  before(async () => {
    desk = await openDesk()
    baseUrl = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => desk.app.close())

  const client = (token = desk.tokens.owner) => createClient({ baseUrl: `${baseUrl}/`, token })
  const path = { stream: 'mails' }

  test('makes typed calls and returns data', async () => {
    const made = await unwrap(client().POST('/v1/streams', { body: { id: 'typed', classes: ['a', 'b'] } }))
    assert.equal(made.config.algorithm, 'auto')
    const { data } = await client().GET('/v1/streams/{stream}/items', {
      params: { path, query: { asked: true } },
    })
    assert.deepEqual(
      data?.items.map(({ id }) => id),
      ['c', 'a'],
    )
    const leased = await unwrap(
      client(desk.tokens.labeller).POST('/v1/streams/{stream}/questions/lease', {
        params: { path },
        body: { count: 1 },
      }),
    )
    assert.equal(leased.questions[0].reasonText, 'It was drawn by lot.')
  })

  test('returns a problem, or throws it with unwrap', async () => {
    const { error, response } = await client().GET('/v1/streams/{stream}', {
      params: { path: { stream: 'none' } },
    })
    assert.equal(response.status, 404)
    assert.equal(error?.code, 'stream/unknown')
    const call = client('wrong').GET('/v1/me')
    await assert.rejects(
      unwrap(call),
      (thrown) => thrown instanceof ProblemError && thrown.code === 'access/token',
    )
  })

  test('describes a foreign error by its status', async () => {
    const broken = createClient({
      baseUrl,
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    })
    await assert.rejects(
      unwrap(broken.GET('/v1/me')),
      (thrown) => thrown instanceof ProblemError && thrown.status === 502,
    )
  })

  test('sends the name if there is no token', async () => {
    const open = await openDesk({ anonymous: true })
    const address = await open.app.listen({ port: 0, host: '127.0.0.1' })
    const me = await unwrap(createClient({ baseUrl: address, name: 'Zoë' }).GET('/v1/me'))
    assert.equal(me.name, 'Zoë')
    await open.app.close()
  })
})
