import { Random } from '@askance/core/random'

export type Example = 'mails' | 'measures'

export const examples: readonly Example[] = ['mails', 'measures']

const topics = {
  ham: ['agenda', 'minutes', 'draft', 'invoice', 'room', 'lunch', 'review', 'figures', 'thanks', 'tomorrow'],
  spam: ['offer', 'prize', 'winner', 'cheap', 'click', 'free', 'loan', 'urgent', 'pills', 'guarantee'],
} as const
const common = [
  'the',
  'we',
  'you',
  'please',
  'today',
  'about',
  'meeting',
  'order',
  'new',
  'time',
  'list',
  'week',
]

const pick = <One>(list: readonly One[], random: Random): One => list[random.below(list.length)]!

/** About a third is spam; one word in five is topical, sometimes of the other class. */
const syntheticMails = (rows: number, random: Random): string => {
  const lines = Array.from({ length: rows }, () => {
    const label = random.below(100) < 32 ? 'spam' : 'ham'
    const words = Array.from({ length: 8 + random.below(16) }, () => {
      if (random.below(5) > 0) return pick(common, random)
      return pick(topics[random.below(6) > 0 ? label : label === 'ham' ? 'spam' : 'ham'], random)
    })
    return `${words.join(' ')},${label}`
  })
  return `text,label\n${lines.join('\n')}\n`
}

const centres = { small: [2, 6, 1], middle: [5, 4, 3], large: [7, 7, 6] } as const

/** Three clusters, with two noise columns. */
const syntheticMeasures = (rows: number, random: Random): string => {
  const names = ['small', 'middle', 'large'] as const
  const noise = (): number => (random.below(1000) + random.below(1000) + random.below(1000)) / 500 - 3
  const lines = Array.from({ length: rows }, () => {
    const label = pick(names, random)
    const measures = centres[label].map((centre) => (centre + 1.2 * noise()).toFixed(2))
    return [...measures, noise().toFixed(2), noise().toFixed(2), label].join(',')
  })
  return `length,width,weight,hour,batch,label\n${lines.join('\n')}\n`
}

/**
 * Generates a synthetic file, the same every time.
 *
 * @example
 * (await exampleFile('measures', 2).text()).split('\n')[0] // => 'length,width,weight,hour,batch,label'
 */
export const exampleFile = (example: Example, rows = 2000): File => {
  const random = new Random(1, `lab/${example}`)
  const text = example === 'mails' ? syntheticMails(rows, random) : syntheticMeasures(rows, random)
  return new File([text], `synthetic-${example}.csv`, { type: 'text/csv' })
}
