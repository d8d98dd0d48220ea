// The lab engine in this process gives the numbers of the command.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Cell, parseProtocol, type Results, runExperiment } from '@askance/bench'
import type { Outcome, Point, RunEvent, RunSpec } from '../src/lab/engine/messages.js'
import { LabSession } from '../src/lab/engine/session.js'
import { labTable } from '../src/lab/engine/table.js'
import { toFileProblem } from '../src/parts/file/problem.js'
import { made } from './lab-data.js'

const command = fileURLToPath(new URL('../../../cli/bin/askance.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'askance-lab-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const opened = async (text: string, name = 'mails of ’24.csv.gz') => {
  const bytes = name.endsWith('.gz') ? gzipSync(text) : Buffer.from(text)
  const session = new LabSession('a test')
  return { session, bytes, facts: await session.open(new File([bytes], name), () => {}) }
}

const played = async (session: LabSession, spec: RunSpec) => {
  const events: RunEvent[] = []
  const outcome = await session.run(spec, (event) => events.push(event))
  return { events, outcome }
}

/** Cells without times and set name. */
const timeless = (cells: readonly Cell[]) =>
  cells.map(({ runs, set: _, ...cell }) => ({
    ...cell,
    runs: runs.map(({ values: { time: __, ...values }, curve, ...run }) => {
      const { seconds: ___, ...places } = curve ?? { seconds: [] }
      return { ...run, values, places }
    }),
  }))

const small: RunSpec = { algorithms: ['D-AMD', 'PAA-II'], ratios: [0.05, 0.1, 0.2], runs: 3, seed: 7 }

let comparison: ReturnType<typeof played> | undefined
/** A comparison of 200 items that several tests look at. */
const playedOnce = () => {
  comparison ??= opened(made(200)).then(({ session }) => played(session, { ...small, tuning: 'none' }))
  return comparison
}

describe('the engine of the Lab', () => {
  test('reports the file and the available algorithms', async () => {
    const { facts } = await opened(made(300))
    assert.equal(facts.items, 300)
    assert.equal(facts.classes.length, 2)
    assert.equal(
      facts.classes.reduce((sum, { count }) => sum + count, 0),
      300,
    )
    assert.equal(facts.metric, 'f1')
    const names = facts.algorithms.map(({ name }) => name)
    assert.ok(facts.defaults.every((name) => names.includes(name)))
    assert.ok(!names.includes('R-AMD') && !names.includes('MD-AMD'))
  })

  test('reports the position of an error in a file', async () => {
    const problem = await opened('1 1:1\n-1 2:x\n', 'bad.libsvm').catch(toFileProblem)
    assert.deepEqual(
      { ...problem, message: '' },
      { code: 'libsvm/value-malformed', message: '', file: 'bad.libsvm', line: 2, column: 6 },
    )
  })

  test('takes the label from the chosen column', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, k) => `${k % 3},q${k % 2},the bus ${k} is late,${k % 6 ? '' : 'x'}`,
    )
    const text = `level,queue,note,mark\n${rows.join('\n')}\n`
    const problem = await opened(text, 'tickets.csv').catch(toFileProblem)
    assert.deepEqual('columns' in problem && problem.columns, ['level', 'queue', 'note', 'mark'])
    assert.match('message' in problem ? problem.message : '', /has 60 items without a label/)
    const session = new LabSession('a test')
    const file = new File([text], 'tickets.csv')
    const facts = await session.open(file, () => {}, 'level')
    assert.deepEqual([facts.labelColumn, facts.classes.length, facts.notes], ['level', 3, []])
    const { outcome } = await played(session, {
      algorithms: ['auto'],
      ratios: [0.2],
      runs: 1,
      tuning: 'none',
    })
    assert.match(outcome.command, / --label-column level$/)
    const partly = await session.open(file, () => {}, 'mark').catch(toFileProblem)
    assert.match('message' in partly ? partly.message : '', /only the label x/)
    const some = await opened(`text,label\n${'late bus,a\nno seat,b\nnew item,\n'.repeat(4)}`, 'some.csv')
    assert.deepEqual(some.facts.notes, ['4 items without a label left out'])
  })

  test('gives exactly the numbers of the bench and of its command', async () => {
    const { session, bytes } = await opened(made(100))
    for (const tuning of ['none', 'quick'] as const) {
      const spec: RunSpec = {
        ...small,
        tuning,
        rows: 80,
        ...(tuning === 'quick' && { algorithms: ['PAA-II'], ratios: [0.1], runs: 1 }),
      }
      const { outcome } = await played(session, spec)
      const file = join(folder, 'mails of ’24.csv.gz')
      writeFileSync(file, bytes)
      const protocol = {
        ...outcome.results.protocol,
        sets: outcome.results.protocol.sets.map((set) => ({ ...set, source: { file } })),
      }
      const expected = await runExperiment(protocol, { dataDir: '.', threads: 1 })
      assert.deepEqual(timeless(outcome.results.cells), timeless(expected.cells))
      assert.deepEqual(outcome.results.sets, expected.sets)
      const line = outcome.command.replace(/^askance /, `exec "${process.execPath}" "${command}" `)
      const printed = execFileSync('bash', ['-c', `${line} --json --quiet --no-cache --threads 1`], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      const { cells, sets } = JSON.parse(printed) as Results
      assert.deepEqual(timeless(cells), timeless(expected.cells))
      assert.equal(sets[0]?.digest, expected.sets[0]?.digest)
    }
  })

  test('always includes the baselines', async () => {
    const { session } = await opened(made(120))
    for (const algorithms of [['auto'], ['D-AMD'], ['auto', 'PAA-II']]) {
      let planned: RunEvent | undefined
      await session.run({ ...small, algorithms, runs: 1, tuning: 'none' }, (event) => {
        planned ??= event
        session.stop()
      })
      assert.ok(planned?.kind === 'planned')
      const roles = planned.algorithms.map(({ role }) => role)
      assert.ok(roles.includes('random') && roles.includes('supervised'), algorithms.join())
    }
  })

  test('reports every point, ending with the results', async () => {
    const { events, outcome } = await playedOnce()
    const points = new Map<string, Point>()
    for (const event of events)
      if (event.kind === 'progress')
        for (const point of event.points) points.set(`${point.algorithm} ${point.ratio}`, point)
    assert.equal(points.size, outcome.results.cells.length)
    for (const { algorithm, ratio, runs, status, reached } of outcome.results.cells) {
      const point = points.get(`${algorithm} ${ratio}`)
      assert.equal(point?.runs, runs.length)
      assert.equal(point?.asked, reached)
      assert.equal(point?.mean === undefined, status === 'unattainable')
    }
    const last = events.at(-1)
    assert.ok(last?.kind === 'progress' && last.done === last.expected)
  })

  test('plays auto and random asking first, and tells what is known so far', async () => {
    const { session } = await opened(made(60))
    const spec: RunSpec = { ...small, algorithms: ['PAA-II', 'auto'], runs: 2, tuning: 'none' }
    const { events } = await played(session, spec)
    const seen = events.flatMap((event) => (event.kind === 'progress' ? event.points : []))
    const firsts = [...new Set(seen.map(({ algorithm, ratio }) => `${algorithm} ${ratio}`))]
    assert.deepEqual(firsts.slice(0, 7), [
      'auto 0.1',
      'random asking 0.1',
      'auto 0.05',
      'random asking 0.05',
      'auto 0.2',
      'random asking 0.2',
      'auto supervised 1',
    ])
    const tables = events.flatMap((event) => (event.kind === 'progress' && event.table) || [])
    assert.ok(tables.length > 0 && tables.every(({ rows }) => rows.length > 0))
    assert.equal(tables.at(-1)?.rows.length, 6)
  })

  test('reuses computed cells and resumes a stopped run', async () => {
    const { session } = await opened(made(200))
    const spec = { ...small, tuning: 'none' } as const
    let progressEvents = 0
    const stopped: Outcome = await session.run(spec, (event) => {
      if (event.kind === 'progress' && ++progressEvents === 1) session.stop()
    })
    assert.ok(stopped.stopped)
    assert.equal(stopped.table.rows.length, 4)
    const whole = await played(session, spec)
    assert.ok(!whole.outcome.stopped)
    const fresh = await playedOnce()
    assert.deepEqual(timeless(whole.outcome.results.cells), timeless(fresh.outcome.results.cells))
    const again = await played(session, spec)
    // Even the times match, so the results come from the cache.
    assert.deepEqual(again.outcome.results.cells, whole.outcome.results.cells)
  })

  test('rejects invalid requests', async () => {
    const { session } = await opened(made(60, 3), 'three.csv')
    const refusal = async (spec: RunSpec) =>
      played(session, spec).then(
        () => '',
        (cause) => toFileProblem(cause).code,
      )
    assert.equal(await refusal({ algorithms: ['D-AMD'] }), 'experiment/nothing')
    assert.equal(await refusal({ algorithms: [] }), 'experiment/nothing')
    assert.equal(await refusal({ algorithms: ['D-AMDX'] }), 'algorithm/unknown')
    assert.equal(await refusal({ algorithms: ['MD-AMD'], runs: 0 }), 'protocol/field')
    assert.equal(await refusal({ algorithms: ['MD-AMD'], ratios: [2] }), 'protocol/field')
  })
})

describe('the table of the Lab', () => {
  test('ranks, counts labels to the goal and compares neighbours', async () => {
    const { session } = await opened(made(300))
    const { outcome } = await played(session, { ...small, algorithms: ['PAA-II'], tuning: 'none' })
    const { rows, comparisons, goal, items, ratios } = outcome.table
    assert.equal(items, 300)
    assert.deepEqual(rows.map(({ role }) => role).sort(), ['compared', 'random', 'supervised'])
    assert.equal(rows.at(-1)?.role, 'supervised')
    const full = rows.at(-1)?.values[0]?.mean ?? 0
    assert.equal(goal, 0.99 * full)
    for (const { rank, values, seconds } of rows.slice(0, 2)) {
      assert.ok(rank !== undefined && rank >= 1 && rank <= 2)
      assert.equal(values.length, ratios.length)
      assert.ok((seconds ?? 0) > 0)
    }
    assert.equal(comparisons.length, ratios.length)
    assert.ok(
      comparisons.every(
        ({ first, p, low, high }) => first === rows[0]?.name && p >= 0 && p <= 1 && low <= high,
      ),
    )
    const { gains } = outcome.table
    assert.deepEqual(
      gains.map(({ ratio, first, runs }) => [ratio, first, runs]),
      ratios.map((ratio) => [ratio, 'PAA-II', 3]),
    )
    for (const { second, difference, won, runs } of gains) {
      assert.equal(rows.find(({ name }) => name === second)?.role, 'random')
      if (won === runs) assert.ok(difference > 0)
      if (won === 0) assert.ok(difference <= 0)
    }
    const easy = session.table(0.01).rows.find(({ role }) => role === 'compared')
    const asked = outcome.results.cells.find(
      ({ algorithm, ratio }) => algorithm === 'PAA-II' && ratio === 0.05,
    )?.reached
    assert.deepEqual(easy?.needed, {
      ratio: asked,
      labels: Math.ceil(300 * (asked ?? 0) - 1e-9),
      atMost: true,
    })
    assert.equal(session.table(2).rows[0]?.needed, undefined)
  })

  test('algorithms without values do not affect ranks', async () => {
    const { outcome } = await playedOnce()
    const cells = outcome.results.cells.filter(({ algorithm }) => algorithm !== 'D-AMD')
    const { rows } = labTable({ ...outcome.results, cells })
    const ranks = new Map(rows.map(({ name, rank }) => [name, rank]))
    assert.equal(ranks.get('D-AMD'), undefined)
    assert.equal((ranks.get('PAA-II') ?? 0) + (ranks.get('R-AMD') ?? 0), 3)
  })

  test('the random baseline has the same learner and counts the runs that both have', () => {
    const protocol = parseProtocol({
      sets: [{ name: 'numbers', source: { file: 'numbers.csv' } }],
      algorithms: [{ name: 'D-AMD' }, { name: 'auto × random' }, { name: 'R-AMD' }],
      ratios: [0.1],
      runs: 2,
      metric: 'f1',
    })
    const cell = (algorithm: string, f1: readonly (readonly [seed: number, value: number])[]): Cell => ({
      set: 'numbers',
      algorithm,
      ratio: 0.1,
      status: 'reached',
      reached: 0.1,
      parameters: {},
      tried: [],
      runs: f1.map(([seed, value]) => ({ seed, values: { f1: value } })),
    })
    const cells = [
      cell('D-AMD', [
        [1, 0.9],
        [2, 0.7],
      ]),
      cell('auto × random', [[1, 0.1]]),
      cell('R-AMD', [[2, 0.6]]),
    ]
    const { rows } = labTable({ protocol, cells, sets: [], missing: [] } as never)
    const random = new Map(rows.map((row) => [row.name, row.random]))
    assert.deepEqual(random.get('D-AMD'), { name: 'R-AMD', pairs: [{ own: 0.7, random: 0.6 }] })
    assert.equal(random.get('R-AMD'), undefined)
  })
})
