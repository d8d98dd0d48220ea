import { numberIn, type State, stateIn } from '../state/state.js'
import type { Question } from './question.js'

/** What is learned, one thing after the other: a label, or that all answers before a round are to be forgotten. */
export type Lesson = Answer | { readonly kind: 'drift'; readonly since: number }

/** A label. One that was taught answers no question: it tells nothing of how good the predictions are. */
export interface Answer {
  readonly kind: 'answer' | 'taught'
  /** How many items had come when it was given; where rows teach without labels, how many rows. */
  readonly at: number
  readonly question: Question
  readonly label: number
}

/** A question that was answered, and the label. */
export interface AnsweredQuestion {
  readonly question: Readonly<Question>
  readonly label: string
}

/** The answers to questions, in the order in which they were given. */
export function* answersAmong(
  lessons: Iterable<Lesson>,
  classes: readonly string[],
): Generator<AnsweredQuestion, void> {
  for (const lesson of lessons)
    if (lesson.kind === 'answer') yield { question: lesson.question, label: classes[lesson.label] }
}

/** Something that is a fold over lessons. */
export interface Pupil {
  learn(lesson: Lesson, earlier: readonly Lesson[]): void
  /** What it holds now, for `restore`: only for this process. */
  snapshot(): unknown
  restore(snapshot: unknown): void
  save(): State
  load(state: State): void
}

interface Snapshot {
  /** How many lessons it has seen. */
  readonly lessons: number
  readonly state: unknown
}

/** Snapshots are taken every so many lessons; when there are too many, every other one goes and the step doubles. */
const FIRST_STEP = 32

/**
 * All lessons in their order, and a pupil that has learned them. To take one out or to change it, the pupil goes back to the
 * last snapshot before it and learns the rest again: the same bits as if it had been so from the start.
 */
export class Lessons {
  readonly #newPupil: () => Pupil
  #pupil: Pupil
  #lessons: Lesson[] = []
  #snapshots: Snapshot[] = []
  #step = FIRST_STEP
  readonly #mostSnapshots: number
  /** What was learned before the first of the lessons and cannot be taken back; nothing if undefined. */
  #base: State | undefined
  /** Whether the pupil has learned without lessons since the last of them. */
  #isAhead = false

  constructor(newPupil: () => Pupil, mostSnapshots: number) {
    this.#newPupil = newPupil
    this.#mostSnapshots = mostSnapshots
    this.#pupil = newPupil()
  }

  get all(): readonly Lesson[] {
    return this.#lessons
  }

  answerTo(question: Question): Answer | undefined {
    return this.#lessons.find(
      (lesson): lesson is Answer => lesson.kind !== 'drift' && lesson.question === question,
    )
  }

  /** Whether something was learned that no lesson tells of. */
  get isSettled(): boolean {
    return this.#base !== undefined || this.#isAhead
  }

  /** The pupil is going to learn without lessons: what it knows then cannot be taken back any more. */
  settle(): void {
    this.#isAhead = true
    this.#base = undefined
    this.#lessons = []
    this.#snapshots = []
  }

  add(lesson: Lesson): void {
    if (this.#isAhead) this.#base = this.#pupil.save()
    this.#isAhead = false
    this.#pupil.learn(lesson, this.#lessons)
    this.#lessons.push(lesson)
    this.#remember()
  }

  /** Takes the answer to a question out, or gives it another label. */
  change(question: Question, label: number | undefined): void {
    const at = this.#lessons.findIndex((lesson) => lesson.kind !== 'drift' && lesson.question === question)
    const old = this.#lessons[at]
    if (old === undefined || old.kind === 'drift') return
    const rest = this.#lessons.slice(at + 1)
    this.#backTo(at)
    for (const lesson of label === undefined ? rest : [{ ...old, label }, ...rest]) this.add(lesson)
  }

  /** Learns everything again with a new pupil, as when there is a new class. */
  restart(): void {
    const all = this.#lessons
    this.#backTo(0)
    for (const lesson of all) this.add(lesson)
  }

  /** The state after the first `count` lessons. */
  #backTo(count: number): void {
    const kept = this.#lessons.slice(0, count)
    this.#snapshots = this.#snapshots.filter(({ lessons }) => lessons <= count)
    const last = this.#snapshots.at(-1)
    this.#pupil = this.#newPupil()
    if (last) this.#pupil.restore(last.state)
    else if (this.#base) this.#pupil.load(this.#base)
    this.#lessons = kept.slice(0, last?.lessons ?? 0)
    for (const lesson of kept.slice(last?.lessons ?? 0)) {
      this.#pupil.learn(lesson, this.#lessons)
      this.#lessons.push(lesson)
    }
  }

  #remember(): void {
    if (this.#lessons.length % this.#step !== 0) return
    this.#snapshots.push({ lessons: this.#lessons.length, state: this.#pupil.snapshot() })
    if (this.#snapshots.length <= this.#mostSnapshots) return
    this.#step *= 2
    this.#snapshots = this.#snapshots.filter(({ lessons }) => lessons % this.#step === 0)
  }

  /** The pupil's state alone; the lessons are saved by those who know their questions. */
  save(): State {
    return {
      pupil: this.#pupil.save(),
      settled: this.isSettled ? 1 : 0,
      ...(this.#base && { base: this.#base }),
    }
  }

  load(state: State, lessons: readonly Lesson[]): void {
    this.#lessons = [...lessons]
    this.#snapshots = []
    this.#base = 'base' in state ? stateIn(state, 'base') : undefined
    this.#isAhead = numberIn(state, 'settled') === 1 && !this.#base
    this.#pupil = this.#newPupil()
    this.#pupil.load(stateIn(state, 'pupil'))
  }
}
