import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier } from '@askance/core'
import type { ClassifierEvent, Observed } from '../src/classifier/events.js'
import type { Question, QuestionState } from '../src/classifier/question.js'
import { factorsOf } from '../src/classifier/response.js'
import { QualityEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import { assertNear } from './support/compare.js'
import { drawnItem } from './support/live.js'

/** Questions by their states: a for answered, o for open. */
const questionsOf = (states: string): readonly Question[] =>
  [...states].map((one, t) => ({ t, state: one === 'a' ? 'answered' : 'open' }) as Question)

const factorsIn = (states: string): readonly number[] => {
  const questions = questionsOf(states)
  const factors = factorsOf(questions)
  return questions.map((question) => factors.get(question) ?? (question.state === 'answered' ? 1 : 0))
}

/** By the definition: the groups first, then each question looks for its own. */
const slowFactors = (states: string): readonly number[] => {
  const groups: string[] = []
  let rest = states
  while (rest !== '') {
    const starts = Array.from({ length: rest.length }, (_, k) => rest.length - 1 - k)
    const count = (text: string, one: string): number => text.split(one).length - 1
    const isEnough = (text: string): boolean => count(text, 'a') >= Math.max(1, count(text, 'o'))
    const start = starts.find((k) => isEnough(rest.slice(k)))
    if (start === undefined) {
      let oldest = rest
      while (!isEnough(oldest) && groups.length > 0) oldest += groups.shift()
      groups.unshift(oldest)
    } else groups.unshift(rest.slice(start))
    rest = rest.slice(0, start ?? 0)
  }
  return groups.flatMap((group) => {
    const answers = [...group].filter((one) => one === 'a').length
    return [...group].map((one) => (one === 'a' ? group.length / answers : 0))
  })
}

interface Late {
  readonly items: number
  /** How many questions stay open; each answer is for the oldest, or for one at random. */
  readonly open: number
  readonly isInOrder: boolean
  /** The accuracy after a share of the stream; the confidence knows nothing of it. */
  readonly accuracy: (share: number) => number
}

/** Whether the interval of accuracy covers at the end, and how far the estimate is off. */
const playLate = ({ items, open: most, isInOrder, accuracy }: Late, seed: number) => {
  const random = new Random(seed, 'test/late')
  const quality = new QualityEstimator(2, 1)
  const asked: Question[] = []
  const open: Question[] = []
  const right = new Map<Question, boolean>()
  let all = 0
  for (let t = 1; t <= items; t++) {
    const probability = 0.05 + 0.1 * random.uniform()
    const isRight = random.uniform() < accuracy(t / items)
    if (isRight) all++
    quality.observe(1, probability)
    if (random.uniform() >= probability) continue
    const question = { t, probability, state: 'open' as QuestionState } as Question
    right.set(question, isRight)
    asked.push(question)
    open.push(question)
    if (open.length <= most) continue
    const [answered] = open.splice(isInOrder ? 0 : random.below(open.length), 1)
    answered.state = 'answered'
  }
  const factors = factorsOf(asked)
  let [sum, squares] = [0, 0]
  for (const question of asked) {
    if (question.state !== 'answered') continue
    const factor = factors.get(question) ?? 1
    sum += factor
    squares += factor * factor
    const reached = question.probability / factor
    quality.answer(1, right.get(question) ? 1 : 0, reached, 0.5, question.t)
  }
  const { value, fixedTime } = quality.estimate(0.95, sum / squares).accuracy
  const truth = all / items
  return { error: value! - truth, covers: truth >= fixedTime.low && truth <= fixedTime.high }
}

const [SHARE, LEAST] = process.env.ASKANCE_SOAK ? [1, 0.9] : [0.3, 0.85]
const RUNS = 300

describe('estimates while questions are open', () => {
  test('answers from about the same time carry the weight of open questions', () => {
    for (const [states, expected] of [
      ['aaaa', [1, 1, 1, 1]],
      ['aaaaoo', [1, 1, 2, 2, 0, 0]],
      ['aoaaaa', [2, 0, 1, 1, 1, 1]],
      ['oaaa', [0, 2, 1, 1]],
      ['aooo', [4, 0, 0, 0]],
      ['ooooaaaa', [0, 0, 0, 0, 2, 2, 2, 2]],
      ['oooaoaaa', [0, 0, 0, 2, 0, 2, 2, 2]],
      ['ooo', [0, 0, 0]],
    ] as const)
      assert.deepEqual(factorsIn(states), expected, states)
    const random = new Random(1, 'test/late')
    for (let n = 0; n < 300; n++) {
      const share = random.uniform()
      const states = Array.from({ length: 1 + random.below(40) }, () =>
        random.uniform() < share ? 'a' : 'o',
      ).join('')
      if (!states.includes('a')) continue
      const [actual, expected] = [factorsIn(states), slowFactors(states)]
      actual.forEach((factor, k) => {
        assertNear(factor, expected[k], states, 1e-12)
      })
      const sum = actual.reduce((total, factor) => total + factor, 0)
      assertNear(sum, states.length, states, 1e-9)
    }
  })

  test('a classifier estimates what an estimator does that gets the answers with these weights', () => {
    const options = { classes: ['a', 'b', 'c'], algorithm: 'D-AMD', budget: { ratio: 0.4 }, withdraw: false }
    const classifier = new Classifier({ ...options, shadow: false, seed: 2 })
    const events: ClassifierEvent[] = []
    classifier.log = (event) => events.push(event)
    const random = new Random(2, 'test/late')
    const open: string[] = []
    for (let t = 0; t < 300; t++) {
      const { id, asked } = classifier.observe(drawnItem(random))
      if (asked) open.push(id)
      while (open.length > 9) {
        const [next] = open.splice(random.below(open.length), 1)
        classifier.answer(next, 'abc'[random.below(3)])
      }
    }
    const slow = new QualityEstimator(3, 2)
    const observed = events.filter((event) => event.type === 'observed') as Observed[]
    const labels = new Map(
      events.flatMap((event) => (event.type === 'answered' ? [[event.id, event.label]] : [])),
    )
    const asked = observed.filter((event) => event.asked)
    const factors = slowFactors(asked.map(({ id }) => (labels.has(id) ? 'a' : 'o')).join(''))
    for (const { predicted, probability, confidence } of observed)
      slow.observe('abc'.indexOf(predicted), probability, confidence)
    let [sum, squares] = [0, 0]
    asked.forEach(({ id, t, predicted, probability, confidence }, k) => {
      const label = labels.get(id)
      if (label === undefined) return
      sum += factors[k]
      squares += factors[k] ** 2
      slow.answer('abc'.indexOf(predicted), 'abc'.indexOf(label), probability / factors[k], confidence, t)
    })
    const [{ all, recent }, expected] = [classifier.quality(), slow.estimate(0.95, sum / squares)]
    assert.ok(sum < squares)
    for (const name of ['accuracy', 'precision', 'recall', 'f1', 'macroF1', 'cost'] as const)
      for (const [estimates, of] of [
        [all, 'all'],
        [recent, 'recent'],
      ] as const) {
        assertNear(estimates[name].value!, expected[name].value!, `${of} ${name}`, 1e-9)
        assertNear(estimates[name].fixedTime.low, expected[name].fixedTime.low, `${of} ${name}`, 1e-5)
        assertNear(estimates[name].fixedTime.high, expected[name].fixedTime.high, `${of} ${name}`, 1e-5)
      }
    const cells = classifier.confusion().cells.map((row) => row.map(({ value }) => value))
    const slowCells = slow.confusion(0.95, 50, sum / squares).cells
    for (const [i, row] of cells.entries())
      for (const [j, value] of row.entries()) assertNear(value!, slowCells[i][j].value!, `${i}, ${j}`, 1e-6)
    assert.deepEqual(Classifier.load(classifier.save()).quality(), classifier.quality())
  })

  const rising = (share: number): number => 0.3 + 0.65 * (1 - Math.exp(-share / 0.35))
  for (const [title, accuracy] of [
    ['rises', rising],
    ['falls', (share: number): number => 1.25 - rising(share)],
  ] as const)
    for (const isInOrder of [true, false])
      test(`covers while the accuracy ${title} and ${isInOrder ? 'the latest' : 'random'} questions are open`, () => {
        const runs = SHARE * RUNS
        const stream = { items: 800, open: 20, isInOrder, accuracy }
        const all = Array.from({ length: runs }, (_, k) => playLate(stream, k + 1))
        const covered = all.filter(({ covers }) => covers).length / runs
        const bias = all.reduce((sum, { error }) => sum + error, 0) / runs
        assert.ok(covered >= LEAST, `${covered} covered`)
        assert.ok(Math.abs(bias) < 0.03, `bias ${bias}`)
      })
})
