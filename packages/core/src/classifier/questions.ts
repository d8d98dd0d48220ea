import { coreError } from '../errors.js'
import { OpenQuestions } from './open-questions.js'
import { isTaught, type Question, type QuestionState } from './question.js'

/** All questions that were asked, by id and in the order of asking. */
export class Questions {
  readonly #all = new Map<string, Question>()
  /** How many items were taught, those that were forgotten since among them. */
  taught = 0
  /** How many are withdrawn now: the model had learned what they were to tell. */
  withdrawn = 0
  readonly open = new OpenQuestions()

  find(id: string): Question | undefined {
    return this.#all.get(id)
  }

  [Symbol.iterator](): Iterator<Question> {
    return this.#all.values()
  }

  get(id: string): Question {
    const found = this.#all.get(id)
    if (!found) throw coreError('question/unknown', { id })
    return found
  }

  add(question: Question): void {
    this.#all.set(question.id, question)
    if (question.state === 'open') this.open.add(question)
    if (isTaught(question)) this.taught++
    if (question.state === 'withdrawn') this.withdrawn++
  }

  /** Moves a question to another state; if it was open it is so no more. */
  close(question: Question, state: Exclude<QuestionState, 'open'>): void {
    if (question.state === 'open') this.open.remove(question)
    this.#move(question, state)
  }

  /** A question whose answer was taken back is open again. */
  reopen(question: Question): void {
    this.#move(question, 'open')
    this.open.add(question)
  }

  #move(question: Question, state: QuestionState): void {
    if (question.state === 'withdrawn') this.withdrawn--
    if (state === 'withdrawn') this.withdrawn++
    question.state = state
  }

  /** The open question that was asked first. */
  oldest(): Question | undefined {
    return this.open.at(0)
  }

  /** The open question whose turn it is in this round: each comes up in turn, whatever happened between. */
  inTurn(round: number): Question | undefined {
    return this.open.at(round % Math.max(1, this.open.length))
  }
}
