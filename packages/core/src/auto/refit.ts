import { emptyRow } from '../rows/row.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../state/state.js'
import { CrossFit, type CrossFitInput, type Scratch } from './cross-fit.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import type { Ensemble } from './ensemble.js'
import type { Ensembles } from './ensembles.js'
import type { Features } from './features.js'
import { type Featurizer, inputsOf } from './featurizer.js'
import { padded } from './opinion.js'
import type { Scales } from './scales.js'

/** Newton steps after the scores of the stack were replaced. */
const NEWTON_STEPS = 20

export interface Progress {
  /** The cross-fit in progress, the number of answers when it began, and the index of its scales. */
  readonly job?: CrossFit
  readonly from: number
  readonly measured: number
  /** The result of the last one: the scores of rows by members that have not learned them, and the answers before each row. */
  readonly answers: Int32Array
  readonly scores: Float64Array
  /** The inputs of the stack that they have. */
  readonly inputs: number
}

/**
 * The re-fit of the stack. It replaces the scores from the time of asking by cross-fitted ones. A pool asks where the ensemble is uncertain, so those
 * from the time of asking are all close to the threshold, and a stack fitted to them would give every member a weight near 0. In a stream with few
 * answers they are those of a model that knew less.
 *
 * It begins with sweeps over all rows, is computed in slices, and takes effect when it finishes. Answers that arrive in
 * the meantime keep their scores from the time of asking until the next one.
 */
export class Refit {
  readonly #design: Design
  readonly #features: Features
  readonly #featurizer: Featurizer
  readonly #scratches: Scratch[] = []
  #progress = NOTHING

  constructor(design: Design, features: Features, featurizer: Featurizer) {
    this.#design = design
    this.#features = features
    this.#featurizer = featurizer
  }

  begin(
    { primary, answers }: Ensembles,
    { scales, measured, usesKernel }: { scales: Scales; measured: number; usesKernel: boolean },
    sweeps: number,
    draws: Draws,
  ): void {
    for (let sweep = 0; sweep < sweeps; sweep++) primary.sweep(() => draws.replay())
    const { usesTopics } = primary
    const input = { ...primary.copyForFit(), scales, usesKernel, usesTopics }
    const job = this.#newJob(input)
    this.#progress = { ...this.#progress, job, from: answers, measured }
  }

  /** Does a part of the work that takes this many parts. */
  stepOf(parts: number): void {
    const { job } = this.#progress
    job?.step(Math.ceil(job.work / parts))
  }

  /** Forgets a job and its result. */
  clear(): void {
    this.#progress = NOTHING
  }

  #newJob(input: CrossFitInput, scores?: Float64Array): CrossFit {
    const options = { scratches: this.#scratches, ...(scores && { scores }) }
    return new CrossFit(this.#design, this.#features, this.#featurizer, input, options)
  }

  /** Does a slice of the work; returns whether there is more. */
  step(): boolean {
    return this.#progress.job?.step() ?? false
  }

  /** The rows that a job in progress needs are about to be removed. */
  hasten(): void {
    this.#progress.job?.finish()
  }

  /** Replaces the scores in the stack. There may be more classes and inputs since they were computed. */
  finish(ensembles: Ensembles): void {
    const { job, from } = this.#progress
    if (!job) return
    job.finish()
    const { rows } = job.input
    this.#progress = {
      ...NOTHING,
      answers: Int32Array.from(rows, ({ answer }) => answer),
      scores: job.scores,
      inputs: job.inputs,
    }
    const scores = rows.map((_, i) =>
      padded(job.scores.slice(i * job.width, (i + 1) * job.width), job.inputs, ensembles),
    )
    ensembles.primary.stack.replace(
      scores,
      rows.map(({ label }) => label),
      ensembles.answers - from,
      NEWTON_STEPS,
    )
  }

  /** The scores of a row by members that have not learned it; undefined if it was learned after the last re-fit. */
  outOfFold(answer: number, ensembles: Ensembles): Float64Array | undefined {
    const { answers, scores, inputs } = this.#progress
    const place = answers.indexOf(answer)
    const width = scores.length / Math.max(1, answers.length)
    if (place < 0) return undefined
    return padded(scores.slice(place * width, (place + 1) * width), inputs, ensembles)
  }

  /** The current state, for `restore`. Jobs and results do not change once they exist, so they are shared. */
  snapshot(): Progress {
    return this.#progress
  }

  restore(progress: Progress): void {
    this.#progress = progress
  }

  /** Undefined if there is none. */
  save(): State | undefined {
    if (this.#progress === NOTHING) return undefined
    const { job, from, measured, answers, scores, inputs } = this.#progress
    const vector = inputs > inputsOf(false)
    return {
      answers,
      scores,
      ...(vector && { vector: 1 }),
      ...(job && { job: savedJob(job, from, measured) }),
    }
  }

  load(state: State, ensemble: Ensemble, all: readonly Scales[]): void {
    const done = {
      answers: integersIn(state, 'answers'),
      scores: floatsIn(state, 'scores'),
      inputs: inputsOf('vector' in state),
    }
    this.#progress = { ...NOTHING, ...done }
    if (!('job' in state)) return
    const saved = stateIn(state, 'job')
    const from = numberIn(saved, 'from')
    const measured = numberIn(saved, 'measured')
    const input = loadedInput(saved, ensemble, all[measured])
    const scores = 'scores' in saved ? floatsIn(saved, 'scores') : undefined
    const job = this.#newJob(input, scores)
    this.#progress = { ...done, job, from, measured }
  }
}

/** A job that is done is saved with its result; otherwise it starts again when it is loaded. */
const savedJob = ({ input, isDone, scores }: CrossFit, from: number, measured: number): State => {
  const { rows, steps, classes, usesKernel, usesTopics, hasVector } = input
  return {
    from,
    measured,
    classes,
    kernel: usesKernel ? 1 : 0,
    topics: usesTopics ? 1 : 0,
    ...(hasVector && { vector: 1 }),
    labels: Int32Array.from(rows, ({ label }) => label),
    answers: Int32Array.from(rows, ({ answer }) => answer),
    ...(isDone ? { scores } : { steps: Object.fromEntries(steps.map((own, m) => [String(m), own])) }),
  }
}

const loadedInput = (saved: State, ensemble: Ensemble, scales: Scales): CrossFitInput => {
  const labels = integersIn(saved, 'labels')
  const known = new Map(ensemble.rows.map((row) => [row.answer, row]))
  const steps = stateIn(saved, 'steps')
  return {
    // A job that is done no longer needs its rows, which may have been removed.
    rows: Array.from(
      integersIn(saved, 'answers'),
      (answer, i) => known.get(answer) ?? { row: NO_ROW, label: labels[i], answer },
    ),
    steps: Object.keys(steps).map((m) => floatsIn(steps, m)),
    classes: numberIn(saved, 'classes'),
    hasVector: 'vector' in saved,
    scales,
    usesKernel: numberIn(saved, 'kernel' in saved ? 'kernel' : 'waves') === 1,
    usesTopics: !('topics' in saved) || numberIn(saved, 'topics') === 1,
  }
}

const NO_ROW = emptyRow()
const NOTHING: Progress = {
  from: 0,
  measured: 0,
  answers: new Int32Array(0),
  scores: new Float64Array(0),
  inputs: inputsOf(false),
}
