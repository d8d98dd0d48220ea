/** Runs a million rounds of the given algorithm and prints the heap growth in bytes per round. */
import { Metrics, Row } from '@askance/core'
import { createRounds, findAlgorithm } from '@askance/core/internals'
import { gaussianStream } from '@askance/data'
import { gather } from '../streams.js'

const ROUNDS = 1_000_000
const collect = (globalThis as { gc?: () => void }).gc ?? (() => {})
const algorithm = process.argv[2] ?? 'D-AMD'
const classes = findAlgorithm(algorithm).task === 'multiclass' ? 10 : 2
const { table, two, ten } = gather('dense', gaussianStream({ rows: 2000, dimension: 30, seed: 1 }))
const labels = classes === 2 ? two : ten
const asker = createRounds({ algorithm, classes, seed: 1 })
const metrics = new Metrics(classes, 1)
const row = new Row(table.index, table.value)

const play = (rounds: number): void => {
  for (let t = 0; t < rounds; t++) {
    const label = labels[t % table.length]
    const { predicted, asked } = asker.observe(table.view(t % table.length, row))
    const updated = asked && asker.learn(label)
    metrics.add(predicted, label, asked, updated)
  }
}

play(ROUNDS / 2)
collect()
const before = process.memoryUsage().heapUsed
play(ROUNDS)
collect()
console.log(((process.memoryUsage().heapUsed - before) / ROUNDS).toFixed(3))
