import type { Design } from './design.js'
import { stepsFor } from './dual-steps.js'
import type { Features } from './features.js'
import { type Featurizer, inputsOf, KERNEL, PRESENCE, TOPICS } from './featurizer.js'
import type { View } from './linear/dual-svm.js'
import { type Member, SeenRows } from './member.js'
import { membersOf, scoreInto, vectorMember } from './members.js'
import type { StoredRow } from './memory.js'
import { Relevance } from './relevance.js'
import { ones, Represented, represent } from './represented.js'
import type { Scales } from './scales.js'
import { TOPIC_SLOTS } from './topics/basis.js'
import { ViewScaling } from './view-scaling.js'

const FOLDS = 5
const EPOCHS = 3
/** The work of one slice, in row entries; a few milliseconds. */
const SLICE = 50_000
/** Features processed at once. */
const FEATURES_AT_ONCE = 4096

/** What a fold needs. The next one uses it again, and so does the next cross-fit, because large arrays are expensive to collect. */
export interface Scratch {
  readonly classes: number
  readonly hasVector: boolean
  readonly scaling: ViewScaling
  readonly relevance: Relevance
  readonly views: (readonly View[])[]
  readonly seen: SeenRows
  readonly members: readonly Member[]
}

type LearnedRow = Pick<StoredRow, 'row' | 'label' | 'answer'>

/** What a cross-fit needs from the time when it begins. */
export interface CrossFitInput {
  readonly rows: readonly LearnedRow[]
  /** The steps of every member on these rows. */
  readonly steps: readonly Float64Array[]
  readonly classes: number
  readonly hasVector: boolean
  readonly scales: Scales
  readonly usesKernel: boolean
  readonly usesTopics: boolean
}

/**
 * Scores every row by members that have not learned it. The rows are divided into five folds, stratified by class. For each
 * fold, the relevance of features is computed from the other rows, the members start from the steps that they took on
 * them, make three passes over them, and score the fold. The members of the ensemble stay as they are.
 *
 * It does not depend on anything that changes later, and is computed in slices, so that nobody waits for it.
 */
export class CrossFit {
  readonly input: CrossFitInput
  /** By row: the scores of the members, each with all classes, and room for the prior. */
  readonly scores: Float64Array
  readonly #design: Design
  readonly #features: Features
  readonly #featurizer: Featurizer
  /** Scales get other topics while the work is done. */
  readonly #basis: Pick<Scales, 'topics'>
  /** Left by earlier cross-fits. One that is in progress has its own. */
  readonly #scratches: Scratch[]
  readonly #work: Generator<number, void>
  /** About how much there is to do, in row entries. */
  readonly work: number
  isDone: boolean

  /** `scores` are those of a cross-fit that was saved when it was done. */
  constructor(
    design: Design,
    features: Features,
    featurizer: Featurizer,
    input: CrossFitInput,
    { scores, scratches = [] }: { readonly scores?: Float64Array; readonly scratches?: Scratch[] } = {},
  ) {
    this.#design = design
    this.#features = features
    this.#featurizer = featurizer
    this.input = input
    this.#basis = { topics: input.scales.topics }
    this.#scratches = scratches
    this.isDone = scores !== undefined
    this.scores = scores ?? new Float64Array(input.rows.length * this.width)
    this.work = this.#estimate()
    this.#work = this.#run()
  }

  /** The number of inputs of the stack. */
  get inputs(): number {
    return inputsOf(this.input.hasVector)
  }

  /** The number of scores per row. */
  get width(): number {
    return (this.inputs + 1) * this.input.classes
  }

  /** Rather too much than too little, because the last slice does the rest. */
  #estimate(): number {
    const { rows, classes, scales, usesKernel } = this.input
    const entries = rows.reduce((sum, { row }) => sum + 1 + scales.denseCount + row.end - row.start, 0)
    const topics = usesKernel ? 0 : rows.length * TOPIC_SLOTS.length
    const perEntry = this.inputs + (usesKernel ? KERNEL_WORK : 0)
    const visited = (1 + EPOCHS) * stepsFor(classes) * (perEntry * entries + topics)
    return FOLDS * (3 * REPRESENTING * entries + visited + 3 * scales.seen)
  }

  /** Does one slice of the work; returns whether there is more. */
  step(slice = SLICE): boolean {
    for (let done = 0; !this.isDone && done < slice; ) {
      const { value, done: isDone } = this.#work.next()
      if (isDone) this.isDone = true
      else done += value
    }
    return !this.isDone
  }

  finish(): void {
    while (this.step());
  }

  /** Yields the work done so far, piece by piece. */
  *#run(): Generator<number, void> {
    const { rows, classes, hasVector } = this.input
    const folds = foldsOf(rows)
    const left = this.#scratches.pop()
    const seen = new SeenRows()
    const scratch: Scratch =
      left?.classes === classes && left.hasVector === hasVector
        ? left
        : {
            classes,
            hasVector,
            scaling: new ViewScaling(),
            relevance: new Relevance(this.#design, classes),
            views: [],
            seen,
            members: [
              ...membersOf(this.#design, classes, seen),
              ...(hasVector ? [vectorMember(this.#design, classes, seen)] : []),
            ],
          }
    for (let fold = 0; fold < FOLDS; fold++) yield* this.#fold(folds, fold, scratch)
    this.#scratches.push(scratch)
  }

  *#fold(folds: Int32Array, fold: number, scratch: Scratch): Generator<number, void> {
    const { rows, steps, classes, usesTopics } = this.input
    const { scaling, views, seen, members } = scratch
    const width = stepsFor(classes)
    yield* this.#relevance(scratch, folds, fold)
    yield* this.#length(scaling, folds, fold)
    for (let i = 0; i < rows.length; i++) {
      this.#featurizer.featurize(rows[i].row, scaling, this.input.usesKernel, this.#basis)
      views[i] = this.#featurizer.copies(views[i])
      yield REPRESENTING * views[i][PRESENCE].length
    }
    const others = rows.flatMap((_, i) => (folds[i] === fold ? [] : [i]))
    seen.rows = others.map((i) => rows[i])
    seen.views = others.map((i) => views[i])
    for (const [m, member] of members.entries()) {
      if (m === TOPICS && !usesTopics) continue
      const taken = new Float64Array(others.length * width)
      others.forEach((i, place) => {
        if (steps[m]) taken.set(steps[m].subarray(i * width, (i + 1) * width), place * width)
      })
      member.take(taken)
      yield seen.views.reduce((sum, own) => sum + workOf(m, own) * width, 0)
      for (let epoch = 0; epoch < EPOCHS; epoch++)
        for (let place = 0; place < others.length; place++) {
          member.visit(place)
          yield workOf(m, seen.views[place]) * width
        }
      for (let i = 0; i < rows.length; i++) {
        if (folds[i] !== fold) continue
        scoreInto(member, m, views[i], this.scores, i * this.width, classes)
        yield workOf(m, views[i]) * width
      }
    }
  }

  /** The mean length of the rows outside a fold. */
  *#length(scaling: ViewScaling, folds: Int32Array, fold: number): Generator<number, void> {
    const { rows, scales, usesKernel } = this.input
    const { lengthRows, minLengthRows } = this.#design
    if (!usesKernel) return
    const others = rows.filter((_, i) => folds[i] !== fold)
    const count = Math.min(lengthRows, others.length)
    const scratch = new Represented()
    let sum = 0
    scaling.meanSquare = 0
    scaling.reserve(this.#features.seen)
    for (let k = 0; k < count; k++) {
      const { row } = others[Math.floor((k * others.length) / count)]
      represent(row, this.#features, scales, scaling.relevance, scratch, false)
      sum += scratch.square
      yield REPRESENTING * scratch.length
    }
    if (count >= minLengthRows) scaling.meanSquare = sum / count
  }

  /** The relevance of features from the rows outside a fold. */
  *#relevance({ scaling, relevance }: Scratch, folds: Int32Array, fold: number): Generator<number, void> {
    const { rows, scales } = this.input
    const { seen } = scales
    scaling.scales = scales
    if (rows.length < this.#design.relevanceFrom) {
      scaling.reset()
      return
    }
    const represented = new Represented()
    relevance.begin()
    for (let i = 0; i < rows.length; i++) {
      if (folds[i] === fold) continue
      const { row, label } = rows[i]
      represent(row, this.#features, scales, ones(scales.level.length), represented, false)
      relevance.add(represented, label, seen)
      yield REPRESENTING * represented.length
    }
    yield* slots(seen, (slot) => relevance.test(slot))
    relevance.rank()
    yield* slots(seen, (slot) => relevance.judge(slot))
    scaling.reset(relevance.of(Number.POSITIVE_INFINITY))
    scaling.reserve(seen)
    yield* slots(seen, (slot) => {
      scaling.relevance[slot] = relevance.of(slot)
    })
  }
}

/** Calls `each` with every slot. */
function* slots(seen: number, each: (slot: number) => void): Generator<number, void> {
  for (let slot = 1; slot <= seen; slot++) {
    each(slot)
    if (slot % FEATURES_AT_ONCE === 0) yield FEATURES_AT_ONCE
  }
}

/** The work of a visit, in row entries; for a kernel it is the number of its rows, and those of a row are a guess at it. */
const workOf = (m: number, views: readonly View[]): number =>
  views[m].length * (m === KERNEL ? KERNEL_WORK : 1)
/** The work of representing a row is so many times that of a sum over its entries. */
const REPRESENTING = 4
const KERNEL_WORK = 16

/** The fold of every row: sorted by label and order of answer, the place modulo the number of folds. */
export const foldsOf = (rows: readonly Omit<LearnedRow, 'row'>[]): Int32Array => {
  const order = rows.map((_, i) => i)
  order.sort((a, b) => rows[a].label - rows[b].label || rows[a].answer - rows[b].answer)
  const folds = new Int32Array(rows.length)
  order.forEach((i, place) => {
    folds[i] = place % FOLDS
  })
  return folds
}
