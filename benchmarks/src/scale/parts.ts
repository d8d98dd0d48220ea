import { type Random, RowTable, sparseRow } from '@askance/core'
import { ItemIds, NEW_PARTITION, type Replica, WideModel } from '@askance/core/internals'
import {
  assigned,
  decodePack,
  decodePage,
  decodeVersion,
  encodePack,
  encodePage,
  type Page,
  type VersionMessage,
} from '@askance/server/cluster'
import { type SentItem, sentItems } from './items.js'

/** Seconds of CPU for each item, of what a worker does with a pack, and for a version. */
export interface WorkerParts {
  readonly unpack: number
  readonly model: number
  readonly pack: number
  readonly version: number
}

/** The seconds of CPU of one call, after some that compile it. */
const secondsOf = (work: () => unknown, calls: number): number => {
  for (let k = 0; k < calls; k++) work()
  const before = process.cpuUsage()
  for (let k = 0; k < calls; k++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / calls
}

const packOf = (items: readonly SentItem[]): Uint8Array => {
  const rows = new RowTable()
  for (const { row } of items) {
    rows.push(sparseRow(row.index, row.value))
  }
  const contents = items.map((item) => JSON.stringify(item))
  return encodePack({ key: 'measured', ids: items.map(({ id }) => id), rows, contents })
}

/** Measures in this process what a worker does with packs of this size and the last version of a stream. */
export const workerParts = (
  version: VersionMessage,
  versionBytes: Uint8Array,
  lastPage: Page,
  packItems: number,
  random: Random,
  calls: number,
): WorkerParts => {
  const bytes = packOf(sentItems(random, 'part', packItems))
  const model = new WideModel(version)
  const itemIds = new ItemIds(version.config.seed)
  const pack = decodePack(bytes)
  const decide = () =>
    model.decide(0, NEW_PARTITION, { ...pack, itemIds, allowance: undefined, earlier: () => undefined })
  const { from, to, packs: _, ...rest } = lastPage
  const decided = decide()
  const page: Page = {
    ...rest,
    ...decided,
    from,
    to,
    packs: [[to, packItems]],
    asked: decided.asked.map((item) => ({ ...item, content: pack.contents?.[item.at] ?? '' })),
  }
  decodePage(encodePage(page))
  let replica: Replica | undefined
  const load = (): void => {
    replica = new WideModel(decodeVersion(versionBytes), replica).replica
  }
  return {
    unpack: secondsOf(() => decodePack(bytes), calls) / packItems,
    model: secondsOf(decide, calls) / packItems,
    pack: secondsOf(() => encodePage(page), calls) / packItems,
    version: secondsOf(load, calls),
  }
}

/** What a worker does every second to know the others: it reads their notes and computes the assignment of partitions, eight for each worker. */
export const beatOf = (note: string, calls: number): ((workers: number) => number) => {
  const known = new Map<number, number>()
  return (workers) => {
    const names = Array.from({ length: workers }, (_, k) => `worker ${k}`)
    const partitions = Math.min(256, 8 * workers)
    const seconds =
      known.get(workers) ??
      secondsOf(() => {
        for (const _ of names) JSON.parse(note)
        return assigned('measured', partitions, names)
      }, calls)
    known.set(workers, seconds)
    return seconds
  }
}
