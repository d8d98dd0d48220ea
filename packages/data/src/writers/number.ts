import type { Item } from '../items/item.js'
import type { Writing } from './writer.js'

/**
 * The shortest decimal text that reads back to the same bits, the sign of zero included; LIBSVM, VW, CSV and JSON
 * all read it.
 *
 * @example
 * numberText(0.1) // => '0.1'
 * numberText(-0) // => '-0'
 * numberText(1e21) // => '1e+21'
 */
export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** The same, for a value of an item: NaN and infinities have no place in any of the formats. */
export const valueText = (value: number, name: string | number, item: Item, writing: Writing): string => {
  if (!Number.isFinite(value)) throw writing.error('write/value', item, { value, name })
  return numberText(value)
}
