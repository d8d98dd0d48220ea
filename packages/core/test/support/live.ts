import { sparseRow } from '@askance/core'
import { catalogue, type Random } from '@askance/core/internals'
import { Classifier } from '../../src/classifier/classifier.js'
import type { ClassifierEvent } from '../../src/classifier/events.js'
import type { ClassifierOptions } from '../../src/classifier/options.js'

const budgets = [
  { ratio: 0.1, horizon: 300 },
  { total: 40 },
  { ratio: 0.2 },
  { ratio: 0.3, credit: 0 },
  { perHour: 60, burst: 5 },
  { total: 30, horizon: 200, perHour: 100 },
  {},
] as const

/** Binary algorithms of every kind of rule and learner. */
const algorithms = catalogue.filter(({ task }) => task === 'binary').map(({ name }) => name)

/** A classifier drawn at random: algorithm, budget, expiry. */
export const drawnOptions = (random: Random): ClassifierOptions => ({
  classes: ['a', 'b'],
  algorithm: algorithms[random.below(algorithms.length)],
  budget: budgets[random.below(budgets.length)],
  measure: random.uniform() < 0.3 ? 0 : 0.2,
  seed: random.below(1000),
  ...(random.uniform() < 0.5 && { expireAfter: 50_000 }),
})

export const drawnItem = (random: Random) => ({
  row: sparseRow(
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5].map(() => random.normal()),
  ),
})

export interface Played {
  readonly classifier: Classifier
  readonly log: readonly ClassifierEvent[]
}

/**
 * A life: items come, and answers, doubts, skips, corrections and forgetting at random moments in any order; `watch` sees
 * the classifier after every item, and how many events there were.
 */
export const lived = (
  options: ClassifierOptions,
  items: number,
  random: Random,
  watch: (classifier: Classifier, events: number) => void = () => {},
): Played => {
  const classifier = new Classifier(options)
  const log: ClassifierEvent[] = []
  // As JSON, since that is how a log is kept.
  classifier.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  const open: string[] = []
  let time = 0
  for (let t = 1; t <= items; t++) {
    time += random.below(2000)
    const id = `item ${t}`
    if (classifier.observe(drawnItem(random), id, { time }).asked) open.push(id)
    while (open.length > 0 && random.uniform() < 0.6) happened(classifier, open, random, time)
    watch(classifier, log.length)
  }
  return { classifier, log }
}

const labels = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'c']

const happened = (classifier: Classifier, open: string[], random: Random, time: number): void => {
  const k = random.below(open.length)
  const id = open[k]
  const kind = random.uniform()
  if (kind < 0.7) {
    const label = labels[random.below(labels.length)]
    const learned = classifier.answer(id, label, { time }) === 'learned'
    open.splice(k, 1)
    if (random.uniform() < 0.1) classifier.answer(id, label, { time })
    if (learned && random.uniform() < 0.1) classifier.answer(id, random.uniform() < 0.5 ? 'a' : 'b', { time })
    if (learned && random.uniform() < 0.1) classifier.forget(id, { time })
  } else if (kind < 0.9) classifier.skip(id, { time })
  else classifier.unsure(id, { time })
}
