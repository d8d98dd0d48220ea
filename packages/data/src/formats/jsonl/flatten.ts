import { isObject, type Json } from './tools/tool.js'

/** Objects that are nested deeper than this stay whole. */
const MAX_DEPTH = 4
/** An object with more different members, such as a table of word counts, stays whole. */
const MAX_MEMBERS = 100

/** Makes the members of nested objects members of the record. */
interface Flattener {
  /** The names of the nested members in the sample. */
  readonly names: ReadonlySet<string>
  flat(record: Json): Json
}

/**
 * Finds the nested objects in the first records; those of the `kept` keys, and of keys that are lists elsewhere, stay whole. A
 * member of the record itself has priority over a nested one of the same name.
 *
 * @example
 * const record = { text: 'late', user: { country: 'DE', plan: { name: 'pro' } }, tags: [{ k: 1 }] }
 * flattenerFor([record], []).flat(record) // => { text: 'late', 'user.country': 'DE', 'user.plan.name': 'pro', tags: [{ k: 1 }] }
 * flattenerFor([record], ['user']).flat(record) // => record
 */
export const flattenerFor = (sample: readonly Json[], kept: readonly string[]): Flattener => {
  const members = new Map<string, Set<string>>()
  const lists = new Set<string>()
  for (const record of sample)
    for (const [key, value] of Object.entries(record)) {
      if (Array.isArray(value)) lists.add(key)
      if (!isObject(value) || kept.includes(key)) continue
      const names = members.get(key) ?? new Set()
      members.set(key, names)
      for (const [name] of leaves(key, value)) if (names.size <= MAX_MEMBERS) names.add(name)
    }
  for (const [key, { size }] of members) if (size > MAX_MEMBERS || lists.has(key)) members.delete(key)
  const flatEntry = (record: Json, [key, value]: Leaf): readonly Leaf[] =>
    isObject(value) && members.has(key)
      ? leaves(key, value).filter(([name]) => !Object.hasOwn(record, name))
      : [[key, value]]
  return {
    names: new Set([...members.values()].flatMap((names) => [...names])),
    flat: (record) =>
      members.size === 0
        ? record
        : Object.fromEntries(Object.entries(record).flatMap((entry) => flatEntry(record, entry))),
  }
}

type Leaf = readonly [name: string, value: unknown]

const leaves = (prefix: string, object: Json, depth = 1): readonly Leaf[] =>
  Object.entries(object).flatMap(([key, value]): readonly Leaf[] => {
    const name = `${prefix}.${key}`
    return isObject(value) && depth < MAX_DEPTH ? leaves(name, value, depth + 1) : [[name, value]]
  })
