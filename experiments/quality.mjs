// Do the intervals of a live classifier cover on real data? Plays each data set in many random orders; in each the true
// online accuracy and F1 are known and compared with the estimates from the few answers.
//
//   node experiments/quality.mjs --data-dir DIR [--runs 200] [--rows 5000] [--only spambase]
import { mean } from '@askance/bench'
import { chosen, flagsOf, opened, percent, playedLive, stageFor, table } from './tools.mjs'

const flags = flagsOf({ runs: 200, rows: 5000 })
const runs = Number(flags.runs)
const RATIO = 0.05
const AUDIT = 0.01
const sets = 'a9a,ijcnn1,magic04,mushrooms,phishing_websites,spambase,svmguide1,w8a'.split(',')
const algorithms = ['D-AMD', 'PAA-II', 'SOAL-diag']

const played = (stage, algorithm, seed) => {
  const budget = { ratio: RATIO, horizon: stage.order.length }
  const preparation = { normalize: 'l2', intercept: 'auto' }
  const options = { algorithm, budget, preparation, audit: AUDIT, drift: false, seed }
  const { classifier, ...truth } = playedLive(stage, options)
  return { truth, estimate: classifier.quality().all }
}

const covers = ({ low, high }, value) => Number(value >= low - 1e-9 && value <= high + 1e-9)
const half = ({ low, high }) => (high - low) / 2

const lines = []
for (const name of chosen(sets, flags.only, (one) => one)) {
  const set = await opened(name, flags['data-dir'])
  for (const algorithm of algorithms) {
    const results = Array.from({ length: runs }, (_, k) =>
      played(stageFor(set, k + 1, Number(flags.rows)), algorithm, k + 1),
    )
    const over = (of) => percent(mean(results.map(of)))
    for (const measure of ['accuracy', 'f1']) {
      const of = (kind, what) => over((one) => what(one.estimate[measure][kind], one.truth[measure]))
      lines.push([
        name,
        algorithm,
        over(({ truth }) => truth.queryRatio),
        measure,
        over(({ truth }) => truth[measure]),
        over(({ truth, estimate }) => (estimate[measure].value ?? 0) - truth[measure]),
        ...['anyTime', 'fixedTime'].flatMap((kind) => [of(kind, covers), of(kind, half)]),
      ])
      console.error(lines.at(-1).join('  '))
    }
  }
}
const heads = ['data', 'algorithm', 'asked', 'measure', 'true', 'bias', 'any time', '±', 'fixed time', '±']
console.log(table(heads, lines))
console.log(`\n${runs} orders, audit ${AUDIT}; in percent. ± is the mean half-width of the 95 % intervals.`)
