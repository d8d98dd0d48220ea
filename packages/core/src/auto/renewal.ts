import { numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Ensembles } from './ensembles.js'
import type { Features } from './features.js'
import type { Featurizer } from './featurizer.js'
import { Relevance } from './relevance.js'
import { Represented, represent } from './represented.js'
import type { Scales } from './scales.js'
import { slice } from './spread.js'
import { ViewScaling } from './view-scaling.js'

/** What is done one after the other, each over about this share of the rounds so far: rows that follow take longest. */
const SHARE = 1 / 32
const RENEWING_SHARE = 1 / 16
/** So many rows or features are done at once. */
const MIN_ROWS = 8
const MIN_FEATURES = 256
const IDLE = 0
const WEIGHING = 1
const TESTING = 2
const JUDGING = 3
const SETTLING = 4
const REPRESENTING = 5

/**
 * When features get new scales, they are weighed anew by the stored rows, these are represented anew, and each is visited
 * once. All of it is done in small pieces, round by round. Meanwhile the weights are the sum over all stored rows as each is
 * represented at that moment: the old and the new differ little.
 */
export class Renewal {
  readonly #design: Design
  readonly #features: Features
  readonly #relevance: Relevance
  readonly #scratch = new Represented()
  #next = new ViewScaling()
  #phase = IDLE
  /** How far the phase has come, and where it ends. */
  #at = 0
  #end = 0

  constructor(design: Design, features: Features, classes: number) {
    this.#design = design
    this.#features = features
    this.#relevance = new Relevance(design, classes)
  }

  get isIdle(): boolean {
    return this.#phase === IDLE
  }

  /** Turns to new scales, the so-manieth. */
  begin(scales: Scales, version: number, ensembles: Ensembles): void {
    this.#next = new ViewScaling()
    this.#next.scales = scales
    this.#next.version = version
    const { length } = ensembles.primary
    if (length < this.#design.relevanceFrom) this.#turnTo(ensembles)
    else this.#enter(WEIGHING, length)
  }

  /** One round's share of the work; gives the scaling that holds from now on. */
  step(
    round: number,
    scaling: ViewScaling,
    ensembles: Ensembles,
    featurizer: Featurizer,
    usesWaves: boolean,
  ): ViewScaling {
    const share = this.#phase === REPRESENTING ? RENEWING_SHARE : SHARE
    const least = this.#isAboutFeatures ? MIN_FEATURES : MIN_ROWS
    let left = slice(this.#end, share * round, least, this.#design)
    let seen = scaling
    while (this.#phase !== IDLE && left > 0) {
      if (this.#phase >= REPRESENTING) {
        seen = this.#next
        left = this.#renew(left, ensembles, featurizer, usesWaves)
      } else {
        const to = Math.min(this.#end, this.#at + left)
        left -= to - this.#at
        for (; this.#at < to; this.#at++) this.#one(this.#at, ensembles)
        if (this.#at < this.#end) break
        const wasAboutFeatures = this.#isAboutFeatures
        this.#turn(ensembles)
        // A share of features is more than one of rows.
        if (this.#isAboutFeatures !== wasAboutFeatures && this.#design.spread > 0) break
      }
    }
    return this.#phase >= REPRESENTING ? this.#next : seen
  }

  get #isAboutFeatures(): boolean {
    return this.#phase >= TESTING && this.#phase <= SETTLING
  }

  #one(i: number, ensembles: Ensembles): void {
    const { scales, relevance } = this.#next
    switch (this.#phase) {
      case WEIGHING: {
        // Some may have been forgotten meanwhile.
        if (i >= ensembles.primary.length) break
        const { row, label } = ensembles.primary.rows[i]
        represent(row, this.#features, scales, ones(scales.level.length), this.#scratch, false)
        this.#relevance.add(this.#scratch, label, scales.met)
        break
      }
      case TESTING:
        this.#relevance.test(i + 1)
        break
      case JUDGING:
        this.#relevance.judge(i + 1)
        break
      default:
        relevance[i + 1] = this.#relevance.of(i + 1)
    }
  }

  #turn(ensembles: Ensembles): void {
    const { met } = this.#next.scales
    switch (this.#phase) {
      case WEIGHING:
        this.#enter(TESTING, met)
        break
      case TESTING:
        this.#relevance.rank()
        this.#enter(JUDGING, met)
        break
      case JUDGING:
        this.#next.newcomer = this.#relevance.of(Number.POSITIVE_INFINITY)
        this.#next.reserve(met)
        this.#enter(SETTLING, met)
        break
      default:
        this.#relevance.begin()
        this.#turnTo(ensembles)
    }
  }

  /** From now on rows are seen anew; those that are stored follow, then each is visited once. */
  #turnTo(ensembles: Ensembles): void {
    let rows = 0
    for (const ensemble of ensembles.all) {
      ensemble.renewed = 0
      ensemble.visited = 0
      rows += ensemble.length
    }
    this.#enter(REPRESENTING, 2 * rows)
  }

  /** Works on at most so many rows, and gives how many are left of that. Whoever has come meanwhile has nothing to renew. */
  #renew(most: number, ensembles: Ensembles, featurizer: Featurizer, usesWaves: boolean): number {
    let left = most
    for (const ensemble of ensembles.all)
      for (; ensemble.renewed < ensemble.length && left > 0; ensemble.renewed++, left--) {
        const row = ensemble.rows[ensemble.renewed]
        if (row.version < this.#next.version) {
          featurizer.featurize(row.row, this.#next, usesWaves)
          row.views = featurizer.copies()
          row.version = this.#next.version
        }
        ensemble.renew(ensemble.renewed)
      }
    for (const ensemble of ensembles.all)
      for (; ensemble.visited < ensemble.length && left > 0; ensemble.visited++, left--)
        if (!ensemble.isFrozen) ensemble.visit(ensemble.visited)
    if (left > 0) this.#phase = IDLE
    return left
  }

  #enter(phase: number, end: number): void {
    this.#phase = phase
    this.#at = 0
    this.#end = end
  }

  /** What features were weighed by is gone: it begins anew. */
  addClass(ensembles: Ensembles): void {
    this.#relevance.addClass()
    if (this.#phase > IDLE && this.#phase < REPRESENTING) this.#enter(WEIGHING, ensembles.primary.length)
  }

  save(): State {
    return {
      next: this.#next.save(),
      relevance: this.#relevance.save(),
      progress: { phase: this.#phase, at: this.#at, end: this.#end },
    }
  }

  /** `all` are the scales that ever held. */
  load(state: State, all: readonly Scales[]): void {
    const progress = stateIn(state, 'progress')
    this.#next = new ViewScaling()
    this.#next.load(stateIn(state, 'next'), all)
    this.#relevance.load(stateIn(state, 'relevance'))
    this.#phase = numberIn(progress, 'phase')
    this.#at = numberIn(progress, 'at')
    this.#end = numberIn(progress, 'end')
  }
}

let shared = new Float64Array(0)

/** 1, 1, 1, …: features before they are weighed. */
const ones = (length: number): Float64Array => {
  if (shared.length < length) shared = new Float64Array(2 * length).fill(1)
  return shared
}
