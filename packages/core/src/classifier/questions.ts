import { coreError } from '../errors.js'
import { OpenQuestions } from './open-questions.js'
import { isTaught, type Question, type QuestionState } from './question.js'

/** All questions, by id and in the order of asking. */
export class Questions {
  readonly #all = new Map<string, Question>()
  /** The number of examples taught, including forgotten ones. */
  taught = 0
  /** The number of withdrawn questions. */
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

  /** In a pool, an item may be asked about again after its question was withdrawn or skipped. */
  add(question: Question): void {
    if (this.#all.get(question.id)?.state === 'withdrawn') this.withdrawn--
    this.#all.set(question.id, question)
    if (question.state === 'open') this.open.add(question)
    if (isTaught(question)) this.taught++
    if (question.state === 'withdrawn') this.withdrawn++
  }

  /** Closes a question with a new state. */
  close(question: Question, state: Exclude<QuestionState, 'open'>): void {
    if (question.state === 'open') this.open.remove(question)
    this.#move(question, state)
  }

  /** Opens a question again whose answer was undone. */
  reopen(question: Question): void {
    this.#move(question, 'open')
    this.open.add(question)
  }

  #move(question: Question, state: QuestionState): void {
    if (question.state === 'withdrawn') this.withdrawn--
    if (state === 'withdrawn') this.withdrawn++
    question.state = state
  }

  /** The oldest open question. */
  oldest(): Question | undefined {
    return this.open.at(0)
  }

  /** The open question to review in this round; all are reviewed in turn. */
  inTurn(round: number): Question | undefined {
    return this.open.at(round % Math.max(1, this.open.length))
  }
}
