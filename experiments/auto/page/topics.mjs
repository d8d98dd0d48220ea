// Topics against the same without them.
import { mean } from '@askance/bench'
import { count, listed, percent, points, table } from './tools.mjs'

const meanOf = (runs, kind, what = 'value') => mean(runs.map((run) => run[kind][what]))

export const topicsSection = ({ topics }) => {
  if (!topics) return ''
  const sets = Object.entries(topics.sets)
  const ratios = Object.keys(sets[0][1].ratios).sort((one, other) => one - other)
  const gain = (runs) => meanOf(runs, 'with') - meanOf(runs, 'without')
  const rows = sets.map(([name, { measure, rows: items, ratios: own }]) => [
    name,
    measure === 'f1' ? 'F1' : 'accuracy',
    count(items),
    ...ratios.flatMap((ratio) => [
      percent(meanOf(own[ratio], 'without')),
      percent(meanOf(own[ratio], 'with')),
      points(gain(own[ratio])),
    ]),
    `${meanOf(own[ratios.at(-1)], 'without', 'micros').toFixed(0)} → ${meanOf(own[ratios.at(-1)], 'with', 'micros').toFixed(0)}`,
  ])
  const gains = ratios.map((ratio) => points(mean(sets.map(([, { ratios: own }]) => gain(own[ratio])))))
  rows.push(['mean', '', '', ...gains.flatMap((own) => ['', '', own]), ''])
  const header = ratios.flatMap((ratio) => [`${percent(ratio)} % without`, 'with', 'difference'])
  const runs = listed(ratios.map((ratio) => `${topics.runs[ratio]} at ${percent(ratio, 0)} %`))
  return `The same permutations and coins with topics and without; runs of at most 6,000 rows each: ${runs}. Differences of one set below
1.5 points say little. The µs are CPU time for a row at the largest share, on a busy machine: compare the two of a line only.
\`topics.mjs\` plays it. The design was chosen on the first permutations of most of these sets, before; these are others.

${table(['set', 'score', 'rows', ...header, 'µs a row'], rows, 3)}
`
}
