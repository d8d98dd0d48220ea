import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cluster } from '../src/cluster/cluster.js'
import { MemoryWire } from '../src/cluster/memory-wire.js'
import { defaultSettings } from '../src/settings/table.js'

test('the workers of a stream have no names, and those of another version may say less', async () => {
  const wire = new MemoryWire()
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const cluster = new Cluster({ wire, settings: { ...defaultSettings, noWork: true }, logger: quiet })
  const counts = { items: 7, refused: 0, forbidden: 1, waiting: 2 }
  const said = { partitions: 4, version: 3, ...counts }
  await wire.lease(
    'late',
    5,
    JSON.stringify({ ...counts, host: 'db7', pid: 1, started: 20, work: { s: said } }),
  )
  await wire.lease('early', 5, JSON.stringify({ ...counts, started: 10, work: { s: said, t: said } }))
  await wire.lease('other', 5, JSON.stringify({ started: 5 }))
  const shown = await cluster.workersOf('s', 8)
  assert.deepEqual(shown.workers, [
    { started: 10, ...said },
    { started: 20, ...said },
  ])
  const { wide_workers, wide_items } = await cluster.totals()
  assert.deepEqual([wide_workers, wide_items], [3, 14])
  await cluster.close()
})
