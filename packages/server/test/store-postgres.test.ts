// Own process: it restarts a database.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStore } from '../src/store/open.js'
import type { Store } from '../src/store/store.js'
import { config, failure, item, numbers, page, postgresKind } from './support/store.js'

const kind = postgresKind({ own: true })

describe('a store in PostgreSQL', { skip: kind.skip }, () => {
  before(() => kind.begin())
  after(() => kind.end())

  /** Appends until the store is lost; the number of the last page that was acknowledged. */
  const writeUntilLost = async (store: Store, stream: string, onFirst: () => void): Promise<number> => {
    for (let seq = 1; ; seq++) {
      const outcome = await failure(store.append(page(stream, seq, { items: [item(`i${seq}`, seq)] })))
      if (seq === 1) onFirst()
      if (outcome === 'kept') continue
      assert.equal(outcome, 'store/lost')
      return seq - 1
    }
  }

  it('recovers from a server crash with everything acknowledged', async () => {
    const store = await openStore(await kind.freshUrl())
    const streams = numbers(0, 5).map((n) => `s${n}`)
    for (const id of streams) await store.createStream(id, config, 1)
    let begun = 0
    let crash = () => {}
    const crashed = new Promise<void>((resolve) => {
      crash = resolve
    }).then(() => kind.server().restart('immediate'))
    const writing = streams.map((id) =>
      writeUntilLost(store, id, () => {
        if (++begun === streams.length) crash()
      }),
    )
    const acknowledged = await Promise.all(writing)
    await crashed
    for (const [index, id] of streams.entries()) {
      const { seq } = (await store.readStream(id))!
      assert.ok(seq === acknowledged[index] || seq === acknowledged[index] + 1)
      assert.equal((await store.readLog(id, 0, 1e9)).length, seq)
      await store.append(page(id, seq + 1))
    }
    await store.check()
    await store.close()
  })

  it('is unavailable while the server is stopped', async () => {
    const url = await kind.freshUrl()
    const store = await openStore(url)
    await store.createStream('s', config, 1)
    const nowhere = url.replace(/:\d+\//, ':1/')
    assert.equal(await failure(openStore(nowhere)), 'store/lost')
    assert.equal(await failure(openStore(`${url}_none`)), 'store/broken')
    assert.equal(await failure(openStore('postgres://[')), 'store/url')
    await kind.server().restart('fast')
    const outcomes = [await failure(store.check()), await failure(store.readStream('s'))]
    assert.ok(outcomes.every((outcome) => outcome === 'kept' || outcome === 'store/lost'))
    await store.check()
    assert.equal((await store.readStream('s'))!.seq, 0)
    await store.close()
  })

  it('keeps two processes from mixing their events', async () => {
    const url = await kind.freshUrl()
    const [one, other] = await Promise.all([openStore(url), openStore(url)])
    await one.createStream('s', config, 1)
    await one.append(page('s', 1, { items: [item('a', 1)] }))
    assert.equal(await failure(other.append(page('s', 1))), 'log/conflict')
    const outcomes = await Promise.all([one, other].map((store) => failure(store.append(page('s', 2)))))
    assert.deepEqual(outcomes.sort(), ['kept', 'log/conflict'])
    assert.equal((await other.readLog('s', 0, 1e9)).length, 2)
    await Promise.all([one.close(), other.close()])
  })

  it('is created only once by concurrent processes', async () => {
    const url = await kind.freshUrl()
    const stores = await Promise.all(numbers(0, 4).map(() => openStore(url)))
    await Promise.all(stores.map((store, index) => store.createStream(`s${index}`, config, 1)))
    assert.equal((await stores[0].listStreams({ limit: 9 })).length, 4)
    for (const store of stores) await store.close()
  })

  it('rejects only the page with an invalid value', async () => {
    const store = await openStore(await kind.freshUrl())
    for (const id of ['good', 'bad']) await store.createStream(id, config, 1)
    const bad = page('bad', 1, { items: [item('a', 1, { t: 0.5 })] })
    const outcomes = await Promise.all([store.append(page('good', 1)), failure(store.append(bad))])
    assert.notEqual(outcomes[1], 'kept')
    assert.deepEqual([(await store.readStream('good'))!.seq, (await store.readStream('bad'))!.seq], [1, 0])
    await store.close()
  })
})
