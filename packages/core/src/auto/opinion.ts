import type { Ensembles } from './ensembles.js'
import { inputsOf, VECTOR_INPUT } from './featurizer.js'

/**
 * The scores of the primary's members for the row scored last; that of the vector only if the row has one, so that the row tells which
 * there are. Adding 0 removes −0, which JSON logs cannot store.
 */
export const opinionOf = ({ primary, classes, hasVector, hasScoredVector }: Ensembles): Float64Array => {
  const scores = primary.scores.map((score) => score + 0)
  if (!hasVector || hasScoredVector) return scores
  const own = VECTOR_INPUT * classes
  return Float64Array.of(...scores.subarray(0, own), ...scores.subarray(own + classes))
}

/**
 * Scores from an earlier time, with `then` inputs, as the stack has them now. Classes added since then had none, and neither had the
 * vector before the first one.
 */
export const padded = (
  scores: Float64Array,
  then: number,
  { classes, hasVector }: Pick<Ensembles, 'classes' | 'hasVector'>,
): Float64Array => {
  const inputs = inputsOf(hasVector)
  const known = scores.length / (then + 1)
  if (known === classes && then === inputs) return scores
  const longer = new Float64Array((inputs + 1) * classes)
  for (let block = 0; block < then; block++)
    longer.set(scores.subarray(block * known, (block + 1) * known), block * classes)
  // The last block (the prior) has a different meaning with two classes.
  if (known > 2 || classes === 2) longer.set(scores.subarray(then * known), inputs * classes)
  return longer
}
