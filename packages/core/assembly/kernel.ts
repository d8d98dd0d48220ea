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
/** The bits of WHOLE, and the bias of exponents. */
const BIAS: i32 = 0x4b400000 + 127

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
  const own = f32x4.splat(square)
  const end = addresses + (entries << 2)
  const apart = values - addresses
  let j: usize = 0
  // The sums of sixteen rows stay in registers.
  for (const sixteens = bytes & ~63; j < sixteens; j += 64) {
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    for (let k = addresses; k < end; k += 4) {
      const column = load<u32>(k) + j
      const x = v128.load32_splat(k + apart)
      s0 = plus(s0, x, v128.load(column))
      s1 = plus(s1, x, v128.load(column, 16))
      s2 = plus(s2, x, v128.load(column, 32))
      s3 = plus(s3, x, v128.load(column, 48))
    }
    v128.store(out + j, kernel(s0, f32x4.add(own, v128.load(squares + j))))
    v128.store(out + j, kernel(s1, f32x4.add(own, v128.load(squares + j, 16))), 16)
    v128.store(out + j, kernel(s2, f32x4.add(own, v128.load(squares + j, 32))), 32)
    v128.store(out + j, kernel(s3, f32x4.add(own, v128.load(squares + j, 48))), 48)
  }
  if (j < bytes) {
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    for (let k = addresses; k < end; k += 4) {
      const column = load<u32>(k) + j
      const x = v128.load32_splat(k + apart)
      s0 = plus(s0, x, v128.load(column))
      s1 = plus(s1, x, v128.load(column, 16))
    }
    v128.store(out + j, kernel(s0, f32x4.add(own, v128.load(squares + j))))
    v128.store(out + j, kernel(s1, f32x4.add(own, v128.load(squares + j, 16))), 16)
  }
}

/**
 * ½e + ½e⁵ + 0.09 with e = exp(−2d), from u·u′ and ‖u‖² + ‖u′‖². Its twin is `kernelOf` in `src/auto/kernel/plain.ts`. After WHOLE
 * is added, the last bits of a number are its nearest whole number n, which makes the exponent of 2^(−n).
 */
@inline
function kernel(product: v128, squares: v128): v128 {
  const d = f32x4.pmax(f32x4.splat(0), f32x4.sub(squares, f32x4.mul(f32x4.splat(2), product)))
  const y = f32x4.pmin(f32x4.splat(MAX_EXPONENT), f32x4.mul(d, f32x4.splat(RATE)))
  const whole = f32x4.splat(WHOLE)
  const shifted = f32x4.add(y, whole)
  const r = f32x4.sub(y, f32x4.sub(shifted, whole))
  let p = f32x4.add(f32x4.splat(0.009671698324382305), f32x4.mul(r, f32x4.splat(-0.0013218672247603536)))
  p = f32x4.add(f32x4.splat(-0.05550893023610115), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(0.24022237956523895), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(-0.6931468844413757), f32x4.mul(r, p))
  p = f32x4.add(f32x4.splat(1), f32x4.mul(r, p))
  const power = i32x4.shl(i32x4.sub(i32x4.splat(BIAS), shifted), 23)
  const e = f32x4.mul(p, power)
  const g = f32x4.pmax(e, f32x4.splat(SMALLEST))
  const g2 = f32x4.mul(g, g)
  const g5 = f32x4.mul(f32x4.mul(g2, g2), g)
  return f32x4.add(f32x4.mul(f32x4.splat(0.5), f32x4.add(e, g5)), f32x4.splat(INTERCEPT))
}

/** out[c] ← Σ_j pulls[c][j]·k[j] in double precision, in eight sums of every eighth row. `stride` is the length of a line of pulls. */
export function products(rows: usize, pulls: usize, stride: usize, lines: usize, k: usize, out: usize): void {
  let c: usize = 0
  for (; c + 2 <= lines; c += 2) twoProducts(rows, pulls + c * stride, stride, k, out + (c << 3))
  if (c < lines) oneProduct(rows, pulls + c * stride, k, out + (c << 3))
}

/** Two lines at a time, so that k is converted half as often. */
@inline
function twoProducts(rows: usize, pulls: usize, stride: usize, k: usize, out: usize): void {
  let s0 = f64x2.splat(0)
  let s1 = f64x2.splat(0)
  let s2 = f64x2.splat(0)
  let s3 = f64x2.splat(0)
  let t0 = f64x2.splat(0)
  let t1 = f64x2.splat(0)
  let t2 = f64x2.splat(0)
  let t3 = f64x2.splat(0)
  const end = k + (rows << 2)
  for (let at = k, a = pulls, b = pulls + stride; at < end; at += 32, a += 64, b += 64) {
    const low = v128.load(at)
    const high = v128.load(at, 16)
    const k0 = f64x2.promote_low_f32x4(low)
    const k1 = promoteHigh(low)
    const k2 = f64x2.promote_low_f32x4(high)
    const k3 = promoteHigh(high)
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a), k0))
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), k1))
    s2 = f64x2.add(s2, f64x2.mul(v128.load(a, 32), k2))
    s3 = f64x2.add(s3, f64x2.mul(v128.load(a, 48), k3))
    t0 = f64x2.add(t0, f64x2.mul(v128.load(b), k0))
    t1 = f64x2.add(t1, f64x2.mul(v128.load(b, 16), k1))
    t2 = f64x2.add(t2, f64x2.mul(v128.load(b, 32), k2))
    t3 = f64x2.add(t3, f64x2.mul(v128.load(b, 48), k3))
  }
  store<f64>(out, sumOf(s0, s1, s2, s3))
  store<f64>(out, sumOf(t0, t1, t2, t3), 8)
}

@inline
function oneProduct(rows: usize, pulls: usize, k: usize, out: usize): void {
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
  store<f64>(out, sumOf(s0, s1, s2, s3))
}

@inline
function sumOf(s0: v128, s1: v128, s2: v128, s3: v128): f64 {
  const sum = f64x2.add(f64x2.add(s0, s2), f64x2.add(s1, s3))
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

@inline
function promoteHigh(four: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1))
}

/**
 * scores[j] ← scores[j] + step·k[j] for all rows j and several lines: `lines` holds the address of the scores of each, `steps` its
 * step. Sixteen rows at a time, so that k is converted once for all lines.
 */
export function add(rows: usize, k: usize, lines: usize, steps: usize, count: usize): void {
  const end = lines + (count << 2)
  const bytes = rows << 3
  let j: usize = 0
  for (const sixteens = bytes & ~127; j < sixteens; j += 128) {
    const at = k + (j >> 1)
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const k0 = f64x2.promote_low_f32x4(a)
    const k1 = promoteHigh(a)
    const k2 = f64x2.promote_low_f32x4(b)
    const k3 = promoteHigh(b)
    const k4 = f64x2.promote_low_f32x4(c)
    const k5 = promoteHigh(c)
    const k6 = f64x2.promote_low_f32x4(d)
    const k7 = promoteHigh(d)
    for (let own = lines, from = steps; own < end; own += 4, from += 8) {
      const f = load<u32>(own) + j
      const t = v128.load64_splat(from)
      addTo(f, 0, t, k0)
      addTo(f, 16, t, k1)
      addTo(f, 32, t, k2)
      addTo(f, 48, t, k3)
      addTo(f, 64, t, k4)
      addTo(f, 80, t, k5)
      addTo(f, 96, t, k6)
      addTo(f, 112, t, k7)
    }
  }
  if (j < bytes) {
    const a = v128.load(k + (j >> 1))
    const b = v128.load(k + (j >> 1), 16)
    for (let own = lines, from = steps; own < end; own += 4, from += 8) {
      const f = load<u32>(own) + j
      const t = v128.load64_splat(from)
      addTo(f, 0, t, f64x2.promote_low_f32x4(a))
      addTo(f, 16, t, promoteHigh(a))
      addTo(f, 32, t, f64x2.promote_low_f32x4(b))
      addTo(f, 48, t, promoteHigh(b))
    }
  }
}

/**
 * scores[j] ← scores[j] − step·k[j] + step·by[j] for all rows j and several lines, as in `add`; then k ← by.
 */
export function exchange(rows: usize, k: usize, by: usize, lines: usize, steps: usize, count: usize): void {
  const end = lines + (count << 2)
  const apart = by - k
  for (let j: usize = 0, at = k; j < rows << 3; j += 64, at += 32) {
    const before = v128.load(at)
    const before2 = v128.load(at, 16)
    const now = v128.load(at + apart)
    const now2 = v128.load(at + apart, 16)
    const k0 = f64x2.promote_low_f32x4(before)
    const k1 = promoteHigh(before)
    const k2 = f64x2.promote_low_f32x4(before2)
    const k3 = promoteHigh(before2)
    const n0 = f64x2.promote_low_f32x4(now)
    const n1 = promoteHigh(now)
    const n2 = f64x2.promote_low_f32x4(now2)
    const n3 = promoteHigh(now2)
    for (let own = lines, from = steps; own < end; own += 4, from += 8) {
      const f = load<u32>(own) + j
      const t = v128.load64_splat(from)
      exchangeIn(f, 0, t, k0, n0)
      exchangeIn(f, 16, t, k1, n1)
      exchangeIn(f, 32, t, k2, n2)
      exchangeIn(f, 48, t, k3, n3)
    }
    v128.store(at, now)
    v128.store(at, now2, 16)
  }
}

@inline
function exchangeIn(scores: usize, offset: usize, t: v128, before: v128, now: v128): void {
  const sum = f64x2.sub(v128.load(scores + offset), f64x2.mul(t, before))
  v128.store(scores + offset, f64x2.add(sum, f64x2.mul(t, now)))
}

@inline
function addTo(scores: usize, offset: usize, t: v128, k: v128): void {
  v128.store(scores + offset, f64x2.add(v128.load(scores + offset), f64x2.mul(t, k)))
}

/** Copies lines of the matrix, `columns` of them (a multiple of four) from `first` on, to the columns. `stride` is the length of a line. */
export function mirror(rows: usize, matrix: usize, stride: usize, first: usize, columns: usize): void {
  const lines = matrix + first * stride
  for (let j: usize = 0; j < rows; j += 4) {
    let from = lines + (j << 2)
    let to = matrix + j * stride + (first << 2)
    for (let c: usize = 0; c < columns; c += 4, from += stride << 2, to += 16) {
      const a = v128.load(from)
      const b = v128.load(from + stride)
      const d = v128.load(from + 2 * stride)
      const e = v128.load(from + 3 * stride)
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
      const de = v128.shuffle<f32>(d, e, 0, 4, 1, 5)
      const high = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
      const next = v128.shuffle<f32>(d, e, 2, 6, 3, 7)
      v128.store(to, v128.shuffle<f64>(ab, de, 0, 2))
      v128.store(to + stride, v128.shuffle<f64>(ab, de, 1, 3))
      v128.store(to + 2 * stride, v128.shuffle<f64>(high, next, 0, 2))
      v128.store(to + 3 * stride, v128.shuffle<f64>(high, next, 1, 3))
    }
  }
}
