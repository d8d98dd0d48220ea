import { MAX_INDEX } from '../rows/row.js'
import { countIn, numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Ensembles } from './ensembles.js'
import type { Features } from './features.js'
import type { Featurizer } from './featurizer.js'
import { Relevance } from './relevance.js'
import { ones, Represented, represent } from './represented.js'
import type { Scales } from './scales.js'
import { roundsAhead, slice } from './spread.js'
import { ViewScaling } from './view-scaling.js'

/** The phases of a renewal, each spread over this share of the rounds until the next one; updating the rows takes longest. */
const SHARE = 1 / 8
const RENEWING_SHARE = 1 / 4
/** The minimum number of rows or features processed at once. */
const MIN_ROWS = 8
const MIN_FEATURES = 256
const IDLE = 0
const WEIGHING = 1
const TESTING = 2
const JUDGING = 3
const SETTLING = 4
const REPRESENTING = 5
/** Between settling and representing; files of earlier versions do not know it. */
const MEASURING = 6

/**
 * When features get new scales, their relevance is recomputed from the stored rows, the rows are featurized again, and each is
 * visited once. This is done in small pieces, round by round. In the meantime the weights are the sum over all stored rows, each
 * in its current representation; old and new representations differ little.
 */
export class Renewal {
  readonly #design: Design
  readonly #features: Features
  readonly #relevance: Relevance
  readonly #scratch = new Represented()
  #next = new ViewScaling()
  #phase = IDLE
  /** The progress of the phase and its end. */
  #at = 0
  #end = 0
  /** The sum of the squared lengths of rows. */
  #squares = 0

  constructor(design: Design, features: Features, classes: number) {
    this.#design = design
    this.#features = features
    this.#relevance = new Relevance(design, classes)
  }

  get isIdle(): boolean {
    return this.#phase === IDLE
  }

  /** Starts a renewal with the scales of this index; `version` is the number of renewals, if that is another. */
  begin(scales: Scales, measured: number, ensembles: Ensembles, version = measured): void {
    this.#next = new ViewScaling()
    this.#next.scales = scales
    this.#next.version = version
    this.#next.measured = measured
    const { length } = ensembles.primary
    if (length < this.#design.relevanceFrom) this.#enter(MEASURING, this.#measuredOf(length))
    else this.#enter(WEIGHING, length)
  }

  /** Does one round's share of the work; returns the scaling to use from now on. */
  step(
    round: number,
    scaling: ViewScaling,
    ensembles: Ensembles,
    featurizer: Featurizer,
    usesKernel: boolean,
  ): ViewScaling {
    const share = this.#phase === REPRESENTING ? RENEWING_SHARE : SHARE
    const min = this.#isAboutFeatures ? MIN_FEATURES : MIN_ROWS
    let left = slice(this.#end, share * roundsAhead(round, this.#design), min, this.#design)
    let seen = scaling
    while (this.#phase !== IDLE && left > 0) {
      if (this.#phase === REPRESENTING) {
        seen = this.#next
        left = this.#renew(left, ensembles, featurizer, usesKernel)
      } else {
        const to = Math.min(this.#end, this.#at + left)
        left -= to - this.#at
        for (; this.#at < to; this.#at++) this.#one(this.#at, ensembles)
        if (this.#at < this.#end) break
        const wasAboutFeatures = this.#isAboutFeatures
        this.#turn(ensembles)
        // A slice of features is larger than a slice of rows.
        if (this.#isAboutFeatures !== wasAboutFeatures && this.#design.spread > 0) break
      }
    }
    return this.#phase === REPRESENTING ? this.#next : seen
  }

  get #isAboutFeatures(): boolean {
    return this.#phase >= TESTING && this.#phase <= SETTLING
  }

  #one(i: number, ensembles: Ensembles): void {
    const { scales, relevance } = this.#next
    switch (this.#phase) {
      case WEIGHING: {
        // Rows may have been forgotten in the meantime.
        if (i >= ensembles.primary.length) break
        const { row, label } = ensembles.primary.rows[i]
        represent(row, this.#features, scales, ones(scales.level.length), this.#scratch, false)
        this.#relevance.add(this.#scratch, label, scales.seen)
        break
      }
      case TESTING:
        this.#relevance.test(i + 1)
        break
      case JUDGING:
        this.#relevance.judge(i + 1)
        break
      case MEASURING: {
        const { rows } = ensembles.primary
        // Rows may have been forgotten in the meantime.
        const place = Math.min(rows.length - 1, Math.floor((i * rows.length) / this.#end))
        if (place < 0) break
        this.#next.reserve(this.#features.seen)
        represent(rows[place].row, this.#features, scales, this.#next.relevance, this.#scratch, false)
        this.#squares += this.#scratch.square
        break
      }
      default:
        relevance[i + 1] = this.#relevance.of(i + 1)
    }
  }

  #turn(ensembles: Ensembles): void {
    const { seen } = this.#next.scales
    switch (this.#phase) {
      case WEIGHING:
        this.#enter(TESTING, seen)
        break
      case TESTING:
        this.#relevance.rank()
        this.#enter(JUDGING, seen)
        break
      case JUDGING:
        this.#next.newcomer = this.#relevance.of(Number.POSITIVE_INFINITY)
        this.#next.reserve(seen)
        this.#enter(SETTLING, seen)
        break
      case SETTLING:
        this.#relevance.begin()
        this.#enter(MEASURING, this.#measuredOf(ensembles.primary.length))
        break
      default:
        if (this.#end >= this.#design.minLengthRows) this.#next.meanSquare = this.#squares / this.#end
        this.#squares = 0
        this.#turnTo(ensembles)
    }
  }

  /** The number of rows whose length is measured, evenly spaced. */
  #measuredOf(rows: number): number {
    return Math.min(this.#design.lengthRows, rows)
  }

  /** Switches to the new scaling; stored rows are updated step by step and then visited once each. */
  #turnTo(ensembles: Ensembles): void {
    let rows = 0
    for (const ensemble of ensembles.all) {
      ensemble.renewed = 0
      ensemble.visited = 0
      rows += ensemble.length
    }
    this.#enter(REPRESENTING, 2 * rows)
  }

  /** Processes at most `max` rows; returns how many of these are left. Rows added in the meantime need no update. */
  #renew(max: number, ensembles: Ensembles, featurizer: Featurizer, usesKernel: boolean): number {
    let left = max
    for (const ensemble of ensembles.all)
      for (; ensemble.renewed < ensemble.length && left > 0; ensemble.renewed++, left--) {
        const row = ensemble.rows[ensemble.renewed]
        if (row.version < this.#next.version) {
          featurizer.featurize(row.row, this.#next, usesKernel)
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

  /** Restarts the phase after a class was added, because the sums were cleared. */
  addClass(ensembles: Ensembles): void {
    this.#relevance.addClass()
    if (this.#phase !== IDLE && this.#phase !== REPRESENTING && this.#phase !== MEASURING)
      this.#enter(WEIGHING, ensembles.primary.length)
  }

  save(): State {
    return {
      next: this.#next.save(),
      relevance: this.#relevance.save(),
      progress: { phase: this.#phase, at: this.#at, end: this.#end, squares: this.#squares },
    }
  }

  /** `all` are all scales so far. */
  load(state: State, all: readonly Scales[]): void {
    const progress = stateIn(state, 'progress')
    this.#next = new ViewScaling()
    this.#next.load(stateIn(state, 'next'), all)
    this.#relevance.load(stateIn(state, 'relevance'))
    this.#phase = numberIn(progress, 'phase')
    this.#at = countIn(progress, 'at', MAX_INDEX)
    this.#end = countIn(progress, 'end', MAX_INDEX)
    this.#squares = 'squares' in progress ? numberIn(progress, 'squares') : 0
    // Trailing relevances are not saved, but the rest of them will be written.
    if (this.#phase === SETTLING) this.#next.reserve(this.#next.scales.seen)
  }
}
