/**
 * The probability that a positive item has a higher score than a negative one, ties counting half (Mann & Whitney 1947):
 * (R − P(P + 1)/2)/(P·N) with R the sum of the mid-ranks of the P positive items among all.
 *
 * @example
 * areaUnderRoc(Float64Array.of(0.1, 0.4, 0.35, 0.8), Uint8Array.of(0, 0, 1, 1)) // => 0.75
 * areaUnderRoc(Float64Array.of(1, 1), Uint8Array.of(0, 1)) // => 0.5
 */
export const areaUnderRoc = (scores: Float64Array, positive: Uint8Array): number => {
  const order = Int32Array.from(scores, (_, k) => k).sort((a, b) => scores[a]! - scores[b]!)
  let positives = 0
  let ranks = 0
  for (let from = 0; from < order.length; ) {
    let to = from
    let among = 0
    const score = scores[order[from]!]
    while (to < order.length && scores[order[to]!] === score) among += positive[order[to++]!]!
    ranks += (among * (from + 1 + to)) / 2
    positives += among
    from = to
  }
  const pairs = positives * (order.length - positives)
  return pairs === 0 ? 0 : (ranks - (positives * (positives + 1)) / 2) / pairs
}
