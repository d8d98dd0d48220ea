// The topics of rows: products with the loadings of features and their sums. Its twin is in `src/auto/topics/plain.ts`: every sum
// has the same order, so that both give the same bits.
//
// There are 32 topics. Loadings are single, everything else is double. A row is where the loadings of its features begin, in
// numbers from the start, and a weight for each.

const TOPICS: usize = 32
const LINE: usize = TOPICS << 3
/** The inverse of the steps of the loadings, and the steps. */
const STEPS: f64 = 32768
const STEP: f64 = 1 / STEPS

@inline
function promoteHigh(four: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1))
}

@inline
function plus(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(a, b))
}

/** out ← Σ weight·loadings of the features of a row. */
export function topics(from: usize, weights: usize, length: usize, loadings: usize, out: usize): void {
  // Sums of sixteen topics stay in registers.
  for (let j: usize = 0; j < TOPICS; j += 16) {
    let t0 = f64x2.splat(0)
    let t1 = f64x2.splat(0)
    let t2 = f64x2.splat(0)
    let t3 = f64x2.splat(0)
    let t4 = f64x2.splat(0)
    let t5 = f64x2.splat(0)
    let t6 = f64x2.splat(0)
    let t7 = f64x2.splat(0)
    for (let k: usize = 0; k < length; k++) {
      const weight = v128.load64_splat(weights + (k << 3))
      const at = loadings + ((load<u32>(from + (k << 2)) + j) << 2)
      const a = v128.load(at)
      const b = v128.load(at, 16)
      const c = v128.load(at, 32)
      const d = v128.load(at, 48)
      t0 = plus(t0, weight, f64x2.promote_low_f32x4(a))
      t1 = plus(t1, weight, promoteHigh(a))
      t2 = plus(t2, weight, f64x2.promote_low_f32x4(b))
      t3 = plus(t3, weight, promoteHigh(b))
      t4 = plus(t4, weight, f64x2.promote_low_f32x4(c))
      t5 = plus(t5, weight, promoteHigh(c))
      t6 = plus(t6, weight, f64x2.promote_low_f32x4(d))
      t7 = plus(t7, weight, promoteHigh(d))
    }
    const to = out + (j << 3)
    v128.store(to, t0)
    v128.store(to, t1, 16)
    v128.store(to, t2, 32)
    v128.store(to, t3, 48)
    v128.store(to, t4, 64)
    v128.store(to, t5, 80)
    v128.store(to, t6, 96)
    v128.store(to, t7, 112)
  }
}

/** sums ← sums + weight·topics for every feature of a row. */
export function addTopics(from: usize, weights: usize, length: usize, row: usize, sums: usize): void {
  for (let k: usize = 0; k < length; k++) {
    const weight = v128.load64_splat(weights + (k << 3))
    const at = sums + (load<u32>(from + (k << 2)) << 3)
    for (let j: usize = 0; j < LINE; j += 16)
      v128.store(at + j, plus(v128.load(at + j), weight, v128.load(row + j)))
  }
}

/**
 * gram[i][j] ← gram[i][j] + line[i]·line[j] for the lines of sums of some features, in order, and j ≤ i. Beyond the diagonal one
 * number may be written, which nobody reads.
 */
export function addProducts(count: usize, sums: usize, gram: usize): void {
  for (let i: usize = 0; i < TOPICS; i += 2) {
    const first = gram + i * LINE
    for (let j: usize = 0; j <= i; j += 2) {
      let own = v128.load(first + (j << 3))
      let next = v128.load(first + LINE + (j << 3))
      for (let f: usize = 0, line = sums; f < count; f++, line += LINE) {
        const other = v128.load(line + (j << 3))
        own = plus(own, v128.load64_splat(line + (i << 3)), other)
        next = plus(next, v128.load64_splat(line + (i << 3), 8), other)
      }
      v128.store(first + (j << 3), own)
      v128.store(first + LINE + (j << 3), next)
    }
  }
}

/** loadings ← the lines of sums times a matrix, rounded to whole steps, for some features. */
export function transform(count: usize, sums: usize, matrix: usize, loadings: usize): void {
  for (let f: usize = 0, line = sums, to = loadings; f < count; f++, line += LINE, to += TOPICS << 2)
    for (let i: usize = 0; i < LINE; i += 64) {
      let t0 = f64x2.splat(0)
      let t1 = f64x2.splat(0)
      let t2 = f64x2.splat(0)
      let t3 = f64x2.splat(0)
      for (let j: usize = 0, at = matrix + i; j < LINE; j += 8, at += LINE) {
        const sum = v128.load64_splat(line + j)
        t0 = plus(t0, sum, v128.load(at))
        t1 = plus(t1, sum, v128.load(at, 16))
        t2 = plus(t2, sum, v128.load(at, 32))
        t3 = plus(t3, sum, v128.load(at, 48))
      }
      const out = to + (i >> 1)
      v128.store64_lane(out, rounded(t0), 0)
      v128.store64_lane(out, rounded(t1), 0, 8)
      v128.store64_lane(out, rounded(t2), 0, 16)
      v128.store64_lane(out, rounded(t3), 0, 24)
    }
}

/** To the nearest whole step, halves upwards as `Math.round`, in single precision. */
@inline
function rounded(loading: v128): v128 {
  const steps = f64x2.mul(loading, f64x2.splat(STEPS))
  const up = f64x2.ceil(steps)
  const isTooFar = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), steps)
  const nearest = v128.bitselect(f64x2.sub(up, f64x2.splat(1)), up, isTooFar)
  return f32x4.demote_f64x2_zero(f64x2.mul(nearest, f64x2.splat(STEP)))
}
