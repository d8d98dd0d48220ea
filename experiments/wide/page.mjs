// The page of results of wide streams.
import { mean, standardDeviation } from '@askance/bench'
import { VERSION } from '@askance/core'

const points = (share, digits = 1) => {
  const text = (100 * share).toFixed(digits)
  return share >= 0 ? `+${text}` : text.replace('-', '−')
}
const percent = (share, digits = 1) => (100 * share).toFixed(digits)
const sum = (values) => values.reduce((total, value) => total + value, 0)
const table = (heads, rows) =>
  [
    `| ${heads.join(' | ')} |`,
    `| --- |${' --: |'.repeat(heads.length - 1)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

const aimsTable = (aims) =>
  table(
    ['aim', 'found', 'reached'],
    aims.map(([name, value, isReached]) => [name, value, isReached ? 'yes' : '**no**']),
  )

/** What must hold in every run, whatever is killed. */
const promises = (runs) => [
  [
    'runs over the budget',
    runs.filter(({ asked, cap }) => asked > cap).length,
    runs.every(({ asked, cap }) => asked <= cap),
  ],
  [
    'items that were decided twice or never',
    sum(runs.map(({ twice, missing }) => twice + missing)),
    runs.every(({ twice, missing }) => twice + missing === 0),
  ],
  [
    `questions with another P when computed again, of ${sum(runs.map(({ recomputed }) => recomputed))}`,
    sum(runs.map(({ wrongBits }) => wrongBits)),
    runs.every(({ wrongBits }) => wrongBits === 0),
  ],
]

const measuredWith = () => `Measured on ${new Date().toISOString().slice(0, 10)} with version ${VERSION}`

export const accuracySection = (found, { runs, rows, rate }) => {
  const all = found.flatMap((one) => one.runs)
  const of = (one, name) => mean(one.runs.map((run) => run[name]))
  const whole = found.map((one) => of(one, 'wide') - of(one, 'one'))
  const half = found.map((one) => of(one, 'wideHalf') - of(one, 'oneHalf'))
  const errors = all.map(({ error }) => error)
  const standardError = standardDeviation(errors) / Math.sqrt(errors.length)
  const lines = found.map((one, k) => [
    one.name,
    percent(one.ratio, 0),
    one.runs[0].items,
    percent(of(one, 'one')),
    percent(of(one, 'wide')),
    points(whole[k]),
    points(half[k]),
    percent(of(one, 'used')),
    percent(of(one, 'zeros')),
    Math.round(of(one, 'versions')),
    Math.round(of(one, 'bytes') / 1000),
  ])
  const aims = [
    ['second half, mean of all sets, at least −0.3 points', points(mean(half), 2), mean(half) >= -0.003],
    [
      'second half, every set, at least −1.5 points',
      points(Math.min(...half), 2),
      Math.min(...half) >= -0.015,
    ],
    ['all items, mean of all sets, at least −1 point', points(mean(whole), 2), mean(whole) >= -0.01],
    [
      'mean error of the estimated accuracy, within two standard errors of 0',
      `${points(mean(errors), 2)} ± ${percent(2 * standardError, 2)}`,
      Math.abs(mean(errors)) <= 2 * standardError,
    ],
    ...promises(all),
  ]
  return `## Accuracy

${measuredWith()} by \`npm run wide -- --only accuracy --runs ${runs} --rows ${rows} --rate ${rate}\`: ${runs} permutations of each set, at most
${rows} items, \`auto\`, ${rate} items a second by the clock of the simulation, answers at once.

${aimsTable(aims)}

Accuracy in percent; differences in points; used: questions asked, in percent of the budget; P = 0: items that could not be asked about, in percent.

${table(['set', 'budget %', 'items', 'one node', 'wide', 'difference', 'second half', 'used', 'P = 0', 'versions', 'KB'], lines)}

A version is made when items or answers have grown by a tenth, and at least 100 ms after the last: at this rate the first ${rate / 10} items are
decided without a model.

The 95 % interval of the estimated accuracy covered the true one in ${percent(mean(all.map(({ isCovered }) => (isCovered ? 1 : 0))), 0)} % of the wide runs and
in ${percent(mean(all.map(({ isOneCovered }) => (isOneCovered ? 1 : 0))), 0)} % of those of one node.`
}

export const killsSection = (killed, { killRows }) => {
  const used = killed.map((run) => run.used)
  const aims = [
    ...promises(killed),
    ['used, mean, at least 98 %', `${percent(mean(used))} %`, mean(used) >= 0.98],
  ]
  return `## Kills

${measuredWith()}: ${killed.length} runs of at most ${killRows} items, with budgets of 5 and 10 % and of a total. A client sends one item in
fifty again.

${aimsTable(aims)}

${sum(killed.map(({ kills }) => kills))} processes were killed: workers, half of which went on for a while beside their successors, and owners, each of which tried to
publish once more. ${sum(killed.map(({ refused }) => refused))} messages of the dead were refused. The least used was ${percent(Math.min(...used))} % of a budget, the most
${percent(Math.max(...used))} %.`
}

/** The page with these sections; the others stay as they are. */
export const pageWith = (before, sections, { workers }) => {
  const parts = new Map()
  for (const part of [
    ...before
      .trimEnd()
      .split(/\n\n(?=## )/)
      .slice(1),
    ...sections,
  ])
    parts.set(part.split('\n', 1)[0], part)
  const intro = `# Wide streams

What it costs to decide about one stream with ${workers} workers, compared with one node, and whether [the promises](../wide-streams.md#promises) hold. Written by
\`npm run wide -- --data-dir DIR\`; \`--only kills\` measures one section again.`
  return `${[intro, ...parts.values()].join('\n\n')}\n`
}
