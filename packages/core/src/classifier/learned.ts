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
import { isTaught, type Question } from './question.js'
import {
  type GuessStep,
  isLabelStep,
  type LabelStep,
  type MeasuredStep,
  type RefitStep,
  type Trainable,
  type TrainingStep,
} from './training-history.js'

/**
 * Everything learned from answers: the learner, the shadow model that learns as many labels of random items, the calibration, the
 * error-based drift detector, and the tally.
 */
export class Learned implements Trainable, Knowledge {
  readonly #newLearner: () => Learner
  learner: Learner
  shadow: Learner | undefined
  calibration: Calibration
  readonly #errors = new ErrorWatch()
  /** The alarm raised by the last step, if any. */
  alarm: DriftAlarm | undefined
  /** `asked` counts the answers in effect. */
  readonly tally = new Tally()
  /** The number of examples taught. */
  taught = 0
  /** Reused by `confidence`. */
  #probabilities = new Float64Array(2)

  constructor(newLearner: () => Learner, shadowed: boolean) {
    this.#newLearner = newLearner
    this.learner = newLearner()
    this.shadow = shadowed ? newLearner() : undefined
    this.calibration = newCalibration(this.learner)
  }

  /** The learner if it tunes itself; it then also does calibration and drift detection. */
  get #self(): SelfTuning | undefined {
    return isSelfTuning(this.learner) ? this.learner : undefined
  }

  /** The probability of every class for the row that the learner read last. */
  probabilities(out: Float64Array): Float64Array {
    return this.#self?.probabilities(out) ?? this.calibration.probabilities(this.learner.reading.scores, out)
  }

  /** The probability of the second of two classes from which it is predicted; undefined with a score for each class. */
  get threshold(): number | undefined {
    if (this.learner.reading.scores.length !== 1) return undefined
    return this.#self
      ? 1 / (1 + Math.exp(-this.#self.statistics.threshold.odds))
      : this.calibration.probabilities([0], new Float64Array(2))[1]
  }

  confidence(): number {
    const { reading } = this.learner
    const classes = this.#self?.classes ?? Math.max(2, reading.scores.length)
    if (this.#probabilities.length !== classes) this.#probabilities = new Float64Array(classes)
    return this.probabilities(this.#probabilities)[reading.predicted]
  }

  /** Advances a self-tuning learner to this number of rows. */
  advance(rows: number): void {
    this.#self?.advance(rows)
    if (this.shadow && isSelfTuning(this.shadow)) this.shadow.advance(rows)
  }

  learn(step: TrainingStep, earlier: readonly TrainingStep[]): void {
    this.alarm = undefined
    if (isLabelStep(step)) this.#take(step)
    else if (step.kind === 'guess') this.#guess(step)
    else if (step.kind === 'drift') this.#forgetBefore(step.since, earlier)
    else this.#tune(step)
  }

  #tune(step: MeasuredStep | RefitStep): void {
    this.advance(step.at)
    if (step.kind === 'measured') this.#self?.adopt(step.version)
    else if (step.kind === 'refit-begun') this.#self?.beginRefit(step.sweeps)
    else this.#self?.finishRefit()
  }

  #guess({ at, row, label }: GuessStep): void {
    this.advance(at)
    if (this.shadow) teach(this.shadow, row, label)
  }

  #take({ kind, at, question, label }: LabelStep): void {
    const { row, opinion, probability } = question
    this.advance(at)
    this.learner.read(row)
    if (this.#wasWrong(question, label)) this.tally.mistakes++
    if (this.learner.learn(row, label, opinion, probability)) this.tally.updates++
    if (this.shadow && isForShadow(question)) teach(this.shadow, row, label)
    if (kind === 'taught') this.taught++
    else this.#checkPrediction(question, label)
  }

  /** The threshold of a self-tuning learner moves with the rows, which are never undone; the recorded prediction counts. */
  #wasWrong(question: Question, label: number): boolean {
    if (this.#self) return !isTaught(question) && question.predicted !== label
    return this.learner.reading.predicted !== label
  }

  /** Updates calibration and drift detection with an answer. */
  #checkPrediction({ scores, probability, predicted, confidence }: Question, label: number): void {
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

  /** After drift, replaces the learners by new ones that learn only the answers since then. */
  #forgetBefore(since: number, earlier: readonly TrainingStep[]): void {
    const kept = earlier.filter(isLabelOrGuess).filter(({ at }) => at >= since)
    this.learner = this.#newLearner()
    this.calibration = newCalibration(this.learner)
    if (this.shadow) this.shadow = this.#newLearner()
    for (const step of kept) {
      const row = isLabelStep(step) ? step.question.row : step.row
      if (isLabelStep(step)) teach(this.learner, row, step.label)
      if (this.shadow && (!isLabelStep(step) || isForShadow(step.question)))
        teach(this.shadow, row, step.label)
    }
  }

  snapshot() {
    const learner = snapshotOf(this.learner)
    const shadow = this.shadow && snapshotOf(this.shadow)
    const bytes = this.#self ? 0 : arrayBytes(learner) + arrayBytes(shadow)
    return { bytes, rest: this.#saved(), learner, shadow }
  }

  restore(snapshot: unknown): void {
    const { rest, learner, shadow } = snapshot as { rest: State; learner: unknown; shadow: unknown }
    this.#load(rest)
    restore(this.learner, learner)
    if (this.shadow) restore(this.shadow, shadow)
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

/** One signed score, or one score per class. */
export const newCalibration = ({ reading }: Learner): Calibration =>
  reading.scores.length === 1 ? new PlattScaling() : new SoftmaxScaling(reading.scores.length)

/** The shadow model learns examples too: random asking would have had them as well. */
const isForShadow = (question: Question): boolean => question.random || isTaught(question)

const isLabelOrGuess = (step: TrainingStep): step is LabelStep | GuessStep =>
  isLabelStep(step) || step.kind === 'guess'

const teach = (learner: Learner, row: Row, label: number): void => {
  learner.read(row)
  learner.learn(row, label)
}

const snapshotOf = (learner: Learner): unknown =>
  isSelfTuning(learner) ? learner.snapshot() : learner.save()

/** The bytes of all arrays of a state. */
const arrayBytes = (state: unknown): number => {
  if (ArrayBuffer.isView(state)) return state.byteLength
  if (typeof state !== 'object' || state === null) return 0
  return Object.values(state).reduce((sum: number, part) => sum + arrayBytes(part), 0)
}

const restore = (learner: Learner, snapshot: unknown): void => {
  if (isSelfTuning(learner)) learner.restore(snapshot)
  else learner.load(snapshot as State)
}
