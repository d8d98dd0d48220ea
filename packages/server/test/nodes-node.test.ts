import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClusterNode, type Releasing } from '../src/nodes/node.js'
import { SILENT } from '../src/service/options.js'
import { FakeNodeStore } from './support/nodes-fake-store.js'
import { failure } from './support/store.js'
import { until } from './support/until.js'

const ids = Array.from({ length: 8 }, (_, k) => `s${k}`)

/** Nodes over one store, without HTTP. */
const cluster = async (names: readonly string[]) => {
  const store = new FakeNodeStore()
  for (const id of ids) store.streams.set(id, { epoch: 1, owner: undefined })
  const gone: string[] = []
  const seen = { access: 0 }
  const releasing: Releasing = {
    release: (_, handOver) => handOver(),
    onGone: (stream) => void gone.push(stream),
    onAccessChanged: () => void seen.access++,
  }
  const start = async (name: string): Promise<ClusterNode> => {
    const node = new ClusterNode({ name, leaseSeconds: 60, store, logger: SILENT, beatMs: 2 })
    await node.start(`http://${name}`, releasing)
    return node
  }
  const nodes = await Promise.all(names.map(start))
  return { store, nodes, gone, seen, start, end: () => Promise.all(nodes.map((node) => node.close())) }
}

test('a node claims streams without an owner, and names the owner of others', async () => {
  const { nodes, end, store } = await cluster(['a', 'b'])
  const [a, b] = nodes as [ClusterNode, ClusterNode]
  assert.deepEqual(await Promise.all([a.locate('s0'), a.locate('s0')]), [{ at: 'here' }, { at: 'here' }])
  assert.deepEqual([a.epochOf('s0'), store.streams.get('s0')?.owner], [2, 'a'])
  assert.deepEqual(await b.locate('s0'), { at: 'http://a' })
  assert.equal(await b.locate('none'), undefined)
  assert.throws(() => b.epochOf('s0'), { code: 'stream/unowned' })
  assert.deepEqual([a.isFirst, b.isFirst], [true, false])
  await end()
  assert.equal(await failure(a.locate('s0')), 'stream/unowned')
})

test('a node with more than its share gives streams away, and all at its end', async () => {
  const { store, nodes, start, end, gone } = await cluster(['a'])
  const [a] = nodes as [ClusterNode]
  for (const id of ids) await a.locate(id)
  const b = await start('b')
  await until(async () => (await store.shares()).get('b') === 4)
  const given = ids.filter((id) => store.streams.get(id)?.owner === 'b')
  assert.deepEqual([...gone].sort(), given)
  assert.deepEqual(await a.locate(given[0]!), { at: 'http://b' })
  assert.deepEqual(await b.locate(given[0]!), { at: 'here' })
  assert.equal(b.epochOf(given[0]!), 3, 'the new owner has an epoch of its own')
  await a.leave()
  assert.equal(await failure(a.check()), 'service/stopping')
  assert.equal((await store.shares()).get('a'), undefined)
  assert.equal((await store.shares()).get('b'), ids.length)
  await b.close()
  await end()
})

test('a node that others took for dead forgets what they have claimed', async () => {
  const { store, nodes, end, gone } = await cluster(['a', 'b'])
  const [a, b] = nodes as [ClusterNode, ClusterNode]
  for (const id of ['s0', 's1']) await a.locate(id)
  const life = b.lifeOf('http://a')
  let wake: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    wake = resolve
  })
  store.onBeat = ({ name }) => (name === 'a' ? stopped : undefined)
  store.members.get('a')!.isAlive = false
  await until(() => {
    store.members.get('a')!.isAlive = false
    return life.aborted
  })
  await until(async () => (await b.locate('s0'))?.at === 'here')
  store.onBeat = () => undefined
  wake()
  await until(() => gone.includes('s0'))
  assert.throws(() => a.epochOf('s0'), { code: 'stream/unowned' })
  assert.equal(a.epochOf('s1'), 2, 'nobody has claimed it')
  await end()
})

test('a heartbeat that began before a node registered does not end its life', async () => {
  const { store, nodes, start, end } = await cluster(['a'])
  const [a] = nodes as [ClusterNode]
  let beats = 0
  let life: AbortSignal | undefined
  store.afterBeat = async ({ name }) => {
    if (name !== 'a') return
    if (++beats > 1) return
    nodes.push(await start('b'))
    life = a.lifeOf('http://b')
  }
  await until(() => beats > 2)
  assert.equal(life?.aborted, false)
  await end()
})

test('the life of a node that leaves does not end with it: its last responses are read', async () => {
  const { nodes, end } = await cluster(['a', 'b'])
  const [a, b] = nodes as [ClusterNode, ClusterNode]
  await until(() => a.counts.alive === 2)
  const life = a.lifeOf('http://b')
  await b.close()
  await until(() => a.counts.alive === 1)
  assert.equal(life.aborted, false)
  await end()
})

test('a node whose name another process has taken owns nothing, and changed tokens are noticed', async () => {
  const { store, nodes, end, seen } = await cluster(['a'])
  const [a] = nodes as [ClusterNode]
  await a.locate('s0')
  store.access = 'changed'
  await until(() => seen.access === 1)
  store.members.set('a', { session: 'other', address: 'http://c', isAlive: true })
  await until(() => a.counts.owned === 0)
  assert.equal(await failure(a.locate('s0')), 'stream/unowned')
  await end()
})
