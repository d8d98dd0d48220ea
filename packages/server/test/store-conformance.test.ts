import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStore } from '../src/store/open.js'
import type { Store } from '../src/store/store.js'
import {
  config,
  failure,
  item,
  numbers,
  page,
  postgresKind,
  type StoreKind,
  sqliteKind,
  takeSnapshot,
} from './support/store.js'
import { itemConformance } from './support/store-conformance-items.js'
import { logConformance } from './support/store-conformance-log.js'
import { restConformance } from './support/store-conformance-rest.js'

const lifeConformance = (kind: StoreKind): void => {
  it('keeps everything after it was closed', async () => {
    const url = await kind.freshUrl()
    const first = await openStore(url)
    await first.createStream('s', config, 10)
    await first.append(page('s', 1, { items: [item('a', 1)] }))
    await takeSnapshot(first, 's', 1, Uint8Array.of(1, 2, 3))
    await first.close()
    const second = await openStore(url)
    assert.equal((await second.readStream('s'))!.seq, 1)
    assert.deepEqual(await second.findItems('s', ['a']), [item('a', 1)])
    assert.deepEqual(await second.readSnapshot('s', 1), Uint8Array.of(1, 2, 3))
    await second.append(page('s', 2))
    await second.close()
  })

  it('finishes pending calls when closed, and rejects new ones', async () => {
    const url = await kind.freshUrl()
    const store = await openStore(url)
    await store.createStream('s', config, 10)
    const begun = numbers(1, 100).map((seq) => failure(store.append(page('s', seq))))
    const closed = store.close()
    assert.equal(await failure(store.append(page('s', 101))), 'store/lost')
    assert.equal(await failure(store.readStream('s')), 'store/lost')
    await closed
    assert.ok((await Promise.all(begun)).every((outcome) => outcome === 'kept'))
    await store.close()
    const again = await openStore(url)
    assert.equal((await again.readStream('s'))!.seq, 100)
    await again.close()
  })

  it('reports that it is writable', async () => {
    const store = await openStore(await kind.freshUrl())
    await store.check()
    await store.check()
    await store.close()
  })

  it('rejects a store of a newer version', async () => {
    const url = await kind.freshUrl()
    await (await openStore(url)).close()
    await kind.sql(url, "UPDATE meta SET value = '99' WHERE name = 'schema'")
    assert.equal(await failure(openStore(url)), 'store/newer')
  })
}

for (const kind of [sqliteKind(), postgresKind()]) {
  describe(`a store in ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    let url = ''
    const opened: Store[] = []
    const open = async () => {
      url = await kind.freshUrl()
      const store = await openStore(url)
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
    restConformance(open, (statement) => kind.sql(url, statement))
  })
}
