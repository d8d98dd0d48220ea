// `auto` against the best that tuning makes of single algorithms: every set, means, ranks.
import { cliques, criticalDifference, friedman, mean, median, pairedT } from '@askance/bench'
import { algorithms, measureOf, ratios, sets } from '../protocol.mjs'
import { bestTuned, count, drawn, listed, percent, points, table, valuesOf } from './tools.mjs'

const LEVEL = 0.05
const RANKED_AT = 0.1
/** The sets on which the first constants of `auto` were chosen. */
const chosenOn = new Set(
  `basehock relathe german usenet1 spambase svmguide1 higgs_7500 mushrooms phishing_websites magic04 spam_corpus a9a w8a
  electricity ijcnn1 kddcup99_10pct connect4 vowel segment outdoor_objects pendigits isolet letter usps covtype_first20k
  mnist 20newsgroups`.split(/\s+/),
)

/** What is known of a set at a ratio; undefined where one side was not played. */
const entryOf = ({ tuned, auto }, { name, task, order }, ratio) => {
  const [single, whole] = [tuned.get(name), auto.get(name)]
  const cell = whole?.cells.find((one) => one.ratio === ratio)
  const best = single && bestTuned(single, ratio)
  if (!cell || !best) return undefined
  const measure = measureOf(task)
  const [own, others] = [cell, best].map((one) => valuesOf(one, measure))
  const p = pairedT(own, others)?.p ?? 1
  const difference = mean(own) - mean(others)
  const [{ items, classes }] = whole.sets
  const all = Object.keys(algorithms[task]).map((one) => bestTuned(single, ratio, one))
  return {
    ...{ name, task, order, rows: items, classes: classes.length, runs: own.length },
    algorithm: best.algorithm,
    hindsight: best.score,
    tuned: mean(others),
    auto: mean(own),
    difference,
    toHindsight: mean(own) - best.score,
    verdict: p >= LEVEL ? 'tie' : difference > 0 ? 'above' : 'below',
    all: [mean(own), ...all.map((one) => (one ? mean(valuesOf(one, measure)) : 0))],
  }
}

const entriesAt = (results, ratio) => sets.map((set) => entryOf(results, set, ratio)).filter(Boolean)

const setTable = (entries) =>
  table(
    ['set', 'tuned', 'rows', 'classes', 'in tuning', 'fresh', 'auto', 'difference'],
    entries.map((one) => [
      one.name,
      one.algorithm,
      count(one.rows),
      String(one.classes),
      percent(one.hindsight),
      percent(one.tuned),
      percent(one.auto),
      `${points(one.difference)}${one.verdict === 'tie' ? '\\*' : ''}`,
    ]),
    2,
  )

const kinds = [
  ['two classes (F1)', ({ task }) => task === 'binary'],
  ['several classes (accuracy)', ({ task }) => task === 'multiclass'],
  ['sets on which constants were chosen', ({ name }) => chosenOn.has(name)],
  ['other sets', ({ name }) => !chosenOn.has(name)],
]

const meanTable = (results) =>
  table(
    [
      'sets',
      'labels',
      'number',
      'tuned',
      'auto',
      'difference',
      'median',
      'to tuning',
      'above',
      'tie',
      'below',
    ],
    kinds.flatMap(([kind, isOf]) =>
      ratios.flatMap((ratio) => {
        const entries = entriesAt(results, ratio).filter(isOf)
        if (entries.length === 0) return []
        const of = (name) => entries.map((one) => one[name])
        const number = (verdict) => String(entries.filter((one) => one.verdict === verdict).length)
        return [
          [
            kind,
            `${100 * ratio} %`,
            String(entries.length),
            percent(mean(of('tuned'))),
            percent(mean(of('auto'))),
            points(mean(of('difference'))),
            points(median(of('difference'))),
            points(mean(of('toHindsight'))),
            ...['above', 'tie', 'below'].map(number),
          ],
        ]
      }),
    ),
    2,
  )

/** The sets on which tuning wins, the worst first. */
export const worstOf = (results, ratio) =>
  entriesAt(results, ratio)
    .filter(({ difference }) => difference < 0)
    .toSorted((a, b) => a.difference - b.difference)

const worstLines = (results) =>
  ratios
    .map((ratio) => {
      const worst = worstOf(results, ratio).slice(0, 5)
      const named = worst.map(
        (one) => `${one.name} ${points(one.difference)}${one.verdict === 'tie' ? ' (a tie)' : ''}`,
      )
      return `- **${100 * ratio} %**: ${worst.length === 0 ? 'nowhere below' : listed(named)}`
    })
    .join('\n')

/** Ranks of `auto` and of each single algorithm, tuned; one of two classes and one of several are taken together. */
const ranks = (results) => {
  const entries = entriesAt(results, RANKED_AT)
  if (entries.length < 2) return 'Too few sets were played yet.'
  const places = { binary: [0, 1, 3, 4, 2], multiclass: [0, 1, 2, 3, 4] }
  const rows = entries.map(({ task, all }) => places[task].map((place) => all[place]))
  const together = ['auto', ...pairNames]
  const test = friedman(rows)
  const difference = criticalDifference(together.length, rows.length)
  const groups = cliques(test.averageRanks, difference).map((group) => group.map((k) => together[k]))
  const sorted = together
    .map((name, k) => ({ name, rank: test.averageRanks[k] }))
    .toSorted((a, b) => a.rank - b.rank)
  const figure = drawn({
    kind: 'ranks',
    id: 'ranks',
    title: `Average ranks at ${100 * RANKED_AT} % of the labels`,
    caption: `Average ranks over ${rows.length} sets, 1 is the best; algorithms joined by a bar are less than the critical difference of Nemenyi's test at 95 % apart.`,
    difference,
    entries: sorted,
    cliques: groups,
  })
  const parts = sorted.map(({ name, rank }) => `${name} ${rank.toFixed(2)}`)
  return `${figure}

Friedman's test: χ² = ${test.chiSquare.toFixed(1)} with ${test.df} degrees of freedom, p ${test.p < 1e-4 ? '< 0.0001' : `= ${test.p.toFixed(4)}`}; critical difference ${difference.toFixed(2)}. Average ranks: ${listed(parts)}. Each single algorithm is tuned on the set, and scored fresh.`
}

/** An algorithm of two classes and its kin of several. */
const pairNames = ['PAA-II / MPAA-II', 'D-ADA / MD-ADA', 'D-AMD / MD-AMD', 'SOAL-diag / MM-AMD']

export const comparisonSection = (results) => {
  const all = ratios.map((ratio) => ({ ratio, entries: entriesAt(results, ratio) }))
  const least = Math.min(...all.map(({ entries }) => entries.length))
  if (least === 0) return ''
  const missing = sets.filter(
    ({ name }) => !all.every(({ entries }) => entries.some((one) => one.name === name)),
  )
  const left = missing.length === 0 ? '' : `\nNot played yet: ${listed(missing.map(({ name }) => name))}.\n`
  return `**Protocol.** ${sets.length} sets, at ${listed(ratios.map((ratio) => `${100 * ratio} %`))} labels, one pass over each set; every row is predicted. The score is F1 of the
positive class, or accuracy where there are several classes, over all rounds. Everything is played and tuned by
[the experiment engine](experiments.md), with its usual tuner.

- **Tuned** is the best of four single algorithms on the set: each has a grid of one or two parameters, rows as they are, of
  length 1 and as presence, and an intercept. The engine tunes by successive halving over five folds of at most 5,000 rows, with _all
  labels known_, on permutations of their own. The dial of the rule is set so that the mean ratio over other permutations is
  the one wanted: a single run may ask a little more. It is constant, so that questions are
  not spent early, as \`auto\` does with a horizon.
- **In tuning** is its score on the permutations that chose it: optimistic. **Fresh** is its score on other permutations,
  which is what tuning gives in practice.
- **auto** is played once on the fresh permutations, with the same coins. Nothing is tuned, and ⌊ratio · T⌋ questions are never
  exceeded.
- Permutations: 20 where the set has fewer than 3,000 rows, five below 25,000, else three. usenet1, electricity and
  outdoor_objects keep their order; there only coins and draws differ.
- **\\*** marks a tie: a paired t-test over the permutations at 95 % cannot tell the two apart. With three permutations it
  can tell little: many of these ties are due to too few runs.

How to run it: [experiments/auto](../experiments/auto/README.md).
${left}
### Means

${meanTable(results)}

Differences are in points. Above, tie, below: the number of sets on which \`auto\` is better, equal or worse by that test. Some constants of \`auto\`
were chosen on some of these sets; the last rows separate the two kinds.

### Where auto is below

${worstLines(results)}

### Ranks

${ranks(results)}

${all.map(({ ratio, entries }) => `### Every set at ${100 * ratio} %\n\n${setTable(entries)}`).join('\n\n')}

### What this comparison does not say

- The single algorithms have neither a threshold for F1 nor centred features nor a kernel, and these are a good part of the
  difference: see what each part gives, below. They were compared as their papers give them.
- Their grids are decades and half-decades, searched by successive halving: somebody may find a better configuration.
- On small sets the winner of tuning is partly luck, which is why fresh can be far below it.
- a8a and a9a are from one population, and 20newsgroups is there as words and as text.
`
}
