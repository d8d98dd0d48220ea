import { powerOfHalf } from '../shared/power'
import { addProducts, both } from './products'

/** exp(−d) = 2^(−RATE·d). */
const RATE: f32 = 1.4426950216293335

/**
 * Adds answers of two classes, where only the difference of the scores counts. `scratch` holds an even number of `size`, and a number for
 * every answer, or one more.
 */
export function addBinary(
  count: usize,
  size: usize,
  scores: usize,
  labels: usize,
  slopes: usize,
  gradient: usize,
  hessian: usize,
  scratch: usize,
): void {
  const chances = scratch + ((size + (size & 1)) << 3)
  // All exponentials first: they do not wait for the sums.
  toChances(count, size, scores, slopes, chances)
  if (size === 2) {
    addPairs(count, scores, labels, chances, gradient, hessian)
    return
  }
  const bytes = size << 4
  for (let i: usize = 0, from = scores; i < count; i++, from += bytes) {
    for (let a: usize = 0; a < size; a += 2) {
      const next = a + 1 < size ? from + (a << 4) + 16 : 0
      v128.store(scratch + (a << 3), differences(from + (a << 4), next ? next : from + (a << 4)))
      if (!next) store<f64>(scratch + (a << 3), 0, 8)
    }
    const chance = load<f64>(chances + (i << 3))
    const error = chance - <f64>load<i32>(labels + (i << 2))
    addAnswer(size, error, chance * (1 - chance), scratch, gradient, hessian)
  }
}

/** The probability of the second class of every answer, written to `out`. */
@inline
function toChances(count: usize, size: usize, scores: usize, slopes: usize, out: usize): void {
  const bytes = size << 4
  const one = f64x2.splat(1)
  for (let i: usize = 0, from = scores; i < count; i += 2, from += bytes << 1) {
    // Two answers, one lane each; the last one may be alone.
    const other = i + 1 === count ? from : from + bytes
    let odds = f64x2.splat(0)
    for (let a: usize = 0; a < size; a++) {
      const own = differences(from + (a << 4), other + (a << 4))
      odds = f64x2.add(odds, f64x2.mul(v128.load64_splat(slopes + (a << 3)), own))
    }
    const size = f32x4.demote_f64x2_zero(f64x2.abs(odds))
    const e = f64x2.promote_low_f32x4(powerOfHalf(f32x4.mul(size, f32x4.splat(RATE))))
    const own = v128.bitselect(e, one, f64x2.lt(odds, f64x2.splat(0)))
    v128.store(out + (i << 3), f64x2.div(own, f64x2.add(one, e)))
  }
}

/** The scores of the second class minus those of the first, of two inputs or answers. */
@inline
function differences(one: usize, other: usize): v128 {
  const a = v128.load(one)
  const b = v128.load(other)
  return f64x2.sub(v128.shuffle<f64>(a, b, 1, 3), v128.shuffle<f64>(a, b, 0, 2))
}

/** Adds answers of two classes with two inputs, as a younger ensemble has: all sums stay in registers. */
@inline
function addPairs(
  count: usize,
  scores: usize,
  labels: usize,
  chances: usize,
  gradient: usize,
  hessian: usize,
): void {
  let g = v128.load(gradient)
  let first = v128.load(hessian)
  let second = v128.load(hessian, 16)
  for (let i: usize = 0, from = scores; i < count; i++, from += 32) {
    const x = differences(from, from + 16)
    const chance = load<f64>(chances + (i << 3))
    const error = chance - <f64>load<i32>(labels + (i << 2))
    const weighed = f64x2.mul(f64x2.splat(chance * (1 - chance)), x)
    g = f64x2.add(g, f64x2.mul(f64x2.splat(error), x))
    first = f64x2.add(first, f64x2.mul(both(weighed, 0), x))
    second = f64x2.add(second, f64x2.mul(both(weighed, 1), x))
  }
  v128.store(gradient, g)
  v128.store(hessian, first)
  v128.store(hessian, second, 16)
}

@inline
function addAnswer(size: usize, error: f64, variance: f64, x: usize, gradient: usize, hessian: usize): void {
  const factor = f64x2.splat(error)
  for (let a: usize = 0; a < size; a += 2) {
    const g = gradient + (a << 3)
    v128.store(g, f64x2.add(v128.load(g), f64x2.mul(factor, v128.load(x + (a << 3)))))
  }
  addProducts(size, variance, x, hessian)
}
