/** A node may own so many streams more than its share before it gives some away. */
const TOLERANCE = 1

/**
 * How many streams a node should give away, and to which node: to the one with the fewest, so that neither has more than its
 * share. Undefined if there is nothing to give. Only living nodes are in `shares`.
 *
 * @example
 * surplus('a', new Map([['a', 9], ['b', 1], ['c', 2]])) // => { to: 'b', count: 3 }
 * surplus('b', new Map([['a', 9], ['b', 1], ['c', 2]])) // => undefined
 * surplus('a', new Map([['a', 2], ['b', 1]])) // => undefined
 */
export const surplus = (
  node: string,
  shares: ReadonlyMap<string, number>,
): { readonly to: string; readonly count: number } | undefined => {
  const own = shares.get(node) ?? 0
  const others = [...shares].filter(([name]) => name !== node).sort((a, b) => a[1] - b[1])
  const [to, fewest] = others[0] ?? []
  if (to === undefined || fewest === undefined) return undefined
  const share = [...shares.values()].reduce((sum, count) => sum + count, 0) / shares.size
  const count = Math.min(Math.floor(own - share), Math.floor(share - fewest))
  return own > share + TOLERANCE && count > 0 ? { to, count } : undefined
}
