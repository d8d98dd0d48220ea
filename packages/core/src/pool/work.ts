import type { ClassifierEvent } from '../classifier/events.js'
import type { ClassifierConfig } from '../classifier/options.js'
import { isSelfTuning } from '../parts.js'
import { drawCandidates, sharesOverAll, thresholdOverAll } from './choose.js'
import { strideFor } from './enough.js'
import type { PoolFold } from './fold.js'

/** Visits to every stored row when a re-fit begins, and when the pool is finished. */
const SWEEPS = 2
const FINAL_SWEEPS = 20
/** The work of a slice: about this many visited entries of rows times classes, or items read. */
const VISITED_AT_ONCE = 400_000
const READ_AT_ONCE = 50
/** How often the reading of all items starts again because of an answer, before it is done without slices. */
const MAX_RESTARTS = 3

/** The next question's candidates, to read them before somebody asks. */
interface Upcoming {
  /** The state for which they were drawn. */
  readonly changes: number
  readonly chosen: number
  readonly candidates: readonly number[]
  /** How many have been read. */
  done: number
}

/**
 * What a pool computes between questions, in slices of a few milliseconds: re-fits, recordings of the labelling, finishing, and
 * reading the candidates of the next question. Questions and answers may come between slices. Nothing of it is state: what takes effect
 * is an event.
 */
export class PoolWork<Item> {
  readonly #fold: PoolFold<Item>
  readonly #config: ClassifierConfig
  readonly #happens: (event: ClassifierEvent) => void
  #recording: { readonly stride: number; readonly predicted: number[] } = { stride: 0, predicted: [] }
  #finishing: Generator<void, void> | undefined
  /** The number of changes when all items were read last. */
  #readAt = -1
  #upcoming: Upcoming = { changes: -1, chosen: 0, candidates: [], done: 0 }
  /** For how many rows the next scales have been prepared. */
  #preparedRows = 0
  #now = 0

  constructor(fold: PoolFold<Item>, config: ClassifierConfig, happens: (event: ClassifierEvent) => void) {
    this.#fold = fold
    this.#config = config
    this.#happens = happens
  }

  /** Whether `finish` has begun and has not ended. */
  get isFinishing(): boolean {
    return this.#finishing !== undefined
  }

  /** Whether there is more to do than preparing the next question. */
  get isPending(): boolean {
    const { isRefitting, isRefitDue, isRecordDue } = this.#fold
    return this.isFinishing || isRefitting || isRefitDue || isRecordDue
  }

  /** Does a slice of the pending work; returns whether it did any. */
  step(time: number): boolean {
    this.#now = time
    if (!this.#finishing) return this.#routine()
    if (this.#finishing.next().done) this.#finishing = undefined
    return true
  }

  /** Begins or continues a re-fit, or else a recording; returns whether there was one. */
  #routine(): boolean {
    const { isRefitting, isRefitDue, isRecordDue } = this.#fold
    if (isRefitting) this.#refit()
    else if (isRefitDue) this.#begin(SWEEPS)
    else if (isRecordDue) this.#record()
    else return false
    return true
  }

  #begin(sweeps: number): void {
    this.#happens({ type: 'refit-begun', time: this.#now, labels: this.#fold.labelled, sweeps })
  }

  #refit(): void {
    const { learner } = this.#fold.learned
    if (!isSelfTuning(learner) || !learner.stepRefit())
      this.#happens({ type: 'refit-finished', time: this.#now })
  }

  /** Computes the scales of a self-tuning learner, if the pool has grown since the last time. */
  measure(time: number): void {
    if (this.#fold.isUnmeasured) this.#happens({ type: 'measured', time })
  }

  /** Records the labelling of a sample of the items. */
  #record(): void {
    const { items, learned, counts, reader } = this.#fold
    const stride = strideFor(items.kept.length)
    const end = Math.ceil(items.kept.length / stride)
    // The pool may have grown since the last slice.
    if (this.#recording.stride !== stride) this.#recording = { stride, predicted: [] }
    const { predicted } = this.#recording
    for (let done = 0; predicted.length < end && done < READ_AT_ONCE; done++) {
      reader.read(predicted.length * stride)
      predicted.push(learned.learner.reading.predicted)
    }
    if (predicted.length < end) return
    this.#recording = { stride, predicted: [] }
    this.#happens({ type: 'recorded', time: this.#now, answers: counts.answers, stride, predicted })
  }

  /** Begins to finish the pool. If it is finished, the results of all items are computed if they are not known. */
  finish(): void {
    if (!this.#fold.isFinished) this.#finishing ??= this.#finish()
    else if (this.#readAt !== this.#fold.changes) this.#finishing ??= this.#read()
  }

  *#read(): Generator<void, void> {
    for (let restarts = 0; !(yield* this.#readAll()) && restarts < MAX_RESTARTS; restarts++);
  }

  *#finish(): Generator<void, void> {
    const fold = this.#fold
    this.measure(this.#now)
    while (this.#routine()) yield
    if (fold.statistics && fold.labelled > 0) {
      // A re-fit that begins again continues the sweeps.
      for (let left = FINAL_SWEEPS; left > 0; yield) {
        const sweeps = Math.min(left, this.#sweepsAtOnce())
        this.#begin(sweeps)
        left -= sweeps
      }
      while (this.#routine()) yield
    }
    yield* this.#read()
    const shares = sharesOverAll(fold)
    const threshold = thresholdOverAll(fold, this.#config, shares)
    this.#happens({
      type: 'finished',
      time: this.#now,
      ...(threshold && { threshold }),
      ...(shares && { shares }),
    })
  }

  #sweepsAtOnce(): number {
    const { items, labelled, classes } = this.#fold
    const perSweep = (labelled * classes.length * items.entries) / Math.max(1, items.kept.length)
    return Math.max(1, Math.floor(VISITED_AT_ONCE / Math.max(1, perSweep)))
  }

  /** Reads all items, so that their results are kept; false if something has changed in the meantime. */
  *#readAll(): Generator<void, boolean> {
    const { items, reader, changes } = this.#fold
    for (let place = 0; place < items.kept.length; place++) {
      if (place % READ_AT_ONCE === 0) yield
      if (this.#fold.changes !== changes) return false
      reader.read(place)
    }
    this.#readAt = changes
    return true
  }

  /** Whether the next question is prepared, or there is none. */
  get isPrepared(): boolean {
    const { isUnmeasured, statistics, deciding, changes, chosen } = this.#fold
    if (!deciding.allowsOneMore(this.#now)) return true
    if (isUnmeasured) return this.#preparedRows === statistics?.rows
    const { candidates, done, ...drawn } = this.#upcoming
    return drawn.changes === changes && drawn.chosen === chosen && done === candidates.length
  }

  /** Prepares new scales, or reads some candidates of the next question. Somebody who has skipped items may get others. */
  prepare(): void {
    if (this.isPrepared) return
    const { changes, chosen, reader, isUnmeasured, statistics } = this.#fold
    if (isUnmeasured && statistics) {
      if (!statistics.prepare()) this.#preparedRows = statistics.rows
      return
    }
    if (this.#upcoming.changes !== changes || this.#upcoming.chosen !== chosen) {
      const { candidates = [] } = drawCandidates(this.#fold, this.#config, undefined) ?? {}
      this.#upcoming = { changes, chosen, candidates, done: 0 }
    }
    const { candidates, done } = this.#upcoming
    const end = Math.min(candidates.length, done + READ_AT_ONCE)
    for (let k = done; k < end; k++) reader.read(candidates[k])
    this.#upcoming.done = end
  }
}
