// Byte classification with SIMD.

export const TAB: u32 = 0x09
export const NEWLINE: u32 = 0x0a
export const RETURN: u32 = 0x0d
export const SPACE: u32 = 0x20
export const HASH: u32 = 0x23
export const PLUS: u32 = 0x2b
export const MINUS: u32 = 0x2d
export const DOT: u32 = 0x2e
export const COLON: u32 = 0x3a

/**
 * A byte 16 times, from memory: a loop keeps it in a register, while the engine would build a constant again in every round.
 */
const SIXTEEN = memory.data<u64>([
  0x2121212121212121, 0x2121212121212121, 0x5050505050505050, 0x5050505050505050, 0x8989898989898989,
  0x8989898989898989,
])

/** The least byte that is not a blank. */
export function leastNonBlank(): v128 {
  return v128.load(SIXTEEN)
}

/** Moves digits to the lowest ten signed bytes: one comparison instead of two. */
export function digitShift(): v128 {
  return v128.load(SIXTEEN, 16)
}

/** The digit 9, moved. */
export function lastDigit(): v128 {
  return v128.load(SIXTEEN, 32)
}

/** The length of the word at `at`, in any script; 32 if it is longer than 32 bytes. */
export function wordLength(at: usize): u32 {
  const space = i8x16.splat(0x20)
  const low = i8x16.bitmask(i8x16.le_u(v128.load(at), space))
  return ctz(low | (i8x16.bitmask(i8x16.le_u(v128.load(at, 16), space)) << 16))
}
