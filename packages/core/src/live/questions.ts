import { coreError } from '../errors.js'
import { isTaught, type Question, type QuestionState } from './question.js'

/** All questions that were asked, by id and in the order of asking. */
export class Questions {
  readonly #all = new Map<string, Question>()
  /** How many items were taught, those that were forgotten since among them. */
  taught = 0
  /** In the order of asking. */
  readonly #open: Question[] = []

  /** How many are open. */
  get open(): number {
    return this.#open.length
  }

  /** The open ones, in the order of asking. */
  get pending(): readonly Question[] {
    return this.#open
  }

  [Symbol.iterator](): Iterator<Question> {
    return this.#all.values()
  }

  find(id: string): Question | undefined {
    return this.#all.get(id)
  }

  get(id: string): Question {
    const found = this.#all.get(id)
    if (!found) throw coreError('question/unknown', { id })
    return found
  }

  add(question: Question): void {
    this.#all.set(question.id, question)
    if (question.state === 'open') this.#open.push(question)
    if (isTaught(question)) this.taught++
  }

  /** Moves a question to another state; if it was open it is so no more. */
  close(question: Question, state: Exclude<QuestionState, 'open'>): void {
    if (question.state === 'open') this.#open.splice(this.#open.indexOf(question), 1)
    question.state = state
  }

  /** The open question that was asked first. */
  oldest(): Question | undefined {
    return this.#open[0]
  }

  /** The open question whose turn it is in this round: each comes up in turn, whatever happened between. */
  inTurn(round: number): Question | undefined {
    return this.#open[round % Math.max(1, this.#open.length)]
  }
}
