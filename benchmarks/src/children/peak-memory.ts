/** Learns the given file and prints the peak memory and the size of the weights. */
import { existsSync, readFileSync } from 'node:fs'
import { Row } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import { openBytes, readLibsvm } from '@askance/data'

const path = process.argv[2] ?? ''
const asker = createRounds({ algorithm: 'D-AMD', classes: 2, parameters: { smoothing: 0.05 }, seed: 1 })
const row = new Row(new Int32Array(0), new Float64Array(0))
for await (const { rows, labels, names } of readLibsvm(openBytes(path))) {
  const positive = names.id('1')
  for (let i = 0; i < rows.length; i++)
    if (asker.observe(rows.view(i, row)).asked) asker.learn(labels[i] === positive ? 1 : 0)
}
// On Linux maxRSS includes memory of the parent from before exec; VmHWM does not.
const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
const highest = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
const peak = 1024 * (highest === undefined ? process.resourceUsage().maxRSS : Number(highest))
const weights = 3 * 8 * asker.dimension
console.log(JSON.stringify({ peak, weights }))
