// Own process: it stops and kills services, workers and NATS servers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { endProcesses, type ServiceProcess, startProcess } from './support/crash-process.js'
import { type NatsMember, startNatsCluster, withoutNats } from './support/nats.js'
import { call, metric } from './support/nodes.js'
import { until } from './support/until.js'
import { checkPages, STREAM, WideLoad } from './support/wide-load.js'

const PATH = `/v1/streams/${STREAM}`
/** How often the leader of ASK_OUT is killed, and how often a worker. */
const KILLS = process.env.ASKANCE_SOAK ? 20 : 1
const TOTAL = 100 * KILLS
const item = (id: string) => ({ id, row: { index: [1], value: [1] } })

describe('wide streams over three NATS servers', { skip: withoutNats }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-wide-'))
  let nats: Awaited<ReturnType<typeof startNatsCluster>>
  let cluster: string[] = []
  let service: ServiceProcess
  let load: WideLoad
  let created = 0
  const workers: ServiceProcess[] = []

  const startService = async (): Promise<void> => {
    const settings = { store: join(folder, 'wide.sqlite'), threads: 1, noWork: true, cluster }
    service = await startProcess(settings)
  }
  const startWorker = async (): Promise<ServiceProcess> => {
    const worker = await startProcess({ cluster, isWorker: true })
    workers.push(worker)
    return worker
  }
  /** Waits until so many more items were decided about. */
  const more = (items: number): Promise<void> => {
    const enough = load.decisions.size + items
    return until(
      () => load.decisions.size >= enough,
      () => `${load.decisions.size} of ${enough} items`,
    )
  }
  const leaderOf = async (stream: string): Promise<NatsMember> => {
    const connection = await connect({ servers: cluster })
    const { cluster: found } = await (await jetstreamManager(connection)).streams.info(stream)
    await connection.close()
    return nats.members.find(({ name }) => name === found?.leader) as NatsMember
  }

  before(async () => {
    nats = await startNatsCluster()
    cluster = nats.members.map(({ url }) => url)
    await Promise.all([startService(), startWorker(), startWorker()])
    const budget = { total: TOTAL, horizon: 800 * KILLS }
    const config = { id: STREAM, classes: ['a', 'b'], algorithm: 'D-AMD', partitions: 4, budget }
    const made = await call(service.url, 'POST', '/v1/streams', config)
    assert.equal(made.status, 201, made.text)
    created = made.json.created
    load = new WideLoad(service.url)
  })
  after(async () => {
    await endProcesses()
    await nats?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('answers with decisions, and with the same ones when items are sent again', async () => {
    let first = await call(service.url, 'POST', `${PATH}/items`, item('one'))
    // Servers that were just started have to choose leaders.
    await until(
      async () => {
        if (first.status !== 200) first = await call(service.url, 'POST', `${PATH}/items`, item('one'))
        return first.status === 200
      },
      () => first.text,
    )
    assert.equal(first.json.id, 'one')
    const again = await call(service.url, 'POST', `${PATH}/items`, { items: [item('one'), item('two')] })
    const [repeated, other] = again.json.decisions
    for (const name of ['id', 'predicted', 'probability', 'coin', 'asked'])
      assert.equal(repeated[name], first.json[name])
    assert.equal(other.id, 'two')
    const lines = await fetch(new URL(`${PATH}/items`, service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(item('three'))}\n`,
    })
    assert.equal(JSON.parse(await lines.text()).id, 'three')
    const key = { 'idempotency-key': 'k' }
    const refused = await call(service.url, 'POST', `${PATH}/items`, item('four'), key)
    assert.equal(refused.json.code, 'request/invalid')
    const vector = { ...item('five'), vector: [1, 2] }
    assert.equal((await call(service.url, 'POST', `${PATH}/items`, vector)).json.code, 'item/shape')
    const text = await call(service.url, 'POST', `${PATH}/items`, { text: 'words' })
    assert.equal(text.json.code, 'item/shape')
  })

  it('refuses what a wide stream cannot do, with a typed error', async () => {
    const etag = { 'if-match': '*' }
    const codes = [
      (await call(service.url, 'PATCH', PATH, { budget: { total: 9 } }, etag)).json.code,
      (
        await call(service.url, 'POST', '/v1/streams', {
          classes: ['a', 'b'],
          partitions: 2,
          protocol: 'pool',
        })
      ).json.code,
      (
        await call(service.url, 'POST', '/v1/streams', {
          classes: ['a', 'b'],
          partitions: 2,
          multiLabel: true,
        })
      ).json.code,
      (await call(service.url, 'POST', '/v1/streams', { classes: ['a', 'b'], partitions: 257 })).json.code,
    ]
    assert.deepEqual(codes, ['stream/wide', 'stream/wide', 'stream/wide', 'request/invalid'])
  })

  it('goes on when workers are killed or stopped', async () => {
    load.start(2)
    await more(50)
    for (let kill = 0; kill < KILLS; kill++) {
      const [killed, stopped] = workers.splice(0, 2) as [ServiceProcess, ServiceProcess]
      await startWorker()
      stopped.child.kill('SIGSTOP')
      await killed.kill()
      await more(60)
      stopped.child.kill('SIGCONT')
      workers.push(stopped)
      await more(20)
    }
  })

  it('goes on when the owner is killed', async () => {
    await service.kill()
    await startService()
    load.url = service.url
    await more(60)
  })

  it('goes on when the leader of the pages is killed', async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const leader = await leaderOf('ASK_OUT')
      await leader.kill()
      await more(60)
      await leader.start()
    }
    assert.ok(load.longest < 60_000, `${load.longest} ms`)
  })

  it('has lost nothing, decided nothing twice, kept the budget, and recorded P with the same bits', async () => {
    await load.stop()
    for (const worker of workers) assert.equal(await worker.stop(), 0, 'workers end cleanly')
    await startWorker()
    const ids = load.decisions.size + 3
    await until(async () => (await call(service.url, 'GET', PATH)).json.counts.items >= ids)
    const { counts } = (await call(service.url, 'GET', PATH)).json
    const pages = await checkPages(cluster, created)
    assert.deepEqual([pages.items, counts.items], [ids, ids])
    assert.ok(pages.repeated > 0)
    await until(async () => (await metric(service.url, 'wide_workers')) === 1)
    assert.ok((await metric(service.url, 'wide_version_age_seconds')) > 0)
    const shown = async () => (await call(service.url, 'GET', `${PATH}/workers`)).json
    // The last page of the worker may still be on its way.
    let panel = await shown()
    await until(async () => {
      panel = await shown()
      return panel.pagesWaiting === 0 && panel.workers[0]?.version === panel.version
    })
    const { away, partitions, grantsLeft, workers: found } = panel
    assert.deepEqual([away, partitions, found.length], [false, 4, 1])
    assert.equal(found[0].partitions, 4)
    assert.equal(grantsLeft, await metric(service.url, 'wide_grants_left'))
    assert.ok(grantsLeft >= 0 && grantsLeft <= TOTAL - counts.spent)
    assert.equal(counts.spent, pages.asked)
    assert.ok(pages.asked <= TOTAL && pages.asked > 0.1 * TOTAL, `${pages.asked} of ${TOTAL} questions`)
    assert.ok(load.answers.size > 0 && counts.answers >= load.answers.size)
    const told = [...load.decisions.values()].filter(({ asked }) => asked).length
    assert.ok(told <= pages.asked && told >= pages.asked - 3)
    const log = (await call(service.url, 'GET', `${PATH}/log`)).text
    for (const id of load.answers) assert.ok(log.includes(`{"type":"answered","id":"${id}"`))
  })

  it('answers 503 for wide streams alone while NATS is away, and goes on afterwards', async () => {
    await call(service.url, 'POST', '/v1/streams', { id: 'plain', classes: ['a', 'b'] })
    await Promise.all(nats.members.map((member) => member.kill()))
    const away = async (): Promise<boolean> => {
      const reply = await call(service.url, 'POST', `${PATH}/items`, item('away'))
      if (reply.status !== 503) return false
      assert.deepEqual([reply.json.code, reply.headers['retry-after']], ['cluster/away', '1'])
      return true
    }
    await until(away)
    assert.equal((await call(service.url, 'POST', '/v1/streams/plain/items', item('p'))).status, 200)
    const clusterStatus = async (): Promise<string> =>
      (await call(service.url, 'GET', '/readyz')).json.cluster.status
    assert.equal(await clusterStatus(), 'away')
    assert.equal((await call(service.url, 'GET', `${PATH}/workers`)).json.away, true)
    assert.deepEqual((await call(service.url, 'GET', '/v1/streams/plain/workers')).json, {
      away: false,
      partitions: 0,
      workers: [],
    })
    // Services and workers that are started meanwhile wait for NATS.
    assert.deepEqual([await service.stop(), await workers.pop()?.stop()], [0, 0], 'they end cleanly')
    await Promise.all([startService(), startWorker()])
    assert.ok(await away())
    assert.equal(await clusterStatus(), 'away')
    assert.equal((await call(service.url, 'POST', '/v1/streams/plain/items', item('q'))).status, 200)
    await Promise.all(nats.members.map((member) => member.start()))
    await until(async () => (await call(service.url, 'POST', `${PATH}/items`, item('back'))).status === 200)
    assert.equal(await clusterStatus(), 'ok')
    assert.equal((await call(service.url, 'DELETE', PATH)).status, 204)
    assert.equal((await call(service.url, 'POST', `${PATH}/items`, item('gone'))).json.code, 'stream/unknown')
  })
})
