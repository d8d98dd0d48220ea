// What do late answers cost? The same streams with answers at once, 100 and 1,000 items late, and after a random wait; each
// answer must be learned once.
//
//   node experiments/delay.mjs --data-dir DIR [--ratio 0.1] [--runs 3] [--rows 10000] [--only spambase]
import { Classifier, Random } from '@askance/core'
import { flagsOf, itemsOf, mean, opened, percent, table } from './tools.mjs'

const flags = flagsOf({ ratio: 0.1, runs: 3, rows: 10000 })
const sets = (flags.only || 'spambase,svmguide1,phishing_websites,spam_corpus,a9a,letter').split(',')

/** How many items pass before the answer comes. */
const waits = {
  'at once': () => 0,
  '100 late': () => 100,
  '1,000 late': () => 1000,
  'at random, mean 500': (random) => Math.floor(-500 * Math.log(1 - random.uniform())),
}

const played = (items, classes, wait, seed, tentative) => {
  const random = new Random(seed, 'experiment/delay')
  const budget = { ratio: Number(flags.ratio), horizon: items.length }
  const classifier = new Classifier({ classes, budget, seed, tentative, withdraw: false })
  const due = new Map()
  let [right, given, learned] = [0, 0, 0]
  classifier.log = ({ type }) => {
    if (type === 'answered') learned++
  }
  items.forEach(({ row, label }, t) => {
    const { id, predicted, asked } = classifier.observe({ row })
    if (predicted === label) right++
    const at = t + wait(random)
    if (asked) due.set(at, [...(due.get(at) ?? []), { id, label }])
    for (const answer of due.get(t) ?? []) {
      classifier.answer(answer.id, answer.label)
      given++
    }
  })
  const { answers, open, spent } = classifier.counts
  if (answers !== given || learned !== given || open !== spent - given)
    throw new Error(
      `${given} answers were given, ${learned} learned, ${answers} count, ${open} of ${spent} are open`,
    )
  return { accuracy: right / items.length, answers: given }
}

const lines = []
for (const name of sets) {
  const set = await opened(name, flags['data-dir'])
  for (const tentative of [false, true]) {
    const line = [tentative ? `${name}, tentative` : name]
    for (const wait of Object.values(waits)) {
      const all = Array.from({ length: Number(flags.runs) }, (_, k) =>
        played(itemsOf(set, k + 1, Number(flags.rows)), set.facts.classes, wait, k + 1, tentative),
      )
      const answers = Math.round(mean(all.map((one) => one.answers)))
      line.push(`${percent(mean(all.map(({ accuracy }) => accuracy)))} (${answers})`)
    }
    lines.push(line)
    console.error(line.join('  '))
  }
}
console.log(table(['accuracy in % (answers)', ...Object.keys(waits)], lines))
console.log(
  '\nTentative: an item is asked about the less, the more it is like one that waits for its answer.',
)
console.log('No answer was lost, none was learned twice.')
