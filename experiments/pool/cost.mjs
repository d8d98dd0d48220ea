// The time of a question in large pools: texts of 400 words in four classes, one of them rare, with word frequencies as in
// natural texts.
import { Pool, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'

export const SIZES = [10_000, 100_000, 1_000_000]
const WORDS = 400
const VOCABULARY = 100_000
const CLASSES = ['a', 'b', 'c', 'd']
const LABELS = 400

/** CPU time of this process in milliseconds; the wall clock would also measure other programs. */
const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A text: each class has 200 words of its own; the frequency of the others falls with their rank (Zipf's law). */
const textOf = (random, label) => {
  const words = new Set()
  while (words.size < WORDS) {
    const isOwn = random.uniform() < 0.03
    words.add(
      isOwn ? VOCABULARY + 200 * label + random.below(200) : Math.floor(VOCABULARY ** random.uniform()),
    )
  }
  const index = Int32Array.from(words, (word) => word + 1).sort()
  return { row: sparseRow(index, new Float64Array(WORDS).fill(1)) }
}

/** Milliseconds at quantiles. */
const quantiles = (times) => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { median: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0, count: sorted.length }
}

/**
 * Asks and answers as a service does: re-fits and preparations run between the questions. Every second question is asked at once after
 * an answer, so that there was no time to prepare it.
 */
export const costOf = (items) => {
  const random = new Random(1, 'experiment/cost')
  const pool = new Pool({ classes: CLASSES, budget: { total: LABELS }, seed: 1 })
  const labels = []
  const begun = now()
  for (let k = 0; k < items; k++) {
    const label = random.uniform() < 0.02 ? 3 : random.below(3)
    labels.push(label)
    // Items that do not enter the working set are not read.
    pool.add(
      {
        get row() {
          return textOf(random, label).row
        },
      },
      String(k),
    )
  }
  const added = now() - begun
  pool.defersRefits = true
  while (pool.work());
  const times = { first: [], prepared: [], unprepared: [], rare: [], answer: [], slice: [] }
  const timed = (name, run) => {
    const from = now()
    const result = run()
    times[name].push(now() - from)
    return result
  }
  const ask = (name) => {
    const from = now()
    const question = pool.next()
    const time = now() - from
    if (question && question.reason !== 'audit') times[name].push(time)
    if (question?.reason === 'rare') times.rare.push(time)
    return question
  }
  const answer = ({ id }) => timed('answer', () => pool.answer(id, CLASSES[labels[Number(id)]]))
  for (let question = ask('first'); question; question = ask('prepared')) {
    answer(question)
    const next = ask('unprepared')
    if (next) answer(next)
    while (timed('slice', () => pool.work()));
  }
  return {
    addMicroseconds: (1000 * added) / items,
    megabytes: process.memoryUsage().rss / 1e6,
    ...Object.fromEntries(Object.entries(times).map(([name, all]) => [name, quantiles(all)])),
  }
}
