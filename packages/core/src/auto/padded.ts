import { INPUTS } from './featurizer.js'

/** Pads scores from an earlier time: classes added since then had none. */
export const padded = (scores: Float64Array, classes: number): Float64Array => {
  const blocks = INPUTS + 1
  const then = scores.length / blocks
  if (then === classes) return scores
  const longer = new Float64Array(blocks * classes)
  // The last block (the prior) has a different meaning with two classes.
  for (let block = 0; block < (then === 2 ? INPUTS : blocks); block++)
    longer.set(scores.subarray(block * then, (block + 1) * then), block * classes)
  return longer
}
