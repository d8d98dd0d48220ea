// Writes docs/results/pool.md from the results.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { mean as meanOf } from '@askance/bench'
import { VERSION } from '@askance/core'
import { formatted, table } from '../../scripts/docs/markdown.mjs'
import { root } from '../../scripts/tools/files.mjs'
import { TEN } from './tasks.mjs'

const FILE = 'docs/results/pool.md'

const number = (value, digits = 1) =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
const mean = (values) => (values.length === 0 ? undefined : meanOf(values))

/** The results of a kind; `of` is the set, with other settings only if given. */
const runsOf = (results, kind, set, { measure = 0, atOnce = 1 } = {}) =>
  results.filter(
    ({ task }) =>
      task.kind === kind &&
      task.set === set &&
      (task.measure ?? 0) === measure &&
      (task.atOnce ?? 1) === atOnce,
  )

const isBinary = (set) => !['20newsgroups_text', 'ag_news_test', 'letter'].includes(set)
const scoreOf = (set, value) => 100 * value[isBinary(set) ? 'f1' : 'accuracy']

const valuesAt = (runs, set, labels) =>
  runs.flatMap(({ result }) => (result[labels] ? [scoreOf(set, result[labels])] : []))

/** A line: what, the aim, the value, how many runs, and whether it is met. */
const aimed = (what, aim, values, isMet, digits = 1) => {
  const value = mean(values)
  const verdict = value === undefined ? 'not played' : isMet(value) ? 'yes' : 'no'
  return [what, aim, number(value, digits), String(values.length), verdict]
}

const atLeast = (results, kind, set, labels, aim) =>
  aimed(
    `${set}${kind === 'whole' ? ', all items' : ''}, ${isBinary(set) ? 'F1' : 'accuracy'} at ${labels}`,
    `≥ ${aim}`,
    valuesAt(runsOf(results, kind, set), set, labels),
    (value) => value >= aim,
  )

/** The differences of two kinds of runs with the same set and seed, averaged over the seeds of each set. */
const differences = (results, [kindA, optionsA], [kindB, optionsB]) =>
  TEN.flatMap((set) => {
    const other = new Map(runsOf(results, kindB, set, optionsB).map((run) => [run.task.seed, run]))
    const own = runsOf(results, kindA, set, optionsA).flatMap(({ task, result }) => {
      const { task: otherTask, result: against } = other.get(task.seed) ?? {}
      // Versions of the method are not compared with each other.
      if (otherTask?.earlier !== task.earlier) return []
      return against?.[300] && result[300] ? [scoreOf(set, result[300]) - scoreOf(set, against[300])] : []
    })
    return own.length === 0 ? [] : [mean(own)]
  })

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

const coverageLines = (results) =>
  ['spambase', 'sms_spam'].flatMap((set) =>
    ['accuracy', 'f1'].map((measure) => {
      const covered = runsOf(results, 'coverage', set).map(({ result }) => {
        const { low, high } = result[measure].fixedTime
        const truth = result.truth[measure]
        return 100 * Number(truth >= low - 1e-9 && truth <= high + 1e-9)
      })
      return aimed(
        `${set}, ${measure} covered by the 95 % interval, 300 labels`,
        '≥ 93 %',
        covered,
        (v) => v >= 93,
      )
    }),
  )

const acceptance = (results) => {
  const gain = differences(results, ['pool', {}], ['stream', {}])
  const audits = differences(results, ['pool', {}], ['pool', { measure: 0.2 }])
  const open = differences(results, ['pool', {}], ['pool', { atOnce: 10 }])
  const fifths = runsOf(results, 'rare', 'sms_spam').map(({ result }) => result.fifth)
  const halves = runsOf(results, 'coverage', 'spambase').map(
    ({ result: { accuracy } }) => 50 * (accuracy.fixedTime.high - accuracy.fixedTime.low),
  )
  const sums = (set) =>
    runsOf(results, 'pool', set).flatMap(({ result }) =>
      result[300] ? [100 * Math.abs(result[300].expected / result[300].positives - 1)] : [],
    )
  const large = results.find(({ task }) => task.kind === 'cost' && task.items === 1_000_000)
  return [
    ...[
      ['pool', 'sms_spam', 100, 75],
      ['pool', 'sms_spam', 300, 97.5],
      ['pool', 'sms_spam', 500, 99],
      ['pool', 'ag_news_test', 300, 80],
      ['pool', 'ag_news_test', 500, 85],
      ['pool', 'spambase', 300, 94],
      ['pool', 'spambase', 500, 96],
      ['pool', 'w8a', 300, 80],
      ['pool', 'w8a', 500, 87],
      ['pool', 'magic04', 300, 88.5],
      ['pool', '20newsgroups_text', 500, 75],
      ['pool', 'spamassassin_mail', 300, 98.5],
      ['whole', 'ag_news_test', 300, 80],
    ].map(([kind, set, labels, aim]) => atLeast(results, kind, set, labels, aim)),
    aimed('mean of the sets, points over one pass of the stream at 300', '≥ 3', gain, (v) => v >= 3),
    aimed(
      'sms_spam with 40 positives among 4,000 negatives, median labels until the fifth',
      '≤ 60',
      fifths.length === 0 ? [] : [median(fifths)],
      (v) => v <= 60,
      0,
    ).with(3, String(fifths.length)),
    aimed('mean of the sets, points lost at 300 with 20 % audits', '≤ 1.5', audits, (v) => v <= 1.5),
    aimed('mean of the sets, points lost at 300 with 10 questions open', '≤ 1', open, (v) => v <= 1),
    ...coverageLines(results),
    aimed('spambase, half width of the interval of accuracy, 60 audits', '≤ 4.0', halves, (v) => v <= 4),
    ...['sms_spam', 'w8a'].map((set) =>
      aimed(
        `${set}, Σp against true positives of the unlabelled items at 300, % off`,
        '≤ 15',
        sums(set),
        (v) => v <= 15,
      ),
    ),
    ...['prepared', 'unprepared'].map((kind) =>
      aimed(
        `next question, ${kind}, in a pool of 1,000,000 texts of 400 words, 99th percentile, ms of CPU`,
        '≤ 50',
        large ? [large.result[kind].p99] : [],
        (v) => v <= 50,
      ),
    ),
  ]
}

const perSet = (results) =>
  TEN.map((set) => [
    set,
    ...[100, 300, 500].map((labels) => number(mean(valuesAt(runsOf(results, 'pool', set), set, labels)))),
    number(mean(valuesAt(runsOf(results, 'pool', set, { measure: 0.2 }), set, 300))),
    number(mean(valuesAt(runsOf(results, 'stream', set), set, 300))),
    String(runsOf(results, 'pool', set).length),
  ])

const cost = (results) =>
  results
    .filter(({ task }) => task.kind === 'cost')
    .map(({ task, result: r }) => [
      task.items.toLocaleString('en'),
      ...[r.prepared, r.unprepared].flatMap(({ median, p99 }) => [number(median), number(p99)]),
      `${number(r.rare.max)} (${r.rare.count})`,
      number(r.first.max),
      number(r.answer.p99),
      number(r.slice.p99),
      number(r.addMicroseconds, 0),
      number(r.megabytes, 0),
    ])

/** Which results are of an earlier version of the method: those that are marked so in the file of results. */
const earlierNote = (results) => {
  const earlier = results.filter(({ task }) => task.earlier)
  if (earlier.length === 0) return ''
  const names = new Set(earlier.map(({ task }) => `${task.set} (${kindOf(task)})`))
  return `\nPlayed with an earlier version of \`auto\` and of the method: ${[...names].join(', ')}.\n`
}

const kindOf = ({ kind, measure, atOnce }) =>
  measure ? 'with audits' : atOnce ? '10 open' : kind === 'pool' ? 'without audits' : kind

/** Writes the page. */
export const writePage = (results) => {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}`
  const text = `# Label a whole file: results

Written by \`npm run pool\` on ${new Date().toISOString().slice(0, 10)}, version ${VERSION}, Node ${process.version}, ${machine}. The [method](../pool.md)
and its constants were set before on these sets, so the numbers describe them rather than other data.

A file is 4,000 items of a set in random order. Scores are those of the final labelling of the whole file, answered items included: F1 of the last
class in percent, with more than two classes accuracy. Questions are answered truthfully; no audits unless stated. The stream is one pass
of \`auto\` over the same file with the same number of labels, whose final model labels the file. Coverage draws 1,500 items in each run.

## Aims

${table(['what', 'aim', 'measured', 'runs', 'met'], acceptance(results), 2)}

For the means of the sets, runs are sets with results of one version for both sides; each is the mean over its seeds.
${earlierNote(results)}

## Sets

${table(['set', '100', '300', '500', '300 with 20 % audits', 'stream at 300', 'seeds'], perSet(results), 1)}

## Time of a question

Texts of 400 different words in four classes, one of them rare. CPU time in milliseconds, because the machine may be doing other work; re-fits and
preparations run between questions, as in the service. A slice is a piece of such work. Every second question is asked at once after an answer, so
that it is not prepared. The first question also computes the scales of all features. In parentheses, how many were rare-class questions; audits are left
out.

${table(
  [
    'items',
    'prepared, median',
    'prepared, 99 %',
    'unprepared, median',
    'unprepared, 99 %',
    'rare, longest',
    'first',
    'answer, 99 %',
    'slice, 99 %',
    'add, µs',
    'memory, MB',
  ],
  cost(results),
  0,
)}
`
  writeFileSync(join(root, FILE), formatted(FILE, text))
  console.error(`Wrote ${FILE}.`)
}
