// Texts of three kinds; the third is found by an answer while the stream runs.
import { Classifier, Random } from '@askance/core'
import { textInput } from '@askance/data'

const count = Number(process.argv[2] ?? 2000)
const random = new Random(2, 'examples/text-stream')

const phrases = {
  praise: ['works very well', 'love it', 'great and simple', 'best tool so far', 'thank you all'],
  fault: ['crashes on start', 'does not load', 'an error every time', 'broken since the update', 'is slow'],
  question: [
    'how do I export',
    'where is the manual',
    'can it read tables',
    'which version is it',
    'is it free',
  ],
}
const subjects = ['the app', 'this version', 'the new page', 'my report', 'the search', 'it all']
const drawn = (list) => list[random.below(list.length)]

/** Questions begin to come after a third of the stream. */
const nextMessage = (t) => {
  const truth = drawn(t > count / 3 ? ['praise', 'fault', 'question'] : ['praise', 'fault'])
  return { truth, text: `${drawn(subjects)}: ${drawn(phrases[truth])}, ${drawn(phrases[truth])}` }
}

const messages = new Classifier({
  classes: ['praise', 'fault'],
  input: textInput(),
  budget: { ratio: 0.05 },
  seed: 1,
})

const wrong = [0, 0, 0, 0]
for (let t = 1; t <= count; t++) {
  const { truth, text } = nextMessage(t)
  const { asked, id, predicted } = messages.observe(text)
  if (predicted !== truth) wrong[Math.floor((4 * (t - 1)) / count)]++
  if (!asked) continue
  const met = messages.classes.includes(truth)
  messages.answer(id, truth)
  if (!met) console.log(`Message ${t} was answered "${truth}", which is a new class from now on.`)
}

console.log(`${messages.counts.answers} of ${count} messages were asked about.`)
wrong.forEach((errors, k) => {
  console.log(`Quarter ${k + 1}: ${((400 * errors) / count).toFixed(1)} % of the predictions were wrong.`)
})
for (const text of ['love the new page', 'the app does not start', 'how can I read the manual']) {
  const { predicted, probabilities, features } = messages.explainItem(text)
  const best = features.slice(0, 3).map(({ feature }) => feature)
  console.log(`"${text}" → ${predicted} (${probabilities[predicted].toFixed(2)}), by ${best.join(', ')}`)
}
