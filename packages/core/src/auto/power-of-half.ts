const { fround } = Math

/** Added and subtracted again, it leaves the nearest whole number (of two, the even one). */
const WHOLE = 12582912
const MAX_EXPONENT = 60
const HALVES = Float32Array.from({ length: MAX_EXPONENT + 1 }, (_, n) => 2 ** -n)

/**
 * 2^(−min(60, y)) for y ≥ 0 in single precision: a power of two times a polynomial that is nearest to 2^(−r) for |r| ≤ ½ (to 1·10⁻⁷).
 * `Math.exp` would be slower and may differ from host to host.
 *
 * @example
 * powerOfHalf(0) // => 1
 * powerOfHalf(3) // => 0.125
 */
export const powerOfHalf = (size: number): number => {
  const y = Math.min(MAX_EXPONENT, size)
  const n = fround(fround(y + WHOLE) - WHOLE)
  const r = fround(y - n)
  let p = fround(0.009671698324382305 + fround(r * -0.0013218672247603536))
  p = fround(-0.05550893023610115 + fround(r * p))
  p = fround(0.24022237956523895 + fround(r * p))
  p = fround(-0.6931468844413757 + fround(r * p))
  p = fround(1 + fround(r * p))
  return fround(p * HALVES[n])
}
