import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Jar, openSignIns, type SignIns } from './support/sign-ins.js'

describe('sign-ins at the same time', () => {
  let opened: SignIns
  before(async () => {
    opened = await openSignIns()
  })
  after(() => opened.close())

  test('several tabs sign in, each once, in any order', async () => {
    const jar: Jar = new Map()
    const queries = [
      await opened.begin(jar, '/desk/mails'),
      await opened.begin(jar, '/items/mails'),
      await opened.begin(jar, '/lab'),
    ]
    for (const [query, page] of [
      [queries[1], '/items/mails'],
      [queries[0], '/desk/mails'],
    ] as const)
      assert.equal((await opened.visit(`/auth/callback${query}`, jar)).headers.location, page)
    assert.equal((await opened.visit(`/auth/callback${queries[1]}`, jar)).json.code, 'sign-in/state')
    assert.equal((await opened.visit('/v1/me', jar)).status, 200)
    for (let k = 0; k < 20; k++) await opened.begin(jar, `/${'x'.repeat(500)}`)
    assert.ok((jar.get('__Host-askance-sign-in') ?? '').length < 4000, 'browsers drop longer cookies')
  })

  test('a provider that does not answer keeps few requests waiting', async () => {
    let answer = (): void => undefined
    opened.issuer.waiting = new Promise((resolve) => {
      answer = resolve
    })
    const jar: Jar = new Map()
    const query = await opened.begin(jar)
    let refused = 0
    const asked = Array.from({ length: 120 }, async () => {
      const { status } = await opened.visit(`/auth/callback${query}`, new Map(jar))
      if (status === 429 && ++refused === 20) answer()
    })
    await Promise.all(asked)
    opened.issuer.waiting = undefined
    assert.equal(refused, 20)
    assert.equal((await opened.visit(`/auth/callback${await opened.begin(jar)}`, jar)).status, 302)
  })
})
