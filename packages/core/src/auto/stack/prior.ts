/**
 * Writes the prior of every class to `scores` from `from` on: ±½ with two classes; with more, the log frequencies of the answers, from
 * `priorFrom` answers per class on, weighted by how uneven they are.
 *
 * @example
 * const scores = new Float64Array(2)
 * writePrior(scores, 0, Float64Array.of(5, 5), 10)
 * scores // => Float64Array.of(-0.5, 0.5)
 */
export const writePrior = (
  scores: Float64Array,
  from: number,
  answers: Float64Array,
  priorFrom: number,
): void => {
  const k = answers.length
  if (k === 2) {
    scores[from] = -0.5
    scores[from + 1] = 0.5
    return
  }
  let total = 0
  for (let c = 0; c < k; c++) total += answers[c]
  const trust = total < priorFrom * k ? 0 : unevenness(answers, total)
  for (let c = 0; c < k; c++) scores[from + c] = trust * Math.log((answers[c] + 1) / (total + k))
}

/** How far the class frequencies differ from uniform beyond chance, from 0 to 1: 1 − (K − 1)/χ². */
const unevenness = (answers: Float64Array, total: number): number => {
  const k = answers.length
  let sum = 0
  for (let c = 0; c < k; c++) sum += (answers[c] - total / k) ** 2
  return Math.max(0, 1 - (k - 1) / Math.max((sum * k) / total, 1e-9))
}
