// News with several topics arrive. Every topic is asked about on its own, and the budget counts pairs of an item and a topic.
import { Classifier, MultiLabelClassifier, MultiLabelMetrics, partOptions, Random } from '@askance/core'

const count = Number(process.argv[2] ?? 2000)
const random = new Random(1, 'examples/multi-label')

const words = {
  economy: ['bank', 'prices', 'trade', 'jobs', 'market', 'tax'],
  politics: ['minister', 'vote', 'law', 'party', 'speech', 'tax'],
  sport: ['goal', 'coach', 'season', 'final', 'stadium', 'market'],
}
const topics = Object.keys(words)

/** News with words of all its topics, and some others. */
const nextNews = () => {
  const labels = topics.filter(() => random.uniform() < 0.4)
  const features = {}
  for (const topic of [...labels, ...labels, topics[random.below(3)]])
    for (let k = 0; k < 2; k++) features[words[topic][random.below(6)]] = 1
  return { labels, features }
}

const options = { classes: topics, budget: { ratio: 0.1, horizon: count }, seed: 7 }
const news = new MultiLabelClassifier(options)
const metrics = new MultiLabelMetrics(topics.length)

// A lone classifier for one topic, to show that parts are independent of each other.
const sport = new Classifier(partOptions(options, 'sport'))
let same = 0

for (let t = 1; t <= count; t++) {
  const { labels, features } = nextNews()
  const { id, predicted, asked, decisions } = news.observe({ features })
  topics.forEach((topic, k) => {
    metrics.add(k, predicted.includes(topic), labels.includes(topic), asked.includes(topic), false)
  })
  // A person is shown the item and the topics that are asked about. Only these are learned.
  if (asked.length > 0) news.answer(id, labels)

  const alone = sport.observe({ features })
  if (alone.asked) sport.answer(alone.id, labels.includes('sport') ? 'yes' : 'no')
  if (alone.asked === decisions.sport.asked && alone.margin === decisions.sport.margin) same++
}

const percent = (share) => `${(100 * share).toFixed(1)} %`
const { asked, pairs, microF1, macroF1, hammingLoss } = metrics.values()
console.log(`${count} items arrived, and ${asked} of ${pairs} pairs were asked about.`)
console.log(
  `Micro F1 ${percent(microF1)}, macro F1 ${percent(macroF1)}, Hamming loss ${percent(hammingLoss)}.`,
)
console.log(`The part for sport decided like a lone classifier in ${percent(same / count)} of the rounds.`)

const loaded = MultiLabelClassifier.load(news.save())
const labels = loaded.predict({ features: { goal: 1, coach: 1, final: 1, vote: 1, law: 1, party: 1 } })
console.log(`"goal coach final vote law party" is about ${labels.join(' and ')}.`)
