import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { GrantRecord, TokenRecord } from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import { config, failure, numbers } from './store.js'

/** Grants, tokens, audit. */
export const peopleConformance = (open: () => Promise<Store>): void => {
  it('stores grants, one for each subject and stream', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const grant: GrantRecord = {
      subject: 'name:Änn\u0001',
      stream: 's',
      actions: ['read', 'answer'],
      created: 1,
    }
    const all: GrantRecord = { subject: 'role:labeller', stream: '', actions: [], created: 2 }
    await store.putGrant({ ...grant, actions: ['read'] })
    await store.putGrant(all)
    await store.putGrant(grant)
    assert.deepEqual(await store.listGrants(), [all, grant])
    assert.equal(await failure(store.putGrant({ ...grant, stream: 'gone' })), 'stream/unknown')
    await store.deleteGrant('', 'role:labeller')
    assert.equal(await failure(store.deleteGrant('', 'role:labeller')), 'grant/unknown')
    assert.deepEqual(await store.listGrants(), [grant])
    await store.close()
  })

  it('stores tokens', async () => {
    const store = await open()
    const owner: TokenRecord = { id: 't1', kind: 'token', hash: 'aa', name: 'Ann', role: 'owner', created: 1 }
    const labeller: TokenRecord = {
      ...owner,
      id: 't2',
      hash: 'bb',
      role: 'labeller',
      stream: 's',
      expires: 9,
    }
    await store.createToken(owner)
    await store.createToken(labeller)
    assert.deepEqual(await store.findToken('bb'), labeller)
    assert.equal(await store.findToken('cc'), undefined)
    assert.deepEqual(await store.listTokens(), [owner, labeller])
    assert.notEqual(await failure(store.createToken({ ...owner, id: 't3' })), 'kept')
    const rotated = { ...labeller, hash: 'dd', previous: 'bb', previousUntil: 5, expires: 12 }
    assert.deepEqual(await store.rotateToken('t2', { hash: 'dd', previousUntil: 5, expires: 12 }), rotated)
    for (const hash of ['bb', 'dd']) assert.deepEqual(await store.findToken(hash), rotated)
    assert.equal(await failure(store.rotateToken('t9', { hash: 'x', previousUntil: 1 })), 'token/unknown')
    await store.createToken({ ...owner, id: 's1', kind: 'session', hash: 'ss', expires: 20 })
    assert.equal(await failure(store.rotateToken('s1', { hash: 'x', previousUntil: 1 })), 'token/unknown')
    assert.equal((await store.findToken('ss'))?.kind, 'session')
    await store.tidy(20)
    assert.ok(await store.findToken('ss'))
    await store.tidy(21)
    assert.equal(await store.findToken('ss'), undefined)
    const { expires: _, ...lasting } = rotated
    const again = { ...lasting, hash: 'bb', previous: 'dd', previousUntil: 6 }
    assert.deepEqual(await store.rotateToken('t2', { hash: 'bb', previousUntil: 6 }), again)
    await store.markUsed(
      new Map([
        ['t2', 7],
        ['t9', 8],
      ]),
    )
    await store.deleteToken('t1')
    assert.equal(await failure(store.deleteToken('t1')), 'token/unknown')
    assert.deepEqual(await store.listTokens(), [{ ...again, used: 7 }])
    await store.close()
  })

  it('records audit entries', async () => {
    const store = await open()
    for (const n of numbers(1, 6))
      await store.note({
        time: n,
        who: `who ${n}`,
        action: 'act',
        ...(n % 2 ? { stream: 's', detail: 'd' } : {}),
      })
    const all = await store.listAudit({ limit: 10 })
    assert.deepEqual(
      all.map(({ time }) => time),
      [6, 5, 4, 3, 2, 1],
    )
    assert.deepEqual(all[1], {
      number: all[1].number,
      time: 5,
      who: 'who 5',
      action: 'act',
      stream: 's',
      detail: 'd',
    })
    assert.deepEqual(Object.keys(all[0]), ['number', 'time', 'who', 'action'])
    const [, second] = await store.listAudit({ stream: 's', limit: 2 })
    assert.equal(second.time, 3)
    const rest = await store.listAudit({ stream: 's', before: second.number, limit: 10 })
    assert.deepEqual(
      rest.map(({ time }) => time),
      [1],
    )
    assert.equal((await store.listAudit({ who: 'who 2', action: 'act', limit: 9 })).length, 1)
    assert.equal((await store.listAudit({ who: 'who 2', action: 'other', limit: 9 })).length, 0)
    await store.tidyAudit(3)
    assert.deepEqual(
      (await store.listAudit({ limit: 10 })).map(({ time }) => time),
      [6, 5, 4, 3],
    )
    await store.close()
  })
}
