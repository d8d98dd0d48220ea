/**
 * A name fit for a file: letters and digits, the rest as hyphens.
 *
 * @example
 * slug('CSPAA(a), w8a') // => 'cspaa-a-w8a'
 */
export const slug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'x'

/** A slug for every name, no two alike: `a+` and `a-` become `a` and `a-2`. */
export const slugs = (names: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set<string>()
  const bySlug = new Map<string, string>()
  for (const name of names) {
    if (bySlug.has(name)) continue
    let found = slug(name)
    for (let k = 2; taken.has(found); k++) found = `${slug(name)}-${k}`
    taken.add(found)
    bySlug.set(name, found)
  }
  return bySlug
}

/**
 * A ratio in a file name: its percent, `p` for the point.
 *
 * @example
 * ratioSlug(0.125) // => '12p5'
 */
export const ratioSlug = (ratio: number): string => String(Number((ratio * 100).toFixed(6))).replace('.', 'p')
