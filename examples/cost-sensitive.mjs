// One payment in twenty is a fraud, and a missed fraud costs as much as twenty false alarms.
import { Classifier, Random, sparseRow } from '@askance/core'

const count = Number(process.argv[2] ?? 6000)
const costs = { falseNegative: 20, falsePositive: 1 }

/** Payments of eight numbers; those of frauds are shifted a little. */
const payments = function* () {
  const random = new Random(3, 'examples/cost-sensitive')
  for (let t = 0; t < count; t++) {
    const isFraud = random.uniform() < 0.05
    const values = Array.from({ length: 8 }, (_, k) => random.normal() + (isFraud && k < 4 ? 1 : 0))
    yield { truth: isFraud ? 'fraud' : 'fine', row: sparseRow([1, 2, 3, 4, 5, 6, 7, 8], values) }
  }
}

/** Lets a classifier see all payments, and counts both kinds of errors. */
const play = (algorithm, parameters) => {
  const classifier = new Classifier({
    classes: ['fine', 'fraud'],
    algorithm,
    parameters,
    costs,
    budget: { ratio: 0.1 },
    measure: 0.2,
    seed: 5,
  })
  let missed = 0
  let alarms = 0
  for (const { truth, row } of payments()) {
    const { asked, id, predicted } = classifier.observe({ row })
    if (truth === 'fraud' && predicted === 'fine') missed++
    if (truth === 'fine' && predicted === 'fraud') alarms++
    if (asked) classifier.answer(id, truth)
  }
  return { missed, alarms, classifier }
}

const report = (title, { missed, alarms, classifier }) => {
  const total = costs.falseNegative * missed + costs.falsePositive * alarms
  const { value, anyTime } = classifier.quality().all.cost
  const [low, high] = [anyTime.low, anyTime.high].map((cost) => Math.round(cost * count))
  console.log(title)
  console.log(`  ${missed} frauds missed, ${alarms} false alarms: a cost of ${total}`)
  console.log(
    `  estimated from ${classifier.counts.answers} answers: ${Math.round(value * count)} (${low} to ${high})`,
  )
}

report('PAA-I, which treats all errors alike:', play('PAA-I', {}))
report('CSPAA, which requires a margin of 10 for frauds:', play('CSPAA', { rho: 10 }))
