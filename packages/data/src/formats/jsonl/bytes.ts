import { NEWLINE, RETURN, SPACE, TAB } from '../../options.js'

export const QUOTE = 0x22
export const OPEN = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE = 0x5d
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d

export const isBlank = (byte: number): boolean =>
  byte === SPACE || byte === TAB || byte === NEWLINE || byte === RETURN
