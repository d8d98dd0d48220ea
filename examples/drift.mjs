// The stream changes halfway. With drift detection, the classifier drops old answers and asks again.
import { Classifier } from '@askance/core'
import { shiftingGaussianStream } from '@askance/data'

const count = Number(process.argv[2] ?? 8000)
const PARTS = 8

/** The share of wrong predictions in each part of the stream. */
const play = (drift) => {
  const stream = shiftingGaussianStream({ rows: count, dimension: 10, period: count / 2, seed: 4 })
  const classifier = new Classifier({
    classes: [...stream.classes],
    algorithm: 'D-AMD',
    budget: { ratio: 0.1 },
    drift,
    seed: 1,
  })
  const alarms = []
  classifier.log = (event) => event.type === 'drifted' && alarms.push(classifier.counts.items)
  const wrong = new Array(PARTS).fill(0)
  for (let t = 0; stream.next(); t++) {
    const truth = stream.classes[stream.label]
    const { asked, id, predicted } = classifier.observe({ row: stream.row })
    if (predicted !== truth) wrong[Math.floor((PARTS * t) / count)]++
    if (asked) classifier.answer(id, truth)
  }
  return { alarms, wrong, answers: classifier.counts.answers }
}

const watching = play(true)
const blind = play(false)
const percent = (errors) => `${((100 * PARTS * errors) / count).toFixed(1)} %`.padStart(8)

console.log(`${count} items; after item ${count / 2}, the labels follow another rule.`)
console.log('items from   errors, drift on   errors, drift off')
for (let k = 0; k < PARTS; k++) {
  const from = String((k * count) / PARTS).padStart(10)
  console.log(`${from}   ${percent(watching.wrong[k])}          ${percent(blind.wrong[k])}`)
}
console.log(`Alarms after item ${watching.alarms.join(', ') || '– none'}.`)
console.log(`Answers: ${watching.answers} with drift detection, ${blind.answers} without.`)
