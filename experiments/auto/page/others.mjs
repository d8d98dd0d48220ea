// What it reports, what each part gives, invariance, speed.
import { mean } from '@askance/bench'
import { bestTuned, count, drawn, percent, points, table, valuesOf } from './tools.mjs'

export const reportSection = ({ moments }) => {
  const words = `\`Classifier.report()\` returns what \`auto\` has chosen; \`askance run\`, \`live\` and \`explain\` print it. \`moments\` holds the weight of each
member and the threshold at every renewal of the scales, \`alarms\` the rounds in which drift was detected, and \`features\` how many
features were seen and how many of them are dense.
`
  if (!moments) return ''
  const { set, ratio, value, self } = moments
  const figure = drawn({
    kind: 'lines',
    id: 'moments',
    title: `What auto chose on ${set}`,
    caption: `How much each member counts, and the threshold on the probability of the positive class, on ${set} at ${100 * ratio} % labels (F1 ${percent(value)} %).`,
    x: { label: 'rows', scale: 'log', unit: 'number' },
    y: { label: 'share', scale: 'linear', unit: 'share' },
    series: [
      ...self.members.map((name, m) => ({
        name,
        role: 'compared',
        points: self.moments.map(({ round, weights }) => ({ x: round, y: weights[m] })),
      })),
      {
        name: 'threshold',
        role: 'random',
        points: self.moments.map(({ round, threshold }) => ({ x: round, y: threshold })),
      },
    ],
  })
  return `${words}\n${figure}\n`
}

/** What a tuned single algorithm has on the runs of a set that were played without some part. */
const tunedOn = ({ tuned }, name, { measure, runs }, ratio) => {
  const single = tuned.get(name)
  const best = single && bestTuned(single, ratio)
  return best ? mean(valuesOf(best, measure).slice(0, runs)) : undefined
}

export const ablationSection = (results) => {
  if (!results.ablation) return ''
  const { designs, ratio } = results.ablation
  const { all } = designs
  // While it is being played some sets are not through.
  const common = Object.keys(all).filter((name) => Object.values(designs).every((values) => values[name]))
  const entries = Object.entries(designs).map(([without, values]) => ({
    without: without === 'all' ? '**nothing**' : without,
    sets: common.map((name) => {
      const one = values[name]
      const other = tunedOn(results, name, one, ratio)
      return {
        name,
        measure: one.measure,
        change: one.value - all[name].value,
        toTuned: other === undefined ? undefined : one.value - other,
      }
    }),
  }))
  const cell = (sets, measure, what) => {
    const values = sets.filter((one) => one.measure === measure && one[what] !== undefined)
    return values.length === 0 ? '' : points(mean(values.map((one) => one[what])))
  }
  const worst = (sets) =>
    sets
      .filter(({ change }) => change < -0.005)
      .toSorted((a, b) => a.change - b.change)
      .slice(0, 3)
      .map(({ name, change }) => `${name} ${points(change)}`)
      .join(', ')
  const number = (wanted) => common.filter((name) => all[name].measure === wanted).length
  const isTuned = results.tuned.size > 0
  const toTuned = isTuned
    ? ', and the remaining difference to the tuned single algorithm on the same permutations'
    : ''
  const pair = (sets, measure) => [
    cell(sets, measure, 'change'),
    ...(isTuned ? [cell(sets, measure, 'toTuned')] : []),
  ]
  const head = (name) => [name, ...(isTuned ? ['to tuned'] : [])]
  return `Parts switched off, one at a time, at ${100 * ratio} % labels, on ${number('f1')} sets with two classes and ${number('accuracy')} with several, at most five permutations: the
change of the mean in points${toTuned}. Less
than half a point is noise. Without the kernel and without the threshold for F1 it is linear and predicts the likelier class, as the single algorithms do; those still
lack stored rows, centred features and several members.

${table(
  ['without', 'costs most', ...head('two classes'), ...head('several')],
  entries.map(({ without, sets }) => [without, worst(sets), ...pair(sets, 'f1'), ...pair(sets, 'accuracy')]),
  2,
)}
`
}

/** How far decisions are the same in other units. */
const unitsInWords = ({ sets }) => {
  const shares = Object.values(sets).flatMap(({ variants }) =>
    ['× 1,000', '× powers of ten'].map((variant) => mean(variants[variant].map(({ equal }) => equal))),
  )
  const least = Math.min(...shares)
  return least === 1
    ? 'With other units, every decision is the same.'
    : `With other units, decisions are the same in ${percent(least)} % of the rounds or more, according to the set; what differs is rounding.`
}

export const invarianceSection = ({ invariance }) => {
  if (!invariance) return ''
  const variants = Object.keys(Object.values(invariance.sets)[0].variants)
  const rows = Object.entries(invariance.sets).map(([name, { variants: all }]) => [
    name,
    ...variants.map((variant, k) => {
      const value = percent(mean(all[variant].map((run) => run.value)))
      return k === 0 ? value : `${value} (${percent(mean(all[variant].map(({ equal }) => equal)))})`
    }),
  ])
  return `Each set is changed in one way, at ${100 * invariance.ratio} % labels, with the same permutations and coins. The table shows the score and, in brackets, the
percentage of rounds with the same prediction and decision as without the change. **Useless** features are each in 2 % of the rows and
independent of the label; their values are drawn from those of the set.

${table(['set', ...variants], rows, 1)}

${unitsInWords(invariance)} After a permutation, sums are rounded differently. Doubled features weigh more against the intercept: decisions change, but the score hardly does. Useless features reduce the score, because it takes labels to recognise them.
`
}

export const speedSection = ({ speed }) => {
  if (!speed) return ''
  const micro = (time) => `${time.toFixed(time < 10 ? 1 : 0)} µs`
  const rows = Object.entries(speed.sets).map(([name, { algorithm, auto, single }]) => [
    name,
    count(1e6 / auto.mean),
    `${count(1e6 / single.mean)} (${algorithm})`,
    `${(auto.mean / single.mean).toFixed(0)}×`,
    micro(auto.median),
    micro(auto.seldom),
    micro(auto.longest),
    `${(auto.longest / auto.median).toFixed(0)}×`,
  ])
  return `At ${100 * speed.ratio} % labels, one thread. D-AMD and MD-AMD have their default parameters and a dial that asks as often. The stream is played several times
after a warm-up pass, and the shortest time of every round counts.

${table(
  [
    'set',
    'rows/s',
    'rows/s of the other',
    'time to it',
    'median round',
    '99.9 % of rounds within',
    'longest',
    'longest to median',
  ],
  rows,
  1,
)}
`
}
