// How long rounds take: with a full kernel, and with topics.
import { autoFor, openRaw, streamOf } from '../streams.mjs'
import { roundsOf, timesOf } from '../timing.mjs'

const PASSES = 3
const SEED = 101
/** The share of labels that fills the kernel of letter with 2,048 rows of 16 features. */
const FULL = 0.2
const RATIO = 0.1

const timed = (stream, ratio, design = {}) =>
  timesOf(
    roundsOf((own) => autoFor(own, ratio, { design })),
    stream,
    PASSES,
  )

const medianOf = (times) => times.toSorted()[times.length >> 1]

export const roundParts = (folder) => ({
  /** The median of the rounds without an answer in the last quarter, in microseconds. */
  'full kernel': async () => {
    const { times, asked } = timed(streamOf(await openRaw('letter', folder), SEED), FULL)
    return medianOf(times.filter((_, t) => asked[t] === 0 && t >= 0.75 * times.length))
  },
  topics: async () => {
    const stream = streamOf(await openRaw('ag_news_test', folder), SEED)
    const summary = ({ times }) => ({
      mean: times.reduce((sum, time) => sum + time) / times.length,
      longest: times.toSorted().at(-1),
    })
    return {
      with: summary(timed(stream, RATIO)),
      without: summary(timed(stream, RATIO, { minTopicRows: Number.POSITIVE_INFINITY })),
    }
  },
})
