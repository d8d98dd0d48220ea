import type { Calibration } from '../calibration/calibration.js'
import { PlattScaling } from '../calibration/platt.js'
import { SoftmaxScaling } from '../calibration/softmax.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { ErrorWatch } from '../drift/error-watch.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Body } from './body.js'
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

  learn(lesson: Lesson, earlier: readonly Lesson[]): void {
    this.alarm = undefined
    if (lesson.kind === 'drift') this.#forgetBefore(lesson.since, earlier)
    else this.#take(lesson)
  }

  #take({ kind, question, label }: Answer): void {
    const { row, scores, probability, predicted, confidence } = question
    if (kind === 'taught') this.taught++
    else {
      this.asked++
      this.calibration.add(scores, label, probability)
      this.alarm = this.#errors.add(predicted !== label, confidence)
    }
    this.body.read(row)
    if (this.body.reading.predicted !== label) this.mistakes++
    if (this.body.learn(row, label)) this.updates++
    if (this.shadow && isForShadow(question)) taught(this.shadow, row, label)
  }

  /** What was learned before the stream changed is wrong now: the learners begin anew with what came since. */
  #forgetBefore(since: number, earlier: readonly Lesson[]): void {
    this.body = this.#newBody()
    this.calibration = newCalibration(this.body)
    if (this.shadow) this.shadow = this.#newBody()
    for (const lesson of earlier) {
      if (lesson.kind === 'drift' || lesson.at < since) continue
      taught(this.body, lesson.question.row, lesson.label)
      if (this.shadow && isForShadow(lesson.question)) taught(this.shadow, lesson.question.row, lesson.label)
    }
  }

  save(): State {
    const { asked, taught, mistakes, updates } = this
    return {
      body: this.body.save(),
      calibration: this.calibration.save(),
      errors: this.#errors.save(),
      counts: { asked, taught, mistakes, updates },
      ...(this.shadow && { shadow: this.shadow.save() }),
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.body.load(stateIn(state, 'body'))
    this.calibration.load(stateIn(state, 'calibration'))
    this.#errors.load(stateIn(state, 'errors'))
    this.shadow?.load(stateIn(state, 'shadow'))
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
