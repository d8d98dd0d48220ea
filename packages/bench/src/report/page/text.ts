/** The size of all text in a drawing, in pixels; drawings are never scaled. */
export const SIZE = 12

/**
 * Estimates the width of a text in pixels, on the wide side, because fonts differ. It cannot be measured
 * outside a browser.
 *
 * @example
 * textWidth('WWW') > textWidth('iii') // => true
 */
export const textWidth = (text: string, size = SIZE): number => {
  let ems = 0
  for (const character of text) ems += widthOf(character)
  return ems * size
}

const widthOf = (character: string): number => {
  if (/[ijlI.,:;'|!()[\]\u00a0 ]/.test(character)) return 0.36
  if (/[mwMW%@…]/.test(character)) return 0.95
  if (/[⁰¹²³⁴-⁹⁻]/.test(character)) return 0.44
  if ((character.codePointAt(0) ?? 0) >= 0x2e80) return 1.05
  return /[A-Z0-9±=+<>]/.test(character) ? 0.67 : 0.6
}

/**
 * Truncates the text with an ellipsis if it is wider than `width`.
 *
 * @example
 * shorten('PAA-II', 100) // => 'PAA-II'
 * shorten('a name that never ends', 60) // => 'a name…'
 */
export const shorten = (text: string, width: number, size = SIZE): string => {
  if (textWidth(text, size) <= width) return text
  const characters = [...text]
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('')}…`
}

/**
 * Wraps a text at word boundaries.
 *
 * @example
 * wrapText('one two three', 60) // => ['one two', 'three']
 */
export const wrapText = (text: string, width: number, size = SIZE): string[] => {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(shorten(word, width, size))
  }
  return lines
}

/**
 * Spreads labels: the positions closest to those wanted, in the same order, at least `gap` apart and
 * within `low` and `high`. That is isotonic regression of the positions after taking the gaps out.
 *
 * @example
 * spread([10, 11, 40], 10, 0, 100) // => [5.5, 15.5, 40]
 * spread([99], 10, 0, 95) // => [95]
 */
export const spread = (wanted: readonly number[], gap: number, low: number, high: number): number[] => {
  const order = wanted.map((_, k) => k).sort((a, b) => wanted[a]! - wanted[b]! || a - b)
  const pools: { sum: number; count: number }[] = []
  order.forEach((k, rank) => {
    pools.push({ sum: wanted[k]! - rank * gap, count: 1 })
    while (pools.length > 1) {
      const [before, last] = [pools.at(-2)!, pools.at(-1)!]
      if (before.sum / before.count <= last.sum / last.count) break
      pools.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count })
    }
  })
  const most = high - (wanted.length - 1) * gap
  const places = pools.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.max(low, Math.min(most, sum / count))),
  )
  const result: number[] = []
  order.forEach((k, rank) => {
    result[k] = places[rank]! + rank * gap
  })
  return result
}
