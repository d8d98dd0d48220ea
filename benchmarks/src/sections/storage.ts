import { join } from 'node:path'
import { count, Random } from '@askance/core/internals'
import { createService, defaultSettings, openStore, type Service } from '@askance/server'
import Sqlite from 'better-sqlite3'
import { withTempFolder } from '../service/folder.js'
import { configOf, items } from '../service/items.js'
import { type Line, type Section, times } from './section.js'

const STREAM = 'storage'
const by = { by: 'sender' }
const settings = { ...defaultSettings, snapshotEvery: 1e9 }
/** About one item in a thousand is asked about. */
const RARELY = { ratio: 0.001 }

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz'

/** Texts of 300 characters, with words as frequent as in a language: the k-th in proportion to 1/k. */
const texts = (random: Random): (() => object) => {
  const word = (): string =>
    Array.from({ length: 2 + random.below(8) }, () => LETTERS[Math.floor(26 * random.uniform() ** 1.7)]).join(
      '',
    )
  const words = Array.from({ length: 20_000 }, word)
  return () => {
    let text = ''
    while (text.length < 300) text += `${words[Math.floor(words.length ** random.uniform()) - 1]} `
    return { text: text.slice(0, 300) }
  }
}

const INDEX = Array.from({ length: 57 }, (_, k) => k + 1)
const numbers = (random: Random) => (): object => ({
  row: { index: INDEX, value: INDEX.map(() => Number(random.normal().toFixed(3))) },
})

/** Bytes per item: of the store without an empty one, and of the tables of the log. */
const storedBytes = (path: string, empty: string, total: number) => {
  const sizeOf = (file: string): { store: number; log: number } => {
    const connection = new Sqlite(file)
    connection.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = (where: string): number =>
      connection.prepare(`SELECT coalesce(sum(pgsize), 0) FROM dbstat ${where}`).pluck().get() as number
    const sizes = { store: bytes(''), log: bytes("WHERE name IN ('log', 'sqlite_autoindex_log_1')") }
    connection.close()
    return sizes
  }
  const [filled, blank] = [sizeOf(path), sizeOf(empty)]
  return { store: (filled.store - blank.store) / total, log: (filled.log - blank.log) / total }
}

const sizeLine = (name: string, make: () => object, total: number, batch: number): Promise<Line> =>
  withTempFolder(async (folder) => {
    const [path, empty] = [join(folder, 'store.sqlite'), join(folder, 'empty.sqlite')]
    await (await openStore(empty)).close()
    const store = await openStore(path)
    const service = createService({ settings, store })
    await service.createStream(STREAM, configOf('auto', RARELY))
    let own = 0
    for (let sent = 0; sent < total; sent += batch) {
      const some = Array.from({ length: batch }, make)
      own += some.reduce((sum: number, item) => sum + JSON.stringify(item).length, 0)
      await service.run(STREAM, 'observe', { items: some as never }, by)
    }
    // Without a snapshot, whose size does not depend on the number of items.
    await store.close()
    await service.close().catch(() => undefined)
    const bytes = storedBytes(path, empty, total)
    return {
      measurement: `auto, ${name} (${Math.round(own / total)} bytes), ${batch} per request`,
      result: `${Math.round(bytes.store)} bytes per item, of which log ${Math.round(bytes.log)}`,
      ratio: `${times((bytes.store * total) / own)} the item`,
      target: 'at most 3×',
    }
  })

/** Milliseconds until the erasure is on disk, and until the stream then answers. */
const eraseTimes = async (service: Service, id: string): Promise<readonly [number, number]> => {
  const from = performance.now()
  await service.run(STREAM, 'erase', { ids: [id] }, by)
  const erased = performance.now()
  await service.run(STREAM, 'status', {}, by)
  return [erased - from, performance.now() - erased]
}

const eraseLines = (algorithm: string, total: number): Promise<readonly Line[]> =>
  withTempFolder(async (folder) => {
    const service = createService({
      settings: defaultSettings,
      store: await openStore(join(folder, 'erase.sqlite')),
    })
    const random = new Random(1, 'benchmark/storage')
    await service.createStream(STREAM, configOf(algorithm, RARELY))
    for (let sent = 0; sent < total; sent += 1000) {
      const some = items(random, 1000).map((item, k) => ({ id: `item ${sent + k}`, ...item }))
      await service.run(STREAM, 'observe', { items: some }, by)
    }
    const lines: Line[] = []
    for (const share of [0.95, 0.1]) {
      const [erased, ready] = await eraseTimes(service, `item ${Math.floor(share * total)}`)
      lines.push({
        measurement: `${algorithm}, erase one of ${count(total)} items, ${100 * share} % after the start`,
        result: `${erased.toFixed(0)} ms, then ready in ${ready.toFixed(0)} ms`,
        ratio: '',
        target: '',
      })
    }
    await service.close()
    return lines
  })

export const storage: Section = {
  name: 'storage',
  title: 'Bytes in the store for an item that was not asked about, and erasing',
  async run({ quick }) {
    const total = quick ? 1000 : 10_000
    const random = new Random(1, 'benchmark/storage')
    const lines: Line[] = []
    for (const batch of [100, 1]) {
      lines.push(await sizeLine('text of 300 characters', texts(random), total, batch))
      lines.push(await sizeLine('row of 57 numbers', numbers(random), total, batch))
    }
    for (const algorithm of ['auto', 'D-AMD'])
      lines.push(...(await eraseLines(algorithm, quick ? 10_000 : 100_000)))
    return lines
  },
}
