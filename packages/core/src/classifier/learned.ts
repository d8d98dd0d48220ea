import type { Calibration } from '../calibration/calibration.js'
import { PlattScaling } from '../calibration/platt.js'
import { SoftmaxScaling } from '../calibration/softmax.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { ErrorWatch } from '../drift/error-watch.js'
import { isSelfTuning, type Learner, type SelfTuning, Tally } from '../parts.js'
import type { Knowledge } from '../rounds/rounds.js'
import { loadTally, saveTally } from '../rounds/tally.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { isAudit, isTaught, type Question } from './question.js'
import type { LabelStep, Trainable, TrainingStep } from './training-history.js'

/**
 * What the answers have taught: the learner, its shadow that only sees audits, how sure it may be of its scores, whether
 * it is wrong more often than it should be, and how often it was wrong and changed.
 */
export class Learned implements Trainable, Knowledge {
  readonly #newLearner: () => Learner
  learner: Learner
  shadow: Learner | undefined
  calibration: Calibration
  readonly #errors = new ErrorWatch()
  /** What the last step set off. */
  alarm: DriftAlarm | undefined
  /** `asked` are the answers that count. */
  readonly tally = new Tally()
  /** How many labels were taught. */
  taught = 0

  constructor(newLearner: () => Learner, shadowed: boolean) {
    this.#newLearner = newLearner
    this.learner = newLearner()
    this.shadow = shadowed ? newLearner() : undefined
    this.calibration = newCalibration(this.learner)
  }

  /** The learner, where it tunes itself: then it also knows how far it can be trusted, and when it is wrong too often. */
  get #self(): SelfTuning | undefined {
    return isSelfTuning(this.learner) ? this.learner : undefined
  }

  /** The probability of every class, of the row that the learner has read last. */
  probabilities(out: Float64Array): Float64Array {
    return this.#self?.probabilities(out) ?? this.calibration.probabilities(this.learner.reading.scores, out)
  }

  /** So many rows have come. */
  advance(rows: number): void {
    for (const learner of [this.learner, this.shadow])
      if (learner && isSelfTuning(learner)) learner.advance(rows)
  }

  learn(step: TrainingStep, earlier: readonly TrainingStep[]): void {
    this.alarm = undefined
    if (step.kind === 'drift') this.#forgetBefore(step.since, earlier)
    else this.#take(step)
  }

  #take({ kind, at, question, label }: LabelStep): void {
    const { row, opinion } = question
    this.advance(at)
    this.learner.read(row)
    if (this.#wasWrong(question, label)) this.tally.mistakes++
    if (this.learner.learn(row, label, opinion)) this.tally.updates++
    if (this.shadow && isForShadow(question)) taught(this.shadow, row, label)
    if (kind === 'taught') this.taught++
    else this.#trust(question, label)
  }

  /** The threshold of one that tunes itself moves with the rows, which are not taken back: there its word of then counts. */
  #wasWrong(question: Question, label: number): boolean {
    if (this.#self) return !isTaught(question) && question.predicted !== label
    return this.learner.reading.predicted !== label
  }

  /** What an answer says of how far predictions can be trusted. */
  #trust({ scores, probability, predicted, confidence }: Question, label: number): void {
    this.tally.asked++
    if (this.#self) {
      this.alarm = this.#self.alarm
      return
    }
    this.calibrate(scores, label, probability)
    this.alarm = this.#errors.add(predicted !== label, confidence)
  }

  calibrate(scores: Float64Array, label: number, probability: number): void {
    if (!this.#self) this.calibration.add(scores, label, probability)
  }

  /** What was learned before the stream changed is wrong now: the learners go on with what came since. */
  #forgetBefore(since: number, earlier: readonly TrainingStep[]): void {
    const kept = earlier.filter((step): step is LabelStep => step.kind !== 'drift' && step.at >= since)
    const own = kept.filter(({ question }) => isForShadow(question))
    this.learner = this.#newLearner()
    this.calibration = newCalibration(this.learner)
    if (this.shadow) this.shadow = this.#newLearner()
    for (const { question, label } of kept) taught(this.learner, question.row, label)
    if (this.shadow) for (const { question, label } of own) taught(this.shadow, question.row, label)
  }

  snapshot(): unknown {
    return {
      rest: this.#saved(),
      learner: held(this.learner),
      shadow: this.shadow && held(this.shadow),
    }
  }

  restore(snapshot: unknown): void {
    const { rest, learner, shadow } = snapshot as { rest: State; learner: unknown; shadow: unknown }
    this.#load(rest)
    bringBack(this.learner, learner)
    if (this.shadow) bringBack(this.shadow, shadow)
  }

  save(): State {
    const { learner, shadow } = this
    return { ...this.#saved(), learner: learner.save(), ...(shadow && { shadow: shadow.save() }) }
  }

  load(state: State): void {
    this.#load(state)
    this.learner.load(stateIn(state, 'learner'))
    if ('shadow' in state) this.shadow?.load(stateIn(state, 'shadow'))
  }

  #saved(): State {
    return {
      calibration: this.calibration.save(),
      errors: this.#errors.save(),
      tally: saveTally(this.tally),
      taught: this.taught,
    }
  }

  #load(state: State): void {
    if ('calibration' in state) this.calibration.load(stateIn(state, 'calibration'))
    if ('errors' in state) this.#errors.load(stateIn(state, 'errors'))
    loadTally(this.tally, stateIn(state, 'tally'))
    this.taught = numberIn(state, 'taught')
  }
}

/** A single signed score, or one for each class. */
const newCalibration = ({ reading }: Learner): Calibration =>
  reading.scores.length === 1 ? new PlattScaling() : new SoftmaxScaling(reading.scores.length)

/** What was taught would be there as well if items were asked about at random. */
const isForShadow = (question: Question): boolean => isAudit(question) || isTaught(question)

const taught = (learner: Learner, row: Row, label: number): void => {
  learner.read(row)
  learner.learn(row, label)
}

const held = (learner: Learner): unknown => (isSelfTuning(learner) ? learner.snapshot() : learner.save())

const bringBack = (learner: Learner, snapshot: unknown): void => {
  if (isSelfTuning(learner)) learner.restore(snapshot)
  else learner.load(snapshot as State)
}
