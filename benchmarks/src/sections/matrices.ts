import { type Parameters, Row } from '@askance/core'
import { createMatrix, createRounds, count as grouped } from '@askance/core/internals'
import { gaussianStream } from '@askance/data'
import { compareTimes } from '../compare-times.js'
import { gather, type Rows } from '../streams.js'
import { type Line, percent, type Section, times } from './section.js'

/** Hides WebAssembly while it runs, so that matrices use the plain kernel. */
const withoutWebAssembly = <Result>(make: () => Result): Result => {
  const host = globalThis as { WebAssembly?: unknown }
  const hidden = host.WebAssembly
  host.WebAssembly = undefined
  try {
    return make()
  } finally {
    host.WebAssembly = hidden
  }
}

type Maker = <Result>(make: () => Result) => Result
const asIs: Maker = (make) => make()

const learnAll = (maker: Maker, algorithm: string, parameters: Parameters, { table, two }: Rows): void => {
  const asker = maker(() => createRounds({ algorithm, classes: 2, parameters, seed: 1 }))
  const row = new Row(table.index, table.value)
  for (let t = 0; t < table.length; t++) if (asker.observe(table.view(t, row)).asked) asker.learn(two[t])
}

/** Every round multiplies by a dense row and applies a rank-one update: the worst case of a full-matrix learner. */
const worstCase = (kind: 'fastest' | 'plain', dimension: number, { table }: Rows): void => {
  const matrix = createMatrix(kind)
  matrix.grow(dimension + 1, 1)
  const row = new Row(table.index, table.value)
  for (let t = 0; t < table.length; t++) {
    matrix.multiply(table.view(t, row))
    matrix.downdate(1e-6, 0)
  }
}

const algorithms: readonly [string, Parameters][] = [
  ['SOAL', { smoothing: 1e9 }],
  ['SOP', {}],
  ['LASEC', {}],
]

export const matrices: Section = {
  name: 'matrices',
  title: 'Full-matrix rounds: WebAssembly SIMD against plain TypeScript, bit-identical',
  async run({ quick }) {
    const lines: Line[] = []
    for (const dimension of [54, 300]) {
      const count = Math.round((dimension === 54 ? 100_000 : 6_000) * (quick ? 0.1 : 1))
      const rows = gather('dense', gaussianStream({ rows: count, dimension, seed: 1 }))
      const repetitions = quick ? 2 : 5
      const line = async (what: string, simd: () => void, plain: () => void): Promise<void> => {
        const result = await compareTimes({ simd, plain }, repetitions)
        const rate = (seconds: number) => `${grouped(count / seconds)} rounds/s`
        lines.push({
          measurement: `${what}, d = ${dimension}`,
          result: `${rate(result.simd.best)} (${percent(result.simd.spread)}) against ${rate(result.plain.best)} (${percent(result.plain.spread)}) plain`,
          ratio: times(result.plain.best / result.simd.best),
          target: dimension === 300 ? 'at least 4.00×' : '',
          slowness: { name: `${what}, d = ${dimension}`, ratio: result.simd.best / result.plain.best },
        })
      }
      await line(
        'worst case',
        () => worstCase('fastest', dimension, rows),
        () => worstCase('plain', dimension, rows),
      )
      for (const [algorithm, parameters] of algorithms)
        await line(
          algorithm,
          () => learnAll(asIs, algorithm, parameters, rows),
          () => learnAll(withoutWebAssembly, algorithm, parameters, rows),
        )
    }
    return lines
  },
}
