import { isSelfTuning, type Learner, type Reading, type SelfTuning, type Tally } from '../parts.js'
import type { RowPreparer } from '../rows/prepare.js'
import { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import type { Deciding } from './deciding.js'
import { Decision } from './decision.js'
import { OneVsAll } from './one-vs-all.js'
import { loadTally, saveTally } from './tally.js'

/** What was learned so far. It may be replaced as a whole when an answer is corrected. */
export interface Knowledge {
  readonly learner: Learner
  readonly tally: Tally
  /** Notes what an answer says of how far scores can be trusted. */
  calibrate?(scores: Float64Array, label: number, probability: number): void
}

/**
 * The round itself: a row is prepared and read, a decision made with one coin, a label learned. Nothing is allocated, nothing
 * is recorded: experiments play millions of these, and a `Classifier` plays each and records it.
 */
export class Rounds {
  readonly preparer: RowPreparer
  readonly deciding: Deciding
  #knowledge: Knowledge
  readonly #tunesItself: boolean
  readonly #preparesNothing: boolean
  readonly #probabilities: Float64Array
  #decision: Decision
  /** The row that was read last, as the learner sees it. */
  #row = NO_ROW
  /** Whether that is the row the last decision was about. */
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

  /** Something else was learned: an answer was corrected, or there is one class more. */
  know(knowledge: Knowledge): void {
    this.#knowledge = knowledge
    this.deciding.decideAbout(knowledge.learner)
  }

  get learner(): Learner {
    return this.#knowledge.learner
  }

  /** The learner, where it tunes itself. */
  get #self(): SelfTuning | undefined {
    return this.#tunesItself ? (this.#knowledge.learner as SelfTuning) : undefined
  }

  get tally(): Tally {
    return this.#knowledge.tally
  }

  /** One more than the highest feature index that was met. */
  get dimension(): number {
    return this.learner.dimension
  }

  /** Predicts a row and decides whether to ask. The decision is reused by the next round. */
  observe(x: Row): Decision {
    const { deciding } = this
    // Before anything is counted: coins from elsewhere may run out.
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

  /** One that tunes itself learns from every row without its label. */
  #observeSelf(row: Row, coin: number, learner: SelfTuning): Decision {
    learner.ground.meet(row)
    learner.advance(learner.ground.rows)
    const decision = this.decide(row, coin, 0, true)
    learner.ground.stand(decision.predicted, this.#confidence(learner))
    this.deciding.commit(decision, learner, 0)
    return decision
  }

  /** Decides about a prepared row. Nothing is counted: that is for `deciding.commit` or `deciding.apply`. */
  decide(row: Row, coin: number, time: number, asking: boolean): Decision {
    const decision = this.#read(row, coin)
    const { learner, tally } = this.#knowledge
    this.deciding.decide(decision, row, learner, tally, time, asking)
    return decision
  }

  /** All of a decision but whether to ask. */
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

  #confidence(learner: SelfTuning): number {
    return learner.probabilities(this.#probabilities)[learner.reading.predicted]
  }

  /** What the learner thinks of the row that was decided on last, where a late answer needs to know that. */
  opinion(): Float64Array | undefined {
    const { learner } = this
    return this.#self?.opinion() ?? (learner instanceof OneVsAll ? learner.opinion() : undefined)
  }

  /** Scores a row and nothing else: no round, no coin. Also what a late answer needs before `learn`. */
  read(x: Row): Reading {
    const { learner } = this
    const row = this.preparer.prepare(x, false)
    this.#row = row
    this.#isDecided = false
    learner.read(row)
    return learner.reading
  }

  /**
   * Learns the label (a class index) of the row that was observed or read last, which must not have changed since; true when
   * the model changed. With a late answer comes the opinion of the time of asking.
   */
  learn(label: number, opinion?: Float64Array): boolean {
    const knowledge = this.#knowledge
    const { learner, tally } = knowledge
    if (this.#isDecided && knowledge.calibrate !== undefined)
      knowledge.calibrate(this.#decision.scores, label, this.#decision.probability)
    tally.asked++
    if (learner.reading.predicted !== label) tally.mistakes++
    const updated = learner.learn(this.#row, label, opinion)
    if (updated) tally.updates++
    if (this.#tunesItself && this.#self?.alarm) this.deciding.changed(true)
    return updated
  }

  save(): State {
    const { learner, tally, preparer, deciding } = this
    return {
      preparer: preparer.save(),
      deciding: deciding.save(),
      tally: saveTally(tally),
      learner: learner.save(),
      ...(this.#self && { ground: this.#self.ground.save() }),
    }
  }

  load(state: State): void {
    const { learner } = this
    this.preparer.load(stateIn(state, 'preparer'))
    this.deciding.load(stateIn(state, 'deciding'))
    loadTally(this.tally, stateIn(state, 'tally'))
    this.tally.rounds = this.deciding.items
    this.#self?.ground.load(stateIn(state, 'ground'))
    learner.load(stateIn(state, 'learner'))
  }
}

const NO_ROW = new Row(new Int32Array(0), new Float64Array(0))
