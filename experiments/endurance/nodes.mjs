// Do several nodes last? Plays items, labellers and followers against three nodes behind a load balancer, while nodes are killed at random, stopped and
// continued. Checks that nothing acknowledged is lost, nothing is stored twice, no budget is exceeded and only the owner of a stream writes to it. Writes
// docs/results/several-nodes.md.
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@askance/core'
import { fixed, markdownRows, Random } from '@askance/core/internals'
import { formatted } from '../../scripts/docs/markdown.mjs'
import { Cluster } from './cluster.mjs'
import { Acknowledged, Load, stream } from './load.mjs'

const STREAMS = 6
const BATCH = 5
const KILL_EVERY = 20_000
const STOP_MS = 10_000
const CREDIT = 20
/** The aim: a stream of a killed node takes pages again within this time. */
const MOST_TAKEOVER = 5000
/** A client that hears nothing for so long tries again. */
const REQUEST_MS = 10_000

/** One stream with its load, and when it last acknowledged items. */
class LoadedStream {
  id
  state
  load
  acknowledged = 0
  longest = 0
  #since
  #cluster
  #faults

  constructor(k, cluster, seed, over, faults) {
    this.id = `nodes-${k}`
    this.#cluster = cluster
    this.#faults = faults
    this.state = { isOver: false, acknowledged: new Acknowledged(), over }
    this.load = new Load((...given) => this.#call(...given), seed + k, this.state)
  }

  async #call(method, path, body, by) {
    const began = performance.now()
    if (path === '/items') this.#since ??= began
    try {
      const response = await fetch(`${this.#cluster.url}/v1/streams/${this.id}${path}`, {
        method,
        headers: { 'x-askance-name': by, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      const text = await response.text()
      if (response.status === 500) this.#faults.push(`${method} ${path}: ${text}`)
      if (!response.ok) return undefined
      if (path === '/items') {
        this.acknowledged = performance.now()
        this.longest = Math.max(this.longest, this.acknowledged - this.#since)
        this.#since = undefined
      }
      return text === '' ? {} : JSON.parse(text)
    } catch {
      // Its node was killed or stopped.
      return undefined
    }
  }
}

/** Runs the experiment with the flags of the command; resolves to whether all held. */
export const runNodes = async (flags) => {
  const random = new Random(Number(flags.seed), 'endurance/nodes')
  const names = Array.from({ length: Number(flags.nodes) }, (_, k) => `node-${k}`)
  const cluster = new Cluster()
  await cluster.start(names, ['--snapshot-every', '500', '--node-lease-seconds', '3'])
  let finish
  const over = new Promise((resolve) => {
    finish = resolve
  })
  const faults = []
  const streams = Array.from(
    { length: STREAMS },
    (_, k) => new LoadedStream(k, cluster, Number(flags.seed), over, faults),
  )
  for (const { id } of streams) {
    const created = await fetch(`${cluster.url}/v1/streams`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...stream, id, algorithm: 'PA-I' }),
    })
    if (!created.ok) throw new Error(await created.text())
  }
  const perSecond = Number(flags.rate) / STREAMS
  const labellers = Number(flags.labellers)
  const work = streams.flatMap(({ load }, k) => [
    load.send(Number.POSITIVE_INFINITY, perSecond, BATCH),
    ...Array.from({ length: Math.ceil((labellers - k) / STREAMS) }, (_, n) =>
      load.label(`labeller ${n * STREAMS + k}`, 1000),
    ),
  ])
  const began = performance.now()
  const minutes = () => (performance.now() - began) / 60_000
  const takeovers = []
  const restarts = []

  /** Waits until every stream that the node had, or every stream, takes items again; the longest time that took. */
  const takeover = async (owned, since) => {
    const waiting = streams.filter(({ id }) => !owned || owned.includes(id))
    while (waiting.some(({ acknowledged }) => acknowledged < since)) await wait(10)
    return waiting.map(({ acknowledged }) => acknowledged - since)
  }

  const killOne = async () => {
    const name = names[random.below(names.length)]
    const owned = await cluster.ownedBy(name)
    await cluster.kill(name)
    const since = performance.now()
    const recovered = takeover(owned, since)
    takeovers.push(...(await recovered))
    const begun = performance.now()
    await cluster.startNode(name)
    restarts.push(performance.now() - begun)
  }
  const report = (what) => {
    const answers = streams.reduce((sum, { state }) => sum + state.acknowledged.answers.size, 0)
    console.error(
      `${fixed(minutes(), 1)} min: ${what}, ${answers} answers, longest takeover ${fixed(Math.max(0, ...takeovers) / 1000, 1)} s`,
    )
  }

  let kills = 0
  for (; kills < Number(flags.kills) && minutes() < Number(flags.limit); kills++) {
    const due = performance.now() + KILL_EVERY
    await killOne()
    if ((kills + 1) % 10 === 0) report(`${kills + 1} kills`)
    // At first one kill every twenty seconds, for as long as asked; then as soon as all nodes are back.
    if (minutes() < Number(flags.minutes)) await wait(Math.max(0, due - performance.now()))
  }
  const stops = Number(flags.stops)
  for (let k = 0; k < stops; k++) {
    const node = cluster.nodes.get(names[k % names.length])
    node.signal('SIGSTOP')
    await wait(STOP_MS)
    node.signal('SIGCONT')
    await wait(STOP_MS / 2)
    report(`${k + 1} stops`)
  }
  await cluster.restartDatabase()
  const [back] = (await takeover(undefined, performance.now())).sort((a, b) => b - a)
  report('database restarted')
  for (const { state } of streams) state.isOver = true
  finish()
  await Promise.all(work)
  const lasted = minutes()
  const outcome = await check(cluster, streams)
  await cluster.stop()
  const { items, answers } = outcome
  const sorted = takeovers.sort((a, b) => a - b)
  const slowest = (share) =>
    fixed((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / 1000, 1)
  const late = sorted.filter((time) => time > MOST_TAKEOVER).length
  const rows = [
    ['nodes, streams, labellers', `${names.length}, ${STREAMS}, ${labellers}`],
    ['minutes; items per second', `${fixed(lasted, 1)}; ${fixed(items / lasted / 60, 0)}`],
    ['items; answers', `${items}; ${answers}`],
    ['kills (`kill -9` of a random node)', String(kills)],
    ['stops (`SIGSTOP`, 10 s, `SIGCONT`)', flags.stops],
    ['**acknowledged items lost**', String(outcome.lostItems)],
    ['**acknowledged answers lost**', String(outcome.lostAnswers)],
    ['**items or answers stored twice**', String(outcome.twice)],
    ['**gaps or overlaps in logs**', String(outcome.gaps)],
    ['**pages written by a node that does not own the stream**', String(outcome.foreign)],
    ['**moments with more questions than the budget allows**', String(outcome.over)],
    ['**responses 500**', String(faults.length)],
    ['streams taken over from killed nodes', String(sorted.length)],
    [
      'until such a stream takes items again: median, 99 %, longest',
      `${slowest(0.5)}, ${slowest(0.99)}, ${slowest(1)} s`,
    ],
    ['takeovers longer than 5 s', String(late)],
    [
      'longest wait for items to be acknowledged, with repetitions',
      `${fixed(Math.max(...streams.map(({ longest }) => longest)) / 1000, 1)} s`,
    ],
    ['until all streams take items again after a crash of the database', `${fixed(back / 1000, 1)} s`],
    ['longest restart of a node', `${fixed(Math.max(0, ...restarts) / 1000, 1)} s`],
  ]
  write(flags, rows)
  for (const fault of faults.slice(0, 5)) console.error(fault)
  const bad =
    outcome.lostItems + outcome.lostAnswers + outcome.twice + outcome.gaps + outcome.foreign + outcome.over
  return bad + faults.length === 0
}

/** Compares the logs with what was acknowledged. */
const check = async (cluster, streams) => {
  const found = { items: 0, answers: 0, lostItems: 0, lostAnswers: 0, twice: 0, over: 0 }
  for (const { id, state } of streams) {
    const text = await (await fetch(`${cluster.url}/v1/streams/${id}/log`)).text()
    const observed = new Set()
    const answered = new Map()
    let spent = 0
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const event = JSON.parse(line)
      if (event.type === 'observed') {
        if (observed.has(event.id)) found.twice++
        observed.add(event.id)
        if (event.asked) spent++
        if (spent > stream.budget.ratio * observed.size + CREDIT) found.over++
      }
      if (event.type === 'answered') {
        if (answered.has(event.id)) found.twice++
        answered.set(event.id, event.label)
      }
      if (['skipped', 'withdrawn', 'expired'].includes(event.type)) spent--
    }
    const { items, answers } = state.acknowledged
    found.items += items.size
    found.answers += answers.size
    found.lostItems += [...items].filter((one) => !observed.has(one)).length
    found.lostAnswers += [...answers].filter(([one, label]) => answered.get(one) !== label).length
  }
  const [{ gaps }] = await cluster.query(
    `SELECT count(*) AS gaps FROM (SELECT seq, lag(seq + count) OVER (PARTITION BY stream ORDER BY seq) AS expected
      FROM askance.log) AS pages WHERE seq <> COALESCE(expected, 1)`,
  )
  const [{ foreign }] = await cluster.query(
    `SELECT count(*) AS foreign FROM (SELECT writer, owner, epoch, lag(epoch) OVER (PARTITION BY stream ORDER BY seq) AS before
      FROM public.writers) AS pages WHERE writer <> owner OR epoch < COALESCE(before, epoch)`,
  )
  return { ...found, gaps: Number(gaps), foreign: Number(foreign) }
}

const write = (flags, rows) => {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, load average ${fixed(loadavg()[2], 1)}`
  const command = `npm run endurance -- --nodes ${flags.nodes} --minutes ${flags.minutes} --kills ${flags.kills} --limit ${flags.limit} --stops ${flags.stops} --rate ${flags.rate} --labellers ${flags.labellers}`
  const text = formatted(
    'docs/results/several-nodes.md',
    `# Several nodes: endurance

${new Date().toISOString().slice(0, 10)}, askance ${VERSION}, ${machine}. Written by \`${command}\`.

Nodes over one PostgreSQL, behind a plain TCP load balancer; labellers and programs send through it and repeat what is not acknowledged. A random node is
killed without warning every ${KILL_EVERY / 1000} seconds for the given minutes, then as soon as the last one is back; then nodes are stopped for
${STOP_MS / 1000} seconds and continued, and at last the database crashes. A trigger in the database notes which node wrote each page. The lease is 3 seconds. Load, nodes and database share the
machine. The rows in bold must be 0. See [several nodes](../several-nodes.md).

${markdownRows([{ title: 'what' }, { title: 'found', align: 'right' }], rows)}
`,
  )
  const page = fileURLToPath(new URL('../../docs/results/several-nodes.md', import.meta.url))
  writeFileSync(flags.output || page, text)
  console.log(text)
}
