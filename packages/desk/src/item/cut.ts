/**
 * Returns a cut length of at most `max` that does not split a surrogate pair.
 *
 * @example
 * safeCutLength('ab😀', 3) // => 2
 * safeCutLength('ab😀', 4) // => 4
 */
export const safeCutLength = (text: string, most: number): number => {
  const last = text.charCodeAt(most - 1)
  return most < text.length && last >= 0xd800 && last < 0xdc00 ? most - 1 : Math.min(most, text.length)
}
