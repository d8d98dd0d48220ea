/** Added and subtracted again, it leaves the nearest whole number (of two, the even one). */
const WHOLE: f32 = 12582912
const MAX_EXPONENT: f32 = 60
/** The bits of WHOLE, and the bias of exponents. */
const BIAS: i32 = 0x4b400000 + 127

/**
 * 2^(−min(60, y)) of four numbers y ≥ 0 in single precision. Its twin is `powerOfHalf` in `src/auto/power-of-half.ts`. After WHOLE is added,
 * the last bits of a number are its nearest whole number n, which makes the exponent of 2^(−n).
 */
@inline
export function powerOfHalf(size: v128): v128 {
  const y = f32x4.pmin(f32x4.splat(MAX_EXPONENT), size)
  const whole = f32x4.splat(WHOLE)
  const shifted = f32x4.add(y, whole)
  const r = f32x4.sub(y, f32x4.sub(shifted, whole))
  let p = f32x4.add(f32x4.splat(0.009671698324382305), f32x4.mul(r, f32x4.splat(-0.0013218672247603536)))
  p = f32x4.add(f32x4.splat(-0.05550893023610115), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(0.24022237956523895), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(-0.6931468844413757), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(1), f32x4.mul(r, p))
  return f32x4.mul(p, i32x4.shl(i32x4.sub(i32x4.splat(BIAS), shifted), 23))
}
