// What must change no decision: units, saving and loading, topics where rows have few features; and a vector of another length.
import { Classifier, RowTable } from '@askance/core'
import { Random, Row, unitVector, withVector } from '@askance/core/internals'
import { autoFor, openRaw, passOf, streamOf } from '../streams.mjs'

const RATIO = 0.1
/** Sets with at most 1,024 features; then there are no topics. */
const SETS = ['vowel', 'german', 'segment']
const DIMENSION = 8

const mapped = (stream, change) => {
  const rows = new RowTable()
  for (let i = 0; i < stream.rows.length; i++) rows.push(change(stream.rows.row(i)))
  return { ...stream, rows }
}

/** From a thousandth to a thousand, by feature. */
const factorOf = (feature) => 10 ** ((feature % 7) - 3)
const inOtherUnits = ({ index, value, start, end }) => {
  const own = index.slice(start, end)
  const values = value.slice(start, end).map((x, k) => x * factorOf(own[k]))
  return new Row(own, values)
}

const withRandomVectors = (stream) => {
  const random = new Random(1, 'experiment/vectors')
  const vector = () => Float64Array.from({ length: DIMENSION }, () => random.normal())
  return mapped(stream, (row) => withVector(row, unitVector(vector())))
}

/** A player that is replaced by its saved state in the middle. */
const savedOnce = (stream) => {
  let player = autoFor(stream, RATIO)
  let left = stream.order.length >> 1
  return {
    observe(row) {
      if (left-- === 0) {
        const state = player.save()
        player = autoFor(stream, RATIO)
        player.load(state)
      }
      return player.observe(row)
    },
    learn: (label, ...rest) => player.learn(label, ...rest),
  }
}

/** Two passes that must be equal. */
const variants = {
  units: (stream) => [played(stream), played(mapped(stream, inOtherUnits))],
  saved: (stream) => [played(stream), passOf(stream, savedOnce(stream), RATIO)],
  'saved, with vectors': (stream) => {
    const own = withRandomVectors(stream)
    return [played(own), passOf(own, savedOnce(own), RATIO)]
  },
  topics: (stream) => [played(stream), played(stream, { minTopicRows: Number.POSITIVE_INFINITY })],
}

const played = (stream, design = {}) => passOf(stream, autoFor(stream, RATIO, { design }), RATIO)

/** The number of rounds with another prediction or decision. */
const differences = ([one, other]) =>
  one.predicted.filter((predicted, t) => predicted !== other.predicted[t] || one.asked[t] !== other.asked[t])
    .length

/** The code of the error, and whether the model is as it was before. */
const otherLength = () => {
  const classifier = new Classifier({ classes: ['no', 'yes'] })
  classifier.observe({ vector: [0.2, -0.1, 0.4] })
  const before = classifier.save()
  try {
    classifier.observe({ vector: [0.2, -0.1] })
  } catch ({ code }) {
    return { code, isUnchanged: Buffer.compare(before, classifier.save()) === 0 }
  }
  return { code: 'none', isUnchanged: false }
}

export const equalParts = (folder) => ({
  ...Object.fromEntries(
    Object.entries(variants).map(([name, pair]) => [
      name,
      async () => {
        let all = 0
        for (const set of SETS) all += differences(pair(streamOf(await openRaw(set, folder), 101)))
        return all
      },
    ]),
  ),
  'other length': otherLength,
})
