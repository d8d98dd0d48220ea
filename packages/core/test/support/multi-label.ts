import type {
  BudgetSpec,
  Classifier,
  ClassifierEvent,
  FeatureItem,
  MultiLabelClassifier,
  MultiLabelEvent,
  MultiLabelOptions,
} from '@askance/core'
import { Random } from '@askance/core/internals'
import { withRow } from '../../src/multi-label/events.js'
import { drawnItem, drawnOptions } from './live.js'

export const classes = ['sport', 'politics', 'music']

/** A multi-label classifier drawn at random; every fourth is `auto`, every fourth plays the published round. */
export const drawnMultiLabel = (seed: number): MultiLabelOptions => {
  const options = drawnOptions(new Random(seed, 'options'))
  if (seed % 4 === 0) return { classes, budget: { ratio: 0.3, horizon: 80 }, seed }
  if (seed % 4 === 1) return { classes, algorithm: options.algorithm ?? 'auto', protocol: 'paper', seed }
  // Fewer questions at once than classes cannot be shared out.
  const budget: BudgetSpec = options.budget?.burst ? { perHour: 60, burst: 7 } : (options.budget ?? {})
  return { ...options, classes, budget }
}

/** The item with this number. */
export const itemOf = (id: string): FeatureItem => drawnItem(new Random(Number(id), 'item'))

export const drawnLabels = (random: Random): readonly string[] => classes.filter(() => random.uniform() < 0.4)

/**
 * Items, examples, late answers, corrections, skips, forgetting and new budgets, in random order. `watch` is called after
 * every item.
 */
export const live = (
  classifier: MultiLabelClassifier,
  items: number,
  random: Random,
  watch: () => void = () => {},
): readonly MultiLabelEvent[] => {
  const log: MultiLabelEvent[] = []
  classifier.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  const open: string[] = []
  const isPaper = classifier.config.protocol === 'paper'
  let time = 0
  for (let t = 1; t <= items; t++) {
    time += random.below(2000)
    const id = String(t)
    if (classifier.observe(itemOf(id), id, { time }).asked.length > 0) open.push(id)
    const kind = random.uniform()
    if (kind < 0.05) classifier.teach(itemOf(`${1000 + t}`), drawnLabels(random), `${1000 + t}`, { time })
    if (kind > 0.98 && !isPaper) classifier.rebudget({ total: 100 }, { time })
    while (open.length > 0 && random.uniform() < 0.6) respond(classifier, open, random, time)
    watch()
  }
  return log
}

const respond = (classifier: MultiLabelClassifier, open: string[], random: Random, time: number): void => {
  const [id] = open.splice(random.below(open.length), 1)
  const kind = random.uniform()
  if (kind > 0.9) classifier.unsure(id, { time })
  else if (kind > 0.8) classifier.skip(id, { time })
  else {
    const outcomes = Object.values(classifier.answer(id, drawnLabels(random), { time }))
    if (!outcomes.includes('learned')) return
    if (random.uniform() < 0.2) classifier.answer(id, drawnLabels(random), { time })
    const change = random.uniform()
    if (change < 0.1) classifier.forget(id, { time })
    else if (change < 0.2 && !outcomes.includes('late')) classifier.reopen(id, { time })
  }
}

/** The events of one part. */
export const partEvents = (log: readonly MultiLabelEvent[], label: string): readonly ClassifierEvent[] =>
  log.flatMap(({ row, parts }) =>
    parts.filter((part) => part.label === label).map(({ event }) => withRow(event, row)),
  )

/** Gives a lone classifier the items, examples and responses of a log; it makes all decisions itself. */
export const relive = (classifier: Classifier, events: readonly ClassifierEvent[]): ClassifierEvent[] => {
  const log: ClassifierEvent[] = []
  classifier.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  for (const event of events) {
    const { time } = event
    if (event.type === 'observed') classifier.observe(itemOf(event.id), event.id, { time })
    else if (event.type === 'taught') classifier.teach(itemOf(event.id), event.label, event.id, { time })
    else if (event.type === 'answered') classifier.answer(event.id, event.label, { time })
    else if (event.type === 'corrected') classifier.answer(event.id, event.label, { time })
    else if (event.type === 'skipped') classifier.skip(event.id, { time })
    else if (event.type === 'unsure') classifier.unsure(event.id, { time })
    else if (event.type === 'forgotten') classifier.forget(event.id, { time })
    else if (event.type === 'reopened') classifier.reopen(event.id, { time })
    else if (event.type === 'rebudgeted') classifier.rebudget(event.budget, { time })
  }
  return log
}
