// Own process: it kills a node.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endProcesses, type ServiceProcess } from './support/crash-process.js'
import { type Nats, startNats, withoutNats } from './support/nats.js'
import { call, startNode } from './support/nodes.js'
import { postgresKind } from './support/store.js'
import { until } from './support/until.js'
import { checkPages, STREAM, WideLoad } from './support/wide-load.js'

const kind = postgresKind()
const PATH = `/v1/streams/${STREAM}`
const TOTAL = 80

describe('a wide stream of two nodes over one PostgreSQL', { skip: withoutNats ?? kind.skip }, () => {
  let store = ''
  let nats: Nats
  let a: ServiceProcess
  let b: ServiceProcess

  before(async () => {
    await kind.begin()
    store = await kind.freshUrl()
    nats = await startNats()
    const cluster = { cluster: [nats.url] }
    a = await startNode(store, 'a', cluster)
    b = await startNode(store, 'b', cluster)
  })
  after(async () => {
    await endProcesses()
    await nats?.stop()
    await kind.end()
  })

  const owner = async (): Promise<unknown> =>
    (await kind.sql(store, `SELECT owner FROM streams WHERE id = '${STREAM}'`))[0]

  it('loses no item and no question when its owner is killed, and decides nothing twice', async () => {
    const budget = { total: TOTAL, horizon: 800 }
    const config = { id: STREAM, classes: ['a', 'b'], algorithm: 'D-AMD', partitions: 4, budget }
    const made = await call(a.url, 'POST', '/v1/streams', config)
    assert.equal(made.status, 201, made.text)
    await call(a.url, 'POST', `${PATH}/items`, { id: 'first', row: { index: [1], value: [1] } })
    assert.deepEqual(await owner(), { owner: 'a' })
    const load = new WideLoad(b.url)
    load.start(2)
    const more = (items: number, answers: number): Promise<void> => {
      const [enough, answered] = [load.decisions.size + items, load.answers.size + answers]
      return until(() => load.decisions.size >= enough && load.answers.size >= answered)
    }
    await more(60, 5)
    await a.kill()
    // Workers of the other node go on before it owns the stream, and people answer again when it does.
    await more(100, 5)
    await load.stop()
    assert.deepEqual(await owner(), { owner: 'b' })
    const items = load.decisions.size + 1
    await until(async () => (await call(b.url, 'GET', PATH)).json.counts.items >= items)
    const { counts } = (await call(b.url, 'GET', PATH)).json
    const pages = await checkPages([nats.url], made.json.created)
    assert.deepEqual([pages.items, counts.items], [items, items])
    assert.equal(counts.spent, pages.asked)
    assert.ok(pages.asked <= TOTAL, `${pages.asked} questions`)
    assert.equal(counts.open + counts.answers, pages.asked, 'every question is open or answered')
    const log = (await call(b.url, 'GET', `${PATH}/log`)).text
    for (const id of load.answers) assert.ok(log.includes(`{"type":"answered","id":"${id}"`))
  })
})
