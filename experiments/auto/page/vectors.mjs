// Vectors against words and topics.
import { mean } from '@askance/bench'
import { count, percent, table } from './tools.mjs'

const meanOf = (runs, kind, what = 'value') => mean(runs.map((run) => run[kind][what]))

/** The largest loss against the better of two kinds, over all sets. */
const worst = (sets, ratio, kind, others) =>
  Math.min(
    ...sets.map(
      ([, { ratios: own }]) =>
        meanOf(own[ratio], kind) - Math.max(...others.map((other) => meanOf(own[ratio], other))),
    ),
  )

const signed = (share) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`

export const vectorsSection = ({ vectors }) => {
  if (!vectors) return ''
  const sets = Object.entries(vectors.sets)
  const ratios = Object.keys(vectors.runs).sort((one, other) => one - other)
  const kinds = Object.keys(sets[0][1].ratios[ratios[0]][0])
  const rows = sets.flatMap(([name, { measure, rows: items, ratios: own }]) =>
    ratios
      .filter((ratio) => own[ratio])
      .map((ratio) => [
        name,
        measure === 'f1' ? 'F1' : 'accuracy',
        `${percent(ratio)} %`,
        `${count(items)} × ${own[ratio].length}`,
        ...kinds.map((kind) => percent(meanOf(own[ratio], kind))),
        ['words', 'words and vector', 'all']
          .map((kind) => meanOf(own[ratio], kind, 'micros').toFixed(0))
          .join(' · '),
      ]),
  )
  const losses = ratios
    .map((ratio) => {
      const whole = sets.filter(([, { ratios: own }]) => own[ratio])
      const own = worst(whole, ratio, 'words and vector', ['words', 'vector'])
      const both = worst(whole, ratio, 'all', ['words and vector', 'words and topics'])
      return `at ${percent(ratio)} % labels, words and vector are at worst ${signed(own)} points from the better of the two alone, and all at worst ${signed(both)} from the better of words and vector and words and topics`
    })
    .join('; ')
  const { checks } = vectors
  const checked = checks
    ? `\nOther checks, on ag_news_test at 2 % labels with words and vector (four runs, ${percent(checks.plain)} %): multiplying all vectors by 1,024 gives ${percent(checks.scaled)} %; adding a constant
vector of twice their length ${percent(checks.constant)} %. If the classes are exchanged half-way, the last quarter has ${percent(checks.exchanged)} % right, with words alone ${percent(checks.exchangedWords)} %: younger ensembles see the vector too, but most of the questions were asked before the change.\n`
    : ''
  return `Averaged word vectors of 100 numbers (${vectors.vectors.replace('npm:', '')}) as the [vectors](embeddings.md) of texts, on the same permutations and coins. _Words_ are without topics, _all_ are
words, topics and the vector, which is what you get. Differences of one set below 1.5 points say little. In short: ${losses}. The µs are CPU time for a row with words, with
words and vector, and with all, on a busy machine. Embeddings of a sentence model are [above](#acceptance). \`vectors.mjs\` plays it.

${table(['set', 'score', 'labels', 'rows × runs', ...kinds, 'µs a row'], rows, 4)}
${checked}`
}
