/** Bytes that mean something in text formats. */
export const TAB = 0x09
export const NEWLINE = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const HASH = 0x23
export const PLUS = 0x2b
export const MINUS = 0x2d
export const DOT = 0x2e
export const ZERO = 0x30
export const COLON = 0x3a
