import type { Calibration } from '../calibration/calibration.js'
import { PlattScaling } from '../calibration/platt.js'
import { SoftmaxScaling } from '../calibration/softmax.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { ErrorWatch } from '../drift/error-watch.js'
import { isSelfTuning, type SelfTuning } from '../parts.js'
import type { Body } from '../rounds/body.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Answer, Lesson, Pupil } from './lessons.js'
import { isAudit, isTaught, type Question } from './question.js'

/**
 * What the answers have taught: the learner, its shadow that only sees audits, how sure it may be of its scores, whether
 * it is wrong more often than it should be, and how often it was wrong and changed.
 */
export class Learned implements Pupil {
  readonly #newBody: () => Body
  body: Body
  shadow: Body | undefined
  calibration: Calibration
  readonly #errors = new ErrorWatch()
  /** What the last lesson set off. */
  alarm: DriftAlarm | undefined
  /** How many answers count, and how many labels that were taught. */
  asked = 0
  taught = 0
  mistakes = 0
  updates = 0

  constructor(newBody: () => Body, shadowed: boolean) {
    this.#newBody = newBody
    this.body = newBody()
    this.shadow = shadowed ? newBody() : undefined
    this.calibration = newCalibration(this.body)
  }

  /** The body, where it tunes itself: then it also knows how far it can be trusted, and when it is wrong too often. */
  get #self(): SelfTuning | undefined {
    return isSelfTuning(this.body) ? this.body : undefined
  }

  /** The probability of every class, of the row that the body has read last. */
  probabilities(out: Float64Array): Float64Array {
    return this.#self?.probabilities(out) ?? this.calibration.probabilities(this.body.reading.scores, out)
  }

  /** So many rows have come. */
  advance(rows: number): void {
    for (const body of [this.body, this.shadow]) if (body && isSelfTuning(body)) body.advance(rows)
  }

  learn(lesson: Lesson, earlier: readonly Lesson[]): void {
    this.alarm = undefined
    if (lesson.kind === 'drift') this.#forgetBefore(lesson.since, earlier)
    else this.#take(lesson)
  }

  #take({ kind, at, question, label }: Answer): void {
    const { row, opinion } = question
    this.advance(at)
    this.body.read(row)
    if (this.#wasWrong(question, label)) this.mistakes++
    if (this.body.learn(row, label, opinion)) this.updates++
    if (this.shadow && isForShadow(question)) taught(this.shadow, row, label)
    if (kind === 'taught') this.taught++
    else this.#trust(question, label)
  }

  /** The threshold of one that tunes itself moves with the rows, which are not taken back: there its word of then counts. */
  #wasWrong(question: Question, label: number): boolean {
    if (this.#self) return !isTaught(question) && question.predicted !== label
    return this.body.reading.predicted !== label
  }

  /** What an answer says of how far predictions can be trusted. */
  #trust({ scores, probability, predicted, confidence }: Question, label: number): void {
    this.asked++
    if (this.#self) {
      this.alarm = this.#self.alarm
      return
    }
    this.calibration.add(scores, label, probability)
    this.alarm = this.#errors.add(predicted !== label, confidence)
  }

  /** What was learned before the stream changed is wrong now: the learners go on with what came since. */
  #forgetBefore(since: number, earlier: readonly Lesson[]): void {
    const kept = earlier.filter((lesson): lesson is Answer => lesson.kind !== 'drift' && lesson.at >= since)
    const own = kept.filter(({ question }) => isForShadow(question))
    this.body = this.#newBody()
    this.calibration = newCalibration(this.body)
    if (this.shadow) this.shadow = this.#newBody()
    for (const { question, label } of kept) taught(this.body, question.row, label)
    if (this.shadow) for (const { question, label } of own) taught(this.shadow, question.row, label)
  }

  snapshot(): unknown {
    return {
      rest: this.#saved(),
      body: held(this.body),
      shadow: this.shadow && held(this.shadow),
    }
  }

  restore(snapshot: unknown): void {
    const { rest, body, shadow } = snapshot as { rest: State; body: unknown; shadow: unknown }
    this.#load(rest)
    bringBack(this.body, body)
    if (this.shadow) bringBack(this.shadow, shadow)
  }

  save(): State {
    return { ...this.#saved(), body: this.body.save(), ...(this.shadow && { shadow: this.shadow.save() }) }
  }

  load(state: State): void {
    this.#load(state)
    this.body.load(stateIn(state, 'body'))
    this.shadow?.load(stateIn(state, 'shadow'))
  }

  #saved(): State {
    const { asked, taught, mistakes, updates } = this
    return {
      calibration: this.calibration.save(),
      errors: this.#errors.save(),
      counts: { asked, taught, mistakes, updates },
    }
  }

  #load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.calibration.load(stateIn(state, 'calibration'))
    this.#errors.load(stateIn(state, 'errors'))
    this.asked = numberIn(counts, 'asked')
    this.taught = numberIn(counts, 'taught')
    this.mistakes = numberIn(counts, 'mistakes')
    this.updates = numberIn(counts, 'updates')
  }
}

/** A single signed score, or one for each class. */
const newCalibration = ({ reading }: Body): Calibration =>
  reading.scores.length === 1 ? new PlattScaling() : new SoftmaxScaling(reading.scores.length)

/** What was taught would be there as well if items were asked about at random. */
const isForShadow = (question: Question): boolean => isAudit(question) || isTaught(question)

const taught = (body: Body, row: Row, label: number): void => {
  body.read(row)
  body.learn(row, label)
}

const held = (body: Body): unknown => (isSelfTuning(body) ? body.snapshot() : body.save())

const bringBack = (body: Body, snapshot: unknown): void => {
  if (isSelfTuning(body)) body.restore(snapshot)
  else body.load(snapshot as State)
}
