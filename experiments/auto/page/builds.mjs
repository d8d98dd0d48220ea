// This build against an earlier one, on all sets.
import { mean, median, pairedT } from '@askance/bench'
import { count, listed, percent, points, table } from './tools.mjs'

const LEVEL = 0.05

const entryOf = ({ before, now }, ratio) => {
  const [was, is] = [before[ratio], now[ratio]]
  const difference = mean(is.values) - mean(was.values)
  const p = pairedT(is.values, was.values)?.p ?? 1
  const verdict = p >= LEVEL ? 'tie' : difference > 0 ? 'above' : 'below'
  return { was: mean(was.values), is: mean(is.values), difference, verdict, micros: [was.micros, is.micros] }
}

const summary = (sets, ratios) =>
  table(
    ['labels', 'before', 'now', 'mean difference', 'median', 'above', 'tie', 'below'],
    ratios.map((ratio) => {
      const entries = sets.map(([, set]) => entryOf(set, ratio))
      const of = (name) => entries.map((entry) => entry[name])
      const number = (verdict) => String(entries.filter((entry) => entry.verdict === verdict).length)
      return [
        `${percent(ratio, 0)} %`,
        percent(mean(of('was'))),
        percent(mean(of('is'))),
        points(mean(of('difference'))),
        points(median(of('difference'))),
        ...['above', 'tie', 'below'].map(number),
      ]
    }),
    1,
  )

/** The sets that are worse by the test, at each share of labels. */
const belowLines = (sets, ratios) =>
  ratios
    .map((ratio) => {
      const below = sets
        .map(([name, set]) => ({ name, ...entryOf(set, ratio) }))
        .filter(({ verdict }) => verdict === 'below')
        .map(({ name, difference }) => `${name} ${points(difference)}`)
      return `- At ${percent(ratio, 0)} %: ${below.length === 0 ? 'none' : listed(below)}`
    })
    .join('\n')

export const buildsSection = ({ builds }) => {
  const sets = Object.entries(builds?.sets ?? {}).filter(([, { before, now }]) => before && now)
  if (sets.length === 0) return ''
  const ratios = Object.keys(sets[0][1].now)
    .map(Number)
    .sort((one, other) => one - other)
  const rows = sets.map(([name, set]) => {
    const entries = ratios.map((ratio) => entryOf(set, ratio))
    const { micros } = entries.at(-1)
    return [
      name,
      set.measure === 'f1' ? 'F1' : 'accuracy',
      `${count(set.rows)} × ${set.runs}`,
      ...entries.flatMap(({ was, is, difference, verdict }) => [
        `${percent(was)} → ${percent(is)}`,
        `${points(difference)}${verdict === 'tie' ? '\\*' : ''}`,
      ]),
      micros.map((value) => value.toFixed(0)).join(' → '),
    ]
  })
  const heads = ratios.flatMap((ratio) => [`${percent(ratio, 0)} %`, 'difference'])
  return `In version 0.1, until ${builds.until}, the third member had 256 random Fourier features in place of the exact kernel, there were no topics, spending
did not depend on the number of classes, the stack was not cross-fitted, and there was no test of the order. Both versions are played on the same
permutations and coins: at most ${count(Math.max(...sets.map(([, { rows: n }]) => n)))} rows of ${sets.length} sets, ten permutations of the sets below 3,000 rows and five of the others; electricity, outdoor_objects and
usenet1 in their own order. The score is F1 of the positive class, or accuracy with several classes. **\\*** marks a tie: a paired t-test over the
permutations at 95 % cannot tell the two apart. The µs are CPU time for a row at the largest share of labels, on a busy machine: compare the two of a line only.
\`builds.mjs\` plays it.

${summary(sets, ratios)}

Above, tie, below: the number of sets that are better, equal or worse by that test. Worse are:

${belowLines(sets, ratios)}

${table(['set', 'score', 'rows × runs', ...heads, 'µs a row'], rows, 3)}
`
}
