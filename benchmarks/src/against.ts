import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openSet, stageOf } from '@askance/bench'
import { Row, type RowTable } from '@askance/core'
import { count, createRounds, markdownRows } from '@askance/core/internals'
import { textLikeStream } from '@askance/data'
import { gather } from './streams.js'

const RATIO = 0.1
const SEED = 101

/** Of a build, what is compared. */
interface Build {
  readonly createRounds: typeof createRounds
}

interface Played {
  readonly name: string
  readonly rows: RowTable
  readonly labels: ArrayLike<number>
  readonly order: ArrayLike<number>
  readonly classes: number
}

/** Streams with the size and sparsity of census data and of newsgroups. */
const synthetic = (scale: number): Played[] =>
  [
    { name: 'census', rows: 32_000, dimension: 123, nonZeros: 14, classes: 2 },
    { name: 'news', rows: 19_000, dimension: 26_000, nonZeros: 85, classes: 10 },
  ].map(({ name, rows, classes, ...rest }) => {
    const { table, two, ten } = gather(name, textLikeStream({ ...rest, rows: rows * scale, seed: 1 }))
    const order = Int32Array.from({ length: table.length }, (_, i) => i)
    return { name, rows: table, labels: classes === 2 ? two : ten, order, classes }
  })

const known = async (name: string, folder: string): Promise<Played> => {
  const set = await openSet({ name, source: { data: name }, order: 'shuffled' }, folder, 1)
  return { ...stageOf(set, SEED), name, classes: set.facts.classes.length }
}

/** Plays a stream with `auto`; returns CPU seconds. `bits` receives all decisions and the state at the end. */
const play = (build: Build, { rows, labels, order, classes }: Played, bits?: Hash): number => {
  const parameters = { ratio: RATIO, horizon: order.length }
  const player = build.createRounds({ algorithm: 'auto', classes, parameters, seed: SEED })
  const row = new Row(rows.index, rows.value)
  const from = process.cpuUsage()
  for (let t = 0; t < order.length; t++) {
    const { predicted, probability, confidence, asked, scores } = player.observe(rows.view(order[t], row))
    if (bits) addBits(bits, { numbers: Float64Array.of(predicted, probability, confidence), scores })
    if (asked) player.learn(labels[order[t]])
  }
  const { user, system } = process.cpuUsage(from)
  if (bits) addBits(bits, player.save())
  return (user + system) / 1e6
}

const addBits = (hash: Hash, value: unknown): void => {
  if (ArrayBuffer.isView(value)) hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  else if (typeof value === 'object' && value !== null)
    for (const [name, own] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(name)
      addBits(hash, own)
    }
  else hash.update(String(value))
}

const bitsOf = (build: Build, stream: Played): string => {
  const hash = createHash('sha256')
  play(build, stream, hash)
  return hash.digest('hex')
}

/** Options of the comparison. */
export interface Against {
  /** The root of another checkout, which is built. */
  readonly path: string
  /** Names of data sets in a folder; without them, two synthetic streams. */
  readonly sets?: readonly string[] | undefined
  readonly folder: string
  readonly quick: boolean
}

/**
 * Compares `auto` in this build and in another one: CPU time, in turns within one process, and whether every decision and the saved
 * state are the same bits. Returns the table, and whether all bits are the same.
 */
export const against = async ({
  path,
  sets,
  folder,
  quick,
}: Against): Promise<{ table: string; isSame: boolean }> => {
  const file = resolve(join(path, 'packages/core/dist/src/internals.js'))
  if (!existsSync(file)) throw new Error(`${path} has no build. Run "npm run build" there.`)
  const other = (await import(pathToFileURL(file).href)) as Build
  const own: Build = { createRounds }
  const streams = sets
    ? await Promise.all(sets.map((name) => known(name, folder)))
    : synthetic(quick ? 0.1 : 1)
  let isSame = true
  const lines = streams.map((stream) => {
    process.stderr.write(`${stream.name} …\n`)
    const hasSameBits = bitsOf(other, stream) === bitsOf(own, stream)
    isSame &&= hasSameBits
    const pairs = Array.from({ length: quick ? 2 : 6 }, (_, turn) => {
      const first = turn % 2 === 0 ? play(other, stream) : 0
      const now = play(own, stream)
      return { before: first || play(other, stream), now }
    })
    const [before, now] = (['before', 'now'] as const).map((one) =>
      Math.min(...pairs.map((pair) => pair[one])),
    )
    const ratios = pairs.map((pair) => pair.before / pair.now).sort((a, b) => a - b)
    const rate = (seconds: number): string => count(stream.order.length / seconds)
    const range = `${ratios[0].toFixed(2)}–${ratios[ratios.length - 1].toFixed(2)}`
    return [
      stream.name,
      rate(before),
      rate(now),
      (before / now).toFixed(2),
      range,
      hasSameBits ? 'same' : 'different',
    ]
  })
  const titles = ['stream', 'rows/s there', 'rows/s here', 'ratio', 'range of ratios', 'bits']
  return {
    table: markdownRows(
      titles.map((title) => ({ title })),
      lines,
    ),
    isSame,
  }
}
