import { type Parameters, Row } from '@askance/core'
import { count, createRounds } from '@askance/core/internals'
import { textLikeStream } from '@askance/data'
import { compareTimes } from '../compare-times.js'
import { gather, type Rows } from '../streams.js'
import { type Line, percent, type Section, times } from './section.js'

const SEED = 5
const RATIO = 0.1
/** Each round is timed this often; the minimum removes the time taken by other processes. */
const PASSES = 3

interface Stage {
  readonly rows: Rows
  readonly classes: number
  readonly single: string
  readonly parameters: Parameters
  readonly target: string
}

/** Streams with the size and sparsity of census data and of newsgroups. */
const stages = (scale: number): readonly Stage[] => [
  {
    rows: gather('census', textLikeStream({ rows: 32_000 * scale, dimension: 123, nonZeros: 14, seed: 1 })),
    classes: 2,
    single: 'D-AMD',
    parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 },
    target: 'at least 50,000 rows/s',
  },
  {
    rows: gather('news', textLikeStream({ rows: 19_000 * scale, dimension: 26_000, nonZeros: 85, seed: 1 })),
    classes: 10,
    single: 'MD-AMD',
    parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 },
    target: 'at least 10,000 rows/s',
  },
]

/** Plays all rows; `note` receives the time of each round, including its answer. */
const play = (
  { rows, classes }: Stage,
  algorithm: string,
  parameters: Parameters,
  times?: Float64Array,
): void => {
  const { table, two, ten } = rows
  const labels = classes === 2 ? two : ten
  const asker = createRounds({ algorithm, classes, parameters, seed: SEED })
  const row = new Row(table.index, table.value)
  for (let t = 0; t < table.length; t++) {
    const begun = times ? performance.now() : 0
    if (asker.observe(table.view(t, row)).asked) asker.learn(labels[t])
    if (times) times[t] = Math.min(times[t], performance.now() - begun)
  }
}

/** The best time of each round, in milliseconds. */
const roundTimes = (stage: Stage, parameters: Parameters): Float64Array => {
  const shortest = new Float64Array(stage.rows.table.length).fill(Number.POSITIVE_INFINITY)
  for (let pass = 0; pass < PASSES; pass++) play(stage, 'auto', parameters, shortest)
  return shortest.sort()
}

const linesOf = async (stage: Stage, repetitions: number): Promise<readonly Line[]> => {
  const { rows, single, parameters, target } = stage
  const { length } = rows.table
  const own = { ratio: RATIO, horizon: length }
  const result = await compareTimes(
    { auto: () => play(stage, 'auto', own), single: () => play(stage, single, parameters) },
    repetitions,
  )
  const shortest = roundTimes(stage, own)
  const median = shortest[length >> 1]
  const longest = shortest[length - 1]
  const microseconds = (milliseconds: number): string => `${(1000 * milliseconds).toFixed(1)} µs`
  return [
    {
      measurement: `auto, ${rows.name}, 10 % asked, against ${single}`,
      result: `${count(length / result.auto.best)} rows/s (${percent(result.auto.spread)})`,
      ratio: times(result.auto.best / result.single.best),
      target,
      slowness: { name: rows.name, ratio: result.auto.best / result.single.best },
    },
    {
      measurement: `auto, ${rows.name}: the longest round against the median`,
      result: `${microseconds(longest)} against ${microseconds(median)}`,
      ratio: times(longest / median),
      target: 'at most 100×',
    },
  ]
}

export const selfTuning: Section = {
  name: 'auto',
  title: 'The self-tuning algorithm',
  async run({ quick }) {
    const lines: Line[] = []
    for (const stage of stages(quick ? 0.1 : 1)) lines.push(...(await linesOf(stage, quick ? 2 : 5)))
    return lines
  },
}
