import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowTable, sparseRow } from '@askance/core'
import { LabelNames } from '@askance/data'
import { inlineRuntime } from '../src/experiment/inline-runtime.js'
import { playProtocol } from '../src/experiment/play.js'
import { makeSet } from '../src/sets/make.js'
import { small, timeless } from './support/experiments.js'

/** The same rows, with features that lie so far apart. */
const spread = async (step: number) => {
  const rows = new RowTable()
  const labels = Int32Array.from({ length: 120 }, (_, k) => k % 2)
  for (const [k, label] of labels.entries())
    rows.push(
      sparseRow(
        [label, 2 + (k % 5), 7 + (k % 3)].map((feature) => feature * step + 1),
        [1, 0.5, -0.25 * k],
      ),
    )
  const data = { rows, labels, names: new LabelNames(['no', 'yes']) }
  return makeSet({ name: 'x', source: { file: 'x' } }, 1, async () => data)
}

test('renumbers sparse features for playing, and reports the original ones', async () => {
  const [close, wide] = [await spread(1), await spread(100_000)]
  assert.deepEqual(wide.table.index, close.table.index)
  assert.equal(wide.facts.features, close.facts.features)
  assert.notEqual(wide.facts.digest, close.facts.digest)
  const protocol = small({
    algorithms: [{ name: 'D-AMD' }, { name: 'SOAL' }, { name: 'auto' }],
    sets: [{ name: 'x', source: { file: 'x' } }],
  })
  const cellsOf = async (set: typeof close) =>
    timeless((await playProtocol(protocol, inlineRuntime(set, { machine: '', cache: new Map() }))).cells)
  assert.deepEqual(await cellsOf(wide), await cellsOf(close))
})
