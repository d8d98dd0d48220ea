// What the experiments share: arguments, data sets, tables.
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openSet, stageOf } from '@askance/bench'

/** The flags of an experiment; all of them take a value. */
export const flagsOf = (defaults) => {
  const options = Object.fromEntries(
    Object.entries({ 'data-dir': 'data', only: '', ...defaults }).map(([name, value]) => [
      name,
      { type: 'string', default: String(value) },
    ]),
  )
  const { values } = parseArgs({ options })
  if (existsSync(values['data-dir'])) return values
  console.error(`There is no folder ${values['data-dir']}; name that of the data sets with --data-dir DIR.`)
  process.exit(2)
}

/** Sets of numbers on scales of their own: columns are standardised. */
const numeric =
  /^(german|spambase|svmguide1|higgs_7500|magic04|electricity|ijcnn1|kddcup99_10pct|covtype_first20k|letter|pendigits|segment|vowel|glass|outdoor_objects|usps)$/
/** Sets whose order is that of time. */
const timely = /^(electricity|kddcup99_10pct|spam_corpus|usenet1|outdoor_objects|spamassassin_mail|sms_spam)$/

/** Every data set in a folder, or those named with --only. */
export const setNames = ({ 'data-dir': folder, only }) =>
  only === ''
    ? readdirSync(folder)
        .map((file) => /^(.+?)\.(?:libsvm|jsonl|csv)/.exec(file)?.[1])
        .filter((name) => name !== undefined)
    : only.split(',')

/** A set as people would prepare it. */
export const opened = (name, folder) => {
  const isText = /text|mail|sms|news_test|banking|movie|urls/.test(name)
  const scaling = numeric.test(name) ? 'standardize' : isText ? 'l2' : 'none'
  const order = timely.test(name) ? 'given' : 'shuffled'
  return openSet({ name, source: { data: name }, scaling, order }, folder, 1)
}

/** At most so many rows of a set in the order of a run, with their labels as words. */
export const itemsOf = (set, seed, rows) => {
  const { rows: table, labels, order } = stageOf(set, seed)
  return Array.from(order.subarray(0, rows), (i) => ({
    row: table.row(i),
    label: set.facts.classes[labels[i]],
  }))
}

/** Lines of cells as a table. */
export const table = (head, lines) => {
  const all = [head, ...lines.map((line) => line.map(String))]
  const widths = head.map((_, k) => Math.max(...all.map((line) => line[k].length)))
  const row = (line) =>
    line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  ')
  return all.map(row).join('\n')
}

export const percent = (share, digits = 1) => (100 * share).toFixed(digits)

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
