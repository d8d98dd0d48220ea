import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runExperiment } from '../src/experiment/runtime.js'
import type { Progress } from '../src/jobs/job-runner.js'
import type { Protocol } from '../src/protocol/protocol.js'
import type { Results } from '../src/results/results.js'
import { repeatable, small } from './support/experiments.js'
import { coded, temporaryFolder } from './support/sets.js'

const protocolOf = (more: object = {}): Protocol =>
  small({
    algorithms: [
      { name: 'PAA-II', grid: { aggressiveness: [0.01, 0.1, 1, 10, 100] } },
      { name: 'D-AMD', grid: { stepSize: [0.1, 1], ridge: [0.01] } },
      { name: 'PA-I', grid: { aggressiveness: [0.1, 1] } },
    ],
    sets: [
      { name: 'numbers', source: { stream: 'gaussian', parameters: { rows: 100, dimension: 5 } } },
      { name: 'others', source: { stream: 'unit-circle', parameters: { rows: 100 } } },
    ],
    tuning: { method: 'halving', folds: 3 },
    ...more,
  })

interface Watched {
  readonly results: Results
  readonly reports: readonly Progress[]
}

const watched = async (protocol: Protocol, cache?: string, threads = 1): Promise<Watched> => {
  const reports: Progress[] = []
  const results = await runExperiment(protocol, {
    dataDir: 'no such folder',
    threads,
    ...(cache !== undefined && { cache }),
    progress: (progress) => reports.push(progress),
  })
  return { results, reports }
}

/** Stops the experiment once so much is done. */
const stoppedAt = async (
  protocol: Protocol,
  cache: string,
  share: number,
  threads: number,
): Promise<void> => {
  const controller = new AbortController()
  await assert.rejects(
    runExperiment(protocol, {
      dataDir: 'no such folder',
      cache,
      threads,
      signal: controller.signal,
      progress: ({ done, expected }) => {
        if (done >= share * expected) controller.abort()
      },
    }),
    coded('experiment/stopped'),
  )
}

describe('an experiment with a cache', () => {
  test('gives the same results after being stopped twice', async (t) => {
    const cache = join(temporaryFolder(t), 'cache.jsonl')
    const protocol = protocolOf()
    const straight = await watched(protocol)
    await stoppedAt(protocol, cache, 0.2, 2)
    await stoppedAt(protocol, cache, 0.6, 1)
    const { results, reports } = await watched(protocol, cache, 2)
    assert.deepEqual(repeatable(results), repeatable(straight.results))
    const { found, done, expected } = reports.at(-1)!
    assert.ok(found >= 0.4 * done && found < done, `${found} of ${done} found`)
    assert.equal(done, expected)
  })

  test('finds everything in the cache the second time, including times', async (t) => {
    const cache = join(temporaryFolder(t), 'cache.jsonl')
    const first = await watched(protocolOf(), cache, 2)
    const second = await watched(protocolOf(), cache)
    assert.deepEqual(second.results.cells, first.results.cells)
    const { done, found } = second.reports.at(-1)!
    assert.equal(found, done)
    assert.equal(first.reports.at(-1)!.found, 0)
  })

  test('computes only new work when extended', async (t) => {
    const cache = join(temporaryFolder(t), 'cache.jsonl')
    const first = await watched(protocolOf({ runs: 2 }), cache)
    const more = await watched(protocolOf({ runs: 5 }), cache)
    const fresh = more.reports.at(-1)!
    const cells = more.results.cells.filter(({ status }) => status === 'reached').length
    assert.equal(fresh.done - fresh.found, 3 * cells, 'three runs more of each cell')
    assert.equal(fresh.found, first.reports.at(-1)!.done)
    assert.deepEqual(
      more.results.cells.map(({ runs }) => runs.slice(0, 2)),
      first.results.cells.map(({ runs }) => runs),
    )
    const { algorithms } = protocolOf()
    const another = await watched(
      protocolOf({ runs: 5, algorithms: [{ name: 'RPE' }, ...algorithms] }),
      cache,
    )
    const last = another.reports.at(-1)!
    assert.equal(last.done - last.found, 2 * 2 * 5, 'the runs of the new algorithm')
  })

  test('progress rises, never passes what is expected, and ends there', async (t) => {
    const cache = join(temporaryFolder(t), 'cache.jsonl')
    for (const _ of [1, 2]) {
      const { reports } = await watched(protocolOf({ ratios: [0.01, 0.3] }), cache, 2)
      reports.forEach(({ done, expected, found, set }, k) => {
        assert.ok(done <= expected && found <= done)
        assert.ok(done >= (reports[k - 1]?.done ?? 0) && found >= (reports[k - 1]?.found ?? 0))
        assert.ok(['numbers', 'others'].includes(set))
      })
      assert.equal(reports.at(-1)!.done, reports.at(-1)!.expected)
    }
  })

  test('stops immediately if the signal is already aborted', async () => {
    const signal = AbortSignal.abort()
    const options = { dataDir: '.', threads: 1, signal }
    await assert.rejects(runExperiment(protocolOf(), options), coded('experiment/stopped'))
  })

  test('shares no results with another seed', async (t) => {
    const cache = join(temporaryFolder(t), 'cache.jsonl')
    await watched(protocolOf(), cache)
    const { reports } = await watched(protocolOf({ seed: 5_000_000 }), cache)
    assert.equal(reports.at(-1)!.found, 0)
  })
})
