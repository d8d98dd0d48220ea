import { AutoLearner } from '../auto/learner.js'
import { loadReplica, saveReplica } from '../auto/replica.js'
import { Learned, newCalibration } from '../classifier/learned.js'
import { learnerCreator } from '../classifier/learner-creator.js'
import { type ClassifierConfig, learnerOptionsOf } from '../classifier/options.js'
import { doubtOf, isSelfTuning, type Learner, type Reading, type Tally } from '../parts.js'
import { partsOf } from '../rounds/create.js'
import { OneVsAll } from '../rounds/one-vs-all.js'
import { loadTally, saveTally } from '../rounds/tally.js'
import { RowPreparer } from '../rows/prepare.js'
import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'

/** What predicts of a classifier: the learner, the calibration of its scores and the preparation of rows, without what only learns. */
export const replicaState = ({ learner, calibration, tally }: Learned, preparer: RowPreparer): State => ({
  learner: learner instanceof AutoLearner ? saveReplica(learner) : learner.save(),
  // The answers that the calibration was fitted to are not needed.
  calibration: { ...calibration.save(), pairs: stateIn(newCalibration(learner).save(), 'pairs') },
  preparer: preparer.save(),
  tally: saveTally(tally),
})

/**
 * A model that predicts and cannot learn. It reads rows with the same bits as the classifier that its state was made from.
 */
export class Replica {
  readonly #config: ClassifierConfig
  readonly #preparer: RowPreparer
  #classes: readonly string[]
  #learned: Learned

  constructor(config: ClassifierConfig) {
    this.#config = config
    this.#classes = config.classes
    this.#learned = this.#created()
    this.#preparer = new RowPreparer(config.preparation, isSelfTuning(this.learner))
  }

  #created(): Learned {
    const config = this.#config
    const first = partsOf(learnerOptionsOf(config)).newLearner()
    const statistics = isSelfTuning(first) ? first.statistics : undefined
    return new Learned(learnerCreator(config, this.#classes, statistics), false)
  }

  get learner(): Learner {
    return this.#learned.learner
  }

  get tally(): Tally {
    return this.#learned.tally
  }

  /** Loads a state of the same configuration. `classes` are all classes so far. */
  load(state: State, classes: readonly string[]): void {
    if (classes.length !== this.#classes.length && !isSelfTuning(this.learner)) {
      this.#classes = [...classes]
      this.#learned = this.#created()
    }
    const { learner, calibration, tally } = this.#learned
    const own = stateIn(state, 'learner')
    if (learner instanceof AutoLearner) loadReplica(learner, own)
    else learner.load(own)
    calibration.load(stateIn(state, 'calibration'))
    this.#preparer.load(stateIn(state, 'preparer'))
    loadTally(tally, stateIn(state, 'tally'))
  }

  /** The row as the learner reads it, valid until the next call. */
  prepare(x: Row): Row {
    return this.#preparer.prepare(x, false)
  }

  /** Reads a prepared row. */
  read(row: Row): Reading {
    this.learner.read(row)
    return this.learner.reading
  }

  /** What the query rule reads of the row that was read last. */
  get doubt(): Reading {
    return doubtOf(this.learner)
  }

  /** The estimated probability that the last prediction is right. */
  confidence(): number {
    return this.#learned.confidence()
  }

  /** The learner's scores for the last row, if a late answer needs them. */
  opinion(): Float64Array | undefined {
    const { learner } = this
    if (isSelfTuning(learner)) return learner.opinion()
    return learner instanceof OneVsAll ? learner.opinion() : undefined
  }
}
