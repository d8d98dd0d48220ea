import { numberIn, type State, stateIn } from '../state/state.js'
import type { Question } from './question.js'

/** What is learned, one thing after the other: a label, or that all answers before a round are to be forgotten. */
export type TrainingStep = LabelStep | { readonly kind: 'drift'; readonly since: number }

/** A label. One that was taught answers no question: it tells nothing of how good the predictions are. */
export interface LabelStep {
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
export function* answeredQuestions(
  steps: Iterable<TrainingStep>,
  classes: readonly string[],
): Generator<AnsweredQuestion, void> {
  for (const step of steps)
    if (step.kind === 'answer') yield { question: step.question, label: classes[step.label] }
}

/** Something that is a fold over steps. */
export interface Trainable {
  learn(step: TrainingStep, earlier: readonly TrainingStep[]): void
  /** What it holds now, for `restore`: only for this process. */
  snapshot(): unknown
  restore(snapshot: unknown): void
  save(): State
  load(state: State): void
}

interface Snapshot {
  /** How many steps it has seen. */
  readonly steps: number
  readonly state: unknown
}

/** Snapshots are taken every so many steps; when there are too many, every other one goes and the step doubles. */
const FIRST_STEP = 32

/**
 * All steps in their order, and a pupil that has learned them. To take one out or to change it, the pupil goes back to the
 * last snapshot before it and learns the rest again: the same bits as if it had been so from the start.
 */
export class TrainingHistory {
  readonly #newModel: () => Trainable
  #model: Trainable
  #steps: TrainingStep[] = []
  #snapshots: Snapshot[] = []
  #step = FIRST_STEP
  readonly #maxSnapshots: number
  /** What was learned before the first of the steps and cannot be taken back; nothing if undefined. */
  #base: State | undefined
  /** Whether the pupil has learned without steps since the last of them. */
  #isAhead = false

  constructor(newModel: () => Trainable, maxSnapshots: number) {
    this.#newModel = newModel
    this.#maxSnapshots = maxSnapshots
    this.#model = newModel()
  }

  get all(): readonly TrainingStep[] {
    return this.#steps
  }

  answerTo(question: Question): LabelStep | undefined {
    return this.#steps.find((step): step is LabelStep => step.kind !== 'drift' && step.question === question)
  }

  /** Whether something was learned that no step tells of. */
  get isSettled(): boolean {
    return this.#base !== undefined || this.#isAhead
  }

  /** The pupil is going to learn without steps: what it knows then cannot be taken back any more. */
  settle(): void {
    this.#isAhead = true
    this.#base = undefined
    this.#steps = []
    this.#snapshots = []
  }

  add(step: TrainingStep): void {
    if (this.#isAhead) this.#base = this.#model.save()
    this.#isAhead = false
    this.#model.learn(step, this.#steps)
    this.#steps.push(step)
    this.#remember()
  }

  /** Takes the answer to a question out, or gives it another label. */
  change(question: Question, label: number | undefined): void {
    const at = this.#steps.findIndex((step) => step.kind !== 'drift' && step.question === question)
    const old = this.#steps[at]
    if (old === undefined || old.kind === 'drift') return
    const rest = this.#steps.slice(at + 1)
    this.#backTo(at)
    for (const step of label === undefined ? rest : [{ ...old, label }, ...rest]) this.add(step)
  }

  /** Learns everything again with a new pupil, as when there is a new class. */
  restart(): void {
    const all = this.#steps
    this.#backTo(0)
    for (const step of all) this.add(step)
  }

  /** The state after the first `count` steps. */
  #backTo(count: number): void {
    const kept = this.#steps.slice(0, count)
    this.#snapshots = this.#snapshots.filter(({ steps }) => steps <= count)
    const last = this.#snapshots.at(-1)
    this.#model = this.#newModel()
    if (last) this.#model.restore(last.state)
    else if (this.#base) this.#model.load(this.#base)
    this.#steps = kept.slice(0, last?.steps ?? 0)
    for (const step of kept.slice(last?.steps ?? 0)) {
      this.#model.learn(step, this.#steps)
      this.#steps.push(step)
    }
  }

  #remember(): void {
    if (this.#steps.length % this.#step !== 0) return
    this.#snapshots.push({ steps: this.#steps.length, state: this.#model.snapshot() })
    if (this.#snapshots.length <= this.#maxSnapshots) return
    this.#step *= 2
    this.#snapshots = this.#snapshots.filter(({ steps }) => steps % this.#step === 0)
  }

  /** The pupil's state alone; the steps are saved by those who know their questions. */
  save(): State {
    return {
      pupil: this.#model.save(),
      settled: this.isSettled ? 1 : 0,
      ...(this.#base && { base: this.#base }),
    }
  }

  load(state: State, steps: readonly TrainingStep[]): void {
    this.#steps = [...steps]
    this.#snapshots = []
    this.#base = 'base' in state ? stateIn(state, 'base') : undefined
    this.#isAhead = numberIn(state, 'settled') === 1 && !this.#base
    this.#model = this.#newModel()
    this.#model.load(stateIn(state, 'pupil'))
  }
}
