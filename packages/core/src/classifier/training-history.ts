import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Question } from './question.js'

/**
 * A step of training: a label, a guess for the shadow model, drift after which all answers before a round are forgotten, or in a pool, new scales from all of
 * its rows, and the begin and the end of a re-fit.
 */
export type TrainingStep = LabelStep | GuessStep | DriftStep | MeasuredStep | RefitStep

interface DriftStep {
  readonly kind: 'drift'
  readonly since: number
}

/** The shadow model would have asked about an item that nobody was asked about: it learns the prediction. */
export interface GuessStep {
  readonly kind: 'guess'
  readonly at: number
  readonly row: Row
  readonly label: number
}

export interface MeasuredStep {
  readonly kind: 'measured'
  /** The number of rows, and the index of the scales. */
  readonly at: number
  readonly version: number
}

/** A label. One that was taught answers no question and does not count in the quality estimates. */
export interface LabelStep {
  readonly kind: 'answer' | 'taught'
  /** The number of items seen when it was given; for learners that use unlabelled rows, the number of rows. */
  readonly at: number
  /** The number of items, where `at` also counts examples. */
  readonly items?: number
  readonly question: Question
  readonly label: number
}

export type RefitStep =
  | { readonly kind: 'refit-begun'; readonly at: number; readonly sweeps: number }
  | { readonly kind: 'refit-finished'; readonly at: number }

export const isLabelStep = (step: TrainingStep): step is LabelStep =>
  step.kind === 'answer' || step.kind === 'taught'

/** An answered question and its label. */
export interface AnsweredQuestion {
  readonly question: Readonly<Question>
  readonly label: string
}

/** The answered questions in the order of their answers. */
export function* answeredQuestions(
  steps: Iterable<TrainingStep>,
  classes: readonly string[],
): Generator<AnsweredQuestion, void> {
  for (const step of steps)
    if (step.kind === 'answer') yield { question: step.question, label: classes[step.label] }
}

/** A model that is a fold over training steps. */
export interface Trainable {
  learn(step: TrainingStep, earlier: readonly TrainingStep[]): void
  /** The current state, for `restore` within this process, and how many bytes its weights take; 0 if it shares what is large. */
  snapshot(): { readonly bytes: number }
  restore(snapshot: unknown): void
  save(): State
  load(state: State): void
}

interface Snapshot {
  /** The number of steps it has learned. */
  readonly steps: number
  readonly state: { readonly bytes: number }
}

/** The initial interval between snapshots. When there are too many, every other one is dropped and the interval doubles. */
const FIRST_STEP = 32
/** Snapshots of weights for a million features take hundreds of megabytes: beyond this size only a few are kept. */
const MAX_BYTES = 2 ** 26
const FEW = 2

/**
 * All training steps in order, and the model that has learned them. To remove or change a step, the model is restored from the
 * last snapshot before it and learns the rest again: bit-identical to having been so from the start.
 */
export class TrainingHistory {
  readonly #newModel: () => Trainable
  #model: Trainable
  #steps: TrainingStep[] = []
  #snapshots: Snapshot[] = []
  #step = FIRST_STEP
  readonly #maxSnapshots: number
  /** The snapshot after the last re-fit, which is expensive to repeat. */
  #afterRefit: Snapshot | undefined
  /** What was learned before the first recorded step and cannot be undone, if anything. */
  #base: State | undefined
  /** Whether the model has learned something unrecorded since the last step. */
  #isAhead = false

  constructor(newModel: () => Trainable, maxSnapshots: number) {
    this.#newModel = newModel
    this.#maxSnapshots = maxSnapshots
    this.#model = newModel()
  }

  get all(): readonly TrainingStep[] {
    return this.#steps
  }

  /** Whether labels of at least two classes were learned. */
  get hasTwoClasses(): boolean {
    const first = this.#steps.find(isLabelStep)
    return first !== undefined && this.#steps.some((step) => isLabelStep(step) && step.label !== first.label)
  }

  answerTo(question: Question): LabelStep | undefined {
    const found = this.#steps.find((step) => isLabelStep(step) && step.question === question)
    return found as LabelStep | undefined
  }

  /** Whether something was learned without a recorded step. */
  get isSettled(): boolean {
    return this.#base !== undefined || this.#isAhead
  }

  /** Called before the model learns without records: nothing learned so far can be undone afterwards. */
  settle(): void {
    this.#isAhead = true
    this.#base = undefined
    this.#steps = []
    this.#snapshots = []
    this.#afterRefit = undefined
  }

  add(step: TrainingStep): void {
    if (this.#isAhead) this.#base = this.#model.save()
    this.#isAhead = false
    this.#model.learn(step, this.#steps)
    this.#steps.push(step)
    this.#remember(step)
  }

  /** Removes the answer to a question, or changes its label. */
  change(question: Question, label: number | undefined): void {
    const at = this.#steps.findIndex((step) => isLabelStep(step) && step.question === question)
    const old = this.#steps[at]
    if (old === undefined || !isLabelStep(old)) return
    const rest = this.#steps.slice(at + 1)
    this.#backTo(at)
    for (const step of label === undefined ? rest : [{ ...old, label }, ...rest]) this.add(step)
  }

  /** Learns everything again with a new model, as after adding a class. */
  restart(): void {
    const all = this.#steps
    this.#backTo(0)
    for (const step of all) this.add(step)
  }

  /** Restores the state after the first `count` steps. */
  #backTo(count: number): void {
    const kept = this.#steps.slice(0, count)
    this.#snapshots = this.#snapshots.filter(({ steps }) => steps <= count)
    if (this.#afterRefit && this.#afterRefit.steps > count) this.#afterRefit = undefined
    const regular = this.#snapshots.at(-1)
    const last = (this.#afterRefit?.steps ?? 0) > (regular?.steps ?? 0) ? this.#afterRefit : regular
    this.#model = this.#newModel()
    if (last) this.#model.restore(last.state)
    else if (this.#base) this.#model.load(this.#base)
    this.#steps = kept.slice(0, last?.steps ?? 0)
    for (const step of kept.slice(last?.steps ?? 0)) {
      this.#model.learn(step, this.#steps)
      this.#steps.push(step)
    }
  }

  #remember(step: TrainingStep): void {
    if (step.kind === 'refit-finished')
      this.#afterRefit = { steps: this.#steps.length, state: this.#model.snapshot() }
    if (this.#steps.length % this.#step !== 0) return
    this.#snapshots.push({ steps: this.#steps.length, state: this.#model.snapshot() })
    while (this.#areTooMany()) {
      this.#step *= 2
      this.#snapshots = this.#snapshots.filter(({ steps }) => steps % this.#step === 0)
    }
  }

  #areTooMany(): boolean {
    const { length } = this.#snapshots
    const bytes = this.#snapshots.reduce((sum, { state }) => sum + state.bytes, 0)
    return length > this.#maxSnapshots || (length > FEW && bytes > MAX_BYTES)
  }

  /** The state of the model alone; the steps are saved with the questions. */
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
    this.#afterRefit = undefined
    this.#base = 'base' in state ? stateIn(state, 'base') : undefined
    this.#isAhead = numberIn(state, 'settled') === 1 && !this.#base
    this.#model = this.#newModel()
    this.#model.load(stateIn(state, 'pupil'))
  }
}
