import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { folder, golden, printed } from './tools/askance.js'

/** A run of an independent implementation: columns margin, probability, prediction, asked, updated. */
interface Golden {
  readonly algorithm: string
  readonly parameters: Record<string, number>
  readonly kernel?: Record<string, string | number>
  readonly data: string
  readonly coins: string
  readonly classes: readonly number[]
  readonly asked: number
  readonly updated: number
  readonly mistakes: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly number[])[]
}

interface TraceLine {
  readonly t: number
  readonly predicted: number
  readonly margin: number
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
  readonly updated: boolean
  readonly label?: number
}

const kernelFlag = ({ type, ...settings }: Record<string, string | number>): string => {
  const values = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return values.length > 0 ? `${type}:${values.join(',')}` : `${type}`
}

const commandFor = (run: Golden, trace: string): string[] => [
  'run',
  golden(run.data),
  '--algorithm',
  run.algorithm,
  '--params',
  JSON.stringify(run.parameters),
  ...(run.kernel ? ['--kernel', kernelFlag(run.kernel)] : []),
  `--classes=${run.classes.join(',')}`,
  '--coins',
  golden(run.coins),
  '--trace',
  trace,
]

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))

const files = readdirSync(golden()).filter((name) => name.endsWith('.json'))

describe('golden runs replay from the command line', () => {
  test('there are files to replay', () => assert.ok(files.length >= 172))

  for (const file of files)
    test(file, async (t) => {
      const run: Golden = JSON.parse(readFileSync(golden(file), 'utf8'))
      const path = folder(t)('trace.jsonl')
      const result = JSON.parse(await printed(...commandFor(run, path), '--json', '--quiet'))
      const { asked, updated, mistakes } = run
      assert.deepEqual(
        { asked: result.asked, updated: result.updated, mistakes: result.mistakes },
        { asked, updated, mistakes },
      )
      const trace: TraceLine[] = readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.equal(trace.length, run.rows.length)
      const column = (name: string): number => run.columns.indexOf(name)
      for (const [k, line] of trace.entries()) {
        const at = (name: string): number => run.rows[k][column(name)]
        const where = `round ${line.t}`
        assert.equal(line.t, k + 1)
        assert.ok(
          isClose(line.margin, at('margin')),
          `${where}: margin ${line.margin}, expected ${at('margin')}`,
        )
        assert.ok(isClose(line.probability, at('probability')), `${where}: probability ${line.probability}`)
        // Rounding decides the sign of a score that is 0.
        if (Math.abs(line.margin) >= 1e-12) assert.equal(line.predicted, at('predicted'), where)
        assert.equal(line.asked, at('asked') === 1, where)
        assert.equal(line.updated, at('updated') === 1, where)
        assert.equal('label' in line, line.asked, where)
      }
    })
})
