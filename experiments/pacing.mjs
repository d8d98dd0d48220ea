// Does the controller spend labels as well as the best constant dial chosen in hindsight? For each set and algorithm,
// the learner's parameters, and a constant dial that asks at the ratio, are chosen by their F1 with all labels known. The
// live classifier gets only the budget, with the same learner parameters and with those chosen for it in hindsight.
//
//   node experiments/pacing.mjs --data-dir DIR [--ratio 0.1] [--runs 3] [--rows 10000] [--only spambase,german]
import { mean } from '@askance/bench'
import { flagsOf, gridOf, hindsight, opened, percent, playedLive, stageFor, table } from './tools.mjs'

const flags = flagsOf({ ratio: 0.1, runs: 3, rows: 10000 })
const ratio = Number(flags.ratio)
const defaultSets =
  'basehock,relathe,german,usenet1,spambase,svmguide1,higgs_7500,mushrooms,phishing_websites,magic04,spam_corpus,a9a,w8a,electricity,ijcnn1,connect4'

const grids = {
  'D-AMD': gridOf({ stepSize: [0.01, 0.1, 1], ridge: [0.003, 0.01, 0.03, 0.1, 1] }),
  'SOAL-diag': gridOf({ stepSize: [0.01, 0.1, 1], regularization: [0.1, 1, 10, 100] }),
}

const liveAt = (stages, algorithm, parameters) =>
  mean(
    stages.map((stage, k) => {
      const budget = { ratio, horizon: stage.order.length }
      const preparation = { normalize: 'none', intercept: 'none' }
      const options = { algorithm, parameters, budget, preparation, measure: 0, drift: false, seed: k + 1 }
      return playedLive(stage, options).f1
    }),
  )

const lines = []
const differences = Object.fromEntries(Object.keys(grids).map((name) => [name, { same: [], own: [] }]))
for (const name of (flags.only || defaultSets).split(',')) {
  const set = await opened(name, flags['data-dir'])
  const stages = Array.from({ length: Number(flags.runs) }, (_, k) =>
    stageFor(set, k + 1, Number(flags.rows)),
  )
  for (const [algorithm, points] of Object.entries(grids)) {
    const best = await hindsight(stages, algorithm, points, ratio, 'f1')
    if (!best) continue
    const same = liveAt(stages, algorithm, best.point)
    const own = Math.max(...points.map((point) => liveAt(stages, algorithm, point)))
    differences[algorithm].same.push(same - best.value)
    differences[algorithm].own.push(own - best.value)
    const shown = [best.value, same, own, same - best.value, own - best.value].map((one) => percent(one))
    lines.push([name, algorithm, ...shown])
    console.error(lines.at(-1).join('  '))
  }
}
const heads = ['constant F1', 'live, same', 'live, own', 'same − constant', 'own − constant']
console.log(table(['set', 'algorithm', ...heads], lines))
for (const [algorithm, { same, own }] of Object.entries(differences))
  if (same.length > 0)
    console.log(
      `${algorithm}: mean difference ${percent(mean(same), 2)} with the same parameters, ${percent(mean(own), 2)} with its own`,
    )
