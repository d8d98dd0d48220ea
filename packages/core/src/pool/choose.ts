import type { ClassifierConfig } from '../classifier/options.js'
import { positiveIn } from '../classifier/options.js'
import type { DecisionReason, ThresholdCounts } from '../parts.js'
import { Random } from '../random.js'
import { isFeatureless } from '../rows/row.js'
import type { PoolFold } from './fold.js'

/** The number of random candidates from which the least certain one is chosen. */
const CANDIDATES = 500
/**
 * The number of random candidates among which an item of a rare class is looked for, and about how many entries of rows times classes may be
 * read for it, because somebody waits. Both are for one question.
 */
const RARE_CANDIDATES = 4000
const RARE_ENTRIES = 1_600_000
/** A class is rare until it has this many labels, or this share of the labels that it would have if all were equally frequent. */
const RARE_LABELS = 10
const RARE_SHARE = 1 / 4
/** With fewer items every question is random. */
const MIN_ITEMS = 50
/** Because 0.29 · 100 is slightly below 29. */
const ROUNDING = 1e-9

/** The next question. */
export interface Choice {
  /** Its place in the working set. */
  readonly place: number
  readonly reason: DecisionReason
  readonly isAudit: boolean
  /** The number of candidates it was chosen from, and the probability of an item to be one of them; of an audit, to be drawn. */
  readonly candidates: number
  readonly probability: number
  readonly threshold?: ThresholdCounts
}

/** The items among which the next question is chosen: of these the best one, or any of them. */
export interface Draw {
  /** Places in the working set, in random order. An audit has one, and its choice is made. */
  readonly candidates: readonly number[]
  readonly probability: number
  /** An audit, or a random question because there is little to choose from; `from` is the number of items it was drawn from. */
  readonly random?: { readonly reason: 'audit' | 'random'; readonly from: number }
  /** The class that is looked for. */
  readonly rare?: number
}

/**
 * Draws the candidates of the next question for a person: every so often an audit, which is drawn from all unlabelled items;
 * otherwise random candidates. All randomness follows from the seed and the number of the question.
 */
export const drawCandidates = <Item>(
  fold: PoolFold<Item>,
  config: ClassifierConfig,
  by: string | undefined,
): Draw | undefined => {
  const random = new Random(config.seed, `pool ${fold.chosen + 1}`)
  const places = freePlaces(fold, by)
  if (places.length === 0) return undefined
  const isAudit = isAuditTurn(fold.counts.answers + fold.counts.open, config.measure)
  const distinct = places.filter((place) => fold.items.standsFor[place] === 1)
  if (isAudit || distinct.length === 0 || fold.items.size < MIN_ITEMS) {
    const drawn = places[random.below(places.length)]
    return {
      candidates: [fold.items.groups[drawn].places[0]],
      probability: 1 / places.length,
      random: { reason: isAudit ? 'audit' : 'random', from: places.length },
    }
  }
  const rare = rarestClass(fold)
  const isRare = rare !== undefined && random.uniform() < 0.5
  const { length } = distinct
  const candidates = sample(distinct, isRare ? rareCandidates(fold) : CANDIDATES, random)
  return { candidates, probability: candidates.length / length, ...(isRare && { rare }) }
}

/**
 * Chooses the next question for a person among its candidates: the one with the smallest margin. While a class is rare, every second
 * one is the likeliest of that class.
 */
export const choose = <Item>(
  fold: PoolFold<Item>,
  config: ClassifierConfig,
  by: string | undefined,
): Choice | undefined => {
  const draw = drawCandidates(fold, config, by)
  if (!draw) return undefined
  const { candidates, probability, random, rare } = draw
  if (random) {
    const { reason, from } = random
    return { place: candidates[0], reason, isAudit: true, candidates: from, probability }
  }
  return {
    ...(rare === undefined
      ? { ...leastMargin(fold, config, candidates), reason: 'uncertain' }
      : { place: likeliest(fold, candidates, rare), reason: 'rare' }),
    isAudit: false,
    candidates: candidates.length,
    probability,
  }
}

/** The number of candidates of a rare-class question: fewer if rows are long. */
const rareCandidates = <Item>({ items, classes }: PoolFold<Item>): number => {
  const perItem = (items.entries / items.kept.length) * (classes.length === 2 ? 1 : classes.length)
  return Math.max(CANDIDATES, Math.min(RARE_CANDIDATES, Math.floor(RARE_ENTRIES / perItem)))
}

/** The class with the fewest labels of those that were seen and are rare. */
const rarestClass = <Item>(fold: PoolFold<Item>): number | undefined => {
  const counts = fold.labelCounts()
  const limit = Math.min(RARE_LABELS, (RARE_SHARE * fold.labelled) / counts.length)
  let rarest: number | undefined
  counts.forEach((count, label) => {
    if (count < 1 || count >= limit) return
    if (rarest === undefined || count < counts[rarest]) rarest = label
  })
  return rarest
}

/** The candidate that most probably belongs to a class. */
const likeliest = <Item>(fold: PoolFold<Item>, candidates: readonly number[], label: number): number => {
  const { learned, classes } = fold
  const out = new Float64Array(classes.length)
  let best = candidates[0]
  let highest = -1
  for (const place of candidates) {
    fold.reader.read(place)
    const probability = learned.probabilities(out)[label]
    if (probability <= highest) continue
    highest = probability
    best = place
  }
  return best
}

/** Whether the question after this many is an audit, so that audits are evenly spread. */
const isAuditTurn = (questions: number, share: number): boolean =>
  Math.floor((questions + 1) * share + ROUNDING) > Math.floor(questions * share + ROUNDING)

/** The places of the working set that a person may be asked about, in order. */
const freePlaces = <Item>({ items }: PoolFold<Item>, by: string | undefined): number[] => {
  const places: number[] = []
  for (let place = 0; place < items.kept.length; place++) if (items.isFree(place, by)) places.push(place)
  return places
}

/** A uniform sample without replacement, in random order. Changes the array. */
export const sample = (places: number[], count: number, random: Random): number[] => {
  const size = Math.min(count, places.length)
  for (let k = 0; k < size; k++) {
    const j = k + random.below(places.length - k)
    const drawn = places[j]
    places[j] = places[k]
    places[k] = drawn
  }
  places.length = size
  return places
}

/**
 * The expected share of every class among the items with features of the working set; undefined without a self-tuning learner or
 * labels.
 */
export const sharesOverAll = <Item>(fold: PoolFold<Item>): number[] | undefined => {
  const { items, learned, classes, statistics } = fold
  const labels = fold.labels()
  if (!statistics || labels.size === 0) return undefined
  const sums = classes.map(() => 0)
  const out = new Float64Array(classes.length)
  let count = 0
  items.kept.forEach((id, place) => {
    if (isFeatureless(items.rows[place])) return
    count++
    const label = fold.labelOf(id, labels)
    if (label !== undefined) {
      sums[label]++
      return
    }
    fold.reader.read(place)
    learned.probabilities(out).forEach((probability, c) => {
      sums[c] += probability
    })
  })
  return count === 0 ? undefined : sums.map((sum) => sum / count)
}

/**
 * Sets the threshold of a self-tuning learner over all unlabelled items of the working set; undefined without a threshold. `shares`
 * are the probabilities of items without features.
 */
export const thresholdOverAll = <Item>(
  fold: PoolFold<Item>,
  config: ClassifierConfig,
  shares: readonly number[] | undefined,
): ThresholdCounts | undefined => {
  const { items, learned, classes, statistics } = fold
  if (!statistics || classes.length > 2) return undefined
  const labels = fold.labels()
  const positive = positiveIn(config)
  const known = fold.known(positive)
  const out = new Float64Array(classes.length)
  const probabilities: number[] = []
  items.kept.forEach((id, place) => {
    if (fold.labelOf(id, labels) !== undefined) return
    if (shares && isFeatureless(items.rows[place])) {
      probabilities.push(shares[positive])
      return
    }
    fold.reader.read(place)
    probabilities.push(learned.probabilities(out)[positive])
  })
  const weight = probabilities.length === 0 ? 0 : (items.size - known.items) / probabilities.length
  statistics.threshold.settle(Float64Array.from(probabilities), weight, known)
  return statistics.threshold.counts
}

/**
 * The candidate with the smallest margin, the first one of several. With two classes and a self-tuning learner, the threshold
 * is set for the candidates first.
 */
const leastMargin = <Item>(
  fold: PoolFold<Item>,
  config: ClassifierConfig,
  candidates: readonly number[],
): Pick<Choice, 'place' | 'threshold'> => {
  const { learned, items, statistics, classes } = fold
  const { learner } = learned
  const threshold = classes.length === 2 ? statistics?.threshold : undefined
  const positive = positiveIn(config)
  const probabilities = new Float64Array(classes.length)
  const margins = new Float64Array(candidates.length)
  const positives = new Float64Array(candidates.length)
  const before = threshold?.odds ?? 0
  candidates.forEach((place, k) => {
    fold.reader.read(place)
    margins[k] = threshold ? learner.reading.score + before : learner.reading.margin
    if (threshold) positives[k] = learned.probabilities(probabilities)[positive]
  })
  if (threshold) {
    const known = fold.known(positive)
    threshold.settle(positives, (items.size - known.items) / candidates.length, known)
    const { odds } = threshold
    for (let k = 0; k < margins.length; k++) margins[k] = Math.abs(margins[k] - odds)
  }
  let least = 0
  for (let k = 1; k < margins.length; k++) if (margins[k] < margins[least]) least = k
  return { place: candidates[least], ...(threshold && { threshold: threshold.counts }) }
}
