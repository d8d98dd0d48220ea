// The fast parser for LIBSVM lines in their common form. Everything else (errors, comments, unknown
// spellings of labels, numbers that need more care) is left to the TypeScript side, line by line, so nothing here
// reports an error, and src/libsvm/plain-kernel.ts must give the same rows bit for bit.
import {
  COLON,
  DOT,
  digitShift,
  HASH,
  lastDigit,
  leastNonBlank,
  MINUS,
  NEWLINE,
  RETURN,
  SPACE,
  TAB,
  wordLength,
} from './bytes'
import { decimal, decimalEnd } from './decimal'
import { digits, digitsAround, power, signed } from './digits'
import { labelOf } from './labels'

/** Start of the memory after the constants. */
export function heapBase(): usize {
  return __heap_base
}

/**
 * Parses lines until the text or the row capacity ends, or a line is not in the common form; `desk` points to the
 * numbers shared with TypeScript. The text must end with a newline, followed by 40 readable bytes.
 */
export function readLines(desk: usize): void {
  let at = <usize>load<u32>(desk)
  const to = <usize>load<u32>(desk, 4)
  let line = load<i32>(desk, 8)
  let rows = load<i32>(desk, 12)
  let entries = load<i32>(desk, 16)
  const shift = load<i32>(desk, 20)
  const rowRoom = load<i32>(desk, 24)
  const most = load<i32>(desk, 28)
  const starts = <usize>load<u32>(desk, 32)
  const indices = <usize>load<u32>(desk, 36)
  const values = <usize>load<u32>(desk, 40)
  const labels = <usize>load<u32>(desk, 44)
  const lines = <usize>load<u32>(desk, 48)
  const keys = <usize>load<u32>(desk, 52)
  const ids = <usize>load<u32>(desk, 56)

  while (at < to && rows < rowRoom) {
    const length = wordLength(at)
    if (length == 0 || length == 32) break
    const id = labelOf(at, length, keys, ids)
    if (id < 0) break
    const end = readRow(at + length, indices + ((<usize>entries) << 2), values + ((<usize>entries) << 3), shift, most)
    if (end == 0) break
    at = end
    store<i32>(labels + ((<usize>rows) << 2), id)
    store<i32>(lines + ((<usize>rows) << 2), line)
    line++
    rows++
    entries += rowLength
    store<i32>(starts + ((<usize>rows) << 2), entries)
  }
  store<u32>(desk, <u32>at)
  store<i32>(desk, line, 8)
  store<i32>(desk, rows, 12)
  store<i32>(desk, entries, 16)
}

/** The current row: its number of entries and its last index. */
let rowLength: i32 = 0
let lastIndex: i32 = 0

/** Parses the features of one line; returns the start of the next line, or 0 if this one needs the careful parser. */
function readRow(start: usize, indices: usize, values: usize, shift: i32, most: i32): usize {
  let at = start
  rowLength = 0
  lastIndex = 0
  for (let found = load<u8>(at); found != NEWLINE; found = load<u8>(at)) {
    if (found == SPACE || found == TAB || found == RETURN) at = readEntries(at + 1, indices, values, shift)
    else if (found == HASH) while (load<u8>(at) != NEWLINE) at++
    else {
      // A query id or a complex entry; both must be preceded by a blank.
      if (load<u8>(at - 1) > SPACE) return 0
      at = load<u32>(at) == QUERY ? queryEnd(at) : readEntry(at, indices, values, shift)
      if (at == 0) return 0
    }
  }
  return lastIndex > most ? 0 : at + 1
}

/**
 * Parses entries while they are simple and followed by one space; returns where anything else begins. The loop has no
 * calls and no rare cases, so everything stays in registers.
 */
function readEntries(start: usize, indices: usize, values: usize, shift: i32): usize {
  let at = start
  let previous = lastIndex
  let count = <usize>rowLength
  const least = leastNonBlank()
  const shiftDigits = digitShift()
  const nine = lastDigit()
  for (;;) {
    // Most entries are shorter than 16 bytes.
    const low = v128.load(at)
    let ends = i8x16.bitmask(i8x16.lt_s(low, least))
    let others = i8x16.bitmask(i8x16.gt_s(i8x16.add(low, shiftDigits), nine))
    if (ends == 0) {
      const high = v128.load(at, 16)
      ends = i8x16.bitmask(i8x16.lt_s(high, least)) << 16
      others |= i8x16.bitmask(i8x16.gt_s(i8x16.add(high, shiftDigits), nine)) << 16
    }
    const length: u32 = ctz(ends)
    const colon: u32 = ctz(others)
    if (((colon - 1) >> 3) | (load<u8>(at + colon) ^ COLON)) break
    const index = <i32>digits(at + colon, colon) + shift
    if (index <= previous) break

    // The value may have a leading sign and one dot; anything else ends it.
    const negative = <u32>(load<u8>(at + colon + 1) == MINUS)
    const first = colon + 1 + negative
    const marks = others >> first
    const dot = <u32>(load<u8>(at + first + ctz(marks)) == DOT)
    const end = length - first
    const places = end - ctz(marks) - dot
    const written = end - dot
    if ((ctz(marks & (marks - dot)) ^ end) | <u32>(written - 1 > 14)) break
    const mantissa = digitsAround(at + length, places | ((dot ^ 1) << 4), written)
    store<i32>(indices + (count << 2), index)
    store<f64>(values + (count << 3), signed(<f64>mantissa / power(places), negative))
    previous = index
    count++
    at += length
    if (load<u8>(at) != SPACE) break
    at++
  }
  lastIndex = previous
  rowLength = <i32>count
  return at
}

/** "qid:" as a word. */
const QUERY: u32 = 0x3a646971

/** The end of the query id at `start`, which is skipped; 0 if there is none. */
function queryEnd(start: usize): usize {
  let at = start + 4
  while (<u32>load<u8>(at) - 0x30 <= 9) at++
  return at == start + 4 ? 0 : at
}

/** Parses an entry with a complex value; returns its end, or 0 if it needs the careful parser. */
function readEntry(start: usize, indices: usize, values: usize, shift: i32): usize {
  let at = start
  let index = 0
  while (<u32>load<u8>(at) - 0x30 <= 9 && at - start < 8) index = index * 10 + load<u8>(at++) - 0x30
  index += shift
  if (at == start || load<u8>(at) != COLON || index <= lastIndex) return 0
  const value = decimal(at + 1)
  if (value != value) return 0
  store<i32>(indices + ((<usize>rowLength) << 2), index)
  store<f64>(values + ((<usize>rowLength) << 3), value)
  lastIndex = index
  rowLength++
  return decimalEnd
}
