/** How far a typing mistake may be from what was meant. */
const MOST = 2

/**
 * The known name that was probably meant. A name that was begun rightly counts too.
 *
 * @example
 * nearest('shufle', ['seed', 'shuffle']) // => 'shuffle'
 * nearest('xyzzy', ['seed', 'shuffle']) // => undefined
 */
export const nearest = (written: string, known: readonly string[]): string | undefined => {
  const ranked = known
    .map((name) => ({ name, steps: distance(written, name) }))
    .sort((a, b) => a.steps - b.steps)
  const [best] = ranked
  if (best && best.steps <= Math.min(MOST, best.name.length - 1)) return best.name
  return written.length >= 2 ? known.find((name) => name.startsWith(written)) : undefined
}

/** Letters to insert, drop or change, or neighbours to swap, to get from one word to the other. */
const distance = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, change)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1)
    }
    rows.push(row)
  }
  return rows[a.length][b.length]
}
