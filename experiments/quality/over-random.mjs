// The gain over random asking that is shown, and the true one: random asking is really run, with as many labels of people.
import { mean } from '@askance/bench'
import { Classifier } from '@askance/core'
import { opened, stageFor } from '../tools.mjs'
import { covers } from './play.mjs'
import { errorOf } from './summary.mjs'

const pair = (set, labels, items, kind) => ({ set, labels, items, kind })

/** The cost of wrong guesses was set on spambase, magic04, german, pendigits, letter and ag_news_test. */
export const comparisons = [
  pair('spambase', 100, 1000, 'table'),
  pair('magic04', 300, 2000, 'table'),
  pair('german', 100, 1000, 'table'),
  pair('pendigits', 100, 1000, 'table'),
  pair('spambase', 300, 2000, 'table'),
  pair('a9a', 100, 1000, 'table'),
  pair('a9a', 300, 2000, 'table'),
  pair('mushrooms', 100, 1000, 'table'),
  pair('phishing_websites', 100, 1000, 'table'),
  pair('phishing_websites', 300, 2000, 'table'),
  pair('svmguide1', 300, 2000, 'table'),
  pair('segment', 100, 1000, 'table'),
  pair('pendigits', 300, 2000, 'table'),
  pair('basehock', 100, 1000, 'text'),
  pair('relathe', 100, 1000, 'text'),
  pair('sms_spam', 100, 1000, 'text'),
  pair('ag_news_test', 100, 1000, 'text'),
  pair('letter', 300, 2000, 'table'),
]

/** A classifier that asks exactly when it is told to. */
const randomArm = (classes, seed) => {
  const coins = { next: 0, toss: () => coins.next, save: () => ({}), load: () => {} }
  const classifier = new Classifier({ classes, budget: {}, measure: 0, shadow: false, seed, coins })
  return {
    play: (row, label, isWanted) => {
      coins.next = isWanted ? 0 : 1 - 1e-12
      const { id, predicted, asked } = classifier.observe({ row })
      if (isWanted && asked) classifier.answer(id, label)
      return predicted
    },
  }
}

const playOne = ({ classes, order, rows, labels }, budget, seed) => {
  const classifier = new Classifier({ classes, budget, seed })
  const random = randomArm(classes, seed)
  let [right, randomRight, shadowRight] = [0, 0, 0]
  for (const i of order) {
    const row = rows.row(i)
    const label = classes[labels[i]]
    const { id, predicted, shadow, asked, trace } = classifier.observe({ row })
    if (predicted === label) right++
    if (shadow === label) shadowRight++
    if (random.play(row, label, trace.random) === label) randomRight++
    if (asked) classifier.answer(id, label)
  }
  const items = order.length
  return {
    truth: (right - randomRight) / items,
    shadow: (right - shadowRight) / items,
    shown: classifier.quality().gainOverRandom,
    answers: classifier.counts.answers,
  }
}

export const playComparison = async ({ set, labels, items, kind }, runs, folder) => {
  const data = await opened(set, folder)
  const all = Array.from({ length: runs }, (_, k) => {
    const stage = stageFor({ ...data, shuffled: true }, k + 1, items)
    return playOne(stage, { total: labels, horizon: stage.order.length }, k + 1)
  })
  const shown = all.filter((one) => one.shown)
  const truths = all.map(({ truth }) => truth)
  const of = (value) => (shown.length === 0 ? undefined : mean(shown.map(value)))
  return {
    set,
    labels,
    items,
    kind,
    classes: data.facts.classes.length,
    runs,
    truth: mean(truths),
    error: errorOf(truths),
    shadow: mean(all.map((one) => one.shadow - one.truth)),
    shadowError: errorOf(all.map((one) => one.shadow - one.truth)),
    shown: shown.length / runs,
    guessed: of(({ shown: { guesses, randomLabels } }) => guesses / randomLabels),
    wrong: of(({ shown: { wrongGuesses } }) => wrongGuesses),
    trueIfShown: of(({ truth }) => truth),
    value: of((one) => one.shown.accuracy.value),
    half: of(({ shown: { accuracy } }) => (accuracy.fixedTime.high - accuracy.fixedTime.low) / 2),
    covered: of((one) => (covers(one.shown.accuracy.fixedTime, one.truth) ? 1 : 0)),
    claims: shown.filter((one) => one.shown.accuracy.fixedTime.low > 0).length / runs,
    falseClaims: shown.filter((one) => one.shown.accuracy.fixedTime.low > Math.max(0, one.truth)).length,
  }
}
