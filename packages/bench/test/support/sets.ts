import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { AskanceError, RowTable, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { openSet } from '../../src/experiment/runtime.js'
import { contentAddress } from '../../src/jobs/job.js'
import type { OpenSet } from '../../src/sets/set.js'
import { shared } from '../../src/sets/table.js'

/** A folder that is gone after the test. */
export const temporaryFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-bench-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file into the folder, and says where. */
export const fileIn = (folder: string, name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** For `assert.throws` and `assert.rejects`: an error of that code whose message has these words. */
export const coded =
  (code: string, ...words: readonly string[]) =>
  (error: unknown): boolean =>
    error instanceof AskanceError &&
    error.code === code &&
    words.every((word) => error.message.includes(word))

interface MadeOptions {
  readonly seed: number
  readonly rows: number
  readonly classes?: number
  readonly width?: number
  /** How far rows scatter around their class. */
  readonly spread?: number
  readonly shuffled?: boolean
}

/** Sparse rows around one point for each class, in no order: by feature and value, with the class of each. */
export const madeRows = ({ seed, rows, classes = 2, width = 12, spread = 1 }: MadeOptions) => {
  const random = new Random(seed, 'made')
  const points = Array.from({ length: classes }, () => Array.from({ length: width }, () => random.normal()))
  return Array.from({ length: rows }, () => {
    const label = random.below(classes)
    const entries = points[label].flatMap((centre, k): [number, number][] => {
      const value = centre + spread * random.normal()
      return random.uniform() < 0.6 ? [[k + 1, Number(value.toFixed(4))]] : []
    })
    return { label, entries }
  })
}

/** The same as a set in shared memory. */
export const madeSet = (options: MadeOptions): OpenSet => {
  const made = madeRows(options)
  const table = new RowTable()
  for (const { entries } of made)
    table.push(
      sparseRow(
        entries.map(([index]) => index),
        entries.map(([, value]) => value),
      ),
    )
  const { classes = 2, rows, width = 12 } = options
  const names = Array.from({ length: classes }, (_, c) => String(c))
  return {
    facts: {
      name: `made ${options.seed}`,
      items: rows,
      features: width,
      entries: table.entries,
      classes: names,
      counts: names.map((_, c) => made.filter(({ label }) => label === c).length),
      digest: contentAddress(options),
      notes: [],
    },
    positive: classes - 1,
    table: shared(
      table,
      Int32Array.from(made, ({ label }) => label),
    ),
    shuffled: options.shuffled ?? true,
  }
}

/** The same as a LIBSVM file. */
export const madeLibsvm = (options: MadeOptions): string =>
  madeRows(options)
    .map(({ label, entries }) =>
      [label, ...entries.map(([index, value]) => `${index}:${value}`)].join(' ').concat('\n'),
    )
    .join('')

/** A synthetic stream as a set. */
export const streamSet = (stream: string, parameters: Record<string, number>, seed = 1): Promise<OpenSet> =>
  openSet({ name: stream, source: { stream, parameters } }, '.', seed)
