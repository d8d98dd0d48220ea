// Does the service last? Plays many items with `auto`, many labellers and followers against a service that is killed again and again, while
// items are erased. Checks that nothing acknowledged is lost, that what was erased is gone from the disk, that memory is bounded and that the
// service is never silent for long. Writes docs/results/endurance.md.
//
//   npm run endurance -- [--minutes 30] [--items 300000] [--labellers 50] [--followers 20] [--seed 1] [--output FILE]
//   npm run endurance -- --nodes 3 [--minutes 5] [--kills 200] [--limit MINUTES] [--stops 3] [--rate 200] [--labellers 50]   several nodes over PostgreSQL
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { VERSION } from '@askance/core'
import { fixed, markdownRows, Random } from '@askance/core/internals'
import { formatted } from '../scripts/docs/markdown.mjs'
import { Acknowledged, Load, labelOf, STREAM, stream } from './endurance/load.mjs'
import { ServiceProcess } from './endurance/service.mjs'

const defaults = {
  minutes: '',
  items: '300000',
  labellers: '50',
  followers: '20',
  seed: '1',
  output: '',
  nodes: '',
  kills: '200',
  stops: '3',
  limit: '120',
  rate: '200',
}
const { values: flags } = parseArgs({
  options: Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value }]),
  ),
})
if (flags.nodes !== '') {
  const { runNodes } = await import('./endurance/nodes.mjs')
  process.exit((await runNodes({ ...flags, minutes: flags.minutes || '5' })) ? 0 : 1)
}
flags.minutes ||= '30'
const seconds = 60 * Number(flags.minutes)
const total = Number(flags.items)
/** One follower in four does not read. */
const idle = Math.floor(Number(flags.followers) / 4)
const BATCH = 50
const KILL_EVERY = 45_000
const ERASE_EVERY = 20_000
/** What the aims are: the 99th percentile of /healthz in milliseconds. */
const MOST_HEALTH = 100
const LONGEST = 30_000

const folder = mkdtempSync(join(tmpdir(), 'askance-endurance-'))
const service = new ServiceProcess(join(folder, 'endurance.sqlite'))
const prober = new Worker(new URL('./endurance/prober.mjs', import.meta.url), {
  workerData: { longest: LONGEST },
})
let finish
const state = {
  isOver: false,
  acknowledged: new Acknowledged(),
  over: new Promise((resolve) => {
    finish = resolve
  }),
}
const faults = []

const call = async (method, path, body, by) => {
  try {
    const response = await fetch(`${service.url}/v1/streams/${STREAM}${path}`, {
      method,
      headers: { 'x-askance-name': by, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return text === '' ? {} : JSON.parse(text)
    if (response.status === 500) faults.push(`${method} ${path}: ${text}`)
  } catch {
    // The service was killed.
  }
  return undefined
}

const startService = async () => {
  const began = performance.now()
  const url = await service.start()
  prober.postMessage({ type: 'service', url })
  return performance.now() - began
}

const random = new Random(Number(flags.seed), 'endurance/kills')
const restarts = []
const killing = async () => {
  for (;;) {
    await Promise.race([wait(KILL_EVERY * (0.5 + random.uniform())), state.over])
    if (state.isOver) return
    prober.postMessage({ type: 'service' })
    await service.kill()
    restarts.push(await startService())
  }
}

/** The memory of the service, every second; after a kill it begins again. */
const memory = []
const watching = setInterval(() => {
  try {
    memory.push(service.memory)
  } catch {
    // It is being started.
  }
}, 1000)

await startService()
const created = await fetch(`${service.url}/v1/streams`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(stream),
})
if (!created.ok) throw new Error(await created.text())

const load = new Load(call, Number(flags.seed), state)
let followed = 0
const sending = load.send(total, total / seconds, BATCH)
const work = [
  sending,
  load.erase(ERASE_EVERY),
  killing(),
  ...Array.from({ length: Number(flags.labellers) }, (_, k) => load.label(`labeller ${k}`, 2000)),
  ...Array.from({ length: Number(flags.followers) }, (_, k) =>
    load.follow(
      () => service.url,
      k >= idle,
      (bytes) => {
        followed += bytes
      },
    ),
  ),
]
const began = performance.now()
const reporting = setInterval(() => {
  const { answers, erased } = state.acknowledged
  const mib = Math.round((memory.at(-1) ?? 0) / 2 ** 20)
  console.error(
    `${fixed((performance.now() - began) / 60_000, 1)} min: ${load.sent} items, ${answers.size} answers, ${erased.size} erased, ${restarts.length} kills, ${mib} MiB`,
  )
}, 30_000)
await sending
state.isOver = true
finish()
await Promise.all(work)
clearInterval(watching)
clearInterval(reporting)
const minutes = (performance.now() - began) / 60_000

prober.postMessage({ type: 'report' })
const times = await new Promise((resolve) => prober.once('message', resolve))
await prober.terminate()
const sorted = Float64Array.from(times).sort()
const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]

/** The log, line by line. */
const events = (await (await fetch(`${service.url}/v1/streams/${STREAM}/log`)).text())
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
await service.stop()

const { items, answers, erased } = state.acknowledged
const observed = new Map(events.filter(({ type }) => type === 'observed').map((event) => [event.id, event]))
const answered = new Map(events.filter(({ type }) => type === 'answered').map(({ id, label }) => [id, label]))
const isKept = (id) => !erased.has(id)
const lostItems = [...items].filter((id) => isKept(id) && !observed.has(id))
const lostAnswers = [...answers].filter(([id, label]) => isKept(id) && answered.get(id) !== label)
const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
const left = [...erased.keys()].filter((id) => files.some((bytes) => bytes.includes(`secret${id}x`)))
const later = [...observed.values()].slice(-Math.floor(observed.size / 2))
const right = later.filter(({ id, predicted }) => predicted === labelOf(id)).length / later.length
rmSync(folder, { recursive: true })

const third = Math.floor(memory.length / 3)
const mib = (values) => `${Math.round(Math.max(...values) / 2 ** 20)} MiB`
const erasing = [...erased.values()].sort((a, b) => a - b)
const rows = [
  [
    'items sent, labellers, followers (of them not reading)',
    `${items.size}, ${flags.labellers}, ${flags.followers} (${idle})`,
  ],
  ['minutes', fixed(minutes, 1)],
  ['answers', String(answers.size)],
  ['accuracy of the second half', `${fixed(100 * right, 1)} %`],
  ['bytes read by followers', `${fixed(followed / 2 ** 20, 0)} MiB`],
  ['kills; longest restart', `${restarts.length}; ${fixed(Math.max(0, ...restarts) / 1000, 1)} s`],
  ['erased; slowest', `${erased.size}; ${fixed((erasing.at(-1) ?? 0) / 1000, 1)} s`],
  ['**acknowledged items lost**', String(lostItems.length)],
  ['**acknowledged answers lost**', String(lostAnswers.length)],
  ['**erased words left on the disk**', String(left.length)],
  ['**responses 500**', String(faults.length)],
  [
    'largest memory in the first, second and last third',
    [mib(memory.slice(0, third)), mib(memory.slice(third, 2 * third)), mib(memory.slice(2 * third))].join(
      ', ',
    ),
  ],
  [
    '`/healthz`: median, 99 %, longest',
    [0.5, 0.99, 1].map((share) => `${fixed(percentile(share), 0)} ms`).join(', '),
  ],
]
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
const text = formatted(
  'docs/results/endurance.md',
  `# Endurance

${new Date().toISOString().slice(0, 10)}, askance ${VERSION}, ${machine}. Written by \`npm run endurance -- --minutes ${flags.minutes} --items ${flags.items}\`.

One stream of texts with \`auto\` on an SQLite store. The service is killed without warning every ${KILL_EVERY / 1000} seconds or so, an item is
erased every ${ERASE_EVERY / 1000} seconds, and one follower in four never reads. Load and service share the machine. \`/healthz\` is asked ten
times a second while the service is up. The rows in bold must be 0.

${markdownRows([{ title: 'what' }, { title: 'found', align: 'right' }], rows)}
`,
)
const page = fileURLToPath(new URL('../docs/results/endurance.md', import.meta.url))
writeFileSync(flags.output || page, text)
console.log(text)
for (const fault of faults.slice(0, 5)) console.error(fault)
const isGood =
  lostItems.length + lostAnswers.length + left.length + faults.length === 0 && percentile(0.99) < MOST_HEALTH
process.exit(isGood ? 0 : 1)
