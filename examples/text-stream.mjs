// Texts of three classes; an answer adds the third class while the stream runs.
import { Classifier, Random } from '@askance/core'
import { textInput } from '@askance/data'

const count = Number(process.argv[2] ?? 2000)
const random = new Random(2, 'examples/text-stream')

const phrases = {
  praise: ['works very well', 'love it', 'great and simple', 'best tool so far', 'thank you all'],
  problem: ['crashes on start', 'does not load', 'an error every time', 'broken since the update', 'is slow'],
  question: [
    'how do I export',
    'where is the manual',
    'can it read tables',
    'which version is it',
    'is it free',
  ],
}
const subjects = ['the app', 'this version', 'the new page', 'my report', 'the search', 'it all']
const pick = (list) => list[random.below(list.length)]

/** Questions appear after a third of the stream. */
const nextMessage = (t) => {
  const truth = pick(t > count / 3 ? ['praise', 'problem', 'question'] : ['praise', 'problem'])
  return { truth, text: `${pick(subjects)}: ${pick(phrases[truth])}, ${pick(phrases[truth])}` }
}

const messages = new Classifier({
  classes: ['praise', 'problem'],
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
  const isKnown = messages.classes.includes(truth)
  messages.answer(id, truth)
  if (!isKnown) console.log(`The answer to message ${t} adds the class "${truth}".`)
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
