import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ACTIONS, actionsIn, completeActions, Grants } from '../src/access/grants.js'
import { openApiDocument } from '../src/http/document.js'
import type { Action, GrantRecord, Role } from '../src/store/records.js'
import { type Desk, openDesk } from './support/http-app.js'

interface Operation {
  readonly operationId: string
  readonly 'x-askance-action'?: Action
}

/** Every route of the document that needs an action, with an address in the stream mails. */
const routesThatNeed = async (action: Action) => {
  const { paths } = (await openApiDocument()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-askance-action'] === action)
      .map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase() as 'GET',
        url: path.replace('{stream}', 'mails').replace(/\{\w+\}/g, 'a'),
      })),
  )
}

/** The rule written out: all grants that apply, the most specific first. */
const slowActions = (grants: readonly GrantRecord[], name: string, role: Role, stream: string) => {
  if (role === 'owner') return ACTIONS
  const weight = (grant: GrantRecord): number =>
    (grant.stream === stream ? 2 : 0) + (grant.subject.startsWith('name:') ? 1 : 0)
  const [first] = grants
    .filter((grant) => grant.stream === stream || grant.stream === '')
    .filter(({ subject }) => subject === `name:${name}` || subject === `role:${role}`)
    .sort((a, b) => weight(b) - weight(a))
  if (first) return completeActions(first.actions)
  return role === 'labeller' ? ['read', 'answer', 'export'] : ['read', 'export']
}

describe('the rule of grants', () => {
  test('agrees with the slow version for every combination of four grants', () => {
    const places = ['s', ''].flatMap((stream) =>
      ['name:Ada', 'role:labeller'].map((subject) => ({ stream, subject })),
    )
    const choices: (readonly Action[] | undefined)[] = [undefined, [], ['answer'], ['export'], ['manage']]
    for (let code = 0; code < choices.length ** 4; code++) {
      const grants = places.flatMap((place, k) => {
        const actions = choices[Math.floor(code / choices.length ** k) % choices.length]
        return actions ? [{ ...place, actions, created: 0 }] : []
      })
      const table = new Map(
        grants.map(({ stream, subject, actions }) => [`${stream}\n${subject}`, completeActions(actions)]),
      )
      for (const [name, role] of [
        ['Ada', 'labeller'],
        ['Ada', 'reader'],
        ['Bo', 'labeller'],
        ['Ada', 'owner'],
      ] as const)
        assert.deepEqual(
          actionsIn(table, { name, role }, 's'),
          slowActions(grants, name, role, 's'),
          `${code} ${name} ${role}`,
        )
    }
  })

  test('grants are read again after 30 seconds, after a change, and after a failed read', async () => {
    let reads = 0
    let time = 0
    let isBroken = false
    const listGrants = async () => {
      reads++
      if (isBroken) throw new Error('gone')
      return []
    }
    const grants = new Grants({ listGrants }, () => time)
    const look = () => grants.of({ name: 'Ada', role: 'reader' })
    await Promise.all([look(), look()])
    assert.equal(reads, 1)
    time = 30_000
    await look()
    assert.equal(reads, 2)
    grants.changed()
    isBroken = true
    await assert.rejects(look(), /gone/)
    isBroken = false
    await look()
    assert.equal(reads, 4)
    time = -1
    await look()
    assert.equal(reads, 5, 'the clock was set back')
  })
})

describe('permissions in a stream', () => {
  let desk: Desk
  const grant = async (subject: string, actions: readonly Action[], stream = 'mails') =>
    assert.equal(
      (await desk.call('PUT', `/v1/streams/${stream}/grants/${subject}`, { body: { actions } })).status,
      200,
    )
  before(async () => {
    desk = await openDesk()
    await desk.call('POST', '/v1/streams', { body: { id: 'other', classes: ['a', 'b'] } })
  })
  after(() => desk.app.close())

  test('who may answer but not export is refused on every exporting route', async () => {
    await grant('role:labeller', ['answer'])
    const exporting = await routesThatNeed('export')
    const names = exporting.map(({ operationId }) => operationId)
    for (const known of ['exportModel', 'exportLog', 'exportLabelled', 'listItems', 'reviewLabels'])
      assert.ok(names.includes(known), known)
    for (const { method, url, operationId } of exporting) {
      const refused = await desk.call(method, url, { as: 'labeller' })
      assert.equal(refused.json?.code, 'access/action', operationId)
      assert.equal(refused.json.detail, 'labeller may not export in stream mails; an owner can grant it')
      assert.notEqual((await desk.call(method, url, { as: 'reader' })).status, 403, operationId)
    }
    for (const { method, url, operationId } of await routesThatNeed('read'))
      if (operationId !== 'followStream')
        assert.notEqual((await desk.call(method, url, { as: 'labeller' })).status, 403, operationId)
    const leased = await desk.call('POST', '/v1/streams/mails/questions/lease', { as: 'labeller', body: {} })
    assert.equal(leased.status, 200)
    assert.deepEqual((await desk.call('GET', '/v1/streams/mails', { as: 'labeller' })).json.may, [
      'read',
      'answer',
    ])
    await desk.call('DELETE', '/v1/streams/mails/grants/role:labeller')
    assert.equal((await desk.call('GET', '/v1/streams/mails/log', { as: 'labeller' })).status, 200)
  })

  test('a response with a stream of lines, a file or a page of items comes from an exporting route', async () => {
    const { paths } = (await openApiDocument()) as {
      readonly paths: Readonly<
        Record<string, Readonly<Record<string, { operationId: string; responses: Record<string, unknown> }>>>
      >
    }
    const exporting = (await routesThatNeed('export')).map(({ operationId }) => operationId)
    const bulk = /x-ndjson|octet-stream|"\$ref":"#\/components\/schemas\/(ItemPage|ReviewList)"/
    for (const methods of Object.values(paths))
      for (const [method, { operationId, responses }] of Object.entries(methods))
        if (method === 'get' && bulk.test(JSON.stringify(responses['200'] ?? '')))
          assert.ok(exporting.includes(operationId), operationId)
  })

  test('a hidden stream is neither listed nor told from one that does not exist', async () => {
    await grant('role:reader', [])
    const ids = async (as: string) =>
      (await desk.call('GET', '/v1/streams', { as })).json.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('reader'), ['other'])
    assert.deepEqual(await ids('reader-mails'), [])
    assert.deepEqual(await ids('labeller'), ['mails', 'other'])
    for (const path of ['', '/items', '/events', '/quality', '/questions', '/log', '/grants', '/items/a']) {
      const hidden = await desk.call('GET', `/v1/streams/mails${path}`, { as: 'reader' })
      const missing = await desk.call('GET', `/v1/streams/gone${path}`, { as: 'reader' })
      if (path === '/grants') continue
      assert.deepEqual(
        [hidden.status, hidden.json.detail.replace('mails', 'gone')],
        [missing.status, missing.json.detail],
        path,
      )
    }
    await desk.call('DELETE', '/v1/streams/mails/grants/role:reader')
  })

  test('a page of streams has only visible ones, and the cursor leads to the rest', async () => {
    await desk.call('PUT', '/v1/grants/name:reader', { body: { actions: [] } })
    await grant('name:reader', ['read'], 'other')
    const { json } = await desk.call('GET', '/v1/streams?limit=1', { as: 'reader' })
    assert.deepEqual(
      json.items.map(({ id, may }: { id: string; may: string[] }) => [id, may]),
      [['other', ['read']]],
    )
    assert.equal(json.next, undefined)
    await desk.call('DELETE', '/v1/grants/name:reader')
    await desk.call('DELETE', '/v1/streams/other/grants/name:reader')
    const first = (await desk.call('GET', '/v1/streams?limit=1', { as: 'reader' })).json
    const second = (await desk.call('GET', `/v1/streams?limit=1&cursor=${first.next}`, { as: 'reader' })).json
    assert.deepEqual([first.items[0].id, second.items[0].id, second.next], ['mails', 'other', undefined])
  })

  test('a grant can give more than the role, in its stream only', async () => {
    await grant('name:reader', ['manage'])
    const change = { body: { title: 'Ours' }, headers: { 'if-match': '*' }, as: 'reader' }
    assert.equal((await desk.call('PATCH', '/v1/streams/mails', change)).status, 200)
    assert.equal((await desk.call('PATCH', '/v1/streams/other', change)).json.code, 'access/role')
    assert.equal((await desk.call('GET', '/v1/tokens', { as: 'reader' })).json.code, 'access/role')
    assert.equal((await desk.call('GET', '/v1/grants', { as: 'reader' })).json.code, 'access/role')
    await desk.call('DELETE', '/v1/streams/mails/grants/name:reader')
    assert.equal((await desk.call('PATCH', '/v1/streams/mails', change)).json.code, 'access/role')
  })

  test('owners cannot be locked out, and a token stays in its stream', async () => {
    for (const name of ['owner', 'owner-mails', 'labeller-mails']) await grant(`name:${name}`, [])
    await grant('name:labeller-mails', ['manage'], 'other')
    assert.equal((await desk.call('GET', '/v1/streams/mails')).status, 200)
    assert.equal((await desk.call('GET', '/v1/streams/mails', { as: 'owner-mails' })).status, 200)
    assert.equal((await desk.call('GET', '/v1/streams/mails', { as: 'labeller-mails' })).status, 404)
    assert.equal((await desk.call('GET', '/v1/streams/other', { as: 'labeller-mails' })).status, 403)
    const { json } = await desk.call('GET', '/v1/streams/mails/grants', { as: 'owner-mails' })
    assert.deepEqual(
      json.items.map(({ subject }: { subject: string }) => subject),
      ['name:owner', 'name:owner-mails', 'name:labeller-mails'],
    )
  })

  test('an invitation can leave out exporting', async () => {
    const invited = await desk.call('POST', '/v1/streams/mails/invites', {
      body: { name: 'Zoë B', actions: ['answer'] },
    })
    assert.equal(invited.status, 201)
    const as = invited.json.token
    assert.equal((await desk.call('GET', '/v1/streams/mails/log', { as })).json.code, 'access/action')
    assert.equal((await desk.call('DELETE', '/v1/streams/mails/grants/name:Zo%C3%AB%20B')).status, 204)
    assert.equal((await desk.call('GET', '/v1/streams/mails/log', { as })).status, 200)
  })

  test('grants are validated and recorded', async () => {
    for (const [path, body] of [
      ['role:owner', { actions: [] }],
      ['name:', { actions: [] }],
      ['Ada', { actions: [] }],
      ['name:Ada', { actions: ['fly'] }],
      ['name:Ada', {}],
    ] as const)
      assert.equal((await desk.call('PUT', `/v1/grants/${path}`, { body })).status, 400, path)
    const unknown = { body: { actions: [] } }
    assert.equal(
      (await desk.call('PUT', '/v1/streams/gone/grants/name:A', unknown)).json.code,
      'stream/unknown',
    )
    assert.equal((await desk.call('DELETE', '/v1/grants/name:A')).json.code, 'grant/unknown')
    const { json } = await desk.call('GET', '/v1/audit?limit=200&stream=mails')
    const details = json.items.map(({ action, detail }: Record<string, string>) => `${action} ${detail}`)
    assert.ok(details.includes('putGrant role:labeller: read, answer'))
    assert.ok(details.includes('putGrant role:reader: nothing'))
    assert.ok(details.includes('deleteGrant role:reader'))
  })
})
