const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const INVERSE_LN2 = Math.LOG2E
/** Up to half of ln 2, and up to 1.5 of it; both as their upper 32 bits say. */
const SMALL = 0.3465735912322998
const MIDDLE = 1.0397205352783203
/** Below, 1 + x is exact enough; from the other one on, results may be subnormal or infinite. */
const TINY = 2 ** -28
const LARGE = 700

/**
 * exp(x) as fdlibm computes it (Sun Microsystems 1993), and so does V8: the same bits on every host, and in WebAssembly. x = k·ln 2 + r
 * with |r| ≤ ½ ln 2, and exp(r) is a rational function of r. Beyond ±700 it is that of the host.
 *
 * @example
 * exp(0) // => 1
 * exp(1) // => Math.E
 * exp(-2) // => 0.1353352832366127
 */
export const exp = (x: number): number => {
  const size = Math.abs(x)
  if (!(size < LARGE)) return Math.exp(x)
  if (x === 1) return Math.E
  if (size < TINY) return 1 + x
  const sign = x < 0 ? -1 : 1
  const k = size < SMALL ? 0 : size < MIDDLE ? sign : Math.trunc(INVERSE_LN2 * x + 0.5 * sign)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const t = r * r
  let p = -1.6533902205465252e-6 + t * 4.1381367970572385e-8
  p = 6.613756321437934e-5 + t * p
  p = -2.7777777777015593e-3 + t * p
  p = 0.16666666666666602 + t * p
  const c = r - t * p
  return (1 - (low - (r * c) / (2 - c) - high)) * 2 ** k
}
