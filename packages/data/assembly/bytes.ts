// Byte classification with SIMD, 32 bytes at a time.

export const TAB: u32 = 0x09
export const NEWLINE: u32 = 0x0a
export const RETURN: u32 = 0x0d
export const SPACE: u32 = 0x20
export const HASH: u32 = 0x23
export const PLUS: u32 = 0x2b
export const MINUS: u32 = 0x2d
export const DOT: u32 = 0x2e
export const COLON: u32 = 0x3a

/** One bit per byte: set where the byte is not a decimal digit. */
export function nonDigits(low: v128, high: v128): u32 {
  // Digits moved to the lowest ten signed bytes: one comparison instead of two.
  const move = i8x16.splat(0x50)
  const nine = i8x16.splat(-128 + 9)
  const a = i8x16.bitmask(i8x16.gt_s(i8x16.add(low, move), nine))
  const b = i8x16.bitmask(i8x16.gt_s(i8x16.add(high, move), nine))
  return a | (b << 16)
}

/** One bit per byte: set where the byte is a blank or otherwise ends the common form. */
export function blanks(low: v128, high: v128): u32 {
  const least = i8x16.splat(0x21)
  return i8x16.bitmask(i8x16.lt_s(low, least)) | (i8x16.bitmask(i8x16.lt_s(high, least)) << 16)
}

/** The length of the word at `at`, in any script; 32 if it is longer than 32 bytes. */
export function wordLength(at: usize): u32 {
  const space = i8x16.splat(0x20)
  const low = i8x16.bitmask(i8x16.le_u(v128.load(at), space))
  return ctz(low | (i8x16.bitmask(i8x16.le_u(v128.load(at, 16), space)) << 16))
}
