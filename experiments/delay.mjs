// What do late answers cost? Plays the same streams with answers at once, 100 and 1,000 rounds late, and after a random wait; each
// answer must be learned exactly once.
//
//   node experiments/delay.mjs --data-dir DIR [--ratio 0.1] [--runs 3] [--rows 10000] [--only spambase] [--options '{}']
//
// --options are additional classifier options, as JSON.
import { mean } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { flagsOf, opened, percent, playedLive, stageFor, table } from './tools.mjs'

const flags = flagsOf({ ratio: 0.1, runs: 3, rows: 10000, options: '{}' })
const sets = (flags.only || 'spambase,svmguide1,phishing_websites,spam_corpus,a9a,letter').split(',')

/** The number of rounds until an answer arrives. */
const waits = {
  'at once': () => 0,
  '100 late': () => 100,
  '1,000 late': () => 1000,
  'at random, mean 500': (random) => Math.floor(-500 * Math.log(1 - random.uniform())),
}

const played = (stage, wait, seed) => {
  const random = new Random(seed, 'experiment/delay')
  const budget = { ratio: Number(flags.ratio), horizon: stage.order.length }
  const options = { budget, seed, withdraw: false, ...JSON.parse(flags.options) }
  const { accuracy, counts } = playedLive(stage, options, { delay: () => wait(random) })
  if (counts.open !== counts.spent - counts.answers)
    throw new Error(`${counts.answers} answers of ${counts.spent} questions, ${counts.open} are open`)
  return { accuracy, answers: counts.answers }
}

const lines = []
for (const name of sets) {
  const set = await opened(name, flags['data-dir'])
  const stages = Array.from({ length: Number(flags.runs) }, (_, k) =>
    stageFor(set, k + 1, Number(flags.rows)),
  )
  const cells = Object.values(waits).map((wait) => {
    const runs = stages.map((stage, k) => played(stage, wait, k + 1))
    const answers = Math.round(mean(runs.map((run) => run.answers)))
    return `${percent(mean(runs.map(({ accuracy }) => accuracy)))} (${answers})`
  })
  lines.push([name, ...cells])
  console.error(lines.at(-1).join('  '))
}
console.log(table(['accuracy in % (answers)', ...Object.keys(waits)], lines))
console.log('\nNo answer was lost or learned twice.')
