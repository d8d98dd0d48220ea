// The page of the results: a table of widths and coverage, and what must be reached, number by number.
import { mean } from '@askance/bench'
import { fixed, markdownRows } from '@askance/core/internals'
import { isInOrder, mostUnsampled } from './pairs.mjs'

const points = (share, digits = 1) =>
  share === undefined || Number.isNaN(share) ? '' : fixed(100 * share, digits)
const budgetText = ({ labels, items, budget }) =>
  budget ? `${100 * budget.ratio} % of ${items}` : `${labels} of ${items}`
const known = (values) => values.filter((value) => value !== undefined && !Number.isNaN(value))
const meanOf = (values) => (known(values).length === 0 ? Number.NaN : mean(known(values)))
const rows = (heads, lines) =>
  markdownRows(
    heads.map((title, k) => ({ title, ...(k > 1 && { align: 'right' }) })),
    lines,
  )

/** Each line: what, what must be, what was found, and whether it holds. */
export const checksOf = (found, made) => {
  const checks = []
  const check = (what, must, value, holds, isClose = false) =>
    checks.push([what, must, value, holds ? 'yes' : isClose ? 'within error' : '**no**'])
  /** Whether a share of this many runs may be the least by chance. */
  const isChance = (share, runs, least) => share + 2 * Math.sqrt((least * (1 - least)) / runs) >= least
  const each = (of) => found.flatMap((pair) => pair.measures.map((measure) => of(measure, pair)))
  for (const pair of found)
    check(
      `items with P = 0: ${pair.name}, ${budgetText(pair)}`,
      `≤ ${points(mostUnsampled(pair))} %`,
      `${points(pair.unsampled)} %`,
      pair.unsampled <= mostUnsampled(pair),
    )
  const below = found.reduce((sum, pair) => sum + pair.below, 0)
  check(
    'P ≥ 0.3·φ·r̄ for all other items, up to the last 2 %',
    'always',
    below === 0 ? 'always' : `${fixed(below, 1)} a run below`,
    below === 0,
  )
  const limited = found.filter(({ budget }) => !budget)
  const over = limited.filter(({ mostSpent, labels }) => mostSpent > labels).length
  check('budget exceeded', 'never', over === 0 ? 'never' : `${over} pairs`, over === 0)
  const used = Math.min(...limited.map(({ spent, labels }) => spent / labels))
  check('budget used, least of all pairs', '≥ 97 %', `${points(used)} %`, used >= 0.97)
  for (const [kind, title] of [
    ['covered', 'coverage at the end'],
    ['again', 'coverage at the end with the coins thrown again'],
    ['always', 'coverage at all of 30 moments, from 20 answers on'],
  ])
    for (const name of ['accuracy', 'f1', 'precision', 'recall']) {
      const all = each((measure) => (measure.name === name ? measure[kind] : undefined))
      const total = found.reduce((sum, { runs }) => sum + runs, 0)
      const middle = meanOf(all)
      check(
        `${title}, ${name}: mean`,
        '≥ 95 %',
        `${points(middle)} %`,
        middle >= 0.95,
        isChance(middle, total, 0.95),
      )
      const least = Math.min(...known(all))
      const { runs } = found.find(({ measures }) =>
        measures.some((one) => one.name === name && one[kind] === least),
      )
      check(
        `${title}, ${name}: each set`,
        '≥ 92 %',
        `${points(least)} %`,
        least >= 0.92,
        isChance(least, runs, 0.92),
      )
    }
  for (const pair of found)
    for (const measure of pair.measures) {
      const most = pair.most?.[measure.name]
      if (most !== undefined)
        check(
          `width of ${measure.name}: ${pair.name}, ${budgetText(pair)}`,
          `≤ ${most}`,
          points(measure.fixed),
          100 * measure.fixed <= most,
        )
    }
  const ratio = Math.max(...found.map((pair) => pair.ratio))
  check('any-time width ÷ fixed-time width from 50 answers on', '≤ 1.6', fixed(ratio, 2), ratio <= 1.605)
  for (const name of ['accuracy', 'f1']) {
    const costs = each((measure) => (measure.name === name ? measure.cost : undefined))
    check(
      `cost in ${name} against \`measure: 0\`: mean`,
      '≥ −0.2',
      points(meanOf(costs), 2),
      meanOf(costs) >= -0.002,
    )
    const worst = found
      .filter((pair) => !isInOrder(pair) && pair.name !== 'w8a')
      .flatMap(({ measures }) => measures)
      .filter((one) => one.name === name)
    const least = worst.reduce((a, b) => (b.cost < a.cost ? b : a))
    check(
      `cost in ${name}: worst stationary set`,
      '≥ −0.6',
      `${points(least.cost, 2)} ± ${points(least.costError, 2)}`,
      least.cost + 2 * least.costError >= -0.006,
    )
  }
  const lost = each(({ lost: share }) => share)
  if (known(lost).length > 0)
    check(
      'coverage with 30 % of the answers lost at random: mean',
      '≥ 94 %',
      `${points(meanOf(lost))} %`,
      meanOf(lost) >= 0.94,
    )
  for (const { name, ...shares } of made)
    check(
      `coverage on a made-up stream: ${name}`,
      '≥ 92 %',
      `${points(shares.accuracy)} / ${points(shares.f1)} %`,
      Math.min(shares.accuracy, shares.f1) >= 0.92,
    )
  const now = found.map((pair) => pair.now)
  check(
    '`now`: coverage, mean',
    '≥ 94 %',
    `${points(meanOf(now.map(({ covered }) => covered)))} %`,
    meanOf(now.map(({ covered }) => covered)) >= 0.94,
  )
  const errors = meanOf(now.map(({ error, alone }) => error / alone))
  check('`now`: error ÷ error of the window alone, mean', '≤ 0.75', fixed(errors, 2), errors <= 0.75)
  const gains = found.map(({ gain }) => gain).filter(({ looks }) => looks > 0)
  if (gains.length > 0) {
    const missed =
      gains.reduce((sum, { missed: own, looks }) => sum + own * looks, 0) /
      gains.reduce((sum, { looks }) => sum + looks, 0)
    check(
      'true gain of 100 labels above its bound, from 100 labels on',
      '≤ 5 %',
      `${points(missed)} %`,
      missed <= 0.05,
    )
  }
  return checks
}

const widthTable = (found) =>
  rows(
    [
      'set',
      'measure',
      'labels',
      'true',
      'bias',
      'fixed ±',
      'any ±',
      'covered %',
      'again %',
      'always %',
      'cost',
    ],
    found.flatMap((pair) =>
      pair.measures.map((one) => [
        pair.name,
        one.name,
        budgetText(pair),
        points(one.truth),
        points(one.bias),
        points(one.fixed),
        points(one.any),
        points(one.covered, 0),
        points(one.again, 0),
        points(one.always, 0),
        `${points(one.cost, 2)} ± ${points(one.costError, 2)}`,
      ]),
    ),
  )

const nowTable = (found) =>
  rows(
    [
      'set',
      'labels',
      'error',
      'of the window alone',
      '±',
      'covered %',
      'true gain',
      'estimated',
      'bound',
      'missed %',
    ],
    found.map(({ now, gain, ...pair }) => [
      pair.name,
      budgetText(pair),
      points(now.error),
      points(now.alone),
      points(now.width),
      points(now.covered, 0),
      points(gain.truth),
      points(gain.gain),
      points(gain.upper),
      points(gain.missed, 0),
    ]),
  )

export const pageOf = (found, made, { date, version, machine, runs }) => {
  const checks = checksOf(found, made)
  const count = (verdict) => checks.filter(([, , , holds]) => holds === verdict).length
  return `# Quality intervals: width and coverage

${date}, askance ${version}, ${machine}; ${runs} orders a pair. Written by \`npm run quality -- --data-dir DIR --runs ${runs}\`.

Each data set is played in random orders with \`auto\` and the budget \`{ total, horizon }\`, unless a share is given; usenet1 in the order of
time. All numbers are in points. "fixed ±" and "any ±" are half the widths of the 95 % intervals, for the end of the data and for any
time; "covered" is the share of runs whose true value is inside at the end, "again" the same with the coins of the runs thrown five
more times, "always" inside at all of 30 moments from 20 answers on. All sets share their seeds, so lucky and unlucky coins repeat.
With ${runs} runs a coverage has a standard error of about ${fixed(100 * Math.sqrt((0.05 * 0.95) / runs), 0)} points. "cost" is the score of all predictions with \`measure\` 0.2 less that with
\`measure\` 0, same orders and seeds.

${widthTable(found)}

## Now, and what more labels bring

The first columns are about \`quality().now\`: the root of the mean squared error against the true accuracy of the same items, at five
moments a run, and that of the weighted answers among these items alone. The others are about \`quality().gain\` from 100 labels on: the
mean true gain of the next 100 labels, the estimate, its upper bound, and how often the true gain was above it.

${nowTable(found)}

## What must be reached

${count('yes')} of ${checks.length} hold, ${count('within error')} fail by less than two standard errors, ${count('**no**')} fail.

${rows(['what', 'must', 'found', 'holds'], checks)}
`
}
