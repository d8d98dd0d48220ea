import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulated } from '../benchmarks/dist/scale/simulate.js'
import { coresTable } from '../benchmarks/dist/scale/table.js'

const costs = {
  worker: 1e-5,
  workerOfTwo: 1.25e-5,
  gateway: 5e-6,
  owner: 1e-6,
  nats: 1e-5,
  version: 0.1,
  beat: (workers) => workers / 100,
}

test('so many worker cores decide about what their costs allow', () => {
  const [one, four] = [simulated(costs, 1), simulated(costs, 4)]
  const rounded = (value) => Number(value.toPrecision(6))
  assert.deepEqual(Object.values(one).map(rounded), [1, 89000, 0.89, 0.89, 0.445, 0.089])
  // 4 cores, 86 % of their time, 12.5 µs an item.
  assert.deepEqual(Object.values(four).map(rounded), [4, 275200, 0.688, 2.752, 1.376, 0.2752])
})

test('workers that only keep up with each other decide about nothing', () => {
  assert.equal(simulated({ ...costs, beat: () => 1 }, 64).items, 0)
})

test('rows are marked whose owner needs more than two cores', () => {
  const rows = coresTable({ ...costs, owner: 1e-5 })
    .split('\n')
    .slice(2)
  const [first, last] = [rows.at(0), rows.at(-1)].map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(first.slice(1, -1), ['1', '89,000', '0.89', '0.9', '0.4', '0.89'])
  assert.deepEqual([last[1], last[6]], ['64 \\*', '13.31'])
})
