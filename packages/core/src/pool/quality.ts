import { type ClassifierConfig, positiveIn } from '../classifier/options.js'
import { isAudit, type Question } from '../classifier/question.js'
import { isLabelStep } from '../classifier/training-history.js'
import { isSelfTuning } from '../parts.js'
import type { Estimate } from '../quality/interval.js'
import {
  type Audit,
  accuracyEstimate,
  type EstimateInput,
  f1Estimate,
  mergedStrata,
  type Stratum,
  totalAudits,
  type Unlabelled,
} from './estimate.js'
import type { PoolFold } from './fold.js'
import { predictorOf } from './predictor.js'

/** The estimated quality of the labelling of all items. Known items count as right. */
export interface PoolQuality extends PoolEstimates {
  readonly items: number
  /** Items whose label was given, for themselves or for an identical item. */
  readonly known: number
  /** Audits that the estimates are based on, positives among them, and audits that were skipped or unsure. */
  readonly audits: { readonly answered: number; readonly positive: number; readonly unanswered: number }
  /** The accuracy that the model expects of itself. It has no interval and can be wrong in either direction. */
  readonly expectedAccuracy: number
  /** The estimates if the predictions of all audits without an answer were wrong, if there are any. */
  readonly ifUnansweredWrong?: PoolEstimates
}

/** Estimates over all items. Below 10 audits there is no value, and the interval is what remains possible. */
interface PoolEstimates {
  readonly accuracy: Estimate
  /** Of the positive class. */
  readonly f1: Estimate
}

/** Estimates the quality of a finished pool, at any level. */
export const poolEstimator = <Item>(
  fold: PoolFold<Item>,
  config: ClassifierConfig,
): ((level?: number) => PoolQuality) => {
  const positive = positiveIn(config)
  const known = fold.known(positive)
  const classes = fold.classes.length
  const unlabelled = unlabelledIn(fold, positive, known.items)
  const answered = auditsIn(fold, positive)
  const unanswered = wrongAudits(fold, positive)
  const strataOf = (audits: ReadonlyMap<number, readonly Audit[]>): readonly Stratum[] =>
    mergedStrata(unlabelled.map((sums, batch) => ({ unlabelled: sums, audits: audits.get(batch) ?? [] })))
  const input: EstimateInput = { known, classes, strata: strataOf(answered) }
  const strata = strataOf(byBatch([...entriesOf(answered), ...entriesOf(unanswered)]))
  const estimates = ({ strata: own }: Pick<EstimateInput, 'strata'>, level: number): PoolEstimates => ({
    accuracy: accuracyEstimate({ ...input, strata: own }, level),
    f1: f1Estimate({ ...input, strata: own }, level),
  })
  const confidence = unlabelled.reduce((sum, own) => sum + own.confidence, 0)
  const skipped = totalAudits(strata) - totalAudits(input.strata)
  const rest = {
    items: fold.items.size,
    known: known.items,
    audits: {
      answered: totalAudits(input.strata),
      positive: entriesOf(answered).filter(([, { isPositive }]) => isPositive).length,
      unanswered: skipped,
    },
    expectedAccuracy: (known.items + confidence) / Math.max(1, fold.items.size),
  }
  return (level = 0.95) => ({
    ...rest,
    ...estimates(input, level),
    ...(skipped > 0 && { ifUnansweredWrong: estimates({ strata }, level) }),
  })
}

/** Sums over the unlabelled items, by batch. Those of the working set stand for all. */
const unlabelledIn = <Item>(fold: PoolFold<Item>, positive: number, known: number): Unlabelled[] => {
  const { items, learned } = fold
  const labels = fold.labels()
  const out = new Float64Array(fold.classes.length)
  const predictedClass = predictorOf(fold)
  const sums = Array.from({ length: items.batch + 1 }, () => ({
    items: 0,
    confidence: 0,
    positive: 0,
    positivePredicted: 0,
    predicted: 0,
  }))
  let kept = 0
  items.kept.forEach((id, place) => {
    if (fold.labelOf(id, labels) !== undefined) return
    kept++
    fold.reader.read(place)
    const predicted = predictedClass()
    const probabilities = learned.probabilities(out)
    const own = sums[items.batches[place]]
    own.items++
    own.confidence += probabilities[predicted]
    own.positive += probabilities[positive]
    if (predicted !== positive) return
    own.positivePredicted += probabilities[positive]
    own.predicted++
  })
  const scale = kept === 0 ? 0 : (items.size - known) / kept
  return sums.map((own) => ({
    items: scale * own.items,
    confidence: scale * own.confidence,
    positive: scale * own.positive,
    positivePredicted: scale * own.positivePredicted,
    predicted: scale * own.predicted,
  }))
}

type Entry = readonly [batch: number, audit: Audit]

const byBatch = (entries: readonly Entry[]): Map<number, Audit[]> => {
  const audits = new Map<number, Audit[]>()
  for (const [batch, audit] of entries) {
    const own = audits.get(batch)
    if (own) own.push(audit)
    else audits.set(batch, [audit])
  }
  return audits
}

const entriesOf = (audits: ReadonlyMap<number, readonly Audit[]>): readonly Entry[] =>
  [...audits].flatMap(([batch, own]) => own.map((audit): Entry => [batch, audit]))

/**
 * The answered audits, as predicted by members that have not learned them. A learner without a re-fit counts with its
 * predictions from the time of asking.
 */
const auditsIn = <Item>(fold: PoolFold<Item>, positive: number): Map<number, Audit[]> => {
  const { learned, classes } = fold
  const { learner } = learned
  const out = new Float64Array(classes.length)
  const predictedClass = predictorOf(fold)
  const entries: Entry[] = []
  let answer = 0
  for (const step of fold.training.all) {
    if (!isLabelStep(step)) continue
    const { question, label } = step
    const number = answer++
    if (!isAudit(question)) continue
    if (isSelfTuning(learner)) {
      if (!fold.reader.readFeatureless(question.row) && !learner.readOutOfFold(number)) continue
      const predicted = predictedClass()
      const probabilities = learned.probabilities(out)
      const audit = {
        isRight: predicted === label,
        confidence: probabilities[predicted],
        positive: probabilities[positive],
        isPredicted: predicted === positive,
        isPositive: label === positive,
      }
      entries.push([fold.batchOf(question), audit])
    } else {
      const isRight = question.predicted === label
      entries.push([fold.batchOf(question), whenAsked(question, positive, classes.length, isRight, label)])
    }
  }
  return byBatch(entries)
}

const whenAsked = (
  { predicted, confidence }: Question,
  positive: number,
  classes: number,
  isRight: boolean,
  label: number,
): Audit => ({
  isRight,
  confidence,
  positive: predicted === positive ? confidence : (1 - confidence) / (classes - 1),
  isPredicted: predicted === positive,
  isPositive: label === positive,
})

/** The audits without an answer, as if their current predictions were wrong. */
const wrongAudits = <Item>(fold: PoolFold<Item>, positive: number): Map<number, Audit[]> => {
  const { learned, classes, questions } = fold
  const out = new Float64Array(classes.length)
  const predictedClass = predictorOf(fold)
  const entries: Entry[] = []
  for (const question of questions) {
    if (!isAudit(question) || (question.state !== 'skipped' && question.state !== 'unsure')) continue
    if (!fold.reader.readFeatureless(question.row)) learned.learner.read(question.row)
    const predicted = predictedClass()
    const probabilities = learned.probabilities(out)
    const isPredicted = predicted === positive
    entries.push([
      fold.batchOf(question),
      {
        isRight: false,
        confidence: probabilities[predicted],
        positive: probabilities[positive],
        isPredicted,
        isPositive: !isPredicted,
      },
    ])
  }
  return byBatch(entries)
}
