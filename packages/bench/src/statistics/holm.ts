/**
 * p-values adjusted so that comparing each with α keeps the chance of any false alarm below α: of m in ascending
 * order, p̃ᵢ = max over j ≤ i of min(1, (m − j + 1) pⱼ) (Holm 1979, "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6/2). They come back in the order they were given in.
 *
 * @example
 * holm([0.01, 0.04, 0.03]) // => [0.03, 0.06, 0.06]
 */
export const holm = (pValues: readonly number[]): number[] => {
  const order = pValues.map((_, k) => k).sort((a, b) => pValues[a]! - pValues[b]!)
  const adjusted = new Array<number>(pValues.length)
  let most = 0
  order.forEach((k, before) => {
    most = Math.max(most, Math.min(1, (pValues.length - before) * pValues[k]!))
    adjusted[k] = most
  })
  return adjusted
}
