/**
 * Returns a cut length of at most `max` that does not split a surrogate pair.
 *
 * @example
 * safeCutLength('ab😀', 3) // => 2
 * safeCutLength('ab😀', 4) // => 4
 */
export const safeCutLength = (text: string, max: number): number => {
  const last = text.charCodeAt(max - 1)
  return max < text.length && last >= 0xd800 && last < 0xdc00 ? max - 1 : Math.min(max, text.length)
}
