import { Random } from '@askance/core/internals'

const words = ['offer', 'meeting', 'cheap', 'agenda', 'win', 'minutes', 'prize', 'budget', 'now', 'draft']

/** A numeric CSV: engines agree on every bit, unlike for the logarithms of text weights. */
export const madeNumbers = (rows: number): string => {
  const random = new Random(9, 'test/lab')
  const lines = Array.from({ length: rows }, (_, k) => {
    const numbers = Array.from({ length: 5 }, (_, j) => random.below(1000) / 100 + (j < 2 ? 4 * (k % 2) : 0))
    return [...numbers, ['no', 'yes'][k % 2]].join(',')
  })
  return `a,b,c,d,e,label\n${lines.join('\n')}\n`
}

/** A CSV of synthetic emails: a text, two numbers and a label that depends on both. */
export const made = (rows: number, classes = 2): string => {
  const random = new Random(5, 'test/lab')
  const lines = Array.from({ length: rows }, (_, k) => {
    const label = k % classes
    const text = Array.from(
      { length: 6 },
      () => words[(2 * random.below(5) + (random.below(4) > 0 ? label : 1 - label)) % 10],
    )
    return `"${text.join(' ')}",${random.below(100) + 20 * label},${random.below(10)},${['ham', 'spam', 'other'][label]}`
  })
  return `text,length,hour,label\n${lines.join('\n')}\n`
}
