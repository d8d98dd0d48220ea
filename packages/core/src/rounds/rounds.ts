import { isSelfTuning, type Learner, type Reading, type SelfTuning, type Tally } from '../parts.js'
import { UNKNOWN_CONFIDENCE } from '../quality/cells.js'
import { RowBlocks } from '../rows/blocks.js'
import type { RowPreparer } from '../rows/prepare.js'
import { emptyRow, type Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import type { Deciding } from './deciding.js'
import { Decision } from './decision.js'
import { OneVsAll } from './one-vs-all.js'
import { loadTally, saveTally } from './tally.js'

/** The learner and its counts. Correcting an answer replaces them as a whole. */
export interface Knowledge {
  readonly learner: Learner
  readonly tally: Tally
  /** The estimated probability that the prediction of the row read last is right. */
  confidence?(): number
  /** Updates the calibration of the scores with an answer. */
  calibrate?(scores: Float64Array, label: number, probability: number): void
}

/**
 * The round itself: prepare and read a row, decide with one coin, learn a label. It allocates and records nothing because
 * experiments run it millions of times. `Classifier` runs the same rounds and records them.
 */
export class Rounds {
  readonly preparer: RowPreparer
  readonly deciding: Deciding
  #knowledge: Knowledge
  readonly #tunesItself: boolean
  readonly #preparesNothing: boolean
  readonly #probabilities: Float64Array
  /** The rows that a self-tuning learner keeps. */
  readonly #kept = new RowBlocks()
  #decision: Decision
  /** The row that was read last, prepared for the learner. */
  #row = NO_ROW
  /** Whether the last decision was about this row. */
  #isDecided = false

  constructor(preparer: RowPreparer, deciding: Deciding, knowledge: Knowledge) {
    this.preparer = preparer
    this.deciding = deciding
    this.#knowledge = knowledge
    deciding.decideAbout(knowledge.learner)
    const { learner } = knowledge
    this.#decision = new Decision(learner.reading.scores)
    this.#tunesItself = isSelfTuning(learner)
    this.#preparesNothing = preparer.isIdle
    this.#probabilities = new Float64Array(isSelfTuning(learner) ? learner.classes : 0)
  }

  get knowledge(): Knowledge {
    return this.#knowledge
  }

  /** Replaces the knowledge after a correction or when a class was added. */
  setKnowledge(knowledge: Knowledge): void {
    this.#knowledge = knowledge
    this.deciding.decideAbout(knowledge.learner)
  }

  get learner(): Learner {
    return this.#knowledge.learner
  }

  /** The learner if it tunes itself. */
  get #selfTuning(): SelfTuning | undefined {
    return this.#tunesItself ? (this.#knowledge.learner as SelfTuning) : undefined
  }

  get tally(): Tally {
    return this.#knowledge.tally
  }

  /** One more than the highest feature index seen. */
  get dimension(): number {
    return this.learner.dimension
  }

  /** Predicts a row and decides whether to ask. The next round reuses the returned object. */
  observe(x: Row): Decision {
    const { deciding } = this
    // Toss before counting anything: a supplied list of coins may run out and throw.
    const coin = deciding.coins.toss()
    const row = this.#preparesNothing ? x : this.preparer.prepare(x)
    if (this.#tunesItself) return this.#observeSelf(row, coin, this.#knowledge.learner as SelfTuning)
    const decision = this.#read(row, coin)
    const { learner, tally } = this.#knowledge
    if (deciding.isSingle) deciding.publish(decision, learner.reading, tally)
    else {
      deciding.decide(decision, row, learner, tally, 0, true)
      deciding.commit(decision, learner, 0)
    }
    return decision
  }

  /** A self-tuning learner also learns from every row without its label. */
  #observeSelf(row: Row, coin: number, learner: SelfTuning): Decision {
    learner.statistics.observe(row)
    if (this.deciding.awaitsOrder && learner.statistics.findsOrder(row)) this.deciding.foundOrder()
    learner.advance(learner.statistics.rows)
    const decision = this.decide(row, coin, 0, true)
    learner.statistics.recordPrediction(decision.predicted, decision.confidence)
    this.deciding.commit(decision, learner, 0)
    return decision
  }

  /** Decides about a prepared row. Counting is left to `deciding.commit` or `deciding.apply`. */
  decide(row: Row, coin: number, time: number, asking: boolean): Decision {
    const decision = this.#read(row, coin)
    const { learner, tally } = this.#knowledge
    decision.confidence = this.#confidence()
    this.deciding.decide(decision, row, learner, tally, time, asking)
    return decision
  }

  /** Fills in the decision except for whether to ask. */
  #read(row: Row, coin: number): Decision {
    const { learner, tally } = this.#knowledge
    const { reading } = learner
    let decision = this.#decision
    if (decision.scores !== reading.scores) {
      decision = new Decision(reading.scores)
      this.#decision = decision
    }
    this.#row = row
    this.#isDecided = true
    learner.read(row)
    tally.rounds = this.deciding.items + 1
    decision.t = tally.rounds
    decision.predicted = reading.predicted
    decision.margin = reading.score
    decision.coin = coin
    decision.modelVersion = tally.updates
    return decision
  }

  #confidence(): number {
    const learner = this.#selfTuning
    const own = this.#knowledge.confidence?.()
    return own ?? learner?.probabilities(this.#probabilities)[learner.reading.predicted] ?? UNKNOWN_CONFIDENCE
  }

  /** The learner's scores at the time of asking, if a late answer needs them. */
  opinion(): Float64Array | undefined {
    const { learner } = this
    return this.#selfTuning?.opinion() ?? (learner instanceof OneVsAll ? learner.opinion() : undefined)
  }

  /** Scores a row without a round or a coin. A late answer calls it before `learn`. */
  read(x: Row): Reading {
    const { learner } = this
    const row = this.preparer.prepare(x, false)
    this.#row = row
    this.#isDecided = false
    learner.read(row)
    return learner.reading
  }

  /**
   * Learns the label (a class index) of the row that was observed or read last; that row must not have changed since.
   * Returns whether the model changed. A late answer passes the `opinion` from the time of asking.
   */
  learn(label: number, opinion?: Float64Array, probability = this.#decision.probability): boolean {
    const knowledge = this.#knowledge
    const { learner, tally } = knowledge
    if (this.#isDecided && knowledge.calibrate !== undefined)
      knowledge.calibrate(this.#decision.scores, label, this.#decision.probability)
    tally.asked++
    if (learner.reading.predicted !== label) tally.mistakes++
    const row = this.#tunesItself ? this.#kept.copy(this.#row) : this.#row
    const updated = learner.learn(row, label, opinion, probability)
    if (updated) tally.updates++
    if (this.#tunesItself && this.#selfTuning?.alarm) this.deciding.changed(true)
    return updated
  }

  save(): State {
    const { learner, tally, preparer, deciding } = this
    return {
      preparer: preparer.save(),
      deciding: deciding.save(),
      tally: saveTally(tally),
      learner: learner.save(),
      ...(this.#selfTuning && { ground: this.#selfTuning.statistics.save() }),
    }
  }

  load(state: State): void {
    const { learner } = this
    this.preparer.load(stateIn(state, 'preparer'))
    this.deciding.load(stateIn(state, 'deciding'))
    loadTally(this.tally, stateIn(state, 'tally'))
    this.tally.rounds = this.deciding.items
    this.#selfTuning?.statistics.load(stateIn(state, 'ground'))
    learner.load(stateIn(state, 'learner'))
  }
}

const NO_ROW = emptyRow()
