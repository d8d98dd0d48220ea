// What the share of the questions that measures costs: the same orders and seeds with the share and without.
import { mean } from '@askance/bench'
import { fixed, markdownRows } from '@askance/core/internals'
import { opened, stageFor } from '../tools.mjs'
import { playRun } from './play.mjs'
import { errorOf } from './summary.mjs'

const SETS = [
  ['a9a', 200, 2000],
  ['basehock', 100, 1000],
  ['german', 100, 1000],
  ['magic04', 200, 2000],
  ['mushrooms', 200, 2000],
  ['phishing_websites', 200, 2000],
  ['sms_spam', 200, 2000],
  ['spambase', 200, 2000],
  ['svmguide1', 200, 2000],
  ['w8a', 200, 2000],
]

/** Ten sets with two classes, each with `auto` and with an algorithm of a paper. */
export const economies = ['auto', 'D-AMD'].flatMap((algorithm) =>
  SETS.map(([set, labels, items]) => ({ name: algorithm, algorithm, set, labels, items })),
)

const MEASURES = ['accuracy', 'f1']
/** The largest mean difference that is accepted. */
const AIM = 0.002

export const playEconomy = async ({ name, algorithm, set, labels, items }, runs, folder) => {
  const data = await opened(set, folder)
  const played = (measure) =>
    Array.from({ length: runs }, (_, k) => {
      const stage = stageFor({ ...data, shuffled: true }, k + 1, items)
      const budget = { total: labels, horizon: stage.order.length }
      const run = playRun(stage, { algorithm, budget, seed: k + 1, measure, looks: false })
      const truths = run.measures.map((one) => [one.name, one.truth])
      return { ...Object.fromEntries(truths), spent: run.spent }
    })
  const [without, withShare] = [played(0), played(0.2)]
  const of = (measure) => {
    const differences = withShare.map((run, k) => run[measure] - without[k][measure])
    return {
      without: mean(without.map((run) => run[measure])),
      with: mean(withShare.map((run) => run[measure])),
      difference: mean(differences),
      error: errorOf(differences),
    }
  }
  return {
    ...{ name, algorithm, set, labels, items, runs },
    measures: Object.fromEntries(MEASURES.map((measure) => [measure, of(measure)])),
    spent: [mean(without.map(({ spent }) => spent)), mean(withShare.map(({ spent }) => spent))],
  }
}

export const economyText = ({ measures: { accuracy, f1 } }) =>
  `accuracy ${signed(accuracy.difference)} ± ${points(accuracy.error)}, F1 ${signed(f1.difference)} ± ${points(f1.error)}`

const points = (share, digits = 2) => fixed(100 * share, digits)
const signed = (share) => `${share > 0 ? '+' : ''}${points(share)}`

/** The mean difference over the sets, and its standard error from those of the sets. */
const overall = (found, measure) => {
  const all = found.map(({ measures }) => measures[measure])
  const variance = all.reduce((sum, { error }) => sum + error * error, 0)
  return { difference: mean(all.map((one) => one.difference)), error: Math.sqrt(variance) / all.length }
}

/** The mean difference against the aim, and the set that differs most if it is missed. */
const verdictText = (found, measure) => {
  const { difference, error } = overall(found, measure)
  const differenceOf = (one) => one.measures[measure].difference
  const [worst] = [...found].sort((one, other) => differenceOf(one) - differenceOf(other))
  const isMet = Math.abs(difference) <= AIM
  const rest = mean(found.filter((one) => one !== worst).map(differenceOf))
  const name = measure === 'f1' ? 'F1' : 'accuracy'
  const missed = `missed because of ${worst.set}; without it ${signed(rest)}`
  return `Mean difference of ${name}: ${signed(difference)} ± ${points(error)} points, ${isMet ? 'within the aim' : missed}.`
}

export const economyPage = (found, { date, version, machine, command, runs }) => {
  const algorithms = [...new Set(found.map(({ algorithm }) => algorithm))]
  const heads = [
    'set',
    'labels',
    ...['accuracy', 'F1'].flatMap((name) => [`${name} without`, 'with', 'difference']),
  ]
  const lines = (own) =>
    own.map(({ set, labels, items, measures }) => [
      set,
      `${labels} of ${items}`,
      ...MEASURES.flatMap((measure) => {
        const one = measures[measure]
        return [
          points(one.without, 1),
          points(one.with, 1),
          `${signed(one.difference)} ± ${points(one.error)}`,
        ]
      }),
    ])
  const columns = heads.map((title, k) => ({ title, ...(k > 1 && { align: 'right' }) }))
  const sections = algorithms.map((algorithm) => {
    const own = found.filter((one) => one.algorithm === algorithm)
    const sums = MEASURES.map((measure) => verdictText(own, measure)).join(' ')
    return `## ${algorithm}\n\n${markdownRows(columns, lines(own))}\n\n${sums}\n`
  })
  return `# What measuring costs

${date}, askance ${version}, ${machine}. Written by \`${command}\`.

A [share of the questions](../live.md) is drawn to measure quality rather than to learn (\`measure\`, 0.2 by default). Does the model learn less from as many
labels? Each data set is played in ${runs} random orders with the budget \`{ total, horizon }\`, with the share and without it (\`measure: 0\`), with the
same orders and seeds. Accuracy and F1 of the last class are those of the predictions before each answer, over all items, in percent; ± is a standard
error. The aim is a mean difference within 0.2 points.

${sections.join('\n')}`
}
