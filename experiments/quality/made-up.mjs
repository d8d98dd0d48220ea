// Streams on which the confidence is wrong: do intervals cover there?
import { Random } from '@askance/core'
import { QualityEstimator } from '@askance/core/internals'
import { covers } from './play.mjs'

const ITEMS = 2000
const streams = {
  'overconfident threefold': { said: (c) => c ** 3 / (c ** 3 + (1 - c) ** 3) },
  '10 % label noise': { noise: 0.1 },
  '5 % of the sure ones are wrong': { surprises: 0.05 },
  'positives are rare (5 %)': { positives: 0.05 },
}

const playMade = ({ said = (c) => c, noise = 0, surprises = 0, positives = 0.4 }, seed) => {
  const random = new Random(seed, 'made up')
  const quality = new QualityEstimator(2, 1)
  const counts = [0, 0, 0, 0]
  for (let t = 0; t < ITEMS; t++) {
    const own = random.uniform() < positives ? 1 : 0
    const score = (own ? 1.5 : -1.5) + random.normal()
    const odds = 3 * score + Math.log(positives / (1 - positives))
    const predicted = odds > 0 ? 1 : 0
    const sure = 1 / (1 + Math.exp(-Math.abs(odds)))
    const isFlipped = random.uniform() < noise || (sure > 0.97 && random.uniform() < surprises)
    const truth = isFlipped ? 1 - own : own
    const confidence = said(sure)
    const measure =
      0.02 * (0.3 + 0.7 * Math.min(5, Math.sqrt(Math.max(0.01, confidence * (1 - confidence))) / 0.2))
    const probability = measure + (1 - measure) * Math.min(1, 0.02 / (0.02 + Math.abs(odds) ** 2))
    counts[2 * predicted + truth]++
    quality.observe(predicted, probability, confidence)
    if (random.uniform() < probability) quality.answer(predicted, truth, probability, confidence)
  }
  const [tn, fn, fp, tp] = counts
  const { accuracy, f1 } = quality.estimate()
  return {
    accuracy: covers(accuracy.fixedTime, (tn + tp) / ITEMS),
    f1: covers(f1.fixedTime, (2 * tp) / (2 * tp + fp + fn)),
  }
}

/** The share of runs in which the interval for a fixed time covers, by stream and measure. */
export const madeUp = (runs) =>
  Object.entries(streams).map(([name, stream]) => {
    const all = Array.from({ length: runs }, (_, k) => playMade(stream, k + 1))
    const share = (measure) => all.filter((one) => one[measure]).length / runs
    return { name, accuracy: share('accuracy'), f1: share('f1') }
  })
