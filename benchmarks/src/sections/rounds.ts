import { type Parameters, Row } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import { compareTimes } from '../compare-times.js'
import { fusedDAmd } from '../fused/d-amd.js'
import { fusedMdAmd } from '../fused/md-amd.js'
import type { Outcome } from '../fused/outcome.js'
import { fusedPaa2 } from '../fused/paa-ii.js'
import { fusedSoalDiag } from '../fused/soal-diag.js'
import { defaultStreams, type Rows } from '../streams.js'
import { type Line, percent, type Section, times } from './section.js'

const SEED = 5

interface Pair {
  readonly algorithm: string
  readonly classes: number
  readonly parameters: Parameters
  fused(rows: Rows): Outcome
}

const pairs: readonly Pair[] = [
  {
    algorithm: 'D-AMD',
    classes: 2,
    parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 },
    fused: (rows) => fusedDAmd(rows, 0.05, 0.1, 1, SEED),
  },
  {
    algorithm: 'PAA-II',
    classes: 2,
    parameters: { smoothing: 0.05, aggressiveness: 1 },
    fused: (rows) => fusedPaa2(rows, 0.05, 1, SEED),
  },
  {
    algorithm: 'SOAL-diag',
    classes: 2,
    parameters: { smoothing: 0.05, stepSize: 1, regularization: 1 },
    fused: (rows) => fusedSoalDiag(rows, 0.05, 1, 1, SEED),
  },
  {
    algorithm: 'MD-AMD',
    classes: 10,
    parameters: { smoothing: 0.05, stepSize: 0.1, ridge: 1 },
    fused: (rows) => fusedMdAmd(rows, 0.05, 0.1, 1, SEED),
  },
]

const composed = ({ algorithm, classes, parameters }: Pair, { table, two, ten }: Rows): Outcome => {
  const asker = createRounds({ algorithm, classes, parameters, seed: SEED })
  const labels = classes === 2 ? two : ten
  const row = new Row(table.index, table.value)
  let asked = 0
  let mistakes = 0
  for (let t = 0; t < table.length; t++) {
    const label = labels[t]
    const decision = asker.observe(table.view(t, row))
    if (decision.predicted !== label) mistakes++
    if (!decision.asked) continue
    asked++
    asker.learn(label)
  }
  return { asked, mistakes }
}

const compare = async (pair: Pair, rows: Rows, repetitions: number): Promise<Line> => {
  const outcomes = [composed(pair, rows), pair.fused(rows)]
  if (outcomes[0].asked !== outcomes[1].asked || outcomes[0].mistakes !== outcomes[1].mistakes)
    throw new Error(
      `${pair.algorithm}: composed and fused gave different results: ${JSON.stringify(outcomes)}`,
    )
  const result = await compareTimes(
    { composed: () => composed(pair, rows), fused: () => pair.fused(rows) },
    repetitions,
  )
  const nanoseconds = (seconds: number) => `${Math.round((1e9 * seconds) / rows.table.length)} ns`
  const share = `${((100 * outcomes[0].asked) / rows.table.length).toFixed(1)} % asked`
  return {
    measurement: `${pair.algorithm}, ${rows.name} (${share})`,
    result: `${nanoseconds(result.composed.best)} (${percent(result.composed.spread)}) against ${nanoseconds(result.fused.best)} (${percent(result.fused.spread)}) fused`,
    ratio: times(result.composed.best / result.fused.best),
    target: 'at most 1.30×',
    slowness: { name: `${pair.algorithm}, ${rows.name}`, ratio: result.composed.best / result.fused.best },
  }
}

export const rounds: Section = {
  name: 'rounds',
  title: 'One composed round (learner × rule × record) against a hand-fused loop',
  async run({ quick }) {
    const lines: Line[] = []
    for (const make of defaultStreams(quick ? 0.1 : 1)) {
      const rows = make()
      for (const pair of pairs) lines.push(await compare(pair, rows, quick ? 2 : 7))
    }
    return lines
  },
}
