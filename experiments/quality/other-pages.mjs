// The pages about the gain over random asking and about hard circumstances.
import { mean } from '@askance/bench'
import { fixed, markdownRows } from '@askance/core/internals'

const points = (share, digits = 1) =>
  share === undefined || Number.isNaN(share) ? '' : fixed(100 * share, digits)
const rows = (heads, lines, texts = 2) =>
  markdownRows(
    heads.map((title, k) => ({ title, ...(k >= texts && { align: 'right' }) })),
    lines,
  )
const known = (values) => values.filter((value) => value !== undefined && !Number.isNaN(value))
const meanOf = (values) => mean(known(values))

const headOf = ({ date, version, machine, command }) =>
  `${date}, askance ${version}, ${machine}. Written by \`${command}\`.`

export const overRandomPage = (found, about) => {
  const shown = found.filter(({ value }) => value !== undefined)
  const weights = shown.map((one) => one.shown * one.runs)
  const weighted = (of) =>
    shown.reduce((sum, one, k) => sum + weights[k] * of(one), 0) / weights.reduce((a, b) => a + b, 0)
  const claims = found.reduce((sum, one) => sum + one.claims * one.runs, 0)
  const falseClaims = found.reduce((sum, one) => sum + one.falseClaims, 0)
  return `# Gain over random asking: shown and true

${headOf(about)}

Each data set is played in ${about.runs} random orders with \`auto\` and the budget \`{ total, horizon }\`. Beside it, random asking is really run: another
\`auto\` with the answers of people to as many items, drawn at the same pace. The true gain is the accuracy over all items of the first less that of the second. "shown"
is \`quality().gainOverRandom\` at the end: [how it is estimated](../live.md#gain-over-random-asking). It is missing while its interval is wider
than 10 points. All numbers are in points or percent.

"shadow − random" is how much the shadow model is worse than random asking, because some of what it learns are predictions that are wrong, and
because it shares the threshold of the model. Half of "wrong", the expected share of wrong predictions among its labels, is taken off the value;
nothing is for the threshold. Where "shadow − random" is above half of "wrong", a gain would be shown too high. "true" and "value" next to "shown" are the means over the runs
in which it is shown, "±" half the width of the interval, "covered" how often the true gain is inside.

${rows(
  [
    'set',
    'kind',
    'classes',
    'labels',
    'true gain',
    'shadow − random',
    'shown %',
    'true',
    'value',
    '±',
    'wrong',
    'covered %',
    'claims %',
  ],
  found.map((one) => [
    one.set,
    one.kind,
    String(one.classes),
    `${one.labels} of ${one.items}`,
    `${points(one.truth)} ± ${points(one.error)}`,
    `${points(one.shadow)} ± ${points(one.shadowError)}`,
    points(one.shown, 0),
    points(one.trueIfShown),
    points(one.value),
    points(one.half),
    points(one.wrong),
    points(one.covered, 0),
    points(one.claims, 0),
  ]),
)}

Over all runs in which it is shown, the true gain is ${points(weighted((one) => one.trueIfShown))} and the value ${points(weighted((one) => one.value))} in the mean; the interval covers in
${points(weighted((one) => one.covered))} %. A gain is claimed, because the whole interval is above 0, in ${claims} runs; in ${falseClaims} of them the lower bound is above the true gain.
`
}

export const hardPage = (found, about) => {
  const isMany = ({ byClass }) => byClass !== undefined
  const few = found.filter((one) => !isMany(one))
  const names = [...new Set(few.map(({ name }) => name))]
  const measured = (group, measure, of) =>
    meanOf(
      group.flatMap(({ measures }) => measures.filter(({ name }) => name === measure).map((one) => one[of])),
    )
  const smallest = (group, of) => Math.min(...group.flatMap(({ measures }) => measures.map((one) => one[of])))
  return `# Quality intervals in hard circumstances

${headOf(about)}

Coverage of the 95 % intervals where answers are missing, late or corrected, where the stream changes, on data sets that were not used to set
a constant, and with many classes. "covered" is the share of runs whose true value is inside the interval for a fixed time at the
end, "always" inside the any-time interval at all of 30 moments (10 with many classes) from 20 answers on. With ${about.runs} runs a coverage of 95 % has a standard error of
${points(Math.sqrt((0.05 * 0.95) / about.runs))} points. All numbers are in points or percent.

- **30 % of the answers missing**: each question is closed as unsure with that probability.
- **answers 100 rows late**: at the end, the last questions are open.
- **5 % of the answers corrected**: they are wrong at first, and corrected 100 rows later or at the end. Until then an estimate believes them, and
  an answered item counts as known. So "always", which compares with the right labels at every moment, is low: no interval covers answers
  that are wrong and not yet corrected. After the corrections it covers again.
- **drift**: usenet1 in the order of time, whose labels change four times; or all labels are swapped after half of the items.

The pairs whose coverage was once lowest in [the main table](quality.md) are played with other orders and coins. All circumstances share their seeds, so lucky and unlucky coins repeat: a data set that is low in one is low in others too.

## In the mean

${rows(
  ['circumstance', 'accuracy covered', 'F1 covered', 'accuracy always', 'F1 always', 'lowest covered'],
  names.map((name) => {
    const group = few.filter((one) => one.name === name)
    return [
      name,
      points(measured(group, 'accuracy', 'covered')),
      points(measured(group, 'f1', 'covered')),
      points(measured(group, 'accuracy', 'always')),
      points(measured(group, 'f1', 'always')),
      points(smallest(group, 'covered')),
    ]
  }),
  1,
)}

## Each data set

${rows(
  ['circumstance', 'set', 'measure', 'labels', 'runs', 'true', 'bias', 'fixed ±', 'covered %', 'always %'],
  found.flatMap((one) =>
    one.measures.map((measure) => [
      one.name,
      one.set,
      measure.name,
      `${one.labels} of ${one.items}`,
      String(one.runs),
      points(measure.truth),
      points(measure.bias),
      points(measure.fixed),
      points(measure.covered, 0),
      points(measure.always, 0),
    ]),
  ),
  3,
)}

## Each class of many

Precision, recall and F1 of every class, its share, and the cells of the confusion matrix: the diagonal, cells with errors and cells without.
The pages show a number only where the interval is at most 50 points wide: "shown", with the coverage of these. Widths of cells are
relative to the items of their row.

${rows(
  ['set', 'what', 'classes', 'estimates', 'covered %', 'any-time %', '±', 'shown %', 'covered if shown %'],
  found
    .filter(isMany)
    .flatMap((one) =>
      one.byClass.map((kind) => [
        one.set,
        kind.kind === 'f1' ? 'F1' : kind.kind,
        String(one.classes),
        String(kind.count),
        points(kind.covered),
        points(kind.any),
        points(kind.width),
        points(kind.shown, 0),
        points(kind.coveredShown),
      ]),
    ),
)}

Macro-F1 is covered in ${found
    .filter(isMany)
    .map((one) => `${points(one.macroF1, 0)} % (${one.set})`)
    .join(', ')} of the runs.
`
}
