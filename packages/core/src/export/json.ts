import { coreError } from '../errors.js'
import { highest } from '../parts.js'
import { type Normalization, normalizations, RowPreparer } from '../rows/prepare.js'
import type { Row } from '../rows/row.js'
import { VERSION } from '../version.js'
import { floatsFromBase64, floatsToBase64 } from './base64.js'
import type { LinearSource } from './parts.js'

const LINEAR_FORMAT = 'askance-linear'
const LINEAR_VERSION = 1

/** A linear model as plain JSON, to be read by a program of any language. `docs/export.md` says what is in it. */
export interface LinearJson {
  readonly format: typeof LINEAR_FORMAT
  readonly version: number
  readonly software: string
  readonly algorithm: string
  readonly classes: readonly string[]
  readonly preparation: { readonly normalize: Normalization }
  /** How many features have a weight. */
  readonly features: number
  /** The names of features that have one, by their number, from 1. */
  readonly names: Readonly<Record<string, string>>
  /** For each vector the weights of features 1, 2, 3, …: 64-bit floats, little-endian, as base64. */
  readonly weights: readonly string[]
  readonly intercepts: readonly number[]
}

/**
 * The model as it predicts now, as JSON.
 *
 * @example
 * const model = new Classifier({ algorithm: 'PA', classes: ['no', 'yes'], protocol: 'paper' })
 * model.teach({ row: sparseRow([1, 3], [1, 2]) }, 'no')
 * exportLinear(model).features // => 3
 * importLinear(JSON.stringify(exportLinear(model))).predict(sparseRow([3], [1])) // => 'no'
 */
export const exportLinear = (source: LinearSource): LinearJson => {
  const { algorithm, classes, normalize, weights, intercepts, names } = source.linear()
  return {
    format: LINEAR_FORMAT,
    version: LINEAR_VERSION,
    software: `askance ${VERSION}`,
    algorithm,
    classes,
    preparation: { normalize },
    features: weights[0].length,
    names: Object.fromEntries(names),
    weights: weights.map(floatsToBase64),
    intercepts,
  }
}

/** A model that predicts and learns nothing. */
class LinearPredictor {
  readonly classes: readonly string[]
  readonly names: Readonly<Record<string, string>>
  readonly #weights: readonly Float64Array[]
  readonly #intercepts: readonly number[]
  readonly #preparer: RowPreparer

  /** What `importLinear` has found to be sound. */
  constructor({ classes, names, preparation, intercepts }: LinearJson, weights: readonly Float64Array[]) {
    this.classes = classes
    this.names = names
    this.#weights = weights
    this.#intercepts = intercepts
    this.#preparer = new RowPreparer({ normalize: preparation.normalize, intercept: 'none' })
  }

  /** One score per class, or of two classes a single one. */
  scores(x: Row): Float64Array {
    const { index, value, start, end } = this.#preparer.prepare(x, false)
    return Float64Array.from(this.#weights, (weights, c) => {
      let score = this.#intercepts[c]
      for (let k = start; k < end; k++)
        if (index[k] <= weights.length) score += weights[index[k] - 1] * value[k]
      return score
    })
  }

  predict(x: Row): string {
    const scores = this.scores(x)
    return this.classes[scores.length === 1 ? Number(scores[0] >= 0) : highest(scores, -1)]
  }
}

/** Loads a model that `exportLinear` wrote, from an object or a string; throws if it is invalid. */
export const importLinear = (json: LinearJson | string): LinearPredictor => {
  const stored = (typeof json === 'string' ? parsed(json) : json) as Partial<LinearJson> | null
  if (stored?.format !== LINEAR_FORMAT) throw wrong(`its format is not ${LINEAR_FORMAT}`)
  const { version, classes, preparation, features, names, intercepts } = stored
  if (version !== LINEAR_VERSION)
    throw coreError('export/version', { found: String(version), known: LINEAR_VERSION })
  if (!Array.isArray(classes) || classes.length < 2 || classes.some((label) => typeof label !== 'string'))
    throw wrong('it needs two or more classes')
  if (!preparation || !normalizations.includes(preparation.normalize))
    throw wrong(`its normalization must be one of ${normalizations.join(', ')}`)
  if (typeof names !== 'object' || names === null) throw wrong('it has no names')
  const weights = (Array.isArray(stored.weights) ? stored.weights : []).map((text) =>
    floatsFromBase64(String(text)),
  )
  const vectors = classes.length === 2 && weights.length === 1 ? 1 : classes.length
  if (weights.length !== vectors || !weights.every((vector) => vector?.length === features))
    throw wrong('its weights do not match its classes and features')
  if (!Array.isArray(intercepts) || intercepts.length !== vectors || !intercepts.every(Number.isFinite))
    throw wrong('its intercepts do not match its classes')
  return new LinearPredictor(stored as LinearJson, weights as Float64Array[])
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('it is not JSON')
  }
}

const wrong = (reason: string) => coreError('export/format', { reason })
