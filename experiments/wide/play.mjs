// One run of a wide stream in one process, over a wire in memory, with a clock of its own: gateways, workers, one owner, and kills.
import { Metrics, Random, RowTable } from '@askance/core'
import { ItemIds, WideModel } from '@askance/core/internals'
import {
  decodePage,
  decodeVersion,
  encodePack,
  JournalState,
  MemoryWire,
  Models,
  PartitionWorker,
  StreamOwner,
} from '@askance/server/cluster'

const STREAM = 'played'
/** Gateways pack the items of five milliseconds; between two of these moments nothing is exchanged. */
const TICK = 5
const ASKED = 1
const REPEATED = 4

/** Keeps every version, because a wire keeps only the last ones. */
class RecordingWire extends MemoryWire {
  versions = new Map()

  async append(place, bytes, follows) {
    const seq = await super.append(place, bytes, follows)
    if (place.kind === 'model') this.versions.set(seq, bytes)
    return seq
  }
}

/** A worker process: its partitions and its replica. Killing it forgets all of it. */
const newProcess = async (wire, partitions, now) => {
  const models = new Models(wire, STREAM)
  const workers = partitions.map(
    (partition) => new PartitionWorker({ wire, stream: STREAM, partition, models, now }),
  )
  for (const worker of workers) await worker.start()
  return { partitions, models, workers }
}

/**
 * Plays the items of a stage. `rate` is the number of items a second, `kills` the expected number of kills of a worker process or of the owner.
 * `delay` is the number of items until an answer arrives.
 */
export const playWide = async (
  stage,
  {
    budget,
    seed,
    workers = 8,
    algorithm = 'auto',
    rate = 1000,
    kills = 0,
    measure = 0.2,
    repeats = 0,
    check = false,
  },
) => {
  const { classes, order, rows, labels } = stage
  let time = 0
  const now = () => time
  const wire = new RecordingWire(now)
  const partitions = workers
  const random = new Random(seed, 'kills')
  const entries = []
  let epoch = 1
  const options = { algorithm, classes, budget, seed, measure }
  const newOwner = async () => {
    const state = new JournalState(options, partitions, entries, now)
    const owner = new StreamOwner({ wire, stream: STREAM, partitions, state, epoch, now })
    await owner.start()
    return { owner, state }
  }
  let owner = await newOwner()
  const processes = []
  for (let p = 0; p < partitions; p++) processes.push(await newProcess(wire, [p], now))
  const ids = new ItemIds(seed)
  const labelOf = new Map()
  const counts = { kills: 0, refused: 0, forbidden: 0 }
  const perTick = (rate * TICK) / 1000
  const killShare = kills / (order.length / perTick)
  let sent = 0
  const send = async (upTo) => {
    const packs = new Map()
    const put = (id, row) => {
      const p = ids.partition(id, partitions)
      const pack = packs.get(p) ?? { key: `${p} ${sent}`, ids: [], rows: new RowTable() }
      pack.ids.push(id)
      pack.rows.push(row)
      packs.set(p, pack)
    }
    for (; sent < upTo; sent++) {
      const i = order[sent]
      const id = `item ${sent}`
      labelOf.set(id, labels[i])
      put(id, rows.row(i))
      // A client that got no response sends the item again.
      if (random.uniform() < repeats) put(id, rows.row(i))
    }
    for (const [p, pack] of packs)
      await wire.append({ kind: 'in', stream: STREAM, partition: p }, encodePack(pack))
  }
  const work = async (one) => {
    await one.models.refresh()
    for (const worker of one.workers)
      try {
        while (await worker.step()) counts.pages = (counts.pages ?? 0) + 1
      } catch (error) {
        if (error.code !== 'wire/conflict') throw error
        counts.refused++
        await worker.start()
      }
  }
  const own = async () => {
    await owner.owner.step()
    for (const id of owner.state.opened.splice(0)) owner.state.answer(id, classes[labelOf.get(id)])
    await owner.owner.publishIfDue()
  }
  while (sent < order.length) {
    time += TICK
    await send(Math.min(order.length, Math.ceil((time / 1000) * rate)))
    for (let k = 0; k < processes.length; k++) {
      if (random.uniform() < killShare / processes.length) {
        counts.kills++
        // Half of the time the old process is not dead but slow, and both work on the partition.
        const old = processes[k]
        processes[k] = await newProcess(wire, old.partitions, now)
        if (random.uniform() < 0.5) await Promise.all([work(old), work(processes[k])])
      }
      await work(processes[k])
    }
    if (random.uniform() < killShare) {
      counts.kills++
      epoch++
      const old = owner
      owner = await newOwner()
      await old.owner.publish().catch(() => counts.refused++)
    }
    await own()
  }
  for (const one of processes) await work(one)
  await own()
  return resultOf(wire, partitions, owner.state, {
    classes,
    labelOf,
    check,
    counts,
    budget,
    items: order.length,
  })
}

/** What the pages say, and what is true. */
const resultOf = async (wire, partitions, owner, { classes, labelOf, check, counts, budget, items }) => {
  const truth = new Metrics(classes.length, classes.length - 1)
  const half = new Metrics(classes.length, classes.length - 1)
  const ids = new ItemIds(owner.wide.classifier.config.seed)
  const byNumber = new Map([...labelOf.keys()].map((id) => [ids.number(id), id]))
  const seen = new Set()
  let [asked, zeros, twice, wrongBits, recomputed, least] = [0, 0, 0, 0, 0, 1]
  const models = new Map()
  const modelOf = (version) => {
    if (!models.has(version)) {
      models.clear()
      models.set(version, new WideModel(decodeVersion(wire.versions.get(version))))
    }
    return models.get(version)
  }
  for (let p = 0; p < partitions; p++)
    for await (const { bytes } of wire.read({ kind: 'out', stream: STREAM, partition: p }, 0, false)) {
      const page = decodePage(bytes)
      let kept = 0
      page.flags.forEach((flag, at) => {
        if (flag & REPEATED) return
        const number = page.numbers[at]
        if (seen.has(number)) twice++
        seen.add(number)
        const id = byNumber.get(number)
        const label = labelOf.get(id)
        const isAsked = (flag & ASKED) > 0
        truth.add(page.predicted[at], label, isAsked, isAsked)
        if (Number(id.slice(5)) >= items / 2) half.add(page.predicted[at], label, isAsked, isAsked)
        const probability = page.probability[at]
        if (probability === 0) zeros++
        else least = Math.min(least, probability)
        const row = flag & 3 ? page.rows.row(kept++) : undefined
        if (!isAsked) return
        asked++
        if (!check) return
        recomputed++
        const again = modelOf(page.status.version).probability(row, page.terms)
        if (!Object.is(again, probability)) wrongBits++
      })
    }
  const { all } = owner.wide.classifier.quality()
  const cap = budget.total ?? Math.floor(budget.ratio * (budget.horizon ?? items) + 1e-9)
  const versions = [...wire.versions.values()]
  return {
    ...counts,
    items: seen.size,
    missing: labelOf.size - seen.size,
    twice,
    asked,
    cap,
    used: asked / cap,
    zeros: zeros / seen.size,
    recomputed,
    wrongBits,
    whole: truth.values(),
    half: half.values(),
    estimate: all.accuracy,
    versions: versions.length,
    bytes: versions.at(-1).length,
  }
}
