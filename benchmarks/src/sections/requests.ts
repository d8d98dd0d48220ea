import { join } from 'node:path'
import { count, Random } from '@askance/core/internals'
import Database from 'better-sqlite3'
import { withTempFolder } from '../service/folder.js'
import { items } from '../service/items.js'
import { type LoadResult, latency, sendLoad, startServerProcess } from '../service/processes.js'
import { type Line, type Section, times } from './section.js'

const CONNECTIONS = 10
const BATCH = 100
const ALGORITHMS = ['auto', 'D-AMD'] as const

const rate = (a_second: number): string => `${count(a_second)} items/s`

/** Inserts as durably as the store: one transaction per batch, rows of typical length. */
const insertRate = (folder: string, rows: number, each: number): number => {
  const database = new Database(join(folder, 'insert.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, content TEXT)')
  const insert = database.prepare('INSERT INTO items (content) VALUES (?)')
  const content = 'x'.repeat(600)
  const write = database.transaction(() => {
    for (let k = 0; k < each; k++) insert.run(content)
  })
  const from = performance.now()
  for (let k = 0; k < rows / each; k++) write()
  const seconds = (performance.now() - from) / 1000
  database.close()
  return rows / seconds
}

interface Measured {
  readonly single: LoadResult
  readonly batch: LoadResult
}

/** Sends load to each in turn, so that a slow moment of the machine affects all; the best of each counts. */
const measured = async (
  urls: Readonly<Record<string, string>>,
  seconds: number,
  repetitions: number,
): Promise<Map<string, Measured>> => {
  const random = new Random(1, 'benchmark/service')
  const [one] = items(random, 1)
  const many = { items: items(random, BATCH) }
  const best = new Map<string, Measured>()
  for (let turn = 0; turn <= repetitions; turn++)
    for (const [name, url] of Object.entries(urls)) {
      const single = await sendLoad(url, one ?? {}, { seconds }, CONNECTIONS)
      const batch = await sendLoad(url, many, { seconds }, CONNECTIONS)
      const before = turn === 0 ? undefined : best.get(name)
      best.set(name, {
        single: before && before.single.p99 < single.p99 ? before.single : single,
        batch: before && before.batch.rate > batch.rate ? before.batch : batch,
      })
    }
  return best
}

const createStream = async (url: string, algorithm: string): Promise<string> => {
  const response = await fetch(`${url}/v1/streams`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ classes: ['no', 'yes'], algorithm, budget: { total: 500 }, seed: 1 }),
  })
  const { id } = (await response.json()) as { id: string }
  return `${url}/v1/streams/${id}/items`
}

const linesOf = (best: Map<string, Measured>, insert: number): Line[] => {
  const empty = best.get('empty')
  if (!empty) return []
  const served = ALGORITHMS.flatMap((algorithm) => {
    const found = best.get(algorithm)
    if (!found) return []
    const stored = found.batch.rate * BATCH
    return [
      {
        measurement: `service, ${algorithm}, one item per request`,
        result: `${rate(found.single.rate)}, ${latency(found.single)}`,
        ratio: `${times(found.single.p99 / empty.single.p99)} the empty route’s p99`,
        target: 'below 10× its p99',
        slowness: { name: `${algorithm}, p99`, ratio: found.single.p99 / empty.single.p99 },
      },
      {
        measurement: `service, ${algorithm}, batches of ${BATCH}`,
        result: `${rate(stored)}, ${latency(found.batch)}`,
        ratio: `${times(stored / empty.single.rate)} the empty route’s items, one per request`,
        target: 'at least 0.5×',
        slowness: { name: `${algorithm}, batches`, ratio: empty.single.rate / stored },
      },
      {
        measurement: '',
        result: '',
        ratio: `${times(stored / (empty.batch.rate * BATCH))} the empty route’s items in the same batches; ${times(stored / insert)} INSERT alone`,
        target: '',
      },
    ]
  })
  return [
    {
      measurement: 'empty Fastify route, one item per request',
      result: `${rate(empty.single.rate)}, ${latency(empty.single)}`,
      ratio: '1',
      target: '',
    },
    {
      measurement: `empty Fastify route, batches of ${BATCH}`,
      result: `${rate(empty.batch.rate * BATCH)}, ${latency(empty.batch)}`,
      ratio: times((empty.batch.rate * BATCH) / empty.single.rate),
      target: '',
    },
    { measurement: `INSERT alone, ${BATCH} per transaction`, result: rate(insert), ratio: '', target: '' },
    ...served,
  ]
}

export const requests: Section = {
  name: 'requests',
  title: `The service over HTTP, SQLite, every write synced, ${CONNECTIONS} connections`,
  run: ({ quick }) =>
    withTempFolder(async (folder) => {
      const [empty, served] = [
        await startServerProcess('empty-route'),
        await startServerProcess('serve', [join(folder, 'service.sqlite')]),
      ]
      const urls: Record<string, string> = { empty: `${empty.url}/items` }
      for (const algorithm of ALGORITHMS) urls[algorithm] = await createStream(served.url, algorithm)
      const best = await measured(urls, quick ? 1 : 5, quick ? 1 : 3)
      const insert = insertRate(folder, quick ? 20_000 : 200_000, BATCH)
      await empty.stop()
      await served.stop()
      return linesOf(best, insert)
    }),
}
