// Sums over answers for a Newton step of the stack: the gradient and the lower triangle of the Hessian. Its twin is `addPlain`
// in `src/auto/stack/sums.ts`: every sum has the same order, so that both give the same bits.
//
// The scores of an answer are lines, one per input, each with all classes. Inputs come in pairs, one lane each; if their number is odd,
// the last lane is 0. So `gradient` and the lines of `hessian` have an even length, and above the diagonal anything may be written.

import { powerOfHalf } from './shared/power'
import { addProducts, both } from './stack/products'

export { addBinary } from './stack/binary'

/** exp(−d) = 2^(−RATE·d). */
const RATE: f32 = 1.4426950216293335
/** Smaller probabilities are skipped. */
const NEGLIGIBLE: f64 = 1e-4

/** Adds answers of more than two classes. `scratch` holds twice an even number of `size` or more, and three numbers more than there are classes. */
export function addAnswers(
  count: usize,
  size: usize,
  classes: usize,
  scores: usize,
  labels: usize,
  slopes: usize,
  gradient: usize,
  hessian: usize,
  scratch: usize,
): void {
  const width = classes << 3
  if (size === 2) {
    addClassPairs(count, width, scores, labels, slopes, gradient, hessian, scratch)
    return
  }
  if (size === 4) {
    addClassFours(count, width, scores, labels, slopes, gradient, hessian, scratch)
    return
  }
  const even = (size + (size & 1)) << 3
  const deviations = scratch + even
  const p = deviations + even
  let from = scores
  for (let i: usize = 0; i < count; i++, from += size * width) {
    toProbabilities(width, combine(size, width, from, slopes, p), p)
    const own = from + (<usize>load<i32>(labels + (i << 2)) << 3)
    for (let a: usize = 0; a < size; a += 2) {
      const line = from + a * width
      const next = a + 1 < size ? line + width : 0
      const mean = next ? twoMeans(width, p, line, next) : oneMean(width, p, line)
      const at = own + a * width
      const label = next ? pair(at, at + width) : v128.load64_zero(at)
      v128.store(scratch + (a << 3), mean)
      const g = gradient + (a << 3)
      v128.store(g, f64x2.add(v128.load(g), f64x2.sub(mean, label)))
    }
    for (let c: usize = 0; c < width; c += 8)
      if (!(load<f64>(p + c) <= NEGLIGIBLE)) addClass(size, width, load<f64>(p + c), from + c, scratch, deviations, hessian)
  }
}

/** Adds answers with two inputs, as a younger ensemble has: all sums stay in registers. */
@inline
function addClassPairs(
  count: usize,
  width: usize,
  scores: usize,
  labels: usize,
  slopes: usize,
  gradient: usize,
  hessian: usize,
  p: usize,
): void {
  let g = v128.load(gradient)
  let first = v128.load(hessian)
  let second = v128.load(hessian, 16)
  for (let i: usize = 0, from = scores; i < count; i++, from += width << 1) {
    const next = from + width
    toProbabilities(width, combine(2, width, from, slopes, p), p)
    const mean = twoMeans(width, p, from, next)
    const label: usize = load<u32>(labels + (i << 2)) << 3
    g = f64x2.add(g, f64x2.sub(mean, pair(from + label, next + label)))
    for (let c: usize = 0; c < width; c += 8) {
      const own = load<f64>(p + c)
      if (own <= NEGLIGIBLE) continue
      const x = f64x2.sub(pair(from + c, next + c), mean)
      const weighed = f64x2.mul(f64x2.splat(own), x)
      first = f64x2.add(first, f64x2.mul(both(weighed, 0), x))
      second = f64x2.add(second, f64x2.mul(both(weighed, 1), x))
    }
  }
  v128.store(gradient, g)
  v128.store(hessian, first)
  v128.store(hessian, second, 16)
}

/** Adds answers with four inputs, as the primary has; likewise. */
@inline
function addClassFours(
  count: usize,
  width: usize,
  scores: usize,
  labels: usize,
  slopes: usize,
  gradient: usize,
  hessian: usize,
  p: usize,
): void {
  let h0 = v128.load(hessian)
  let h1 = v128.load(hessian, 32)
  let h2 = v128.load(hessian, 64)
  let h2b = v128.load(hessian, 80)
  let h3 = v128.load(hessian, 96)
  let h3b = v128.load(hessian, 112)
  const distance = width << 1
  for (let i: usize = 0, from = scores; i < count; i++, from += width << 2) {
    const next = from + width
    toProbabilities(width, combine(4, width, from, slopes, p), p)
    const mean = twoMeans(width, p, from, next)
    const meanB = twoMeans(width, p, from + distance, next + distance)
    const at: usize = load<u32>(labels + (i << 2)) << 3
    const label = pair(from + at, next + at)
    const labelB = pair(from + distance + at, next + distance + at)
    v128.store(gradient, f64x2.add(v128.load(gradient), f64x2.sub(mean, label)))
    v128.store(gradient, f64x2.add(v128.load(gradient, 16), f64x2.sub(meanB, labelB)), 16)
    for (let c: usize = 0; c < width; c += 8) {
      const own = load<f64>(p + c)
      if (own <= NEGLIGIBLE) continue
      const x = f64x2.sub(pair(from + c, next + c), mean)
      const xB = f64x2.sub(pair(from + distance + c, next + distance + c), meanB)
      const w = f64x2.mul(f64x2.splat(own), x)
      const wB = f64x2.mul(f64x2.splat(own), xB)
      const w2 = both(wB, 0)
      const w3 = both(wB, 1)
      h0 = f64x2.add(h0, f64x2.mul(both(w, 0), x))
      h1 = f64x2.add(h1, f64x2.mul(both(w, 1), x))
      h2 = f64x2.add(h2, f64x2.mul(w2, x))
      h2b = f64x2.add(h2b, f64x2.mul(w2, xB))
      h3 = f64x2.add(h3, f64x2.mul(w3, x))
      h3b = f64x2.add(h3b, f64x2.mul(w3, xB))
    }
  }
  v128.store(hessian, h0)
  v128.store(hessian, h1, 32)
  v128.store(hessian, h2, 64)
  v128.store(hessian, h2b, 80)
  v128.store(hessian, h3, 96)
  v128.store(hessian, h3b, 112)
}

/** Two numbers from different places. */
@inline
function pair(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1)
}

/** The combined score of every class, written to `out`; returns the highest. */
@inline
function combine(size: usize, width: usize, from: usize, slopes: usize, out: usize): f64 {
  let most = f64x2.splat(-Infinity)
  let c: usize = 0
  for (const pairs = width & ~15; c < pairs; c += 16) {
    let sum = f64x2.splat(0)
    for (let a: usize = 0, line = from + c; a < size; a++, line += width)
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(slopes + (a << 3)), v128.load(line)))
    v128.store(out + c, sum)
    most = f64x2.pmax(most, sum)
  }
  let highest = f64x2.extract_lane(most, 0)
  if (f64x2.extract_lane(most, 1) > highest) highest = f64x2.extract_lane(most, 1)
  if (c < width) {
    let sum: f64 = 0
    for (let a: usize = 0, line = from + c; a < size; a++, line += width)
      sum += load<f64>(slopes + (a << 3)) * load<f64>(line)
    store<f64>(out + c, sum)
    if (sum > highest) highest = sum
  }
  return highest
}

/** Replaces combined scores by probabilities. Three more numbers than there are classes may be overwritten. */
function toProbabilities(width: usize, highest: f64, p: usize): void {
  const most = f64x2.splat(highest)
  const rate = f32x4.splat(RATE)
  let total: f64 = 0
  for (let c: usize = 0; c < width; c += 32) {
    const near = f32x4.demote_f64x2_zero(f64x2.sub(most, v128.load(p + c)))
    const far = f32x4.demote_f64x2_zero(f64x2.sub(most, v128.load(p + c, 16)))
    const e = powerOfHalf(f32x4.mul(v128.shuffle<f32>(near, far, 0, 1, 4, 5), rate))
    v128.store(p + c, f64x2.promote_low_f32x4(e))
    v128.store(p + c, f64x2.promote_low_f32x4(v128.shuffle<f64>(e, e, 1, 1)), 16)
    const end = min(c + 32, width)
    for (let own = c; own < end; own += 8) total += load<f64>(p + own)
  }
  const inverse = f64x2.splat(1 / total)
  for (let c: usize = 0; c < width; c += 16) v128.store(p + c, f64x2.mul(v128.load(p + c), inverse))
}

/** The mean scores of two inputs over the classes. */
@inline
function twoMeans(width: usize, p: usize, line: usize, next: usize): v128 {
  let mean = f64x2.splat(0)
  for (let c: usize = 0; c < width; c += 8)
    mean = f64x2.add(mean, f64x2.mul(v128.load64_splat(p + c), pair(line + c, next + c)))
  return mean
}

@inline
function oneMean(width: usize, p: usize, line: usize): v128 {
  let mean = f64x2.splat(0)
  for (let c: usize = 0; c < width; c += 8)
    mean = f64x2.add(mean, f64x2.mul(v128.load64_splat(p + c), v128.load64_zero(line + c)))
  return mean
}

/** Adds a class of an answer, with probability p, to the Hessian. */
@inline
function addClass(
  size: usize,
  width: usize,
  p: f64,
  scores: usize,
  mean: usize,
  deviations: usize,
  hessian: usize,
): void {
  for (let a: usize = 0, line = scores; a < size; a += 2, line += width << 1) {
    const own = a + 1 < size ? pair(line, line + width) : v128.load64_zero(line)
    v128.store(deviations + (a << 3), f64x2.sub(own, v128.load(mean + (a << 3))))
  }
  addProducts(size, p, deviations, hessian)
}
