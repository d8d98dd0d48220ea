import { DOT, MINUS, PLUS } from './bytes'
import { areDigits, digits, power } from './digits'

/** Below this, integers are exact doubles, and a product or quotient with a power of ten is rounded only once. */
const EXACT: f64 = 9007199254740992

/** The end of the last decimal. */
export let decimalEnd: usize = 0

/** Parses a decimal number in a common form; NaN if it is invalid or needs the careful parser. */
export function decimal(start: usize): f64 {
  let at = start
  const negative = load<u8>(at) == MINUS
  if (negative || load<u8>(at) == PLUS) at++
  let mantissa: u64 = 0
  let seen = 0
  let exponent = 0
  let fraction = 0
  for (;;) {
    while (mantissa < 100000000000 && areDigits(load<u64>(at))) {
      mantissa = mantissa * 100000000 + digits(at + 8, 8)
      exponent -= 8 * fraction
      seen += 8
      at += 8
    }
    let digit = <u32>load<u8>(at) - 0x30
    while (digit <= 9) {
      if (mantissa >= 1000000000000000000) return NaN
      mantissa = mantissa * 10 + digit
      exponent -= fraction
      seen++
      digit = <u32>load<u8>(++at) - 0x30
    }
    if (fraction || load<u8>(at) != DOT) break
    fraction = 1
    at++
  }
  if (seen == 0) return NaN
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++
    const down = load<u8>(at) == MINUS
    if (down || load<u8>(at) == PLUS) at++
    let written = 0
    let count = 0
    for (; ; at++, count++) {
      const digit = <u32>load<u8>(at) - 0x30
      if (digit > 9) break
      if (count == 4) return NaN
      written = written * 10 + digit
    }
    if (count == 0) return NaN
    exponent += down ? -written : written
  }
  decimalEnd = at
  const size = scaled(mantissa, exponent)
  return negative ? -size : size
}

/** mantissa · 10^exponent, correctly rounded, or NaN if the rounding is uncertain. */
function scaled(mantissa: u64, exponent: i32): f64 {
  if (exponent < -22 || exponent > 22) return mantissa == 0 ? 0 : NaN
  const high = <f64>mantissa
  if (high < EXACT) return exponent <= 0 ? high / power(-exponent) : high * power(exponent)
  return exponent <= 0 ? quotient(high, <f64>(<i64>(mantissa - <u64>high)), power(-exponent)) : NaN
}

/**
 * (high + low) / divisor to twice the precision of a double, by Dekel's exact product. The error is below 2^-100 of
 * the result, so the rounding is certain when moving it by 2^-96 either way does not change it.
 */
function quotient(high: f64, low: f64, divisor: f64): f64 {
  const first = high / divisor
  const a = first * 134217729.0
  const aHigh = a - (a - first)
  const aLow = first - aHigh
  const b = divisor * 134217729.0
  const bHigh = b - (b - divisor)
  const bLow = divisor - bHigh
  const product = first * divisor
  const lost = aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow
  const second = (high - product - lost + low) / divisor
  const doubt = first * 1.262177448353619e-29
  const result = first + second
  return first + (second - doubt) == result && first + (second + doubt) == result ? result : NaN
}
