/** Computes probabilities from scores; returns the index of the highest. */
export const softmax = (scores: Float64Array, out: Float64Array): number => {
  let likeliest = 0
  for (let c = 1; c < scores.length; c++) if (scores[c] > scores[likeliest]) likeliest = c
  let total = 0
  for (let c = 0; c < scores.length; c++) {
    const behind = scores[c] - scores[likeliest]
    out[c] = behind === 0 ? 1 : Math.exp(behind)
    total += out[c]
  }
  for (let c = 0; c < scores.length; c++) out[c] /= total
  return likeliest
}
