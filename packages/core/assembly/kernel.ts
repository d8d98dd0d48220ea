// The operations of SimdOperations: one row against many rows in 128-bit lanes. Plain multiply and add only (no fused or
// relaxed operations) in the same order as PlainOperations, so that both give the same bits on every machine. The host says
// where in the memory everything is; counts of rows are multiples of eight.

import { powerOfHalf } from './shared/power'

/** exp(−2d) = 2^(−RATE·d). */
const RATE: f32 = 2.8853900432586670
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

/** ½e + ½e⁵ + 0.09 with e = exp(−2d), from u·u′ and ‖u‖² + ‖u′‖². Its twin is `kernelOf` in `src/auto/kernel/plain.ts`. */
@inline
function kernel(product: v128, squares: v128): v128 {
  const d = f32x4.pmax(f32x4.splat(0), f32x4.sub(squares, f32x4.mul(f32x4.splat(2), product)))
  const e = powerOfHalf(f32x4.mul(d, f32x4.splat(RATE)))
  const g = f32x4.pmax(e, f32x4.splat(SMALLEST))
  const g2 = f32x4.mul(g, g)
  const g5 = f32x4.mul(f32x4.mul(g2, g2), g)
  return f32x4.add(f32x4.mul(f32x4.splat(0.5), f32x4.add(e, g5)), f32x4.splat(INTERCEPT))
}

/** out[c] ← Σ_j pulls[c][j]·k[j], in eight sums of every eighth row. `stride` is the length of a line of pulls. */
export function products(rows: usize, pulls: usize, stride: usize, lines: usize, k: usize, out: usize): void {
  let c: usize = 0
  for (; c + 4 <= lines; c += 4) fourProducts(rows, pulls + c * stride, stride, k, out + (c << 2))
  for (; c < lines; c++) oneProduct(rows, pulls + c * stride, k, out + (c << 2))
}

/** Four lines at a time, so that no sum waits for the one before. */
@inline
function fourProducts(rows: usize, pulls: usize, stride: usize, k: usize, out: usize): void {
  let a0 = f32x4.splat(0)
  let a1 = f32x4.splat(0)
  let b0 = f32x4.splat(0)
  let b1 = f32x4.splat(0)
  let c0 = f32x4.splat(0)
  let c1 = f32x4.splat(0)
  let d0 = f32x4.splat(0)
  let d1 = f32x4.splat(0)
  const b = pulls + stride
  const c = b + stride
  const d = c + stride
  for (let j: usize = 0, end = rows << 2; j < end; j += 32) {
    const k0 = v128.load(k + j)
    const k1 = v128.load(k + j, 16)
    a0 = plus(a0, k0, v128.load(pulls + j))
    a1 = plus(a1, k1, v128.load(pulls + j, 16))
    b0 = plus(b0, k0, v128.load(b + j))
    b1 = plus(b1, k1, v128.load(b + j, 16))
    c0 = plus(c0, k0, v128.load(c + j))
    c1 = plus(c1, k1, v128.load(c + j, 16))
    d0 = plus(d0, k0, v128.load(d + j))
    d1 = plus(d1, k1, v128.load(d + j, 16))
  }
  store<f32>(out, sumOf(a0, a1))
  store<f32>(out, sumOf(b0, b1), 4)
  store<f32>(out, sumOf(c0, c1), 8)
  store<f32>(out, sumOf(d0, d1), 12)
}

@inline
function oneProduct(rows: usize, pulls: usize, k: usize, out: usize): void {
  let s0 = f32x4.splat(0)
  let s1 = f32x4.splat(0)
  for (let j: usize = 0, end = rows << 2; j < end; j += 32) {
    s0 = plus(s0, v128.load(k + j), v128.load(pulls + j))
    s1 = plus(s1, v128.load(k + j, 16), v128.load(pulls + j, 16))
  }
  store<f32>(out, sumOf(s0, s1))
}

@inline
function sumOf(s0: v128, s1: v128): f32 {
  const four = f32x4.add(s0, s1)
  const two = f32x4.add(four, v128.shuffle<f64>(four, four, 1, 1))
  return f32x4.extract_lane(two, 0) + f32x4.extract_lane(two, 1)
}

/**
 * scores[j] ← scores[j] + step·k[j] for all rows j and several lines: `lines` holds the address of the scores of each, `steps` its
 * step. Thirty-two rows at a time, so that k is read once for all lines.
 */
export function add(rows: usize, k: usize, lines: usize, steps: usize, count: usize): void {
  const end = lines + (count << 2)
  const apart = steps - lines
  const bytes = rows << 2
  let j: usize = 0
  for (const most = bytes & ~127; j < most; j += 128) {
    const at = k + j
    const k0 = v128.load(at)
    const k1 = v128.load(at, 16)
    const k2 = v128.load(at, 32)
    const k3 = v128.load(at, 48)
    const k4 = v128.load(at, 64)
    const k5 = v128.load(at, 80)
    const k6 = v128.load(at, 96)
    const k7 = v128.load(at, 112)
    for (let own = lines; own < end; own += 4) {
      const f = load<u32>(own) + j
      const t = v128.load32_splat(own + apart)
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
  for (; j < bytes; j += 32) {
    const k0 = v128.load(k + j)
    const k1 = v128.load(k + j, 16)
    for (let own = lines; own < end; own += 4) {
      const f = load<u32>(own) + j
      const t = v128.load32_splat(own + apart)
      addTo(f, 0, t, k0)
      addTo(f, 16, t, k1)
    }
  }
}

@inline
function addTo(scores: usize, offset: usize, t: v128, k: v128): void {
  v128.store(scores + offset, plus(v128.load(scores + offset), t, k))
}

/**
 * scores[j] ← scores[j] − step·k[j] + step·by[j] for all rows j and several lines, as in `add`; then k ← by.
 */
export function exchange(rows: usize, k: usize, by: usize, lines: usize, steps: usize, count: usize): void {
  const end = lines + (count << 2)
  const apart = steps - lines
  for (let j: usize = 0; j < rows << 2; j += 32) {
    const k0 = v128.load(k + j)
    const k1 = v128.load(k + j, 16)
    const n0 = v128.load(by + j)
    const n1 = v128.load(by + j, 16)
    for (let own = lines; own < end; own += 4) {
      const f = load<u32>(own) + j
      const t = v128.load32_splat(own + apart)
      exchangeIn(f, 0, t, k0, n0)
      exchangeIn(f, 16, t, k1, n1)
    }
    v128.store(k + j, n0)
    v128.store(k + j, n1, 16)
  }
}

@inline
function exchangeIn(scores: usize, offset: usize, t: v128, before: v128, now: v128): void {
  const sum = f32x4.sub(v128.load(scores + offset), f32x4.mul(t, before))
  v128.store(scores + offset, plus(sum, t, now))
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
