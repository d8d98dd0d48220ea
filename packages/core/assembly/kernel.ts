// The operations of SimdOperations: one row against many rows in 128-bit lanes. Plain multiply and add only (no fused or
// relaxed operations) in the same order as PlainOperations, so that both give the same bits on every machine. The host says
// where in the memory everything is; counts of rows are multiples of eight.

/** Added and subtracted again, it leaves the nearest whole number (of two, the even one). */
const WHOLE: f32 = 12582912
/** exp(−2d) = 2^(−RATE·d). */
const RATE: f32 = 2.8853900432586670
const MAX_EXPONENT: f32 = 60
/** The fifth power of anything smaller would be subnormal, which is slow and below all rounding. */
const SMALLEST: f32 = 5.9604644775390625e-8
const INTERCEPT: f32 = 0.09

@inline
function plus(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b))
}

/**
 * out ← k(row, row j) for all rows j, from ‖u‖² of both and the entries of the row: the address of the column of a slot, and a
 * value. `bytes` is the length of a column.
 */
export function line(
  bytes: usize,
  addresses: usize,
  values: usize,
  entries: usize,
  squares: usize,
  square: f32,
  out: usize,
): void {
  memory.fill(out, 0, bytes)
  let k: usize = 0
  const end = entries << 2
  // Four entries at a time, so that the sums are read and written a quarter as often.
  for (const fours = end & ~15; k < fours; k += 16) addFour(bytes, addresses + k, values + k, out)
  for (; k < end; k += 4) addOne(bytes, load<u32>(addresses + k), v128.load32_splat(values + k), out)
  const own = f32x4.splat(square)
  for (let j: usize = 0; j < bytes; j += 16)
    v128.store(out + j, kernel(v128.load(out + j), f32x4.add(own, v128.load(squares + j))))
}

@inline
function addFour(bytes: usize, addresses: usize, values: usize, sums: usize): void {
  const c0 = load<u32>(addresses)
  const c1 = load<u32>(addresses, 4)
  const c2 = load<u32>(addresses, 8)
  const c3 = load<u32>(addresses, 12)
  const x0 = v128.load32_splat(values)
  const x1 = v128.load32_splat(values, 4)
  const x2 = v128.load32_splat(values, 8)
  const x3 = v128.load32_splat(values, 12)
  for (let j: usize = 0; j < bytes; j += 32) {
    const low = plus(plus(v128.load(sums + j), x0, v128.load(c0 + j)), x1, v128.load(c1 + j))
    v128.store(sums + j, plus(plus(low, x2, v128.load(c2 + j)), x3, v128.load(c3 + j)))
    const high = plus(plus(v128.load(sums + j, 16), x0, v128.load(c0 + j, 16)), x1, v128.load(c1 + j, 16))
    v128.store(sums + j, plus(plus(high, x2, v128.load(c2 + j, 16)), x3, v128.load(c3 + j, 16)), 16)
  }
}

@inline
function addOne(bytes: usize, column: usize, x: v128, sums: usize): void {
  for (let j: usize = 0; j < bytes; j += 16)
    v128.store(sums + j, plus(v128.load(sums + j), x, v128.load(column + j)))
}

/** ½e + ½e⁵ + 0.09 with e = exp(−2d), from u·u′ and ‖u‖² + ‖u′‖². Its twin is `kernelOf` in `src/auto/kernel/plain.ts`. */
@inline
function kernel(product: v128, squares: v128): v128 {
  const d = f32x4.max(f32x4.splat(0), f32x4.sub(squares, f32x4.mul(f32x4.splat(2), product)))
  const y = f32x4.min(f32x4.splat(MAX_EXPONENT), f32x4.mul(d, f32x4.splat(RATE)))
  const whole = f32x4.splat(WHOLE)
  const n = f32x4.sub(f32x4.add(y, whole), whole)
  const r = f32x4.sub(y, n)
  let p = f32x4.add(f32x4.splat(0.009671698324382305), f32x4.mul(r, f32x4.splat(-0.0013218672247603536)))
  p = f32x4.add(f32x4.splat(-0.05550893023610115), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(0.24022237956523895), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(-0.6931468844413757), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(1), f32x4.mul(r, p))
  const power = i32x4.shl(i32x4.sub(i32x4.splat(127), i32x4.trunc_sat_f32x4_s(n)), 23)
  const e = f32x4.mul(p, power)
  const g = f32x4.max(e, f32x4.splat(SMALLEST))
  const g2 = f32x4.mul(g, g)
  const g5 = f32x4.mul(f32x4.mul(g2, g2), g)
  return f32x4.add(f32x4.mul(f32x4.splat(0.5), f32x4.add(e, g5)), f32x4.splat(INTERCEPT))
}

/** out[c] ← Σ_j pulls[c][j]·k[j] in double precision, in eight sums of every eighth row. `stride` is the length of a line of pulls. */
export function products(rows: usize, pulls: usize, stride: usize, lines: usize, k: usize, out: usize): void {
  for (let c: usize = 0; c < lines; c++) store<f64>(out + (c << 3), product(rows, pulls + c * stride, k))
}

@inline
function product(rows: usize, pulls: usize, k: usize): f64 {
  let s0 = f64x2.splat(0)
  let s1 = f64x2.splat(0)
  let s2 = f64x2.splat(0)
  let s3 = f64x2.splat(0)
  const end = k + (rows << 2)
  for (let at = k, a = pulls; at < end; at += 32, a += 64) {
    const low = v128.load(at)
    const high = v128.load(at, 16)
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a), f64x2.promote_low_f32x4(low)))
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), promoteHigh(low)))
    s2 = f64x2.add(s2, f64x2.mul(v128.load(a, 32), f64x2.promote_low_f32x4(high)))
    s3 = f64x2.add(s3, f64x2.mul(v128.load(a, 48), promoteHigh(high)))
  }
  const sum = f64x2.add(f64x2.add(s0, s2), f64x2.add(s1, s3))
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

@inline
function promoteHigh(four: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1))
}

/** scores[j] ← scores[j] + step·k[j] for all rows j. */
export function add(rows: usize, scores: usize, k: usize, step: f64): void {
  const t = f64x2.splat(step)
  const end = k + (rows << 2)
  for (let at = k, f = scores; at < end; at += 16, f += 32) {
    const four = v128.load(at)
    v128.store(f, f64x2.add(v128.load(f), f64x2.mul(t, f64x2.promote_low_f32x4(four))))
    v128.store(f, f64x2.add(v128.load(f, 16), f64x2.mul(t, promoteHigh(four))), 16)
  }
}
