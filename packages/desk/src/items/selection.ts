/**
 * Selects or clears an item. With `isRange`, every item between it and the one changed before gets the same state.
 *
 * @example
 * toggleItem(new Set(), ['a', 'b', 'c', 'd'], 'c', { last: 'a', isRange: true }) // => new Set(['a', 'b', 'c'])
 * toggleItem(new Set(['a']), ['a', 'b'], 'a', { last: undefined, isRange: false }) // => new Set([])
 */
export const toggleItem = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  { last, isRange }: { readonly last: string | undefined; readonly isRange: boolean },
): ReadonlySet<string> => {
  const [here, there] = [ids.indexOf(id), last === undefined ? -1 : ids.indexOf(last)]
  const range = isRange && there >= 0 ? ids.slice(Math.min(here, there), Math.max(here, there) + 1) : [id]
  const isOn = !selected.has(id)
  const changed = new Set(selected)
  for (const one of range)
    if (isOn) changed.add(one)
    else changed.delete(one)
  return changed
}
