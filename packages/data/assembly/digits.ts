// Converts runs of digits to numbers without loops and branches.

/** Powers of ten that a double holds exactly. */
const POWERS = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
])

export function power(exponent: u32): f64 {
  return load<f64>(POWERS + (exponent << 3))
}

/** 16 bytes from place n on keep the values of the last n of 16 digits. */
const LAST_DIGITS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
])
const PLACES = memory.data<i8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
/** 16 bytes from place n on, added to the places, move all up by one but the last n. */
const MOVES = memory.data<i8>([
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])
const EVEN_BYTES = memory.data<u64>([0x00ff00ff00ff00ff, 0x00ff00ff00ff00ff])
const TENS = memory.data<u64>([0x000a000a000a000a, 0x000a000a000a000a])
const HUNDREDS = memory.data<u64>([0x0001006400010064, 0x0001006400010064])
const MYRIADS = memory.data<u64>([0x0001271000012710, 0x0001271000012710])

/** The number written in the `count` (0 to 8) digits before `end`, by multiplying within a word. */
export function digits(end: usize, count: u32): i64 {
  let word = load<u64>(end - 8) & load<u64>(LAST_DIGITS + 8 + count)
  word = word * 10 + (word >> 8)
  const high = (word & 0x000000ff000000ff) * 0x000f424000000064
  const low = ((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001
  return (high + low) >> 32
}

/**
 * The number written in the `count` (1 to 15) digits before `end`, where a dot, not counted, may precede the last
 * `places` of them; `places` is 16 if there is no dot.
 */
export function digitsAround(end: usize, places: u32, count: u32): i64 {
  const order = i8x16.add(v128.load(PLACES), v128.load(MOVES + places))
  const values = v128.and(i8x16.swizzle(v128.load(end - 16), order), v128.load(LAST_DIGITS + count))
  const tens = i16x8.mul(v128.and(values, v128.load(EVEN_BYTES)), v128.load(TENS))
  const pairs = i16x8.add(tens, i16x8.shr_u(values, 8))
  const fours = i32x4.dot_i16x8_s(pairs, v128.load(HUNDREDS))
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), v128.load(MYRIADS))
  const both = i64x2.extract_lane(eights, 0)
  return (both & 0xffffffff) * 100000000 + (both >> 32)
}

/** Are all eight bytes decimal digits? */
export function areDigits(word: u64): bool {
  return ((word & 0xf0f0f0f0f0f0f0f0) | (((word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4)) == 0x3333333333333333
}


/** Sets the sign without a branch, which would be unpredictable. */
export function signed(size: f64, negative: u32): f64 {
  return reinterpret<f64>(reinterpret<u64>(size) | ((<u64>negative) << 63))
}
