// Do the units, order, copies and useless features of a set affect `auto`? Each set
// is played unchanged and modified, with the same permutations and coins at 10 % labels; decisions are compared round by round.
//
//   node experiments/auto/invariance.mjs --data-dir DIR --results DIR [--only spambase]
import { mean } from '@askance/bench'
import { Row, RowTable } from '@askance/core'
import { permutation, Random } from '@askance/core/internals'
import { flagsOf, percent, readResult, writeResult } from '../tools.mjs'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamsOf } from './streams.mjs'

const flags = flagsOf()
const RATIO = 0.1
const names = 'basehock,spambase,magic04,german,svmguide1,phishing_websites,pendigits,segment'
/** Useless features are in this share of the rows. */
const SHARE = 0.02

const newRandom = (what) => new Random(1, `experiment/${what}`)

/** Maps the features of a row with a function from index and value to [index, value] pairs. */
const mapped = (rows, change, more = () => []) => {
  const made = new RowTable()
  for (let i = 0; i < rows.length; i++) {
    const pairs = []
    const { index, value, start, end } = rows.row(i)
    for (let k = start; k < end; k++) pairs.push(...change(index[k], value[k]))
    pairs.push(...more(i))
    pairs.sort((a, b) => a[0] - b[0])
    made.push(
      new Row(
        Int32Array.from(pairs, ([feature]) => feature),
        Float64Array.from(pairs, ([, x]) => x),
      ),
    )
  }
  return made
}

const dimensionOf = ({ index, entries }) => index.subarray(0, entries).reduce((a, b) => Math.max(a, b), 0) + 1

/** Adds useless features with values drawn from the set. */
const useless = (count) => (rows) => {
  const random = newRandom('useless')
  const from = dimensionOf(rows)
  return mapped(
    rows,
    (feature, x) => [[feature, x]],
    () => {
      const pairs = []
      // Jumps from one to the next, so that skipped features need no coin.
      const skip = () => 1 + Math.floor(Math.log(1 - random.uniform()) / Math.log(1 - SHARE))
      for (let k = skip() - 1; k < count; k += skip())
        pairs.push([from + k, rows.value[Math.floor(random.uniform() * rows.entries)]])
      return pairs
    },
  )
}

const variants = {
  'as it is': (rows) => rows,
  '× 1,000': (rows) => mapped(rows, (feature, x) => [[feature, 1000 * x]]),
  '× powers of ten': (rows) => {
    const random = newRandom('powers')
    const factors = Array.from(
      { length: dimensionOf(rows) },
      () => 10 ** (Math.floor(7 * random.uniform()) - 3),
    )
    return mapped(rows, (feature, x) => [[feature, factors[feature] * x]])
  },
  permuted: (rows) => {
    const places = permutation(dimensionOf(rows) - 1, 1)
    return mapped(rows, (feature, x) => [[1 + places[feature - 1], x]])
  },
  'every feature twice': (rows) => {
    const dimension = dimensionOf(rows)
    return mapped(rows, (feature, x) => [
      [feature, x],
      [dimension + feature, x],
    ])
  },
  '1,000 useless': useless(1_000),
  '10,000 useless': useless(10_000),
}

const result = readResult(flags.results, 'invariance') ?? { name: 'invariance', ratio: RATIO, sets: {} }
for (const name of (flags.only || names).split(',')) {
  if (result.sets[name]) continue
  const set = await openRaw(name, flags['data-dir'])
  const streams = streamsOf(set)
  const all = {}
  let baseline
  for (const [variant, change] of Object.entries(variants)) {
    const rows = change(streams[0].rows)
    const changed = streams.map((stream) => ({ ...stream, rows }))
    const passes = changed.map((stream) => passOf(stream, autoFor(stream, RATIO), RATIO))
    baseline ??= passes
    all[variant] = passes.map((pass, k) => ({
      value: scoreOf(changed[k], pass),
      equal: mean(
        Array.from(pass.predicted, (predicted, t) =>
          Number(predicted === baseline[k].predicted[t] && pass.asked[t] === baseline[k].asked[t]),
        ),
      ),
    }))
  }
  const { items, classes } = set.facts
  result.sets[name] = { rows: items, measure: measureFor(classes.length), variants: all }
  writeResult(flags.results, result)
  const shown = Object.values(all).map(
    (one) =>
      `${percent(mean(one.map(({ value }) => value)))} (${percent(mean(one.map(({ equal }) => equal)))})`,
  )
  console.error([name, ...shown].join('  '))
}
