import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ClassifierOptions, denseRow, Random, RowTable } from '@askance/core'
import { hasCode, ItemIds, WideModel } from '@askance/core/internals'
import { type JournalEntry, JournalState } from '../src/cluster/journal.js'
import { MemoryWire } from '../src/cluster/memory-wire.js'
import { decodePage, decodeVersion, encodePack, encodeVersion, type Page } from '../src/cluster/messages.js'
import { Models } from '../src/cluster/models.js'
import { StreamOwner } from '../src/cluster/owner.js'
import { PartitionWorker } from '../src/cluster/worker.js'

const STREAM = 'wide'
const PARTITIONS = 3

/** Keeps every version. */
class RecordingWire extends MemoryWire {
  readonly versions = new Map<number, Uint8Array>()

  override async append(...args: Parameters<MemoryWire['append']>): Promise<number> {
    const seq = await super.append(...args)
    if (args[0].kind === 'model') this.versions.set(seq, args[1])
    return seq
  }
}

interface Owned {
  readonly owner: StreamOwner
  readonly state: JournalState
}

/** A wide stream in one process, with a clock of its own. */
const newStream = (options: ClassifierOptions) => {
  const clock = { time: 0 }
  const now = (): number => clock.time
  const wire = new RecordingWire(now)
  const entries: JournalEntry[] = []
  let epoch = 0
  const newOwner = async (): Promise<Owned> => {
    const state = new JournalState(options, PARTITIONS, entries, now)
    const rest = { wire, stream: STREAM, partitions: PARTITIONS, now }
    const owner = new StreamOwner({ ...rest, state, epoch: ++epoch })
    await owner.start()
    return { owner, state }
  }
  const newWorker = async (partition: number): Promise<PartitionWorker> => {
    const models = new Models(wire, STREAM)
    const worker = new PartitionWorker({ wire, stream: STREAM, partition, models, now, pageItems: 20 })
    await worker.start()
    await models.refresh()
    return worker
  }
  const ids = new ItemIds(options.seed ?? 0)
  const send = async (
    items: readonly (readonly [id: string, values: readonly number[]])[],
  ): Promise<void> => {
    for (let p = 0; p < PARTITIONS; p++) {
      const own = items.filter(([id]) => ids.partition(id, PARTITIONS) === p)
      const rows = new RowTable()
      for (const [, values] of own) rows.push(denseRow(values))
      const pack = { key: `${clock.time} ${p}`, ids: own.map(([id]) => id), rows }
      if (own.length > 0) await wire.append({ kind: 'in', stream: STREAM, partition: p }, encodePack(pack))
    }
  }
  const pages = async (): Promise<Page[]> => {
    const all: Page[] = []
    for (let partition = 0; partition < PARTITIONS; partition++)
      for await (const { bytes } of wire.read({ kind: 'out', stream: STREAM, partition }, 0, false))
        all.push(decodePage(bytes))
    return all
  }
  return { clock, wire, entries, newOwner, newWorker, send, pages }
}

const drawn = (random: Random): readonly number[] => [random.normal(), random.normal(), random.normal()]

const answered = async ({ owner, state }: Owned, labelOf: (id: string) => string): Promise<void> => {
  await owner.step()
  for (const id of state.opened.splice(0)) state.answer(id, labelOf(id))
  await owner.publishIfDue()
}

describe('a wide stream', () => {
  for (const [algorithm, budget] of [
    ['auto', { total: 40, horizon: 400 }],
    ['D-AMD', { ratio: 0.1 }],
    ['D-AMD', { total: 40, horizon: 400, perHour: 100_000 }],
  ] as const)
    test(`decides each item once and keeps its budget while workers and owners die: ${algorithm}, ${JSON.stringify(budget)}`, async () => {
      const random = new Random(3, `test/cluster/${algorithm}`)
      const options = { classes: ['a', 'b'], algorithm, budget, seed: 5 }
      const { clock, wire, newOwner, newWorker, send, pages } = newStream(options)
      const values = new Map<string, readonly number[]>()
      const labelOf = (id: string): string => ((values.get(id)?.[0] ?? 0) > 0 ? 'b' : 'a')
      let owner = await newOwner()
      const workers = [await newWorker(0), await newWorker(1), await newWorker(2)]
      let refused = 0
      const step = async (worker: PartitionWorker): Promise<void> => {
        try {
          while (await worker.step());
        } catch (error) {
          assert.ok(hasCode(error, 'wire/conflict'))
          refused++
        }
      }
      for (let tick = 0; tick < 40; tick++) {
        clock.time += 50
        const items = Array.from({ length: 10 }, (_, k) => [`${tick} ${k}`, drawn(random)] as const)
        for (const [id, row] of items) values.set(id, row)
        // Some clients send an item again.
        await send([...items, ...items.slice(0, 2)])
        for (const [p, old] of workers.entries()) {
          if (random.uniform() < 0.1) {
            const next = await newWorker(p)
            workers[p] = next
            // The old one was only slow: both work on the partition, and one of them is refused.
            await Promise.all([step(old), step(next)])
          }
          workers[p] = random.uniform() < 0.7 ? (workers[p] as PartitionWorker) : await newWorker(p)
          await step(workers[p] as PartitionWorker)
        }
        await answered(owner, labelOf)
        if (random.uniform() < 0.1) {
          const zombie = owner
          owner = await newOwner()
          await assert.rejects(zombie.owner.publish(), (error) => hasCode(error, 'wire/conflict'))
        }
      }
      for (let p = 0; p < PARTITIONS; p++) await step(await newWorker(p))
      await answered(owner, labelOf)
      const decided = new Set<number>()
      let asked = 0
      let duplicates = 0
      for (const page of await pages()) {
        const model = new WideModel(decodeVersion(wire.versions.get(page.status.version) as Uint8Array))
        let kept = 0
        let questions = 0
        page.flags.forEach((flag, at) => {
          if (flag & 4) {
            duplicates++
            return
          }
          assert.ok(!decided.has(page.numbers[at] as number))
          decided.add(page.numbers[at] as number)
          const row = flag & 3 ? page.rows.row(kept++) : undefined
          if (!(flag & 1) || !row) return
          asked++
          const item = page.asked[questions++]
          assert.ok(item && item.coin < (page.probability[at] as number))
          assert.equal(model.probability(row, page.terms), page.probability[at])
        })
      }
      assert.equal(decided.size, 400)
      assert.ok(duplicates >= 80)
      assert.ok(refused > 0)
      const most = 'ratio' in budget ? 0.1 * 400 + 24 : budget.total
      assert.ok(asked <= most && asked >= 0.75 * most, `${asked} of ${most}`)
      const { items, spent, answers } = owner.state.wide.classifier.counts
      assert.deepEqual({ items, spent, answers }, { items: 400, spent: asked, answers: asked })
    })

  for (const budget of [{ ratio: 0.5 }, { perHour: 3600, burst: 9 }])
    test(`has the same version after its owner was rebuilt from its journal: ${JSON.stringify(budget)}`, async () => {
      const random = new Random(8, 'test/cluster/rebuilt')
      const { clock, newOwner, newWorker, send } = newStream({ classes: ['a', 'b'], budget, seed: 1 })
      const owner = await newOwner()
      assert.throws(() => owner.state.answer('nobody asked', 'a'), { code: 'question/unknown' })
      for (let tick = 0; tick < 6; tick++) {
        clock.time += 200
        await send(Array.from({ length: 30 }, (_, k) => [`${tick} ${k}`, drawn(random)] as const))
        for (let p = 0; p < PARTITIONS; p++) {
          const worker = await newWorker(p)
          while (await worker.step());
        }
        await answered(owner, (id) => (id.length % 2 ? 'a' : 'b'))
      }
      const rebuilt = await newOwner()
      const versionOf = ({ state }: Owned): Uint8Array => encodeVersion(state.wide.version(1, 1, 1e7))
      assert.equal(Buffer.compare(versionOf(rebuilt), versionOf(owner)), 0)
    })
})
