// The weights of a linear support vector machine with several classes: scores of a row, and steps. Its twin is `DualSvm` in
// `src/auto/linear`: every sum has the same order, so that both give the same bits.
//
// The host writes a row as the addresses of the weights of its slots and its values. The weights of a slot are those of all classes.

/** out[c] ← Σ weights[c]·value over the entries, for all classes. */
export function score(classes: usize, addresses: usize, values: usize, entries: usize, out: usize): void {
  const end = entries << 2
  const width = classes << 2
  let c: usize = 0
  // Sums of thirty-two classes stay in registers.
  for (; c + 128 <= width; c += 128) {
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    let s4 = f32x4.splat(0)
    let s5 = f32x4.splat(0)
    let s6 = f32x4.splat(0)
    let s7 = f32x4.splat(0)
    for (let i: usize = 0; i < end; i += 4) {
      const w = load<u32>(addresses + i) + c
      const x = v128.load32_splat(values + i)
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
  for (; c + 64 <= width; c += 64) {
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    for (let i: usize = 0; i < end; i += 4) {
      const w = load<u32>(addresses + i) + c
      const x = v128.load32_splat(values + i)
      s0 = plus(s0, w, 0, x)
      s1 = plus(s1, w, 16, x)
      s2 = plus(s2, w, 32, x)
      s3 = plus(s3, w, 48, x)
    }
    v128.store(out + c, s0)
    v128.store(out + c, s1, 16)
    v128.store(out + c, s2, 32)
    v128.store(out + c, s3, 48)
  }
  for (; c + 16 <= width; c += 16) {
    let s0 = f32x4.splat(0)
    for (let i: usize = 0; i < end; i += 4)
      s0 = plus(s0, load<u32>(addresses + i) + c, 0, v128.load32_splat(values + i))
    v128.store(out + c, s0)
  }
  for (; c < width; c += 4) {
    let sum: f32 = 0
    for (let i: usize = 0; i < end; i += 4)
      sum += load<f32>(load<u32>(addresses + i) + c) * load<f32>(values + i)
    store<f32>(out + c, sum)
  }
}

@inline
function plus(sum: v128, weights: usize, offset: usize, x: v128): v128 {
  return f32x4.add(sum, f32x4.mul(v128.load(weights + offset), x))
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
    const x = load<f32>(values + i)
    let sum = load<f32>(w + own)
    for (let k: usize = 0; k < count << 2; k += 4) {
      const change = load<f32>(steps + k) * x
      const at = w + load<u32>(rivals + k)
      sum += change
      store<f32>(at, load<f32>(at) - change)
    }
    store<f32>(w + own, sum)
  }
}
