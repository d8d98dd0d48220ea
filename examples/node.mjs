// Mails arrive, each is predicted, a few are asked about, and the model learns from the answers.
import { Classifier, Random } from '@askance/core'

const count = Number(process.argv[2] ?? 3000)
const random = new Random(1, 'examples/node')

const words = {
  ham: ['meeting', 'minutes', 'report', 'lunch', 'project', 'holiday', 'garden', 'invoice'],
  spam: ['offer', 'free', 'winner', 'credit', 'click', 'pills', 'casino', 'invoice'],
}

/** A mail with words of its kind, and some of the other. */
const nextMail = () => {
  const truth = random.uniform() < 0.3 ? 'spam' : 'ham'
  const features = {}
  for (let k = 0; k < 6; k++) {
    const kind = random.uniform() < 0.75 ? truth : truth === 'ham' ? 'spam' : 'ham'
    const word = words[kind][random.below(8)]
    features[word] = (features[word] ?? 0) + 1
  }
  return { truth, features }
}

// Ask about at most a tenth of the mails.
const mails = new Classifier({ classes: ['ham', 'spam'], budget: { ratio: 0.1 }, seed: 7 })
const log = []
mails.log = (event) => log.push(event)

// Existing labels are taught as examples and do not count against the budget.
mails.teachAll([
  { item: { features: { meeting: 1, report: 1 } }, label: 'ham' },
  { item: { features: { winner: 1, casino: 2 } }, label: 'spam' },
])

let right = 0
for (let t = 1; t <= count; t++) {
  const { truth, features } = nextMail()
  const decision = mails.observe({ features }, `mail ${t}`)
  if (decision.predicted === truth) right++
  // A person would answer here.
  if (decision.asked) mails.answer(decision.id, truth)
}

const percent = (share) => `${(100 * share).toFixed(1)} %`
const { accuracy } = mails.quality().all
const [low, high] = [accuracy.anyTime.low, accuracy.anyTime.high].map(percent)
console.log(`${count} mails arrived, and ${mails.counts.answers} questions were answered.`)
console.log(`Estimated accuracy, from the answers alone: ${percent(accuracy.value)} (${low} to ${high}).`)
console.log(`True accuracy, which only this example knows: ${percent(right / count)}.`)

const { predicted, features } = mails.explainItem({ features: { free: 1, lunch: 1, invoice: 1 } })
const reasons = features.map(({ feature, contribution }) => `${feature} ${contribution.toFixed(2)}`)
console.log(`"free lunch invoice" is ${predicted}: ${reasons.join(', ')}.`)

// The log rebuilds the classifier, and so does a model file.
const replayed = new Classifier(mails.config)
for (const event of log) replayed.apply(event)
const loaded = Classifier.load(mails.save())
const chances = [mails, replayed, loaded].map((each) => each.predictProba({ features: { free: 1 } }).spam)
console.log(`The three models are ${new Set(chances).size === 1 ? 'identical' : 'different'}.`)
