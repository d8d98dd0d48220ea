/** Learns the file whose path is the argument and prints the most memory it ever took, and what the weights take. */
import { createAsker, Row } from '@askance/core'
import { openBytes, readLibsvm } from '@askance/data'

const path = process.argv[2] ?? ''
const asker = createAsker({ algorithm: 'D-AMD', classes: 2, parameters: { smoothing: 0.05 }, seed: 1 })
const row = new Row(new Int32Array(0), new Float64Array(0))
for await (const { rows, labels, names } of readLibsvm(openBytes(path))) {
  const positive = names.id('1')
  for (let i = 0; i < rows.length; i++)
    if (asker.observe(rows.view(i, row)).asked) asker.learn(row, labels[i] === positive ? 1 : 0)
}
const peak = 1024 * process.resourceUsage().maxRSS
const weights = 3 * 8 * asker.dimension
console.log(JSON.stringify({ peak, weights }))
