import { type ClassifierEvent, Pool, type Question, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import type { FeatureItem } from '../../src/classifier/input.js'
import type { ClassifierOptions } from '../../src/classifier/options.js'

/** A text of some words: a few belong to its class, the others to none. */
export const drawnText = (random: Random, label: number, words = 8): FeatureItem => {
  const all = new Set<number>()
  for (let k = 0; k < words; k++)
    all.add(random.uniform() < 0.3 ? 301 + 10 * label + random.below(10) : 1 + random.below(300))
  const index = [...all].sort((a, b) => a - b)
  return {
    row: sparseRow(
      index,
      index.map(() => 1),
    ),
  }
}

export interface MadePool {
  readonly pool: Pool
  readonly log: ClassifierEvent[]
  /** The label of every item, by id. */
  readonly truth: Map<string, string>
}

export const CLASSES = ['a', 'b', 'c']

/** A pool of texts with its log; some texts occur twice. */
export const madePool = (
  options: Partial<ClassifierOptions> & { readonly items: number; readonly share?: number },
): MadePool => {
  const { items, share = 0.3, ...rest } = options
  const pool = new Pool({ classes: ['a', 'b'], budget: { total: 60 }, seed: 1, ...rest })
  const log: ClassifierEvent[] = []
  const truth = new Map<string, string>()
  // As JSON, since that is how a log is kept.
  pool.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  addTexts({ pool, log, truth }, items, share, new Random(pool.config.seed, 'test/pool'))
  return { pool, log, truth }
}

/** Adds texts; every tenth is the one before it. */
export const addTexts = ({ pool, truth }: MadePool, items: number, share: number, random: Random): void => {
  const { classes } = pool
  let before: { item: FeatureItem; label: number } | undefined
  for (let k = 0; k < items; k++) {
    const drawn = random.uniform() < share ? 1 + random.below(classes.length - 1) : 0
    const { item, label }: { item: FeatureItem; label: number } =
      before && k % 10 === 9 ? before : { item: drawnText(random, drawn), label: drawn }
    before = { item, label }
    const id = `text ${truth.size + 1}`
    truth.set(id, classes[label])
    pool.add(item, id)
  }
}

/** Answers the next questions truthfully until there are this many answers or no more question. */
export const answerUntil = ({ pool, truth }: MadePool, answers: number): void => {
  while (pool.counts.answers < answers) {
    const question = pool.next()
    if (!question) return
    pool.answer(question.id, truth.get(question.id) ?? '')
  }
}

/** The share of items that are labelled correctly. */
export const accuracyOf = ({ pool, truth }: MadePool): number => {
  const all = [...pool.labelled()]
  return all.filter(({ id, label }) => truth.get(id) === label).length / all.length
}

/** The state as bytes, to compare bit by bit. */
export const bitsOf = (pool: Pool): Uint8Array => pool.save()

/** Everything that can happen to a pool with two labellers, in random order. */
export const lived = (made: MadePool, steps: number, random: Random, watch: () => void = () => {}): void => {
  const { pool, truth } = made
  const people = ['anna', 'bert']
  const open = (): Readonly<Question>[] => [...pool.open]
  const labels = [...pool.classes]
  let time = 0
  for (let k = 0; k < steps; k++) {
    time += random.below(1000)
    const by = people[random.below(2)]
    const when = { time, by }
    const answered = [...pool.answered]
    const one = open()[random.below(Math.max(1, open().length))]
    const kind = random.uniform()
    if (kind < 0.4 || !one) pool.next(when)
    else if (kind < 0.75) pool.answer(one.id, truth.get(one.id) ?? labels[0], when)
    else if (kind < 0.79) pool.skip(one.id, when)
    else if (kind < 0.83) pool.unsure(one.id, when)
    else if (kind < 0.86) pool.withdraw(one.id, when)
    else if (kind < 0.87) addTexts(made, 20, 0.3, random)
    else if (kind < 0.875) pool.finish(when)
    else if (kind < 0.88) pool.poolQuality(0.95, when)
    else if (answered.length > 3) {
      const { question, label } = answered[random.below(answered.length)]
      if (kind < 0.92) pool.reopen(question.id, when)
      else if (kind < 0.96) pool.answer(question.id, label === labels[0] ? labels[1] : labels[0], when)
      else if (kind < 0.97) pool.forget(question.id, when)
      else if (kind < 0.98) pool.answer(question.id, 'new', when)
      else {
        const free = [...truth.keys()].find((id) => !pool.question(id))
        if (free) pool.teachById(free, truth.get(free) ?? '', when)
      }
    }
    watch()
  }
}
