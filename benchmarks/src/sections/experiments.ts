import { newGame, parseProtocol, runExperiment } from '@askance/bench'
import { type Parameters, Row } from '@askance/core'
import { createRounds, permutation } from '@askance/core/internals'
import { compareTimes } from '../compare-times.js'
import { denseFile } from '../files.js'
import { defaultStreams, type Rows } from '../streams.js'
import { type Line, percent, type Section, times } from './section.js'

const SEED = 5

interface Case {
  readonly algorithm: string
  readonly classes: number
  readonly parameters: Parameters
}

const cases: readonly Case[] = [
  { algorithm: 'D-AMD', classes: 2, parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 } },
  { algorithm: 'PAA-II', classes: 2, parameters: { smoothing: 0.05, aggressiveness: 1 } },
  { algorithm: 'MD-AMD', classes: 10, parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 } },
]

/** The bare learner: observes and learns the rows in the same order, without metrics. */
const bare = (
  { algorithm, classes, parameters }: Case,
  { table }: Rows,
  labels: Int32Array,
  order: Int32Array,
) => {
  const asker = createRounds({ algorithm, classes, parameters, seed: SEED })
  const row = new Row(table.index, table.value)
  for (let t = 0; t < order.length; t++)
    if (asker.observe(table.view(order[t], row)).asked) asker.learn(labels[order[t]])
  return asker.tally.asked
}

const engine = (one: Case, { table }: Rows, labels: Int32Array, order: Int32Array) => {
  const player = { algorithm: one.algorithm, unitRows: false, delay: 0 }
  const stage = { rows: table, labels, order }
  const classes = Array.from({ length: one.classes }, (_, k) => String(k))
  const facts = { name: '', items: 0, features: 0, entries: 0, classes, counts: [], digest: '', notes: [] }
  const game = newGame({ facts, positive: one.classes - 1 }, player, one.parameters, stage, SEED)
  game.pass.play(stage, 0, order.length)
  return game.metrics.values().asked
}

const overhead = async (one: Case, rows: Rows, repetitions: number): Promise<Line> => {
  const labels = one.classes === 2 ? rows.two : rows.ten
  const order = permutation(rows.table.length, SEED)
  const asked = [bare(one, rows, labels, order), engine(one, rows, labels, order)]
  if (asked[0] !== asked[1])
    throw new Error(`${one.algorithm}: the engine and the bare loop gave different results: ${asked}`)
  const result = await compareTimes(
    { engine: () => engine(one, rows, labels, order), bare: () => bare(one, rows, labels, order) },
    repetitions,
  )
  const nanoseconds = (seconds: number) => `${Math.round((1e9 * seconds) / order.length)} ns`
  return {
    measurement: `${one.algorithm}, ${rows.name}, permuted`,
    result: `${nanoseconds(result.engine.best)} (${percent(result.engine.spread)}) against ${nanoseconds(result.bare.best)} (${percent(result.bare.spread)}) bare`,
    ratio: times(result.engine.best / result.bare.best),
    target: 'at most 1.25×',
    slowness: {
      name: `${one.algorithm}, ${rows.name}`,
      ratio: result.engine.best / result.bare.best,
    },
  }
}

/** The same experiment with one and with two threads, including reading the file. */
const threads = async (quick: boolean): Promise<Line> => {
  const { path } = await denseFile(quick ? 0.02 : 0.05)
  const protocol = parseProtocol({
    sets: [{ name: 'dense', source: { file: path } }],
    algorithms: [{ name: 'D-AMD' }, { name: 'SOAL-diag' }],
    ratios: [0.1],
    runs: quick ? 4 : 20,
    curvePoints: 0,
    tuning: { method: 'halving', folds: 2 },
  })
  const with_ = (count: number) => () => runExperiment(protocol, { dataDir: '.', threads: count })
  const result = await compareTimes({ one: with_(1), two: with_(2) }, quick ? 1 : 3)
  return {
    measurement: 'an experiment with two threads',
    result: `${result.two.best.toFixed(1)} s (${percent(result.two.spread)}) against ${result.one.best.toFixed(1)} s (${percent(result.one.spread)}) with one`,
    ratio: times(result.one.best / result.two.best),
    target: 'at least 1.80×',
    slowness: { name: 'two threads', ratio: result.two.best / result.one.best },
  }
}

export const experiments: Section = {
  name: 'experiments',
  title: 'The experiment engine against the bare learner, and two threads against one',
  async run({ quick }) {
    const lines: Line[] = []
    for (const make of defaultStreams(quick ? 0.1 : 1)) {
      const rows = make()
      for (const one of cases) lines.push(await overhead(one, rows, quick ? 2 : 7))
    }
    return [...lines, await threads(quick)]
  },
}
