/**
 * Moves positions apart to a minimum distance, as little as possible, within bounds and in order.
 *
 * @example
 * spreadLabels([10, 12], 8, 0, 100) // => [7, 15]
 * spreadLabels([98, 2], 8, 0, 100) // => [98, 2]
 * spreadLabels([98, 99], 8, 0, 100) // => [92, 100]
 */
export const spreadLabels = (
  places: readonly number[],
  distance: number,
  min: number,
  max: number,
): readonly number[] => {
  const order = places.map((_, k) => k).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const groups: { sum: number; members: number[] }[] = []
  const startOf = ({ sum, members }: { sum: number; members: number[] }): number => {
    const span = (members.length - 1) * distance
    return Math.max(min, Math.min(max - span, sum / members.length - span / 2))
  }
  for (const k of order) {
    groups.push({ sum: places[k] ?? 0, members: [k] })
    for (;;) {
      const [before, last] = groups.slice(-2)
      if (!before || !last || startOf(before) + before.members.length * distance <= startOf(last)) break
      groups.splice(-2, 2, { sum: before.sum + last.sum, members: [...before.members, ...last.members] })
    }
  }
  const moved = [...places]
  for (const group of groups)
    group.members.forEach((k, n) => {
      moved[k] = startOf(group) + n * distance
    })
  return moved
}

/** Width of a mark to the left of its text. */
const MARK = 14

/**
 * Decides which mark labels fit before the next mark, from left to right. Of close marks only the last is
 * labelled.
 *
 * @example
 * fittingLabels([{ x: 0, width: 30 }, { x: 20, width: 30 }, { x: 80, width: 30 }], 120) // => [false, true, true]
 */
export const fittingLabels = (
  texts: readonly { readonly x: number; readonly width: number }[],
  max: number,
): readonly boolean[] =>
  texts.map(({ x, width }, k) => {
    const next = texts[k + 1]
    return x + width <= (next ? Math.min(max, next.x - MARK) : max)
  })
