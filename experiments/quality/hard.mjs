// One run of a live classifier in a hard circumstance, and how often its intervals cover.
import { mean } from '@askance/bench'
import { Classifier, Metrics, Random } from '@askance/core'
import { covers, measured, measuresFor } from './play.mjs'

const MOMENTS = 30
/** With many classes an estimate takes longer. */
const FEW_MOMENTS = 10
/** Nothing is promised with fewer answers. */
const PROMISED = 20
/** A correction comes this many rows after the answer. */
const UNTIL_CORRECTED = 100

/** Answers that are given now, later, wrong at first, or never. */
class Answers {
  #due = []
  #classifier
  #random
  #options

  constructor(classifier, seed, options) {
    this.#classifier = classifier
    this.#random = new Random(seed, 'hard')
    this.#options = options
  }

  asked(t, id, label) {
    const { missing = 0, delay = 0, corrected = 0 } = this.#options
    const { classes } = this.#classifier
    if (this.#random.uniform() < missing) {
      this.#classifier.unsure(id)
      return
    }
    const isWrong = this.#random.uniform() < corrected
    const others = classes.filter((one) => one !== label)
    this.#due.push({ t: t + delay, id, label: isWrong ? others[this.#random.below(others.length)] : label })
    if (isWrong) this.#due.push({ t: t + UNTIL_CORRECTED, id, label })
  }

  until(t) {
    const isDue = (one) => one.t <= t
    for (const { id, label } of this.#due.filter(isDue)) this.#classifier.answer(id, label)
    this.#due = this.#due.filter((one) => !isDue(one))
  }
}

export const playHard = (stage, { labels: total, flip, corrected, ...options }, seed) => {
  const { classes, order, rows, labels } = stage
  const names = measuresFor(classes)
  const budget = { total, horizon: order.length }
  const classifier = new Classifier({ classes, budget, seed, shadow: false })
  const step = Math.floor(order.length / (options.isMany ? FEW_MOMENTS : MOMENTS))
  const answers = new Answers(classifier, seed, { corrected, ...options })
  const truth = new Metrics(classes.length, classes.length - 1)
  const table = classes.map(() => new Float64Array(classes.length))
  const isAlwaysInside = Object.fromEntries(names.map((name) => [name, true]))
  for (const [k, i] of order.entries()) {
    const isFlipped = flip !== undefined && k >= flip * order.length
    const label = isFlipped ? classes.length - 1 - labels[i] : labels[i]
    const { id, predicted, asked } = classifier.observe({ row: rows.row(i) })
    const own = classes.indexOf(predicted)
    truth.add(own, label, asked, asked)
    table[own][label]++
    if (asked) answers.asked(k, id, classes[label])
    answers.until(k)
    if ((k + 1) % step > 0) continue
    const { all } = classifier.quality()
    const values = truth.values()
    if (all.answers < PROMISED) continue
    for (const name of names) if (!covers(all[name].anyTime, values[name])) isAlwaysInside[name] = false
  }
  // Corrections come in the end; late answers to the last questions do not.
  if (corrected) answers.until(Number.POSITIVE_INFINITY)
  const values = truth.values()
  const { all } = classifier.quality()
  return {
    measures: measured(names, all, values, isAlwaysInside),
    ...(options.isMany && {
      macroF1: covers(all.macroF1.fixedTime, values.macroF1),
      classes: byClass(classifier.confusion(), table, classes),
    }),
  }
}

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/** Every estimate of a class and every cell of the confusion matrix, with its truth. */
const byClass = ({ classes: listed, perClass, cells, shares }, table, classes) => {
  const places = listed.map((label) => classes.indexOf(label))
  const all = sumOf(table.map((row) => sumOf([...row])))
  const found = []
  const add = (kind, estimate, truth, size = 1) => {
    if (Number.isNaN(truth)) return
    const { value, fixedTime, anyTime } = estimate
    found.push({
      kind,
      fixed: covers(fixedTime, truth),
      any: covers(anyTime, truth),
      width: (fixedTime.high - fixedTime.low) / size,
      isShown: value !== undefined && (fixedTime.high - fixedTime.low) / size <= 0.5,
    })
  }
  places.forEach((label, k) => {
    const predicted = sumOf([...table[label]])
    const positives = sumOf(table.map((row) => row[label]))
    const hits = table[label][label]
    add('precision', perClass[k].precision, predicted > 0 ? hits / predicted : Number.NaN)
    add('recall', perClass[k].recall, positives > 0 ? hits / positives : Number.NaN)
    add('f1', perClass[k].f1, predicted + positives > 0 ? (2 * hits) / (predicted + positives) : Number.NaN)
    add('share', shares[k], positives / all)
    places.forEach((other, j) => {
      const kind = other === label ? 'diagonal' : table[label][other] > 0 ? 'errors' : 'no errors'
      if (predicted > 0) add(kind, cells[k][j], table[label][other], predicted)
    })
  })
  return found
}

const kinds = ['precision', 'recall', 'f1', 'share', 'diagonal', 'errors', 'no errors']
const share = (all, holds) => (all.length === 0 ? Number.NaN : all.filter(holds).length / all.length)

export const hardSummary = ({ name, set, labels, items, isMany }, runs, classes) => ({
  name,
  set,
  labels,
  items,
  classes,
  runs: runs.length,
  measures: runs[0].measures.map(({ name: measure }, k) => {
    const own = runs.map(({ measures }) => measures[k])
    return {
      name: measure,
      truth: mean(own.map(({ truth }) => truth)),
      bias: mean(own.map(({ truth, estimate }) => (estimate.value ?? truth) - truth)),
      fixed: mean(own.map(({ estimate: { fixedTime } }) => (fixedTime.high - fixedTime.low) / 2)),
      covered: share(own, ({ isInside }) => isInside),
      always: share(own, ({ isAlwaysInside }) => isAlwaysInside),
    }
  }),
  ...(isMany && {
    macroF1: share(runs, ({ macroF1 }) => macroF1),
    byClass: kinds.map((kind) => {
      const own = runs.flatMap(({ classes: found }) => found.filter((one) => one.kind === kind))
      const shown = own.filter(({ isShown }) => isShown)
      return {
        kind,
        count: own.length,
        covered: share(own, ({ fixed }) => fixed),
        any: share(own, ({ any }) => any),
        shown: shown.length / own.length,
        coveredShown: share(shown, ({ fixed }) => fixed),
        width: mean(own.map(({ width }) => width / 2)),
      }
    }),
  }),
})
