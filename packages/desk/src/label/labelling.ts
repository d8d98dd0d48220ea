import type { Schemas } from '@askance/server/client'
import { isSameLabel, type LabelOrLabels, labelText } from '../parts/labels.js'
import type { Action, Entry, Sent } from './outbox.js'
import { median } from './pace.js'

export type Question = Schemas['Question']

/** An answer given by this labeller, for the list of the last ten. */
export interface GivenAnswer {
  readonly question: Question
  readonly title: string
  readonly action: Exclude<Action, 'undo'>
  readonly label?: LabelOrLabels
  readonly time: number
  readonly key: string
}

/** A short status message, also announced to screen readers. */
export type Note =
  | { readonly kind: 'answer'; readonly label: string }
  | { readonly kind: 'changed'; readonly label: string }
  | { readonly kind: 'unneeded'; readonly title: string }
  | { readonly kind: 'skip' | 'unsure' | 'undo' | 'no-undo' | 'withdrawn' | 'lost' }

/** The part of the API that labelling needs. */
export interface QuestionApi {
  lease(count: number): Promise<readonly Question[]>
  heartbeat(
    ids: readonly string[],
  ): Promise<{ readonly leaseExpires: number; readonly lost: readonly string[] }>
  release(ids: readonly string[]): void
}

/** The part of the outbox that labelling needs. */
export interface AnswerOutbox {
  readonly entries: readonly Entry[]
  add(...entries: readonly Entry[]): void
  cancel(key: string): boolean
}

interface LabellingOptions {
  readonly stream: string
  readonly who: string
  readonly api: QuestionApi
  readonly outbox: AnswerOutbox
  readonly titleOf: (question: Question) => string
  readonly now: () => number
  readonly newKey: () => string
  readonly onChange: () => void
  /** Answers from before the desk was closed and reopened. */
  readonly last?: readonly GivenAnswer[]
}

/** Number of preloaded questions, and the number below which more are fetched. */
const TARGET_LOADED = 10
const MIN_LOADED = 6
const MAX_LEASED = 50
const MAX_RECENT = 10
/** Longer answer times are ignored: the labeller was away. */
const MAX_ANSWER_TIME = 5 * 60_000

/** The leased questions and the answers to them. No method waits for the service. */
export class Labelling {
  readonly #options: LabellingOptions
  #questions: readonly Question[] = []
  #last: readonly GivenAnswer[] = []
  #durations: readonly number[] = []
  #shownAt = 0
  #note: Note | undefined
  readonly #answered = new Set<string>()
  #isFilling = false
  #isFilled = false
  #isAskedAgain = false

  constructor(options: LabellingOptions) {
    this.#options = options
    this.#last = options.last ?? []
  }

  get current(): Question | undefined {
    return this.#questions[0]
  }

  get next(): Question | undefined {
    return this.#questions[1]
  }

  /** Number of questions in memory. */
  get loaded(): number {
    return this.#questions.length
  }

  /** The last ten answers, newest first. */
  get last(): readonly GivenAnswer[] {
    return this.#last
  }

  get note(): Note | undefined {
    return this.#note
  }

  /** Whether questions were requested at least once. */
  get isFilled(): boolean {
    return this.#isFilled
  }

  /** Median time per answer in milliseconds. */
  get pace(): number | undefined {
    return median(this.#durations)
  }

  /** Fetches more questions when few are left. */
  async fill(always = false): Promise<void> {
    if (!always && this.#isFilled && this.#questions.length >= MIN_LOADED) return
    if (this.#isFilling) {
      this.#isAskedAgain ||= always
      return
    }
    this.#isFilling = true
    try {
      do {
        this.#isAskedAgain = false
        await this.#lease()
      } while (this.#isAskedAgain)
    } finally {
      this.#isFilling = false
    }
  }

  async #lease(): Promise<void> {
    const { api } = this.#options
    // Unsent answers are still leased to us and count against the limit.
    const count = Math.min(MAX_LEASED, TARGET_LOADED + this.#unsent().size)
    const leased = await api.lease(count)
    const unsent = this.#unsent()
    // Excludes questions answered while this request was pending.
    const known = new Set(
      [...this.#questions, ...this.#last.map(({ question }) => question)].map(({ id }) => id),
    )
    const fresh = leased.filter(({ id }) => !known.has(id) && !unsent.has(id))
    this.#isFilled = true
    this.#setQuestions([...this.#questions, ...fresh])
  }

  #unsent(): ReadonlySet<string> {
    const { stream, outbox } = this.#options
    return new Set(outbox.entries.filter((entry) => entry.stream === stream).map(({ id }) => id))
  }

  /** Renews the leases and drops lost questions. */
  async heartbeat(): Promise<void> {
    const ids = [...this.#questions.map(({ id }) => id), ...this.#unsent()].slice(0, 1000)
    if (ids.length === 0) return
    const { lost } = await this.#options.api.heartbeat(ids)
    for (const id of lost) this.drop(id, 'lost')
  }

  /** Handles a closed question. Our own answers are ignored: they may have been undone since. */
  handleClosed(id: string, state: string): void {
    const isOurs = this.#answered.has(id) && ['answered', 'skipped', 'unsure'].includes(state)
    if (!isOurs) this.drop(id, state === 'withdrawn' ? 'withdrawn' : 'lost')
  }

  /** Removes a question that was closed or leased to someone else. */
  drop(id: string, kind: 'withdrawn' | 'lost'): void {
    const isShown = this.current?.id === id
    const left = this.#questions.filter((question) => question.id !== id)
    if (left.length === this.#questions.length) return
    if (isShown) this.#note = { kind }
    this.#setQuestions(left)
  }

  /** Submits an action for the current question; the next one is current on return. */
  submit(action: GivenAnswer['action'], label?: LabelOrLabels): void {
    const question = this.current
    if (!question) return
    const { outbox, now, newKey, titleOf } = this.#options
    const time = now()
    const title = titleOf(question)
    const answer = { question, title, action, time, key: newKey(), ...(label !== undefined && { label }) }
    if (time - this.#shownAt < MAX_ANSWER_TIME)
      this.#durations = [...this.#durations, time - this.#shownAt].slice(-20)
    this.#last = [answer, ...this.#last].slice(0, MAX_RECENT)
    this.#note = action === 'answer' ? { kind: 'answer', label: labelText(label ?? '') } : { kind: action }
    this.#questions = this.#questions.slice(1)
    this.#shownAt = time
    this.#answered.add(question.id)
    outbox.add(this.#entry(answer))
    this.#options.onChange()
    this.#refill()
  }

  #refill(): void {
    this.fill().catch(() => undefined)
  }

  #entry({ question, title, action, label, key }: GivenAnswer): Entry {
    const { stream, who } = this.#options
    return { key, who, stream, id: question.id, action, title, ...(label !== undefined && { label }) }
  }

  #undoEntry(answer: GivenAnswer): Entry {
    const { stream, who, newKey } = this.#options
    return { key: newKey(), who, stream, id: answer.question.id, action: 'undo', title: answer.title }
  }

  /** Undoes the last answer and shows its question again. */
  undo(): void {
    const [answer, ...rest] = this.#last
    if (!answer) {
      this.#note = { kind: 'no-undo' }
      this.#options.onChange()
      return
    }
    this.#last = rest
    if (!this.#options.outbox.cancel(answer.key)) this.#options.outbox.add(this.#undoEntry(answer))
    this.#note = { kind: 'undo' }
    this.#setQuestions([answer.question, ...this.#questions.filter(({ id }) => id !== answer.question.id)])
  }

  /**
   * Changes one of the last ten answers. The service undoes only the last one, so all later answers are
   * undone and submitted again.
   */
  change(answer: GivenAnswer, action: GivenAnswer['action'], label?: LabelOrLabels): void {
    const place = this.#last.indexOf(answer)
    if (place < 0 || (answer.action === action && isSameLabel(answer.label, label))) return
    const { outbox, newKey } = this.#options
    const { label: _, ...before } = answer
    const touched = this.#last.slice(0, place + 1)
    const resubmitted = touched.map((one): GivenAnswer => {
      const key = newKey()
      return one === answer
        ? { ...before, action, key, ...(label !== undefined && { label }) }
        : { ...one, key }
    })
    const undone = touched.filter(({ key }) => !outbox.cancel(key))
    outbox.add(
      ...undone.map((one) => this.#undoEntry(one)),
      ...resubmitted.toReversed().map((one) => this.#entry(one)),
    )
    this.#last = [...resubmitted, ...this.#last.slice(place + 1)]
    this.#note = { kind: 'changed', label: label === undefined ? action : labelText(label) }
    this.#options.onChange()
  }

  /** Handles the outcome of an entry. */
  handleSent(entry: Entry, { outcome, question }: Sent): void {
    if (entry.stream !== this.#options.stream) return
    if (outcome === 'unneeded') {
      this.#last = this.#last.filter(({ key }) => key !== entry.key)
      this.#note = { kind: 'unneeded', title: entry.title }
      if (entry.action === 'undo') this.#setQuestions(this.#questions.filter(({ id }) => id !== entry.id))
      else this.#options.onChange()
      return
    }
    const given = question as Question | undefined
    // Another tab answered later, so the service returned its question; show that one.
    if (entry.action === 'undo' && given && given.id !== entry.id) this.#showReturned(entry.id, given)
    // While the answer was on its way, the service counted its question as ours, and may have given us no other.
    if (this.#isFilled && !this.current) this.fill(true).catch(() => undefined)
  }

  #showReturned(wanted: string, given: Question): void {
    const others = this.#questions.filter(({ id }) => id !== wanted && id !== given.id)
    this.#setQuestions([given, ...others])
  }

  /** Releases all unanswered questions. */
  leave(): void {
    const unsent = this.#unsent()
    const ids = this.#questions.map(({ id }) => id).filter((id) => !unsent.has(id))
    if (ids.length > 0) this.#options.api.release(ids)
    this.#questions = []
    this.#isFilled = false
  }

  #setQuestions(questions: readonly Question[]): void {
    if (questions[0]?.id !== this.current?.id) this.#shownAt = this.#options.now()
    this.#questions = questions
    this.#options.onChange()
    if (this.#isFilled) this.#refill()
  }
}
