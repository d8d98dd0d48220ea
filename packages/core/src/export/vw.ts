import { coreError } from '../errors.js'
import type { LinearSource } from './parts.js'

/** A linear model as examples from which Vowpal Wabbit 9 makes a model of its own, because it reads no other. */
export interface VwExport {
  /** The examples: a line for every feature with a weight. */
  readonly examples: string
  /** The command that makes `model.vw` of them, if they are in `examples.txt`. */
  readonly make: string
  /** The command that predicts the rows in `rows.txt`, which are written as `| 3:0.5 17:1`. */
  readonly predict: string
  /** Whether every row must have `0:1` too, which carries the intercept. */
  readonly hasIntercept: boolean
  /** What VW's predictions stand for: class 1, 2, 3, …; of two classes, a negative number and any other. */
  readonly classes: readonly string[]
}

const MIN_BITS = 18
const MAX_BITS = 31

/** VW clips predictions to the labels it has seen; these two leave scores alone. An example without features changes no weight. */
const LARGEST_SCORE = 1e9

/**
 * Weighted features as examples for Vowpal Wabbit 9. Each has one feature with the value 1, so that an update with an
 * immense learning rate, invariant to importance (Karampatziakis & Langford 2011), ends where its label is: the weight. Of two classes the
 * label is the weight. Of several, `--csoaa` has one regressor per class and predicts the one with the lowest cost: the costs are the
 * negative weights. VW hashes no name that is a number, and keeps feature i of class c, from 0, at i·2^⌈log₂ classes⌉ + c.
 *
 * @example
 * const model = new Classifier({ algorithm: 'PA', classes: ['no', 'yes'], protocol: 'paper' })
 * model.teach({ row: sparseRow([1, 3], [1, 2]) }, 'yes')
 * const { examples, make } = exportVw(model)
 * examples.split('\n').slice(2) // => ['0.20000000298023224 | 1:1', '0.4000000059604645 | 3:1', '']
 * make // => 'vw --data examples.txt --final_regressor model.vw --bit_precision 18 --noconstant --invariant --power_t 0 --learning_rate 1e9'
 */
export const exportVw = (source: LinearSource): VwExport => {
  const { classes, normalize, weights, intercepts } = source.linear()
  const hasIntercept = intercepts.some((intercept) => intercept !== 0)
  // Without an intercept, the length of a row makes its scores larger or smaller, but none of them another's equal.
  if (normalize === 'binary' || (normalize !== 'none' && hasIntercept))
    throw coreError('export/scaling', { normalize, target: 'Vowpal Wabbit' })
  const features = weights[0].length
  const bits = bitsFor(features, weights.length)
  const isSingle = weights.length === 1
  const lines = isSingle ? [`${-LARGEST_SCORE} |`, `${LARGEST_SCORE} |`] : []
  for (let feature = 0; feature <= features; feature++) {
    const own = weights.map((vector, c) => Math.fround(feature === 0 ? intercepts[c] : vector[feature - 1]))
    if (own.every((weight) => weight === 0)) continue
    const label = isSingle ? String(own[0]) : own.map((weight, c) => `${c + 1}:${0 - weight}`).join(' ')
    lines.push(`${label} | ${feature}:1`)
  }
  const options = `--bit_precision ${bits} --noconstant --invariant --power_t 0 --learning_rate 1e9`
  return {
    examples: lines.map((line) => `${line}\n`).join(''),
    make: `vw --data examples.txt --final_regressor model.vw ${options}${isSingle ? '' : ` --csoaa ${weights.length}`}`,
    predict: 'vw --testonly --initial_regressor model.vw --data rows.txt --predictions predictions.txt',
    hasIntercept,
    classes,
  }
}

/** As few bits as VW usually has, or as many as it takes to give every weight a place of its own. */
const bitsFor = (features: number, vectors: number): number => {
  const bits = Math.max(MIN_BITS, Math.ceil(Math.log2(features + 1)) + Math.ceil(Math.log2(vectors)))
  if (bits > MAX_BITS) throw coreError('export/bits', { features, classes: vectors, bits, most: MAX_BITS })
  return bits
}
