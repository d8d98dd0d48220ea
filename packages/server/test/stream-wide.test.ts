import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denseRow, Random, RowTable } from '@askance/core'
import { ItemIds } from '@askance/core/internals'
import { MemoryWire } from '../src/cluster/memory-wire.js'
import { encodePack } from '../src/cluster/messages.js'
import { Models } from '../src/cluster/models.js'
import type { ReadPage } from '../src/cluster/owner.js'
import { PartitionWorker } from '../src/cluster/worker.js'
import { StreamHost } from '../src/engines/host.js'
import type { OperationName, Request, Result } from '../src/operations/index.js'
import { defaultConfig, type StreamConfig } from '../src/stream/config.js'

const ID = 'wide'
const PARTITIONS = 3
const config: StreamConfig = {
  ...defaultConfig,
  classes: ['a', 'b'],
  budget: { ratio: 0.4 },
  seed: 3,
  partitions: PARTITIONS,
}

/** A stream in memory with its log. */
const newOwner = () => {
  const host = new StreamHost()
  const log: string[] = []
  let time = 1e12
  const run = <Name extends OperationName>(name: Name, input: Request<Name>): Result<Name> => {
    time += 100
    const steps = host.run(ID, name, input, { time, by: 'ada' })
    for (;;) {
      const { done, value } = steps.next()
      if (!done) continue
      if (value.draft) log.push(value.draft.events)
      return value.result
    }
  }
  return { host, log, run }
}

const versionOf = (run: ReturnType<typeof newOwner>['run']): Uint8Array => {
  run('ownerFence', { given: [] })
  const { bytes } = run('makeVersion', { number: 99, epoch: 1 }) ?? {}
  assert.ok(bytes)
  return bytes
}

test('the owner of a wide stream has the same version, bit for bit, from its log and from a snapshot', async () => {
  const random = new Random(2, 'test/stream-wide')
  const wire = new MemoryWire(() => 0)
  const { host, log, run } = newOwner()
  host.open(ID, config)
  const row = { index: [1, 2, 3], value: [1, 2, 3] }
  run('shape', { items: [{ row }] })
  run('ownerFence', { given: [] })
  const ids = new ItemIds(config.seed)
  let snapshot: Uint8Array | undefined
  let [taken, sent, answered, later] = [0, 0, 0, 0]
  for (let tick = 1; tick <= 6; tick++) {
    const version = run('makeVersion', { number: tick, epoch: 1 })
    assert.ok(version)
    await wire.append({ kind: 'model', stream: ID }, version.bytes)
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const rows = new RowTable()
      const own: string[] = []
      const contents: string[] = []
      while (own.length < 15) {
        const id = `item ${sent++}`
        if (ids.partition(id, PARTITIONS) !== partition) continue
        const values = [random.normal(), random.normal(), random.normal()]
        own.push(id)
        rows.push(denseRow(values))
        contents.push(JSON.stringify({ id, row: { index: [1, 2, 3], value: values } }))
      }
      const pack = encodePack({ key: String(sent), ids: own, rows, contents })
      await wire.append({ kind: 'in', stream: ID, partition }, pack)
      const models = new Models(wire, ID)
      const now = (): number => 1e12 + 1000 * tick
      const worker = new PartitionWorker({ wire, stream: ID, partition, models, now })
      await worker.start()
      await models.refresh()
      await worker.step()
    }
    const pages: ReadPage[] = []
    for await (const page of wire.read({ kind: 'out', stream: ID }, taken, false)) pages.push(page)
    taken = pages.at(-1)?.seq ?? taken
    run('takePages', { pages })
    run('takePages', { pages })
    for (const { id } of run('lease', { count: 5 } as Request<'lease'>) as readonly { id: string }[]) {
      run('answer', { id, label: id.length % 2 ? 'a' : 'b' } as Request<'answer'>)
      answered++
    }
    if (tick === 3) {
      snapshot = host.save(ID).bytes
      later = log.length
    }
  }
  assert.ok(answered > 5)
  const { counts } = run('status', {})
  assert.equal(counts.items, 6 * PARTITIONS * 15)
  const expected = versionOf(run)
  for (const [restore, from] of [
    [undefined, 0],
    [snapshot, later],
  ] as const) {
    const other = newOwner()
    if (restore) other.host.restore(ID, config, restore)
    else other.host.open(ID, config)
    const pages = log
      .slice(from)
      .map((events, k) => ({ seq: k, count: 1, events, items: { seq: [], content: [] } }))
    const steps = other.host.replay(ID, pages)
    while (!steps.next().done);
    const status = other.run('status', {})
    assert.deepEqual(status.counts, counts)
    assert.equal(Buffer.compare(versionOf(other.run), expected), 0)
  }
})
