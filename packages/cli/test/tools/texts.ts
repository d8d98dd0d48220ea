import { Random } from '@askance/core/internals'

const words = {
  spam: 'win cash prize now call free claim offer urgent reply'.split(' '),
  ham: 'home late dinner tomorrow love meet see bus class tonight'.split(' '),
  both: 'the you to and a in is me it for on have that'.split(' '),
}

export interface Message {
  readonly label: 'spam' | 'ham'
  readonly text: string
  readonly length: number
  readonly from: string
}

/** Short messages of two kinds, the same for the same seed. */
export const messages = (count: number, seed = 1): readonly Message[] => {
  const random = new Random(seed, 'test/messages')
  return Array.from({ length: count }, () => {
    const label = random.uniform() < 0.4 ? 'spam' : 'ham'
    const said = Array.from({ length: 6 + random.below(6) }, () => {
      const list = random.uniform() < 0.4 ? words[label] : words.both
      return list[random.below(list.length)]
    })
    const text = said.join(' ')
    return { label, text, length: text.length, from: `city ${random.below(label === 'spam' ? 3 : 5)}` }
  })
}

export const jsonl = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('')

/** The messages as a table. */
export const csv = (items: readonly Message[]): string =>
  ['length,from,text,label', ...items.map((m) => `${m.length},${m.from},"${m.text}",${m.label}`), ''].join(
    '\n',
  )
