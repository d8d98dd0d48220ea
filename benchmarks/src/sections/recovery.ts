import { join } from 'node:path'
import { count, Random } from '@askance/core/internals'
import { createService, defaultSettings, openStore, type Service, type Store } from '@askance/server'
import { abandon } from '../service/abandon.js'
import { withTempFolder } from '../service/folder.js'
import { configOf, items, labelOf } from '../service/items.js'
import type { Line, Section } from './section.js'

const STREAM = 'recovery'
const by = { by: 'sender' }
const AT_A_TIME = 1000
/** The share of events after the last snapshot. */
const SINCE = 0.02

const settings = { ...defaultSettings, snapshotEvery: 1e9 }

/** Sends items and answers questions until the log has the given length. */
const fill = async (service: Service, random: Random, events: number): Promise<number> => {
  for (;;) {
    const sent = items(random, AT_A_TIME)
    const decisions = await service.run(STREAM, 'observe', { items: sent }, by)
    const answers = decisions.flatMap(({ asked, id }, k) =>
      asked ? [{ id, label: labelOf(sent[k] as (typeof sent)[number]) }] : [],
    )
    await service.run(STREAM, 'answers', { answers }, by)
    const { seq } = await service.run(STREAM, 'status', {}, by)
    if (seq >= events) return seq
  }
}

/** Time until an unloaded stream responds, in milliseconds. */
const ready = async (path: string, hasSnapshots: boolean): Promise<number> => {
  const store = await openStore(path)
  const seen: Store = hasSnapshots
    ? store
    : Object.assign(Object.create(store), { listSnapshots: async () => [] })
  const service = createService({ settings, store: seen })
  const from = performance.now()
  await service.run(STREAM, 'status', {}, by)
  const milliseconds = performance.now() - from
  await abandon(store, service)
  return milliseconds
}

const linesFor = (algorithm: string, events: number): Promise<Line[]> =>
  withTempFolder(async (folder) => {
    const path = join(folder, 'recovery.sqlite')
    const random = new Random(1, 'benchmark/recovery')
    const first = createService({ settings, store: await openStore(path) })
    await first.createStream(STREAM, configOf(algorithm, { ratio: 0.05 }))
    await fill(first, random, events * (1 - SINCE))
    await first.close()
    const store = await openStore(path)
    const second = createService({ settings, store })
    const total = await fill(second, random, events)
    await abandon(store, second)
    const withSnapshot = await ready(path, true)
    const without = await ready(path, false)
    return [
      {
        measurement: `${algorithm}, ${count(total)} events, a snapshot ${100 * SINCE} % before the end`,
        result: `ready in ${(withSnapshot / 1000).toFixed(2)} s`,
        ratio: '',
        target: 'within 10 s',
        // Seconds and microseconds, comparable on the same kind of machine.
        slowness: { name: `${algorithm}, with a snapshot`, ratio: withSnapshot / 1000 },
      },
      {
        measurement: `${algorithm}, no snapshot`,
        result: `${count((1000 * total) / without)} events/s`,
        ratio: '',
        target: 'at least 100,000 events/s',
        slowness: { name: `${algorithm}, no snapshot`, ratio: (1000 * without) / total },
      },
    ]
  })

export const recovery: Section = {
  name: 'recovery',
  title: 'Restart: a log of a million events, ten features, one item in twenty answered',
  async run({ quick }) {
    const events = quick ? 50_000 : 1_000_000
    return [...(await linesFor('D-AMD', events)), ...(await linesFor('auto', events))]
  },
}
