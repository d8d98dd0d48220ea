const { fround } = Math

/** Added and taken off again, it leaves the nearest whole number (of two, the even one). */
const WHOLE = 12582912

/**
 * cos 2πt in single precision, for |t| < 2²², to 2·10⁻⁷. The nearest whole number is taken off t, which is exact; then
 * cos 2πu = sin 2πv with v = ¼ − |u|, and sin 2πv is a polynomial that is nearest to it for |v| ≤ ¼ (to 8·10⁻⁹, with
 * coefficients of single precision). `Math.cos` would be slower and may differ from host to host.
 */
export const cosine = (t: number): number => {
  const u = fround(t - fround(fround(t + WHOLE) - WHOLE))
  const v = fround(0.25 - Math.abs(u))
  const q = fround(v * v)
  let p = fround(-76.49604797363281 + fround(q * 39.13410949707031))
  p = fround(81.59864807128906 + fround(q * p))
  p = fround(-41.341617584228516 + fround(q * p))
  p = fround(6.283185005187988 + fround(q * p))
  return fround(v * p)
}
