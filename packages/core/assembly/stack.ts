// Sums over answers for a Newton step of the stack: the gradient and the lower triangle of the Hessian. Its twin is `addPlain`
// in `src/auto/stack/sums.ts`: every sum has the same order, so that both give the same bits.
//
// The scores of an answer are lines, one per input, each with all classes. `exp` is that of the host, for the same reason.

@external("env", "exp")
declare function exp(x: f64): f64

/** Adds answers of more than two classes. `room` holds `size` + `classes` + 1 numbers. */
export function addAnswers(
  count: usize,
  size: usize,
  classes: usize,
  scores: usize,
  labels: usize,
  slopes: usize,
  gradient: usize,
  hessian: usize,
  room: usize,
): void {
  const bytes = size << 3
  const width = classes << 3
  const p = room + ((size + (size & 1)) << 3)
  let from = scores
  for (let i: usize = 0; i < count; i++, from += size * width) {
    const most = combine(size, width, from, slopes, p)
    let total: f64 = 0
    for (let c: usize = 0; c < width; c += 8) {
      const e = exp(load<f64>(p + c) - most)
      store<f64>(p + c, e)
      total += e
    }
    for (let c: usize = 0; c < width; c += 8) store<f64>(p + c, load<f64>(p + c) / total)
    const own = from + (<usize>load<i32>(labels + (i << 2)) << 3)
    for (let a: usize = 0, line = from, at = own; a < bytes; a += 8, line += width, at += width) {
      let mean: f64 = 0
      for (let c: usize = 0; c < width; c += 8) mean += load<f64>(p + c) * load<f64>(line + c)
      store<f64>(room + a, mean)
      store<f64>(gradient + a, load<f64>(gradient + a) + (mean - load<f64>(at)))
    }
    for (let c: usize = 0; c < width; c += 8) {
      // Skip negligible probabilities.
      if (!(load<f64>(p + c) <= 1e-4)) addClass(bytes, width, load<f64>(p + c), from + c, room, hessian)
    }
  }
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

/** Adds a class of an answer, with probability p, to the Hessian. */
@inline
function addClass(bytes: usize, width: usize, p: f64, scores: usize, mean: usize, hessian: usize): void {
  let h = hessian
  for (let a: usize = 0, line = scores; a < bytes; a += 8, line += width, h += bytes) {
    const da = p * (load<f64>(line) - load<f64>(mean + a))
    for (let b: usize = 0, other = scores; b <= a; b += 8, other += width)
      store<f64>(h + b, load<f64>(h + b) + da * (load<f64>(other) - load<f64>(mean + b)))
  }
}
