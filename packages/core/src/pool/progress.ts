import type { ClassifierConfig } from '../classifier/options.js'
import { isAudit } from '../classifier/question.js'
import { type Enough, enoughOf } from './enough.js'
import type { PoolFold } from './fold.js'

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

/** The label of a row or of a known item. */
export const labelledRow = <Item>(
  fold: PoolFold<Item>,
  id: string,
  known: number | undefined,
  read: () => void,
): Labelled => {
  const { classes, learned } = fold
  if (known !== undefined) {
    const probabilities = classes.map((_, k) => (k === known ? 1 : 0))
    return { id, label: classes[known], known: true, probability: 1, probabilities }
  }
  read()
  const { predicted } = learned.learner.reading
  const probabilities = [...learned.probabilities(new Float64Array(classes.length))]
  return {
    id,
    label: classes[predicted],
    known: false,
    probability: probabilities[predicted],
    probabilities,
  }
}
