import type { ItemOptions } from '../options.js'
import { prefixesOf, unflattenedKeys, wantedNames } from './keys.js'
import { isObject, type Json } from './tools/tool.js'

/** Objects that are nested deeper than this stay whole. */
const MAX_DEPTH = 4
/** An object with more different members, such as a table of word counts, stays whole. */
const MAX_MEMBERS = 100

/** Makes the members of nested objects members of the record. */
interface Flattener {
  /** The nested members, each with the key of the record that holds it. */
  readonly nested: ReadonlyMap<string, string>
  flat(record: Json): Json
}

/**
 * Finds the nested objects in the first records. What the options name stays whole, and so does an object with many members, one whose
 * key holds a list elsewhere, and one with a member that could be confused with another; but members that the options name are always
 * found. A member of the record itself has priority over a nested one of the same name.
 *
 * @example
 * const record = { text: 'late', user: { country: 'DE', plan: { name: 'pro' } }, tags: [{ k: 1 }] }
 * flattenerFor([record], {}).flat(record) // => { text: 'late', 'user.country': 'DE', 'user.plan.name': 'pro', tags: [{ k: 1 }] }
 * flattenerFor([record], { ignoreColumns: ['user'] }).flat(record) // => record
 */
export const flattenerFor = (sample: readonly Json[], options: ItemOptions): Flattener => {
  const whole = unflattenedKeys(options)
  const wanted = wantedNames(options)
  const holders = new Set([...wanted].flatMap(prefixesOf))
  const open = openKeys(sample, whole)
  const isWhole = (name: string, depth: number): boolean =>
    depth === 0 ? !open.has(name) : depth >= MAX_DEPTH || whole.has(name)
  const leaves = (name: string, value: unknown, depth = 0): readonly Leaf[] => {
    if (!isObject(value)) return [[name, value]]
    const staysWhole = isWhole(name, depth)
    const own: Leaf = [name, value]
    if (staysWhole && !holders.has(name)) return [own]
    const members = Object.entries(value).flatMap(([key, one]) => leaves(`${name}.${key}`, one, depth + 1))
    return staysWhole ? [own, ...members.filter(([member]) => wanted.has(member))] : members
  }
  const leavesIn = (record: Json, key: string): readonly Leaf[] =>
    isObject(record[key])
      ? leaves(key, record[key]).filter(([name]) => name === key || !Object.hasOwn(record, name))
      : [[key, record[key]]]
  return {
    nested: nestedNames(sample, leavesIn, wanted),
    flat: (record) =>
      open.size === 0 && wanted.size === 0
        ? record
        : Object.fromEntries(Object.keys(record).flatMap((key) => leavesIn(record, key))),
  }
}

type Leaf = readonly [name: string, value: unknown]

/** The keys whose objects become their members. */
const openKeys = (sample: readonly Json[], whole: ReadonlySet<string>): ReadonlySet<string> => {
  const keys = new Set(sample.flatMap(Object.keys))
  const closed = new Set(whole)
  const members = new Map<string, Set<string>>()
  for (const record of sample)
    for (const [key, value] of Object.entries(record)) {
      if (Array.isArray(value)) closed.add(key)
      if (!isObject(value) || closed.has(key)) continue
      const names = members.get(key) ?? new Set()
      members.set(key, names)
      if (!addMembers(key, value, names, keys)) closed.add(key)
    }
  return new Set([...members.keys()].filter((key) => !closed.has(key)))
}

/** Adds the names of the members; false if there are too many, or if one could be confused with another. */
const addMembers = (
  prefix: string,
  object: Json,
  names: Set<string>,
  taken: ReadonlySet<string>,
  depth = 1,
): boolean =>
  Object.entries(object).every(([key, value]) => {
    const name = `${prefix}.${key}`
    if (key.includes('.') || taken.has(name)) return false
    if (isObject(value) && depth < MAX_DEPTH) return addMembers(name, value, names, taken, depth + 1)
    return names.add(name).size <= MAX_MEMBERS
  })

/** The nested names in the sample, and wanted ones whose object is not there yet, because its key holds no object so far. */
const nestedNames = (
  sample: readonly Json[],
  leavesIn: (record: Json, key: string) => readonly Leaf[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const keyOf = new Map<string, string>()
  const objects = new Set<string>()
  for (const record of sample)
    for (const key of Object.keys(record))
      for (const [name, value] of leavesIn(record, key)) {
        keyOf.set(name, key)
        if (isObject(value)) objects.add(name)
      }
  for (const [name, key] of keyOf)
    if (name !== key) for (const prefix of prefixesOf(name)) objects.add(prefix)
  for (const name of wanted) {
    const holder = prefixesOf(name).find((prefix) => keyOf.has(prefix) && !objects.has(prefix))
    if (holder !== undefined && !keyOf.has(name)) keyOf.set(name, keyOf.get(holder)!)
  }
  return new Map([...keyOf].filter(([name, key]) => name !== key))
}
