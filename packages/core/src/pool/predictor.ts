import type { PoolFold } from './fold.js'

/**
 * Returns the prediction for the row read last. It is never a class without labels: a learner that has not seen a class yet may
 * still score it highest.
 */
export const predictorOf = <Item>(fold: PoolFold<Item>): (() => number) => {
  const counts = fold.labelCounts()
  const out = new Float64Array(counts.length)
  const isNamed = (label: number): boolean => counts[label] > 0
  return () => {
    const { predicted } = fold.learned.learner.reading
    if (isNamed(predicted) || !counts.some((count) => count > 0)) return predicted
    const probabilities = fold.learned.probabilities(out)
    let best = counts.findIndex((count) => count > 0)
    for (let c = best + 1; c < counts.length; c++)
      if (isNamed(c) && probabilities[c] > probabilities[best]) best = c
    return best
  }
}
