import type { ClassifierConfig } from '../classifier/options.js'
import { isAudit } from '../classifier/question.js'
import { coreError } from '../errors.js'
import { type Enough, enoughOf } from './enough.js'
import type { PoolFold } from './fold.js'
import { predictorOf } from './predictor.js'

/** An item to add. The id is its number if missing. */
export interface PoolItem<Item> {
  readonly item: Item
  readonly id?: string
}

/** An item of the pool and its label. */
export interface Labelled {
  readonly id: string
  readonly label: string
  /** Whether the label was given, for this item or an identical one; otherwise it is predicted. */
  readonly known: boolean
  /** The probability of the label; 1 if it is known. */
  readonly probability: number
  /** The probability of every class, in the order of `classes`. */
  readonly probabilities: readonly number[]
}

/** How far the labelling of a pool is, and whether it is enough. */
export interface PoolProgress extends Enough {
  readonly items: number
  /** The items whose rows are kept; questions are chosen from them. */
  readonly kept: number
  /** Items whose label was given, for themselves or for an identical item. */
  readonly known: number
  /** Answers in effect, and examples taught. */
  readonly answers: number
  readonly taught: number
  /** The number of labels of the budget, and how many questions were asked and not refunded. */
  readonly labels: number | undefined
  readonly spent: number
  readonly open: number
  /** How many kept items may still be asked about. */
  readonly left: number
  /** Answers and examples by class. */
  readonly classes: Readonly<Record<string, number>>
  /** Classes without an answer or example. Predictions never name them. */
  readonly unseen: readonly string[]
  /** Audits answered, and audits that were skipped or unsure. */
  readonly audits: { readonly answered: number; readonly unanswered: number }
}

export const progressOf = <Item>(fold: PoolFold<Item>, config: ClassifierConfig): PoolProgress => {
  const { items, deciding, classes, counts, questions } = fold
  const byClass = fold.labelCounts()
  const audits = { answered: 0, unanswered: 0 }
  for (const question of questions) {
    if (!isAudit(question)) continue
    if (question.state === 'answered') audits.answered++
    else if (question.state === 'skipped' || question.state === 'unsure') audits.unanswered++
  }
  const left = items.groups.filter(
    (group, place) => group.places[0] === place && items.isFree(place, undefined),
  ).length
  return {
    items: items.size,
    kept: items.kept.length,
    known: fold.known(0).items,
    answers: counts.answers,
    taught: counts.taught,
    labels: deciding.budget.total,
    spent: counts.spent,
    open: counts.open,
    left,
    classes: Object.fromEntries(classes.map((label, k) => [label, byClass[k]])),
    unseen: classes.filter((_, k) => byClass[k] === 0),
    audits,
    ...enoughOf(fold, config, left + counts.open),
  }
}

/** All items of the working set with their labels; throws if the pool has more. */
export function* labelledRows<Item>(fold: PoolFold<Item>): Generator<Labelled, void> {
  const { items } = fold
  if (items.size > items.kept.length)
    throw coreError('pool/kept', { kept: items.kept.length, items: items.size })
  const labelledAs = labeller(fold)
  for (let place = 0; place < items.kept.length; place++)
    yield labelledAs(items.kept[place], () => fold.reader.read(place))
}

/** The given items with their labels. */
export function* labelledItems<Item>(
  fold: PoolFold<Item>,
  all: Iterable<{ readonly id: string; readonly item: Item }>,
): Generator<Labelled, void> {
  const labelledAs = labeller(fold)
  for (const { item, id } of all)
    yield labelledAs(id, () => {
      const row = fold.look(item)
      if (!fold.reader.readFeatureless(row)) fold.learned.learner.read(row)
    })
}

/** Labels items by their id, or by reading them. */
const labeller = <Item>(fold: PoolFold<Item>): ((id: string, read: () => void) => Labelled) => {
  const { classes, learned } = fold
  const labels = fold.labels()
  const predict = predictorOf(fold)
  return (id, read) => {
    const known = fold.labelOf(id, labels)
    if (known !== undefined) {
      const probabilities = classes.map((_, k) => (k === known ? 1 : 0))
      return { id, label: classes[known], known: true, probability: 1, probabilities }
    }
    read()
    const predicted = predict()
    const probabilities = [...learned.probabilities(new Float64Array(classes.length))]
    const probability = probabilities[predicted]
    return { id, label: classes[predicted], known: false, probability, probabilities }
  }
}
