// Without threads and files, as in a browser.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inlineRuntime } from '../src/experiment/inline-runtime.js'
import { playProtocol } from '../src/experiment/play.js'
import { openSet, runExperiment } from '../src/experiment/runtime.js'
import type { Job } from '../src/jobs/job.js'
import type { Progress } from '../src/jobs/job-runner.js'
import type { Cell } from '../src/results/results.js'
import { small, timeless } from './support/experiments.js'

const protocol = small({
  tuning: { method: 'halving', folds: 2 },
  algorithms: [{ name: 'PAA-I' }, { name: 'PA-I' }],
})
const set = await openSet(protocol.sets[0], '.', protocol.seed)

describe('a runtime without threads', () => {
  test('has the results of one with threads', async () => {
    const reports: Progress[] = []
    const cells = new Map<string, Cell>()
    const runtime = inlineRuntime(set, {
      machine: 'here',
      cache: new Map(),
      progress: (progress) => reports.push(progress),
    })
    const results = await playProtocol(protocol, runtime, (cell) =>
      cells.set(`${cell.algorithm} ${cell.ratio}`, cell),
    )
    const expected = await runExperiment(protocol, { dataDir: '.', threads: 2 })
    assert.deepEqual(timeless(results.cells), timeless(expected.cells))
    assert.deepEqual(results.sets, expected.sets)
    assert.equal(results.made.machine, 'here')
    assert.deepEqual(
      [...cells.values()].map(({ runs }) => runs.length),
      results.cells.map(({ runs }) => runs.length),
    )
    assert.equal(reports.at(-1)?.done, reports.at(-1)?.expected)
  })

  test('does first what is to come first, and nothing twice', async () => {
    const cache = new Map<string, unknown>()
    const done: string[] = []
    const played = (jobs: (job: Job) => number) =>
      playProtocol(protocol, inlineRuntime(set, { machine: '', cache, order: jobs }), ({ algorithm, runs }) =>
        done.push(`${algorithm} ${runs.length}`),
      )
    await played(
      (job) => (job.kind === 'run' ? job.options.seed : 0) * 2 + Number(job.player.algorithm === 'PAA-I'),
    )
    // PA-I has one cell, PAA-I has two.
    const round = (runs: number) => [`PA-I ${runs}`, `PAA-I ${runs}`, `PAA-I ${runs}`]
    assert.deepEqual(done, [...round(1), ...round(2), ...round(3)])
    const computed = cache.size
    await played(() => 0)
    assert.equal(cache.size, computed)
  })

  test('is stopped between two jobs, and goes on from there', async () => {
    const cache = new Map<string, unknown>()
    const control = new AbortController()
    const options = { machine: '', cache, signal: control.signal, progress: () => control.abort() }
    await assert.rejects(playProtocol(protocol, inlineRuntime(set, options)), { code: 'experiment/stopped' })
    assert.equal(cache.size, 1)
    await assert.rejects(playProtocol(protocol, inlineRuntime(set, options)), { code: 'experiment/stopped' })
    const found: number[] = []
    await playProtocol(
      protocol,
      inlineRuntime(set, { machine: '', cache, progress: (reports) => found.push(reports.found) }),
    )
    assert.ok((found.at(-1) ?? 0) > 0)
  })

  test('reports a failed job like the worker pool', async () => {
    const runtime = inlineRuntime(
      { ...set, facts: { ...set.facts, classes: [] } },
      { machine: '', cache: new Map() },
    )
    await assert.rejects(playProtocol(protocol, runtime), { code: 'work/failed' })
  })
})
