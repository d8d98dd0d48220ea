// Sums over answers for a Newton step of the stack: the gradient and the lower triangle of the Hessian. Its twin is `addPlain`
// in `src/auto/stack/sums.ts`: every sum has the same order, so that both give the same bits.
//
// The scores of an answer are lines, one per input, each with all classes. Inputs come in pairs, one lane each; if their number is odd,
// the last lane is 0. So `gradient` and the lines of `hessian` have an even length, and above the diagonal anything may be written.

@external("env", "exp")
declare function hostExp(x: f64): f64

const LN2_HIGH: f64 = 6.9314718036912381649e-1
const LN2_LOW: f64 = 1.90821492927058770002e-10
const INVERSE_LN2: f64 = 1.442695040888963387
const SMALL: f64 = 0.3465735912322998
const MIDDLE: f64 = 1.0397205352783203
const TINY: f64 = 3.725290298461914e-9
const LARGE: f64 = 700
/** Added, it leaves a whole number in the last bits. */
const WHOLE: f64 = 6755399441055744

/** exp of two numbers. Its twin is `exp` in `src/auto/stack/exp.ts`. */
@inline
function exp(x: v128): v128 {
  const size = f64x2.abs(x)
  if (i64x2.all_true(f64x2.lt(size, f64x2.splat(LARGE)))) return nearExp(x, size)
  return f64x2.replace_lane(
    f64x2.splat(anyExp(f64x2.extract_lane(x, 0))),
    1,
    anyExp(f64x2.extract_lane(x, 1)),
  )
}

function anyExp(x: f64): f64 {
  if (!(Math.abs(x) < LARGE)) return hostExp(x)
  const both = f64x2.splat(x)
  return f64x2.extract_lane(nearExp(both, f64x2.abs(both)), 0)
}

@inline
function nearExp(x: v128, size: v128): v128 {
  const sign = v128.and(x, f64x2.splat(-0.0))
  const half = v128.or(sign, f64x2.splat(0.5))
  const far = f64x2.trunc(f64x2.add(f64x2.mul(f64x2.splat(INVERSE_LN2), x), half))
  const isMiddle = f64x2.lt(size, f64x2.splat(MIDDLE))
  const near = v128.bitselect(v128.or(sign, f64x2.splat(1)), far, isMiddle)
  const k = v128.and(near, f64x2.ge(size, f64x2.splat(SMALL)))
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)))
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW))
  const r = f64x2.sub(high, low)
  const t = f64x2.mul(r, r)
  let p = f64x2.add(f64x2.splat(-1.6533902205465252e-6), f64x2.mul(t, f64x2.splat(4.1381367970572385e-8)))
  p = f64x2.add(f64x2.splat(6.613756321437934e-5), f64x2.mul(t, p))
  p = f64x2.add(f64x2.splat(-2.7777777777015593e-3), f64x2.mul(t, p))
  p = f64x2.add(f64x2.splat(0.16666666666666602), f64x2.mul(t, p))
  const c = f64x2.sub(r, f64x2.mul(t, p))
  const q = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c))
  const y = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, q), high))
  const power = i64x2.shl(i64x2.add(f64x2.add(k, f64x2.splat(WHOLE)), i64x2.splat(1023)), 52)
  const scaled = f64x2.mul(y, power)
  const small = v128.bitselect(f64x2.add(f64x2.splat(1), x), scaled, f64x2.lt(size, f64x2.splat(TINY)))
  return v128.bitselect(f64x2.splat(Math.E), small, f64x2.eq(x, f64x2.splat(1)))
}

/** Adds answers of more than two classes. `scratch` holds an even number of `size` + `classes` numbers or more, and as many again. */
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
      // Skip negligible probabilities.
      if (!(load<f64>(p + c) <= 1e-4)) addClass(size, width, load<f64>(p + c), from + c, scratch, deviations, hessian)
  }
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

/** Replaces combined scores by probabilities. One more number than there are classes may be overwritten. */
@inline
function toProbabilities(width: usize, highest: f64, p: usize): void {
  const most = f64x2.splat(highest)
  if (width & 8) store<f64>(p + width, highest)
  let total: f64 = 0
  for (let c: usize = 0; c < width; c += 16) {
    const e = exp(f64x2.sub(v128.load(p + c), most))
    v128.store(p + c, e)
    total += f64x2.extract_lane(e, 0)
    if (c + 8 < width) total += f64x2.extract_lane(e, 1)
  }
  const all = f64x2.splat(total)
  for (let c: usize = 0; c < width; c += 16) v128.store(p + c, f64x2.div(v128.load(p + c), all))
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

/** hessian[a][b] ← hessian[a][b] + (p·x[a])·x[b] for b ≤ a. */
@inline
function addProducts(size: usize, p: f64, x: usize, hessian: usize): void {
  const even = (size + (size & 1)) << 3
  let h = hessian
  for (let a: usize = 0; a < size; a++, h += even) {
    const da = f64x2.splat(p * load<f64>(x + (a << 3)))
    for (let b: usize = 0; b <= a; b += 2) {
      const at = h + (b << 3)
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(da, v128.load(x + (b << 3)))))
    }
  }
}

/** Adds answers of two classes, where only the difference of the scores counts. `scratch` holds twice an even number of `size` or more. */
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
  const even = (size + (size & 1)) << 3
  const next = scratch + even
  const bytes = size << 4
  let from = scores
  for (let i: usize = 0; i < count; i += 2, from += bytes << 1) {
    const isLast = i + 1 === count
    // Two answers, one lane each; the last one may be alone.
    const other = isLast ? from : from + bytes
    let odds = f64x2.splat(0)
    for (let a: usize = 0; a < size; a += 2) {
      const own = differences(from + (a << 4), other + (a << 4))
      odds = f64x2.add(odds, f64x2.mul(v128.load64_splat(slopes + (a << 3)), own))
      let following = f64x2.splat(0)
      if (a + 1 < size) {
        following = differences(from + (a << 4) + 16, other + (a << 4) + 16)
        odds = f64x2.add(odds, f64x2.mul(v128.load64_splat(slopes + (a << 3), 8), following))
      }
      v128.store(scratch + (a << 3), v128.shuffle<f64>(own, following, 0, 2))
      v128.store(next + (a << 3), v128.shuffle<f64>(own, following, 1, 3))
    }
    const one = f64x2.splat(1)
    const chances = f64x2.div(one, f64x2.add(one, exp(f64x2.neg(odds))))
    const variances = f64x2.mul(chances, f64x2.sub(one, chances))
    const label = labels + (i << 2)
    const error = f64x2.extract_lane(chances, 0) - <f64>load<i32>(label)
    addAnswer(size, error, f64x2.extract_lane(variances, 0), scratch, gradient, hessian)
    if (isLast) break
    const second = f64x2.extract_lane(chances, 1) - <f64>load<i32>(label, 4)
    addAnswer(size, second, f64x2.extract_lane(variances, 1), next, gradient, hessian)
  }
}

/** The scores of the second class minus those of the first, of two answers. */
@inline
function differences(one: usize, other: usize): v128 {
  const a = v128.load(one)
  const b = v128.load(other)
  return f64x2.sub(v128.shuffle<f64>(a, b, 1, 3), v128.shuffle<f64>(a, b, 0, 2))
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
