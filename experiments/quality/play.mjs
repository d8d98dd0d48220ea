// One run of a live classifier over a data set: what it estimates and what is true.
import { Classifier, Metrics, Random } from '@askance/core'
import { QualityEstimator } from '@askance/core/internals'

const MOMENTS = 30
/** Nothing is promised with fewer answers. */
const PROMISED = 20
/** How often the coins of a run are thrown again, with the recorded probabilities. */
const THROWS = 5
const LATE_MOMENTS = [0.4, 0.55, 0.7, 0.85, 1]

export const covers = ({ low, high }, value) =>
  Number.isNaN(value) || (value >= low - 1e-9 && value <= high + 1e-9)

/** The names of the measures: with more than two classes, only accuracy. */
export const measuresFor = (classes) =>
  classes.length === 2 ? ['accuracy', 'f1', 'precision', 'recall'] : ['accuracy']

/**
 * `loss` is the share of the questions that nobody answers. `looks` says whether to estimate on the way; without it, only the truth
 * is returned.
 */
export const playRun = (
  stage,
  { budget, seed, algorithm = 'auto', measure = 0.2, loss = 0, looks = true },
) => {
  const { classes, order, rows, labels } = stage
  const names = measuresFor(classes)
  const classifier = new Classifier({ algorithm, classes, budget, seed, measure, shadow: false })
  const truth = new Metrics(classes.length, classes.length - 1)
  const random = new Random(seed, 'loss')
  const run = { unsampled: 0, below: 0, late: [], gains: [], right: [], labels: [], answers: [], ratios: [] }
  const isAlwaysInside = Object.fromEntries(names.map((name) => [name, true]))
  const mean = budget.ratio ?? budget.total / budget.horizon
  const decisions = []
  let drift = 1
  classifier.log = ({ type }) => {
    if (type === 'drifted') drift = 0.5
  }
  for (const [k, i] of order.entries()) {
    const t = k + 1
    const least = 0.3 * measure * drift * mean
    const decision = classifier.observe({ row: rows.row(i) })
    const { predicted, probability, asked, id, modelVersion } = decision
    if (looks) decisions.push({ ...decision, predicted: classes.indexOf(predicted), truth: labels[i] })
    const label = classes[labels[i]]
    if (probability === 0) run.unsampled++
    else if (probability < least - 1e-12 && t <= 0.98 * order.length) run.below++
    truth.add(classes.indexOf(predicted), labels[i], asked, asked)
    run.right.push(predicted === label)
    run.labels.push(modelVersion)
    const isLost = asked && random.uniform() < loss
    if (isLost) classifier.unsure(id)
    else if (asked) {
      classifier.answer(id, label)
      run.answers.push({ t, isRight: predicted === label, weight: 1 / probability })
    }
    if (!looks) continue
    if (LATE_MOMENTS.some((share) => Math.round(share * order.length) === t)) noteNow(run, classifier)
    if (t % Math.floor(order.length / MOMENTS) > 0) continue
    const { all, gain } = classifier.quality()
    const values = truth.values()
    if (gain.gain !== undefined) run.gains.push(gain)
    if (all.answers < PROMISED) continue
    for (const name of names) if (!covers(all[name].anyTime, values[name])) isAlwaysInside[name] = false
    const { anyTime, fixedTime } = all.accuracy
    if (all.answers >= 50 && fixedTime.high > fixedTime.low)
      run.ratios.push((anyTime.high - anyTime.low) / (fixedTime.high - fixedTime.low))
  }
  const values = truth.values()
  const { all } = classifier.quality()
  return {
    ...run,
    items: order.length,
    spent: classifier.counts.spent,
    effective: all.effectiveAnswers,
    measures: measured(names, all, values, isAlwaysInside).map((one) => ({
      ...one,
      thrownAgain: thrownAgain(decisions, classes.length, seed, one.name, one.truth),
    })),
  }
}

/** How often the interval covers with other coins: the estimate alone, without the luck of the seeds that all sets share. */
const thrownAgain = (decisions, classes, seed, name, truth) => {
  let inside = 0
  for (let k = 0; decisions.length > 0 && k < THROWS; k++) {
    const random = new Random(THROWS * seed + k, 'thrown again')
    const quality = new QualityEstimator(classes, classes - 1)
    for (const { predicted, truth: label, probability, confidence } of decisions) {
      quality.observe(predicted, probability, confidence)
      if (random.uniform() < probability) quality.answer(predicted, label, probability, confidence)
    }
    if (covers(quality.estimate()[name].fixedTime, truth)) inside++
  }
  return inside / THROWS
}

/** The current accuracy beside the true one of the same items, and beside the weighted answers of these items alone. */
const noteNow = (run, classifier) => {
  const { items, accuracy } = classifier.quality().now
  if (accuracy.value === undefined) return
  const t = run.right.length
  const truth = run.right.slice(-items).filter(Boolean).length / items
  let [right, all] = [0, 0]
  for (const answer of run.answers) {
    if (answer.t <= t - items) continue
    all += answer.weight
    if (answer.isRight) right += answer.weight
  }
  run.late.push({ truth, accuracy, alone: all > 0 ? right / all : 0.5, isInside: covers(accuracy, truth) })
}

/** The estimates of a run with the true values, and whether these are inside the intervals: at the end, and always. */
export const measured = (names, all, values, isAlwaysInside) =>
  names.map((name) => ({
    name,
    truth: values[name],
    estimate: all[name],
    isInside: covers(all[name].fixedTime, values[name]),
    isAlwaysInside: isAlwaysInside[name],
  }))
