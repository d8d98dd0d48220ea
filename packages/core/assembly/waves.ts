// The kernel of SimdBank: cosines of sums in 128-bit lanes of single precision. Plain multiply and add only (no fused or
// relaxed operations) in the same order as PlainBank, so that both give the same bits on every machine. The host says
// where in the memory everything stands.

/** Waves come in blocks of so many bytes: sixteen numbers of single precision. */
const BLOCK: usize = 64

// Added and taken off again, it leaves the nearest whole number (of two, the even one).
const WHOLE: f32 = 12582912

@inline
function plus(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b))
}

/**
 * out ← height · cos 2π(phases + Ω values), for so many bytes of waves, which are whole blocks. Gives the sum of their
 * squares. An entry is the address of the frequencies of its slot, and its value.
 */
export function waves(
  bytes: usize,
  phases: usize,
  addresses: usize,
  values: usize,
  entries: usize,
  out: usize,
  height: f32,
): f64 {
  memory.copy(out, phases, bytes)
  let k: usize = 0
  const end = entries << 2
  // Four entries at a time, so that the sums are read and written a quarter as often.
  for (const fours = end & ~15; k < fours; k += 16) addFour(bytes, addresses + k, values + k, out)
  for (; k < end; k += 4) addOne(bytes, load<u32>(addresses + k), v128.load32_splat(values + k), out)
  return bend(bytes, out, f32x4.splat(height))
}

@inline
function addFour(bytes: usize, addresses: usize, values: usize, sums: usize): void {
  const f0 = load<u32>(addresses)
  const f1 = load<u32>(addresses, 4)
  const f2 = load<u32>(addresses, 8)
  const f3 = load<u32>(addresses, 12)
  const x0 = v128.load32_splat(values)
  const x1 = v128.load32_splat(values, 4)
  const x2 = v128.load32_splat(values, 8)
  const x3 = v128.load32_splat(values, 12)
  for (let r: usize = 0; r < bytes; r += 32) {
    const low = plus(plus(v128.load(sums + r), x0, v128.load(f0 + r)), x1, v128.load(f1 + r))
    v128.store(sums + r, plus(plus(low, x2, v128.load(f2 + r)), x3, v128.load(f3 + r)))
    const high = plus(plus(v128.load(sums + r, 16), x0, v128.load(f0 + r, 16)), x1, v128.load(f1 + r, 16))
    v128.store(sums + r, plus(plus(high, x2, v128.load(f2 + r, 16)), x3, v128.load(f3 + r, 16)), 16)
  }
}

@inline
function addOne(bytes: usize, from: usize, x: v128, sums: usize): void {
  for (let r: usize = 0; r < bytes; r += 32) {
    v128.store(sums + r, plus(v128.load(sums + r), x, v128.load(from + r)))
    v128.store(sums + r, plus(v128.load(sums + r, 16), x, v128.load(from + r, 16)), 16)
  }
}

/**
 * Makes waves of the sums. Their squares are added in double precision, those of waves 0, 4, 8, … for themselves, those of
 * 1, 5, 9, … and so on: one long chain of additions would take longer than the cosines.
 */
@inline
function bend(bytes: usize, sums: usize, height: v128): f64 {
  let low = f64x2.splat(0)
  let high = f64x2.splat(0)
  for (let r: usize = 0; r < bytes; r += BLOCK) {
    const w0 = wave(sums + r, 0, height)
    const w1 = wave(sums + r, 16, height)
    const w2 = wave(sums + r, 32, height)
    const w3 = wave(sums + r, 48, height)
    low = plusFirst(plusFirst(plusFirst(plusFirst(low, w0), w1), w2), w3)
    high = plusLast(plusLast(plusLast(plusLast(high, w0), w1), w2), w3)
  }
  const sum = f64x2.add(low, high)
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

/** Makes waves of four sums. */
@inline
function wave(at: usize, offset: usize, height: v128): v128 {
  const wave = f32x4.mul(height, cosine(v128.load(at + offset)))
  v128.store(at + offset, wave)
  return wave
}

/** Adds the squares of the first two of four waves. */
@inline
function plusFirst(sum: v128, wave: v128): v128 {
  const two = f64x2.promote_low_f32x4(wave)
  return f64x2.add(sum, f64x2.mul(two, two))
}

@inline
function plusLast(sum: v128, wave: v128): v128 {
  return plusFirst(sum, v128.shuffle<f64>(wave, wave, 1, 1))
}

/** cos 2πt; how stands above its twin in `src/auto/waves/cosine.ts`. */
@inline
function cosine(t: v128): v128 {
  const whole = f32x4.splat(WHOLE)
  const u = f32x4.sub(t, f32x4.sub(f32x4.add(t, whole), whole))
  const v = f32x4.sub(f32x4.splat(0.25), f32x4.abs(u))
  const q = f32x4.mul(v, v)
  let p = f32x4.add(f32x4.splat(-76.49604797363281), f32x4.mul(q, f32x4.splat(39.13410949707031)))
  p = f32x4.add(f32x4.splat(81.59864807128906), f32x4.mul(q, p))
  p = f32x4.add(f32x4.splat(-41.341617584228516), f32x4.mul(q, p))
  p = f32x4.add(f32x4.splat(6.283185005187988), f32x4.mul(q, p))
  return f32x4.mul(v, p)
}
