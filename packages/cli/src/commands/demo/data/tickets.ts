import { Random } from '@askance/core/internals'
import type { DemoData, DemoItem } from './data.js'
import { INTENTS } from './intents.js'

const TICKETS = 4000
const SEED = 77

interface Intent {
  readonly name: string
  readonly phrases: readonly string[]
}

const intents: readonly Intent[] = INTENTS.trim()
  .split('\n')
  .map((line) => {
    const [name = '', phrases = ''] = line.split(': ', 2)
    return { name, phrases: phrases.split(' | ') }
  })

const slots: Readonly<Record<string, readonly string[]>> = {
  item: ['the oat milk', 'the tomatoes', 'the rye bread', 'the olive oil', 'the salmon', 'the coffee beans'],
  day: ['Monday', 'Tuesday', 'Thursday', 'Friday', 'the 3rd', 'the 17th', 'last weekend'],
  amount: ['12.50', '38 euros', '64.90', '105 euros', '7.20'],
  place: ['Aarhus', 'Graz', 'Leuven', 'Porto', 'Turku', 'Bergen'],
}
const openings = [
  '',
  '',
  '',
  'Hello, ',
  'Hi there, ',
  'Good morning, ',
  'Dear team, ',
  'Sorry to bother you: ',
]
const endings = [
  '',
  '',
  '',
  ' Thanks.',
  ' Please help.',
  ' It is urgent.',
  ' Many thanks in advance.',
  ' Best, Kim',
]

/** Generated messages to the support of a shop that delivers food. */
export const tickets: DemoData = {
  stream: 'tickets',
  title: 'Tickets: what is it about?',
  guidelines: [
    'Choose what the customer wants, by what the ticket says and not by what may have caused it.',
    'Type some letters of the name to find a class, and press Enter to answer.',
    'The tickets are generated.',
  ].join('\n\n'),
  noun: 'ticket',
  task: `support tickets into ${intents.length} classes`,
  classes: intents.map(({ name }) => name).toSorted(),
  budget: 0.15,
  exponent: 1,
  taught: 1,
  load: async () => {
    const random = new Random(SEED, 'demo/tickets')
    return Array.from({ length: TICKETS }, () => ticket(random))
  },
}

const ticket = (random: Random): DemoItem => {
  const one = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  const { name, phrases } = one(intents)
  const said = one(phrases).replace(/\{(\w+)\}/g, (_, slot: string) => one(slots[slot] ?? [slot]))
  const opening = one(openings)
  const sentence = opening === '' ? said.charAt(0).toUpperCase() + said.slice(1) : said
  return { text: `${opening}${sentence}.${one(endings)}`, label: name }
}
