import { join } from 'node:path'
import { Random } from '@askance/core/internals'
import { withTempFolder } from '../service/folder.js'
import { items, labelOf } from '../service/items.js'
import { sendLoad, startServerProcess } from '../service/processes.js'
import { difference, roles, sumOf, type ThreadTimes } from '../service/thread-times.js'
import { type Line, type Options, type Section, times } from './section.js'

const CONNECTIONS = 10
const BATCH = 100
const EXAMPLES = 500

interface Kind {
  readonly name: string
  readonly algorithm: 'auto' | 'D-AMD'
  /** Whether the stream has learned examples before. */
  readonly isTaught?: true
  /** Whether the items have ids of their own, which the service looks up. */
  readonly hasIds?: true
}

const kinds: readonly Kind[] = [
  { name: 'D-AMD', algorithm: 'D-AMD' },
  { name: 'auto', algorithm: 'auto' },
  { name: `auto, ${EXAMPLES} examples`, algorithm: 'auto', isTaught: true },
  { name: `auto, ${EXAMPLES} examples, items with ids`, algorithm: 'auto', isTaught: true, hasIds: true },
]

/** Something that takes items over HTTP, and what an item has cost it at best, in microseconds by thread. */
interface Measured {
  readonly name: string
  readonly url: string
  readonly hasIds: boolean
  times(): ThreadTimes
  single?: ThreadTimes
  batch?: ThreadTimes
}

const post = async (url: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const createStream = async (url: string, { algorithm, isTaught }: Kind): Promise<string> => {
  const config = { classes: ['no', 'yes'], algorithm, budget: { total: 500 }, seed: 1 }
  const { id } = (await post(`${url}/v1/streams`, config)) as { id: string }
  const stream = `${url}/v1/streams/${id}`
  const examples = items(new Random(1, 'benchmark/examples'), EXAMPLES)
  if (isTaught)
    await post(`${stream}/examples`, { items: examples.map((item) => ({ ...item, label: labelOf(item) })) })
  return `${stream}/items`
}

/** The cost of one of the items that requests send, in microseconds. */
const cost = async (
  { url, hasIds, times }: Measured,
  batch: number,
  amount: number,
): Promise<ThreadTimes> => {
  const random = new Random(1, 'benchmark/costs')
  const sent = items(random, batch).map((item) => (hasIds ? { id: 'item-@', ...item } : item))
  const before = times()
  const { refused } = await sendLoad(url, batch === 1 ? sent[0] : { items: sent }, { amount }, CONNECTIONS)
  if (refused > 0) throw new Error(`${refused} requests were refused`)
  const spent = difference(times(), before)
  return Object.fromEntries(
    roles.map((role) => [role, (1000 * spent[role]) / (batch * amount)]),
  ) as unknown as ThreadTimes
}

const cheaper = (one: ThreadTimes | undefined, other: ThreadTimes): ThreadTimes =>
  one && sumOf(one) < sumOf(other) ? one : other

/** Sends load to each in turn, so that a slow moment of the machine affects all; the cheapest turn counts. */
const measureAll = async (all: readonly Measured[], { quick }: Options): Promise<void> => {
  for (let turn = 0; turn <= (quick ? 1 : 3); turn++)
    for (const one of all) {
      const single = await cost(one, 1, quick ? 500 : 1500)
      const batch = await cost(one, BATCH, quick ? 50 : 200)
      if (turn === 0) continue
      one.single = cheaper(one.single, single)
      one.batch = cheaper(one.batch, batch)
    }
}

const shown = (spent: ThreadTimes): string =>
  `${sumOf(spent).toFixed(1)} µs: ${roles.map((role) => `${role} ${spent[role].toFixed(1)}`).join(', ')}`

const linesFor = (
  { name, single, batch }: Measured,
  written: Measured | undefined,
  before?: Measured,
): Line[] =>
  (
    [
      ['one item per request', single, 'single'],
      [`batches of ${BATCH}`, batch, 'batch'],
    ] as const
  ).flatMap(([size, spent, key]) => {
    if (!spent) return []
    const earlier = before?.[key]
    const base = written?.[key]
    const ratios = [
      ...(base ? [`${times(sumOf(spent) / sumOf(base))} the route that writes a row`] : []),
      ...(earlier ? [`${times(sumOf(spent) / sumOf(earlier))} the other build`] : []),
    ]
    const target = written && (key === 'single' ? 'at most 2×' : 'at most 20 µs')
    return [
      {
        measurement: `${name}, ${size}`,
        result: shown(spent),
        ratio: ratios.join(', '),
        target: target ?? '',
        ...(base && { slowness: { name: `${name}, ${size}`, ratio: sumOf(spent) / sumOf(base) } }),
      },
    ]
  })

/** Starts everything that is measured, calls `work` and stops it. */
const withServers = async <Value>(
  folder: string,
  checkouts: readonly (string | undefined)[],
  work: (routes: readonly Measured[], services: readonly (readonly Measured[])[]) => Promise<Value>,
): Promise<Value> => {
  const [plain, row] = [
    await startServerProcess('empty-route', [], { threads: join(folder, 'plain') }),
    await startServerProcess('empty-route', [join(folder, 'row.sqlite')], { threads: join(folder, 'row') }),
  ]
  const served = []
  for (const [k, checkout] of checkouts.entries()) {
    const threads = join(folder, `service-${k}`)
    const options = { threads, ...(checkout !== undefined && { checkout }) }
    served.push(await startServerProcess('serve', [join(folder, `${k}.sqlite`)], options))
  }
  try {
    const services = await Promise.all(
      served.map(async ({ url, times }) => {
        const streams: Measured[] = []
        for (const kind of kinds)
          streams.push({
            name: `service, ${kind.name}`,
            url: await createStream(url, kind),
            hasIds: kind.hasIds ?? false,
            times,
          })
        return streams
      }),
    )
    const route = (name: string, { url, times }: typeof plain): Measured => ({
      name,
      url: `${url}/items`,
      hasIds: false,
      times,
    })
    return await work([route('empty Fastify route', plain), route('the same, writes one row', row)], services)
  } finally {
    for (const server of [plain, row, ...served]) await server.stop()
  }
}

/** The costs of the service in this build, and those of another build in the same turns. */
export const costLines = (options: Options, other?: string): Promise<readonly Line[]> =>
  withTempFolder((folder) =>
    withServers(
      folder,
      other === undefined ? [undefined] : [undefined, other],
      async (routes, [own = [], others = []]) => {
        const pairs = own.flatMap((one, k) => (others[k] ? [one, others[k]] : [one]))
        await measureAll([...routes, ...pairs], options)
        const [, written] = routes
        return [
          ...routes.flatMap((one) => linesFor(one, undefined)),
          ...own.flatMap((one, k) => linesFor(one, written, others[k])),
        ]
      },
    ),
  )

export const costs: Section = {
  name: 'costs',
  title: `CPU of an item in the service by thread, SQLite, every write synced, ${CONNECTIONS} connections`,
  run: (options) => costLines(options),
}
