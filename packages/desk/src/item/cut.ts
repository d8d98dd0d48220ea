/**
 * How much of a text to take, at most so much: never half of a character that is written as two.
 *
 * @example
 * safeCutLength('ab😀', 3) // => 2
 * safeCutLength('ab😀', 4) // => 4
 */
export const safeCutLength = (text: string, most: number): number => {
  const last = text.charCodeAt(most - 1)
  return most < text.length && last >= 0xd800 && last < 0xdc00 ? most - 1 : Math.min(most, text.length)
}
