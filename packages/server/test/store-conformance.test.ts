import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Store } from '../src/store/store.js'
import {
  config,
  failure,
  item,
  numbers,
  page,
  postgresKind,
  type StoreKind,
  sqliteKinds,
  takeSnapshot,
} from './support/store.js'
import { itemConformance } from './support/store-conformance-items.js'
import { logConformance } from './support/store-conformance-log.js'
import { packConformance } from './support/store-conformance-packs.js'
import { peopleConformance } from './support/store-conformance-people.js'
import { restConformance } from './support/store-conformance-rest.js'

const lifeConformance = (kind: StoreKind): void => {
  it('keeps everything after it was closed', async () => {
    const url = await kind.freshUrl()
    const first = await kind.open(url)
    await first.createStream('s', config, 10)
    await first.append(page('s', 1, { items: [item('a', 1)] }))
    await takeSnapshot(first, 's', 1, Uint8Array.of(1, 2, 3))
    await first.close()
    const second = await kind.open(url)
    assert.equal((await second.readStream('s'))!.seq, 1)
    assert.deepEqual(await second.findItems('s', ['a']), [item('a', 1)])
    assert.deepEqual(await second.readSnapshot('s', 1), Uint8Array.of(1, 2, 3))
    await second.append(page('s', 2))
    await second.close()
  })

  it('finishes pending calls when closed, and rejects new ones', async () => {
    const url = await kind.freshUrl()
    const store = await kind.open(url)
    await store.createStream('s', config, 10)
    // After several at a time, a store waits for others before it writes.
    await Promise.all(numbers(1, 2).map((seq) => store.append(page('s', seq))))
    const begun = numbers(3, 100).map((seq) => failure(store.append(page('s', seq))))
    const closed = store.close()
    assert.equal(await failure(store.append(page('s', 103))), 'store/lost')
    assert.equal(await failure(store.readStream('s')), 'store/lost')
    await closed
    assert.ok((await Promise.all(begun)).every((outcome) => outcome === 'kept'))
    await store.close()
    const again = await kind.open(url)
    assert.equal((await again.readStream('s'))!.seq, 102)
    await again.close()
  })

  it('reports that it is writable', async () => {
    const store = await kind.open(await kind.freshUrl())
    await store.check()
    await store.check()
    await store.close()
  })

  it('encrypts webhook secrets, also those from before, and after the key was changed', async () => {
    const url = await kind.freshUrl()
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const hook = { id: 'h', stream: 's', url: 'u', secret: 'whsec_é', events: ['*'], created: 1 }
    const stored = async () =>
      String((await kind.sql(url, "SELECT secret FROM hooks WHERE id = 'h'"))[0]?.secret)
    const opened = async (keys: Buffer[]) => kind.open(url, { keys })
    let store = await opened([])
    await store.createStream('s', config, 10)
    await store.createHook(hook)
    assert.deepEqual(await store.resealHooks(), { hooks: 1, changed: 0 })
    await store.close()
    assert.equal(await stored(), 'whsec_é')

    store = await opened([first])
    assert.deepEqual(await store.listHooks('s'), [hook], 'it is read in plain text')
    assert.deepEqual(await store.resealHooks(), { hooks: 1, changed: 1 })
    assert.deepEqual(await store.listHooks('s'), [hook])
    await store.createHook({ ...hook, id: 'new' })
    await store.close()
    const sealed = await stored()
    assert.match(sealed, /^sealed:v1:[0-9a-f]{12}:[\w-]+$/)

    store = await opened([second, first])
    assert.deepEqual(await store.resealHooks(), { hooks: 2, changed: 2 })
    assert.deepEqual(await store.resealHooks(), { hooks: 2, changed: 0 })
    await store.close()
    assert.notEqual(await stored(), sealed)
    store = await opened([second])
    assert.equal((await store.listHooks('s')).length, 2)
    await store.close()
    for (const keys of [[], [first]]) {
      store = await opened(keys)
      assert.equal(await failure(store.resealHooks()), 'store/key')
      await store.close()
    }
    await kind.sql(
      url,
      "UPDATE hooks SET secret = (SELECT secret FROM hooks WHERE id = 'new') WHERE id = 'h'",
    )
    store = await opened([second])
    assert.equal(await failure(store.listHooks('s')), 'store/broken', 'the secret of another webhook')
    await store.close()
  })

  it('rejects a store of a newer version', async () => {
    const url = await kind.freshUrl()
    await (await kind.open(url)).close()
    await kind.sql(url, "UPDATE meta SET value = '99' WHERE name = 'schema'")
    assert.equal(await failure(kind.open(url)), 'store/newer')
  })
}

for (const kind of [...sqliteKinds(), postgresKind()]) {
  describe(`a store in ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    let url = ''
    const opened: Store[] = []
    const open = async () => {
      url = await kind.freshUrl()
      const store = await kind.open(url)
      opened.push(store)
      return store
    }
    after(async () => {
      for (const store of opened) await store.close()
      await kind.end()
    })
    lifeConformance(kind)
    logConformance(open)
    itemConformance(open)
    packConformance(open)
    peopleConformance(open)
    restConformance(open, (statement) => kind.sql(url, statement))
  })
}
