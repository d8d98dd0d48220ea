import { type ClassifierConfig, positiveIn } from '../classifier/options.js'
import { integersIn, numberIn, type State, stateIn } from '../state/state.js'
import type { PoolFold } from './fold.js'

/** The labelling is recorded every so many answers and compared with the one so many answers before. */
export const RECORD_EVERY = 25
const COMPARED_WITH = 50
/** Labellings older than `COMPARED_WITH` are not needed. */
const MAX_RECORDS = COMPARED_WITH / RECORD_EVERY + 1
/** The labelling of at most about this many items is recorded. */
const MAX_SAMPLE = 4000
/** More answers would change little when the disagreement is below this, from this many answers on. */
const LITTLE = 0.02
const MIN_ANSWERS = 150
/** With fewer answers of the positive class, F1 can still change a lot. */
const MIN_POSITIVES = 50

/** The predicted classes of every `stride`-th item of the working set, after some answers. */
export interface Labelling {
  readonly answers: number
  readonly stride: number
  readonly predicted: ArrayLike<number>
}

/** Whether more answers would change the labelling. This is advice; the pool asks as long as its budget lasts. */
export interface Enough {
  readonly enough: boolean
  /**
   * `all-known`: every item has an answer. `early`: fewer than 150 answers. `few-positives`: too few answers of the positive class
   * to tell. `changing`: 50 answers changed more than 2 %. `stable`: they changed less.
   */
  readonly why: 'all-known' | 'early' | 'few-positives' | 'changing' | 'stable'
  /**
   * The difference between the labelling of 50 answers ago and the latest one: with two classes 1 − F1 between them, with
   * more the share of items. Undefined until there are both.
   */
  readonly disagreement: number | undefined
}

/** The step from one item of the sample to the next. */
export const strideFor = (kept: number): number => Math.max(1, Math.ceil(kept / MAX_SAMPLE))

/** The last labellings, from which the disagreement is computed. */
export class Labellings {
  #all: Labelling[] = []

  get latest(): Labelling | undefined {
    return this.#all.at(-1)
  }

  add({ answers, stride, predicted }: Labelling): void {
    this.#all.push({ answers, stride, predicted: Int32Array.from(predicted) })
    if (this.#all.length > MAX_RECORDS) this.#all.shift()
  }

  /** The disagreement over the items for which `isOpen` holds by their place. */
  disagreement(positive: number | undefined, isOpen: (place: number) => boolean): number | undefined {
    const { latest } = this
    const before = this.#all.findLast(({ answers }) => latest && answers <= latest.answers - COMPARED_WITH)
    if (!latest || !before) return undefined
    let items = 0
    let changed = 0
    let positives = 0
    let both = 0
    for (let k = 0; k < latest.predicted.length; k++) {
      const place = k * latest.stride
      const then = before.predicted[place / before.stride]
      if (then === undefined || !isOpen(place)) continue
      const now = latest.predicted[k]
      items++
      if (now !== then) changed++
      positives += Number(now === positive) + Number(then === positive)
      both += Number(now === positive && then === positive)
    }
    if (positive === undefined) return items === 0 ? 0 : changed / items
    return positives === 0 ? 0 : 1 - (2 * both) / positives
  }

  save(): State {
    return Object.fromEntries(
      this.#all.map(({ answers, stride, predicted }, k) => [
        String(k),
        { answers, stride, predicted: Int32Array.from(predicted) },
      ]),
    )
  }

  load(state: State): void {
    this.#all = Object.keys(state).map((k) => {
      const own = stateIn(state, k)
      return {
        answers: numberIn(own, 'answers'),
        stride: numberIn(own, 'stride'),
        predicted: integersIn(own, 'predicted'),
      }
    })
  }
}

export const enoughOf = <Item>(fold: PoolFold<Item>, config: ClassifierConfig, left: number): Enough => {
  const { classes, items, counts } = fold
  const labels = fold.labels()
  const isBinary = classes.length === 2
  const positive = isBinary ? positiveIn(config) : undefined
  const disagreement = fold.labellings.disagreement(
    positive,
    (place) => fold.labelOf(items.kept[place], labels) === undefined,
  )
  const advice = (why: Enough['why'], enough = false): Enough => ({ enough, why, disagreement })
  if (left === 0 && fold.items.size > 0) return advice('all-known', true)
  if (counts.answers < MIN_ANSWERS || disagreement === undefined) return advice('early')
  const positives = [...labels.values()].filter((label) => label === positive).length
  if (isBinary && config.objective === 'f1' && positives < MIN_POSITIVES) return advice('few-positives')
  return disagreement < LITTLE ? advice('stable', true) : advice('changing')
}
