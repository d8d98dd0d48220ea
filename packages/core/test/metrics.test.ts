import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Costs, Metrics, type MetricValues, Random } from '../src/internals.js'
import { assertNear } from './support/compare.js'

interface Outcome {
  readonly predicted: number
  readonly truth: number
  readonly asked: boolean
  readonly updated: boolean
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** Every metric by its definition, counted from the list of outcomes. */
const recount = (
  outcomes: readonly Outcome[],
  classes: number,
  positive: number,
  costs: Costs,
): MetricValues => {
  const count = (holds: (outcome: Outcome) => boolean): number => outcomes.filter(holds).length
  const items = outcomes.length
  const precisionOf = (c: number) =>
    share(
      count(({ predicted, truth }) => predicted === c && truth === c),
      count(({ predicted }) => predicted === c),
    )
  const recallOf = (c: number) =>
    share(
      count(({ predicted, truth }) => predicted === c && truth === c),
      count(({ truth }) => truth === c),
    )
  const f1Of = (c: number) => share(2 * precisionOf(c) * recallOf(c), precisionOf(c) + recallOf(c))
  const falseNegatives = count(({ predicted, truth }) => truth === positive && predicted !== positive)
  const falsePositives = count(({ predicted, truth }) => truth !== positive && predicted === positive)
  const trueNegatives = count(({ predicted, truth }) => truth !== positive && predicted !== positive)
  const specificity = share(trueNegatives, trueNegatives + falsePositives)
  const positives = count(({ truth }) => truth === positive)
  const given =
    costs === 'balance'
      ? { falseNegative: share(items - positives, items), falsePositive: share(positives, items) }
      : costs
  const { sensitivityWeight = 0.5, specificityWeight = 0.5, falseNegative = 1, falsePositive = 1 } = given
  const mean = (of: (c: number) => number) =>
    Array.from({ length: classes }, (_, c) => of(c)).reduce((sum, one) => sum + one, 0) / classes
  return {
    items,
    asked: count(({ asked }) => asked),
    updated: count(({ updated }) => updated),
    mistakes: count(({ predicted, truth }) => predicted !== truth),
    accuracy: share(
      count(({ predicted, truth }) => predicted === truth),
      items,
    ),
    precision: precisionOf(positive),
    recall: recallOf(positive),
    f1: f1Of(positive),
    macroPrecision: mean(precisionOf),
    macroRecall: mean(recallOf),
    macroF1: mean(f1Of),
    sensitivity: recallOf(positive),
    specificity,
    sum: sensitivityWeight * recallOf(positive) + specificityWeight * specificity,
    cost: falseNegative * falseNegatives + falsePositive * falsePositives,
    queryRatio: share(
      count(({ asked }) => asked),
      items,
    ),
    updateRatio: share(
      count(({ updated }) => updated),
      items,
    ),
  }
}

const assertSameValues = (actual: MetricValues, expected: MetricValues, about: string): void => {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort())
  for (const [name, value] of Object.entries(expected))
    assertNear(actual[name as keyof MetricValues], value, `${about}: ${name}`, 1e-12)
}

const randomOutcome = (random: Random, classes: number): Outcome => {
  const truth = random.below(classes)
  const asked = random.uniform() < 0.3
  return {
    truth,
    predicted: random.uniform() < 0.6 ? truth : random.below(classes),
    asked,
    updated: asked && random.uniform() < 0.5,
  }
}

const costly: Costs = { sensitivityWeight: 0.8, specificityWeight: 0.2, falseNegative: 5, falsePositive: 0.5 }

for (const classes of [2, 3, 6])
  for (const costs of [{}, costly, 'balance'] as const)
    test(`Metrics of ${classes} classes with costs ${JSON.stringify(costs)} equal a slow recount`, () => {
      const seed = classes
      const random = new Random(seed, 'outcomes')
      const positive = classes - 1
      const metrics = new Metrics(classes, positive, costs)
      const outcomes: Outcome[] = []
      assertSameValues(metrics.values(), recount([], classes, positive, costs), 'before the first round')
      for (let t = 1; t <= 120; t++) {
        const outcome = randomOutcome(random, classes)
        const { predicted, truth, asked, updated } = outcome
        outcomes.push(outcome)
        metrics.add(predicted, truth, asked, updated)
        const about = `seed ${seed}, round ${t}`
        assertSameValues(metrics.values(), recount(outcomes, classes, positive, costs), about)
      }
      const confusion = metrics.confusion()
      for (let truth = 0; truth < classes; truth++)
        for (let predicted = 0; predicted < classes; predicted++)
          assert.equal(
            confusion[truth * classes + predicted],
            outcomes.filter((one) => one.truth === truth && one.predicted === predicted).length,
          )
    })

test('Saved metrics go on where they were', () => {
  const random = new Random(9, 'outcomes')
  const original = new Metrics(3, 2, costly)
  const copy = new Metrics(3, 2, costly)
  const add = (metrics: Metrics, { predicted, truth, asked, updated }: Outcome): void =>
    metrics.add(predicted, truth, asked, updated)
  for (let t = 0; t < 17; t++) add(original, randomOutcome(random, 3))
  copy.load(original.save())
  for (let t = 0; t < 30; t++) {
    const outcome = randomOutcome(random, 3)
    for (const metrics of [original, copy]) add(metrics, outcome)
    assert.deepEqual(copy.values(), original.values(), `seed 9, round ${t}`)
  }
})
