import { Classifier, type ClassifierEvent, type ClassifierOptions } from '@askance/core'
import { Random } from '@askance/core/internals'
import type { FeatureItem } from '../../src/classifier/input.js'

export const LABELS = ['a', 'b', 'c', 'd']

/** The number of words of an item, and of all. */
const FEW_WORDS = { each: 3, all: 40 }
/** Too many features for a kernel after some dozen items; then there are topics. */
const MANY_WORDS = { each: 30, all: 1500 }

interface Thing {
  readonly item: FeatureItem
  readonly label: string
}

/** How many numbers a vector has. */
const DIMENSION = 8

/** A vector that leans towards one of the classes; all of them lean to one side. */
const drawnVector = (random: Random, own: number): number[] =>
  Array.from({ length: DIMENSION }, (_, j) => random.normal() + (j === own ? 2.5 : 0) + (j > 5 ? 4 : 0))

/** An item of one of the first so many classes: some numbers, now and then a word of its class, and mostly a vector if there are any. */
export const drawnThing = (random: Random, classes: number, words = FEW_WORDS, hasVectors = false): Thing => {
  const own = random.below(classes)
  const features: Record<string, number> = {}
  for (let j = 0; j < 5; j++)
    features[`number ${j}`] = 10 ** (j - 2) * (random.normal() + (j % classes === own ? 1.8 : 0))
  for (let k = 0; k < words.each; k++) features[`word ${random.below(words.all)}`] = 1
  if (random.uniform() < 0.5) features[`own ${own} ${random.below(5)}`] = 1
  const vector = hasVectors && random.uniform() < 0.8 ? drawnVector(random, own) : undefined
  return { item: { features, ...(vector && { vector }) }, label: LABELS[own] }
}

export interface Life {
  readonly options: ClassifierOptions
  readonly items: number
  readonly seed: number
  /** How many classes there are from a round on. */
  classesAt?(t: number): number
  readonly words?: typeof FEW_WORDS
  /** The round from which items have vectors. */
  readonly vectorsFrom?: number
  /** Whether answers are corrected and forgotten, and labels taught. */
  readonly isRestless?: boolean
  /** May hand back another classifier that is to live on in place of this one. */
  watch?(classifier: Classifier, events: number, t: number): Classifier | undefined
}

interface Lived {
  readonly classifier: Classifier
  readonly log: readonly ClassifierEvent[]
  /** By item, whether the prediction was right. */
  readonly right: readonly boolean[]
}

/** A life with `auto`: answers come in any order and after any time, twice, corrected, forgotten, or never. */
export const livedThrough = ({ options, items, seed, watch, ...life }: Life): Lived => {
  const random = new Random(seed, 'auto live')
  const log: ClassifierEvent[] = []
  const record = (event: ClassifierEvent): void => {
    // As JSON, since that is how a log is kept.
    log.push(JSON.parse(JSON.stringify(event)))
  }
  let classifier = new Classifier(options)
  classifier.log = record
  const open: { id: string; label: string }[] = []
  const done: { id: string; label: string }[] = []
  const right: boolean[] = []
  for (let t = 1; t <= items; t++) {
    const classes = life.classesAt?.(t) ?? 2
    const thing = (): Thing => drawnThing(random, classes, life.words, t >= (life.vectorsFrom ?? items + 1))
    const { item, label } = thing()
    const { asked, id, predicted } = classifier.observe(item, `item ${t}`, { time: 1000 * t })
    right.push(predicted === label)
    const isNeverAnswered = life.isRestless && random.uniform() < 0.1
    if (asked && !isNeverAnswered) open.push({ id, label })
    while (open.length > 0 && random.uniform() < 0.4) {
      const [one] = open.splice(random.below(open.length), 1)
      const chance = random.uniform()
      if (life.isRestless && chance < 0.1) classifier.skip(one.id)
      else if (life.isRestless && chance < 0.15) classifier.unsure(one.id)
      else if (classifier.answer(one.id, one.label) === 'learned') done.push(one)
    }
    if (life.isRestless) unrest(classifier, done, random, classes, t, thing)
    const next = watch?.(classifier, log.length, t)
    if (!next) continue
    classifier = next
    classifier.log = record
  }
  return { classifier, log, right }
}

const unrest = (
  classifier: Classifier,
  done: { id: string; label: string }[],
  random: Random,
  classes: number,
  t: number,
  thing: () => Thing,
): void => {
  if (random.uniform() < 0.03) {
    const { item, label } = thing()
    classifier.teach(item, label, `taught ${t}`)
    done.push({ id: `taught ${t}`, label })
  }
  if (done.length === 0 || random.uniform() > 0.06) return
  const k = random.below(done.length)
  const { id, label } = done[k]
  const chance = random.uniform()
  if (chance < 0.3) classifier.answer(id, label)
  else if (chance < 0.7) classifier.answer(id, LABELS[random.below(classes)])
  else {
    classifier.forget(id)
    done.splice(k, 1)
  }
}

/** How many items there are in `lives`. */
export const ITEMS = 170

/** Lives under budgets of every kind, with two classes, three, and more as time goes by, one with many features, and one with vectors from a round on. */
export const lives: readonly Pick<Life, 'options' | 'seed' | 'classesAt' | 'words' | 'vectorsFrom'>[] = [
  { options: { classes: ['a', 'b'], budget: { ratio: 0.3, horizon: ITEMS }, seed: 4 }, seed: 41 },
  {
    options: { classes: ['a', 'b'], budget: { ratio: 0.4 }, measure: 0, expireAfter: 8000, seed: 5 },
    seed: 42,
  },
  { options: { classes: ['a', 'b', 'c'], budget: { total: 100 }, seed: 6 }, seed: 43, classesAt: () => 3 },
  {
    options: { classes: ['a', 'b'], budget: { ratio: 0.4 }, measure: 0, seed: 7 },
    seed: 44,
    classesAt: (t) => (t < 60 ? 2 : t < 115 ? 3 : 4),
  },
  {
    options: { classes: ['a', 'b', 'c'], budget: { ratio: 0.4 }, seed: 8 },
    seed: 45,
    classesAt: () => 3,
    words: MANY_WORDS,
  },
  {
    options: { classes: ['a', 'b'], budget: { ratio: 0.4 }, shadow: true, seed: 9 },
    seed: 46,
    classesAt: (t) => (t < 90 ? 2 : 3),
    vectorsFrom: 45,
  },
]

/** The share of right predictions from one item on to before another. */
export const shareRight = ({ right }: Lived, from: number, to = right.length): number =>
  right.slice(from, to).filter(Boolean).length / (to - from)
