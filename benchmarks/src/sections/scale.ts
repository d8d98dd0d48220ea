import { Random } from '@askance/core'
import { decodePage, type Page, type VersionMessage } from '@askance/server/cluster'
import { Cleanups } from '../scale/cleanups.js'
import { startNatsCluster, withoutNats } from '../scale/nats.js'
import { beatOf, type WorkerParts, workerParts } from '../scale/parts.js'
import { MeasuredStream, type RoundCosts } from '../scale/stream.js'
import { coresTable, rateText } from '../scale/table.js'
import { withTempFolder } from '../service/folder.js'
import { type Line, type Report, type Section, times } from './section.js'

const ANSWERS = 300
const MAX_OF_TWO = 1.1

interface Measured {
  readonly one: RoundCosts
  readonly two: RoundCosts
  readonly parts: WorkerParts
  readonly beat: (workers: number) => number
  readonly items: number
  readonly rounds: number
  readonly packItems: number
  readonly pageItems: number
  readonly versionBytes: number
}

/** The best round of each: other work on the machine only makes a round dearer. */
const best = (rounds: readonly RoundCosts[]): RoundCosts => {
  const of = (name: keyof RoundCosts): number => Math.min(...rounds.map((round) => round[name]))
  return {
    elapsed: of('elapsed'),
    worker: of('worker'),
    gateway: of('gateway'),
    owner: of('owner'),
    nats: of('nats'),
  }
}

/** How large packs and pages were, and the last page. */
const pagesOf = async (stream: MeasuredStream, after: number) => {
  let [items, pages, packs] = [0, 0, 0]
  let last: Page | undefined
  for await (const { bytes } of stream.wire.read(
    { kind: 'out', stream: stream.models.stream },
    after,
    false,
  )) {
    last = decodePage(bytes)
    items += last.flags.length
    packs += last.packs.length
    pages++
  }
  return { last: last as Page, packItems: items / packs, pageItems: items / pages }
}

/** One worker and two in turns, so that what changes with time is in both. */
const measure = async (folder: string, quick: boolean): Promise<Measured> => {
  const [batches, rounds] = quick ? [10, 1] : [60, 2]
  const cleanups = new Cleanups()
  try {
    const nats = await startNatsCluster()
    cleanups.add(() => nats.stop())
    const stream = await MeasuredStream.start(folder, nats.members, cleanups)
    await stream.send(batches)
    await stream.answer(ANSWERS)
    const after = await stream.wire.end('out')
    const alone: RoundCosts[] = []
    const both: RoundCosts[] = []
    for (const workers of quick ? [1, 2] : [1, 2, 1, 2, 1, 2]) {
      await stream.setWorkers(workers)
      // Compiles the code of a process that has just started.
      await stream.send(batches)
      for (let round = 0; round < rounds; round++)
        (workers === 1 ? alone : both).push(await stream.send(batches))
    }
    const { last, packItems, pageItems } = await pagesOf(stream, after)
    const message = await stream.wire.last({ kind: 'model', stream: stream.models.stream })
    const note = await stream.note()
    const { models } = stream
    await cleanups.run()
    const versionBytes = message?.bytes ?? new Uint8Array()
    const calls = quick ? 20 : 200
    const random = new Random(2, 'benchmark/scale')
    const version = models.version as VersionMessage
    return {
      one: best(alone),
      two: best(both),
      parts: workerParts(version, versionBytes, last, Math.round(packItems), random, calls),
      beat: beatOf(note, 20),
      items: 1000 * batches,
      rounds: both.length,
      packItems,
      pageItems,
      versionBytes: versionBytes.length,
    }
  } finally {
    await cleanups.run()
  }
}

const micro = (seconds: number): string => `${(1e6 * seconds).toFixed(2)} µs`

const linesOf = ({ one, two, parts, versionBytes, packItems, pageItems }: Measured): Line[] => {
  const { unpack, model, pack, version } = parts
  const line = (measurement: string, result: string, ratio = '', target = ''): Line => ({
    measurement,
    result,
    ratio,
    target,
  })
  const ratio = two.worker / one.worker
  const share = (part: number): string => `${Math.round((100 * part) / one.worker)} % of a worker`
  return [
    line('worker, alone', micro(one.worker)),
    line('— model, coin and probability', micro(model), share(model)),
    line('— unpack', micro(unpack), share(unpack)),
    line('— pack', micro(pack), share(pack)),
    line(
      '— publish and read',
      micro(one.worker - model - unpack - pack),
      share(one.worker - model - unpack - pack),
    ),
    {
      ...line(
        'worker, one of two',
        micro(two.worker),
        `${times(ratio)} one that is alone`,
        `at most ${MAX_OF_TWO}×`,
      ),
      slowness: { name: 'two workers', ratio },
    },
    line('gateway, without HTTP', micro(one.gateway)),
    line('owner, with its log', micro(one.owner)),
    line('three NATS servers together', micro(one.nats)),
    line(
      `a version of ${Math.round(versionBytes / 1000)} KB, for a worker`,
      `${(1000 * version).toFixed(2)} ms`,
    ),
    line(
      'items a second, with one worker, with two',
      [one, two].map(({ elapsed }) => rateText(1 / elapsed)).join(', '),
    ),
    line('items of a pack, of a page', `${Math.round(packItems)}, ${Math.round(pageItems)}`),
  ]
}

const tableOf = (measured: Measured): string => {
  const { one, two, parts, beat } = measured
  return coresTable({
    worker: one.worker,
    workerOfTwo: two.worker,
    gateway: one.gateway,
    owner: one.owner,
    nats: one.nats,
    version: parts.version,
    beat,
  })
}

const textOf = (measured: Measured): string =>
  `\`auto\` with 14 features, 16 partitions; CPU for each item, in the cheapest of ${measured.rounds} rounds of ${measured.items.toLocaleString('en-US')} items with one worker and as many with two, in turns.
The parts of a worker were measured alone, with packs of the same size; what is left is publishing and reading. The gateway parses and answers requests but has no
HTTP. The owner and the NATS servers have costs by the second too, which are in those of an item: at a higher rate an item costs less.

### On paper

Computed from these costs, with a version every second, eight partitions for each core up to 256, and what workers do every second to know each other. From two cores
on, a worker costs what one of two did, or what one alone did if that is more. Networks and disks are not counted.

Efficiency is items per second, divided by the number of cores times what one core would do with nothing else to do. The owner is one process with about two busy
threads. Rows marked \\* need more than that, so with these costs a stream does not reach them. The owner learns from at most 2,000 rows a second, so its cost per
item falls at higher rates; this was not measured.

${tableOf(measured)}`

/** What an item of a wide stream costs, and what so many worker cores would do. */
export const scale: Section = {
  name: 'wide-costs',
  title: 'Cost of an item of a wide stream',
  missing: withoutNats,
  async run({ quick }): Promise<Report> {
    const measured = await withTempFolder((folder) => measure(folder, quick))
    return { lines: linesOf(measured), text: textOf(measured) }
  },
}
