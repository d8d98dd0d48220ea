// The weights of a linear support vector machine with several classes: scores of a row, and steps. Its twin is `DualSvm` in
// `src/auto/linear`: every sum has the same order, so that both give the same bits.
//
// The host writes a row as the addresses of the weights of its slots and its values. The weights of a slot are those of all classes.

/** out[c] ← Σ weights[c]·value over the entries, for all classes. */
export function score(classes: usize, addresses: usize, values: usize, entries: usize, out: usize): void {
  const end = entries << 2
  const width = classes << 3
  let c: usize = 0
  // Sums of sixteen classes stay in registers.
  for (; c + 128 <= width; c += 128) {
    let s0 = f64x2.splat(0)
    let s1 = f64x2.splat(0)
    let s2 = f64x2.splat(0)
    let s3 = f64x2.splat(0)
    let s4 = f64x2.splat(0)
    let s5 = f64x2.splat(0)
    let s6 = f64x2.splat(0)
    let s7 = f64x2.splat(0)
    for (let i: usize = 0; i < end; i += 4) {
      const w = load<u32>(addresses + i) + c
      const x = f64x2.splat(<f64>load<f32>(values + i))
      s0 = plus(s0, w, 0, x)
      s1 = plus(s1, w, 16, x)
      s2 = plus(s2, w, 32, x)
      s3 = plus(s3, w, 48, x)
      s4 = plus(s4, w, 64, x)
      s5 = plus(s5, w, 80, x)
      s6 = plus(s6, w, 96, x)
      s7 = plus(s7, w, 112, x)
    }
    v128.store(out + c, s0)
    v128.store(out + c, s1, 16)
    v128.store(out + c, s2, 32)
    v128.store(out + c, s3, 48)
    v128.store(out + c, s4, 64)
    v128.store(out + c, s5, 80)
    v128.store(out + c, s6, 96)
    v128.store(out + c, s7, 112)
  }
  for (; c + 32 <= width; c += 32) {
    let s0 = f64x2.splat(0)
    let s1 = f64x2.splat(0)
    for (let i: usize = 0; i < end; i += 4) {
      const w = load<u32>(addresses + i) + c
      const x = f64x2.splat(<f64>load<f32>(values + i))
      s0 = plus(s0, w, 0, x)
      s1 = plus(s1, w, 16, x)
    }
    v128.store(out + c, s0)
    v128.store(out + c, s1, 16)
  }
  for (; c < width; c += 8) {
    let sum: f64 = 0
    for (let i: usize = 0; i < end; i += 4)
      sum += load<f64>(load<u32>(addresses + i) + c) * <f64>load<f32>(values + i)
    store<f64>(out + c, sum)
  }
}

@inline
function plus(sum: v128, weights: usize, offset: usize, x: v128): v128 {
  return f64x2.add(sum, f64x2.mul(v128.load(weights + offset), x))
}

/**
 * Changes the weights by the steps of a row. `rivals` are the offsets of the rivals' weights, `steps` the step of each, in order: a
 * step adds to the weights of the row's class, at the offset `own`, and takes away from those of the rival.
 */
export function move(
  addresses: usize,
  values: usize,
  entries: usize,
  own: usize,
  rivals: usize,
  steps: usize,
  count: usize,
): void {
  const end = entries << 2
  for (let i: usize = 0; i < end; i += 4) {
    const w = load<u32>(addresses + i)
    const x = <f64>load<f32>(values + i)
    let sum = load<f64>(w + own)
    for (let k: usize = 0; k < count; k++) {
      const change = load<f64>(steps + (k << 3)) * x
      const at = w + load<u32>(rivals + (k << 2))
      sum += change
      store<f64>(at, load<f64>(at) - change)
    }
    store<f64>(w + own, sum)
  }
}
