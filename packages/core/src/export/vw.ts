import { coreError } from '../errors.js'
import type { LinearSource } from './parts.js'

/** The features of an export for Vowpal Wabbit, and how to run it so that it numbers features as we do. */
interface VwExport {
  /** The model in the form that `vw --readable_model` writes. */
  readonly text: string
  /** The command that has the same features at the same places. */
  readonly command: string
  /** What VW's class 1, 2, 3, … stands for; of two classes its labels −1 and 1. */
  readonly classes: readonly string[]
}

/** Where VW keeps the weight of its constant feature, before the places are cut to so many bits. */
const CONSTANT = 11_650_396
const MIN_BITS = 18
const MAX_BITS = 31

/**
 * The weights in the readable form of Vowpal Wabbit. VW takes a feature whose name is a number at that place, so that a
 * row is written `| 3:0.5 17:1`; with several classes the weights of a feature stand side by side, as `--oaa` has them.
 * VW writes this form but does not read it: it is for those who look at weights, and for programs that use them.
 *
 * @example
 * const model = new Classifier({ algorithm: 'PA', classes: ['no', 'yes'], protocol: 'paper' })
 * model.teach({ row: sparseRow([1, 3], [1, 2]) }, 'yes')
 * exportVw(model).command // => 'vw --bit_precision 18 --noconstant --testonly'
 */
export const exportVw = (source: LinearSource): VwExport => {
  const { classes, normalize, weights, intercepts } = source.linear()
  const hasConstant = intercepts.some((intercept) => intercept !== 0)
  // Without an intercept, the length of a row makes its scores larger or smaller, but none of them another's equal.
  if (normalize === 'binary' || (normalize !== 'none' && hasConstant))
    throw coreError('export/scaling', { normalize, target: 'Vowpal Wabbit' })
  const vectors = weights.length
  const used = (weights[0].length + 1) * vectors
  const bits = bitsFor(used, vectors, hasConstant)
  const lines: [number, number][] = []
  weights.forEach((vector, c) => {
    for (let k = 0; k < vector.length; k++)
      if (vector[k] !== 0) lines.push([(k + 1) * vectors + c, vector[k]])
    if (intercepts[c] !== 0) lines.push([placeOfConstant(bits, vectors) + c, intercepts[c]])
  })
  lines.sort(([a], [b]) => a - b)
  const options = vectors > 1 ? ` --oaa ${vectors}` : ''
  const least = vectors > 1 ? 1 : -1
  const header = [
    'Version 8.11.0',
    'Id ',
    `Min label:${least}`,
    `Max label:${vectors > 1 ? vectors : 1}`,
    `bits:${bits}`,
    'lda:0',
    '0 ngram:',
    '0 skip:',
    `options:${options}`,
    ':0',
  ]
  return {
    text: `${[...header, ...lines.map(([place, weight]) => `${place}:${weight}`)].join('\n')}\n`,
    command: `vw --bit_precision ${bits}${options}${hasConstant ? '' : ' --noconstant'} --testonly`,
    classes,
  }
}

const placeOfConstant = (bits: number, vectors: number): number => (CONSTANT * vectors) % 2 ** bits

/** As few bits as VW usually has, or as many as it takes to give every weight a place of its own. */
const bitsFor = (used: number, vectors: number, hasConstant: boolean): number => {
  for (let bits = MIN_BITS; bits < MAX_BITS; bits++) {
    const constant = placeOfConstant(bits, vectors)
    const isClear = !hasConstant || (constant >= used && constant + vectors <= 2 ** bits)
    if (used <= 2 ** bits && isClear) return bits
  }
  return MAX_BITS
}
