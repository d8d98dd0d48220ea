import { findAlgorithm } from './catalogue/index.js'
import { coreError } from './errors.js'
import { type LinearParts, linearParts } from './export/parts.js'
import type { Kernel } from './kernels.js'
import type { Objective } from './objective.js'
import { type Parameters, resolveParameters } from './parameters.js'
import type { Reading } from './parts.js'
import type { Asker } from './rounds/asker.js'
import type { Coins } from './rounds/coins.js'
import { createAsker, parametersOf } from './rounds/create.js'
import type { Decision } from './rounds/decision.js'
import { type Normalization, type Preparation, RowPreparer } from './rows/prepare.js'
import type { Row } from './rows/row.js'
import { decodeModel, encodeModel } from './state/model-file.js'
import { type State, stateIn } from './state/state.js'
import { VERSION } from './version.js'

/** All that says how a model is built; plain JSON, and stored in its file. */
export interface ModelConfig {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly kernel?: Kernel
  /** The labels; of two, the second is the positive class. */
  readonly classes: readonly string[]
  readonly preparation: Preparation
  readonly seed: number
  /** What an algorithm that tunes itself is to be good at. */
  readonly objective?: Objective
  /** How rows are made of items; the core only carries it. */
  readonly input?: Readonly<Record<string, unknown>>
}

/**
 * An algorithm on a stream of labelled classes: rows are prepared, decisions made, answers learned, and all of it goes
 * into one file and comes back out of it, so that a loaded model plays on as if nothing had happened.
 *
 * @example
 * const model = createModel({ algorithm: 'D-AMD', classes: ['ham', 'spam'], seed: 7 })
 * const row = sparseRow([1, 5], [1, 2])
 * model.observe(row).asked && model.learn('spam') // => true
 * loadModel(model.save()).model.predict(row) // => 'spam'
 */
export class Model {
  readonly config: ModelConfig
  readonly asker: Asker
  readonly #preparer: RowPreparer
  readonly #indices: ReadonlyMap<string, number>
  #observed: Row | undefined
  /** Whether the asker has read another row since. */
  #strayed = false

  constructor(config: ModelConfig, coins?: Coins) {
    const { algorithm, parameters, kernel, classes, preparation, seed, objective } = config
    this.config = config
    this.#indices = new Map(classes.map((label, index) => [label, index]))
    this.#preparer = new RowPreparer(preparation)
    this.asker = createAsker({
      algorithm,
      parameters,
      classes: this.#indices.size,
      seed,
      ...(kernel && { kernel }),
      ...(objective && { objective }),
      ...(coins && { coins }),
    })
  }

  /** One round. The decision is reused by the next one. */
  observe(x: Row): Decision {
    this.#observed = x
    this.#strayed = false
    return this.asker.observe(this.#preparer.prepare(x))
  }

  /** Learns the label of the row observed last, which must not have changed since; true when the model changed. */
  learn(label: string): boolean {
    return this.learnIndex(this.indexOf(label))
  }

  /** The same by the label's place in the classes. */
  learnIndex(label: number): boolean {
    if (this.#observed === undefined) return false
    const row = this.prepared(this.#observed)
    if (this.#strayed) this.asker.read(row)
    return this.asker.learn(row, label)
  }

  /** The label that the model would give the row. Changes nothing. */
  predict(x: Row): string {
    return this.config.classes[this.read(x).predicted]
  }

  /** Everything the learner says of the row. Changes nothing; valid until the next call. */
  read(x: Row): Reading {
    this.#strayed = true
    return this.asker.read(this.prepared(x))
  }

  /** The row as the learner sees it, valid until the next call. */
  prepared(x: Row): Row {
    return this.#preparer.prepare(x, false)
  }

  /** Its weights and all else that predicts like it; refused where it is not linear. */
  linear(): LinearParts {
    const { algorithm, classes } = this.config
    return linearParts({
      algorithm,
      classes,
      weights: (label) => this.asker.weights(label),
      prepare: (x) => this.prepared(x),
      normalize: this.config.preparation.normalize,
    })
  }

  indexOf(label: string): number {
    const index = this.#indices.get(label)
    if (index === undefined)
      throw coreError('label/unknown', { label, classes: this.config.classes.join(', ') })
    return index
  }

  /** The model as a file, with whatever else the caller wants to find again. */
  save(extra: State = {}): Uint8Array {
    const state = { preparer: this.#preparer.save(), asker: this.asker.save(), extra }
    return encodeModel({ config: { ...this.config }, state }, `askance ${VERSION}`)
  }

  load(state: State): void {
    this.#preparer.load(stateIn(state, 'preparer'))
    this.asker.load(stateIn(state, 'asker'))
  }
}

/** A new model; what is left out takes the algorithm's defaults. Parameters are checked and completed. */
export const createModel = (
  options: Pick<ModelConfig, 'algorithm' | 'classes'> & Partial<ModelConfig>,
  coins?: Coins,
): Model => {
  const { algorithm, kernel, parameters: given } = options
  const parameters = resolveParameters(algorithm, parametersOf(algorithm, kernel), given)
  const preparation: Preparation = { normalize: usualNormalization(algorithm, kernel), intercept: 'none' }
  return new Model({ preparation, seed: 0, ...options, parameters }, coins)
}

/** Rows as they are, but of length 1 where the rule's theory wants it; a kernel measures rows its own way. */
export const usualNormalization = (algorithm: string, kernel?: Kernel): Normalization =>
  findAlgorithm(algorithm).rule.unitRows && !kernel ? 'l2' : 'none'

/** What a file says of itself is a stranger's word. The algorithm and the parameters are checked when they are used. */
const checkedConfig = (config: Readonly<Record<string, unknown>>): ModelConfig => {
  const { algorithm, classes, parameters, preparation, seed } = config
  const sound =
    typeof algorithm === 'string' &&
    Array.isArray(classes) &&
    classes.every((label) => typeof label === 'string') &&
    typeof parameters === 'object' &&
    parameters !== null &&
    typeof preparation === 'object' &&
    preparation !== null &&
    typeof seed === 'number'
  if (!sound) throw coreError('model/state', { reason: 'its configuration is incomplete' })
  return config as unknown as ModelConfig
}

/** The model in a file that `save` wrote, and what was stored beside it. */
export const loadModel = (bytes: Uint8Array, coins?: Coins): { model: Model; extra: State } => {
  const { config, state } = decodeModel(bytes)
  const model = new Model(checkedConfig(config), coins)
  model.load(state)
  return { model, extra: stateIn(state, 'extra') }
}
