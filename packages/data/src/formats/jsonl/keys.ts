import { dataError } from '../../errors.js'
import type { DeclaredType } from '../columns/detect.js'
import { labelNamesFor } from '../columns/label-column.js'
import { isVectorColumn, isVectorName } from '../columns/vectors.js'
import type { Input } from '../input.js'
import type { ItemOptions } from '../options.js'
import { type Roles, rolesOf } from '../table.js'
import { NO_COLUMNS } from '../text.js'
import { shown } from '../words.js'
import { type Framing, lookAtRecords } from './records.js'
import { isObject, type Json } from './tools/tool.js'

/** The roles of the keys. */
export interface Keys {
  readonly id: string
  readonly label: string | false
  readonly text: readonly string[]
  /** The key of the vector. */
  readonly vector?: string
  /** The keys of the cells, in the order of the fields of `roles`; none for records with features. */
  readonly fields: readonly string[]
  readonly roles: Pick<Roles, 'columns' | 'understood' | 'cells'>
}

const ROWS = 1000
const CHARACTERS = 1 << 22
/** Strings of this length or more count as text. */
const LONG = 32

/** The first records; invalid ones are left out, because reading reports them. */
export const sampleRecords = async (
  input: Input,
  framing: Framing,
  options: ItemOptions,
): Promise<readonly Json[]> => {
  const sample: Json[] = []
  let characters = 0
  let seen = 0
  for await (const batch of lookAtRecords(input, framing, options)) {
    for (const { text } of batch) {
      if (++seen > ROWS || characters > CHARACTERS) return sample
      characters += text.length
      const value = parsed(text)
      if (value) sample.push(value)
    }
    if (seen >= ROWS || characters > CHARACTERS) break
  }
  return sample
}

const parsed = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keys with a fixed meaning. */
const RESERVED: readonly string[] = ['weight', 'meta', 'features', 'x']
const MAX_KEYS = 10_000

/** The keys and nested names whose value is not made of columns: an object there has a meaning, is ignored, or is reported. */
export const unflattenedKeys = (options: ItemOptions): ReadonlySet<string> => {
  const { idColumn = 'id', labelColumn = 'label', textColumns = ['text'], knownColumns = {} } = options
  const holders = new Set(Object.keys(knownColumns).flatMap(prefixesOf))
  return new Set([
    ...[...RESERVED, '__proto__', idColumn, ...textColumns],
    ...(labelColumn === false ? [] : [labelColumn]),
    ...setColumns(options),
    ...Object.keys(knownColumns).filter((name) => !holders.has(name)),
  ])
}

const setColumns = ({ columns = {}, ignoreColumns = [] }: ItemOptions): readonly string[] => [
  ...ignoreColumns,
  ...Object.keys(columns),
]

/** The names with a dot that are to be found, whatever the other members of their object are. */
export const wantedNames = (options: ItemOptions): ReadonlySet<string> => {
  const { idColumn, labelColumn, textColumns = [], columns = {}, knownColumns = {} } = options
  const set = new Set(setColumns(options))
  const known = Object.entries(knownColumns).filter(
    ([name, spec]) => spec !== 'ignore' && !prefixesOf(name).some((prefix) => set.has(prefix)),
  )
  const names = [
    idColumn,
    labelColumn,
    ...textColumns,
    ...Object.keys(columns),
    ...known.map(([name]) => name),
  ]
  return new Set(names.filter((name) => typeof name === 'string').filter((name) => name.includes('.')))
}

/** Names may have any number of dots. */
const MAX_PREFIXES = 32

/**
 * The names of the objects around a nested member.
 *
 * @example
 * prefixesOf('user.plan.name') // => ['user', 'user.plan']
 */
export const prefixesOf = (name: string): readonly string[] => {
  const prefixes: string[] = []
  for (let at = name.indexOf('.'); at >= 0 && prefixes.length < MAX_PREFIXES; at = name.indexOf('.', at + 1))
    prefixes.push(name.slice(0, at))
  return prefixes
}

/** Whether records have named features or a row, and so no columns. */
export const hasFeatures = (sample: readonly Json[]): boolean =>
  sample.some((record) => Object.hasOwn(record, 'features') || Object.hasOwn(record, 'x'))

/** Takes the roles of the keys from the options, or detects them from the first records; `nested` has those of nested objects. */
export const keysOf = (
  sample: readonly Json[],
  options: ItemOptions,
  source: string,
  nested: ReadonlyMap<string, string>,
): Keys => {
  const all = new Set<string>()
  for (const record of sample) for (const key of Object.keys(record)) if (all.size < MAX_KEYS) all.add(key)
  for (const name of nested.keys()) if (all.size < MAX_KEYS) all.add(name)
  const keys = hasFeatures(sample)
    ? featureKeys(all, sample, options)
    : tableKeys(all, sample, options, source, nested)
  const hasContent =
    [...keys.text, 'features', 'x'].some((key) => all.has(key)) ||
    keys.roles.columns.length > 0 ||
    keys.vector !== undefined
  // With a model, columns that it does not know are reported together with those that are missing.
  if (all.size > 0 && !hasContent && !options.knownColumns) {
    const found = shown([...all].slice(0, 20).join(', '))
    throw dataError('jsonl/content', { found }, { source, line: 1, column: 1 })
  }
  return keys
}

/** Records with features have no other columns, but may have a vector. */
const featureKeys = (all: ReadonlySet<string>, sample: readonly Json[], options: ItemOptions): Keys => {
  const { labelColumn, idColumn = 'id', textColumns = ['text'], columns = {}, ignoreColumns = [] } = options
  const label = labelColumn ?? labelNamesFor(options).find((name) => all.has(name)) ?? 'label'
  const isVector = (name: string): boolean =>
    columns[name] === 'vector' ||
    (isVectorName(name) && !ignoreColumns.includes(name) && isVectorColumn(name, valuesOf(sample, name)))
  const vector = [...all].find(isVector)
  return {
    id: idColumn,
    label,
    text: textColumns,
    ...(vector !== undefined && { vector }),
    fields: [],
    roles: { ...NO_COLUMNS, cells: [] },
  }
}

const tableKeys = (
  all: ReadonlySet<string>,
  sample: readonly Json[],
  options: ItemOptions,
  source: string,
  nested: ReadonlyMap<string, string>,
): Keys => {
  const names = [...all].filter((key) => !RESERVED.includes(key))
  const longest = longKey(names, sample)
  const labels = labelNamesFor(options)
  const declared = (k: number): DeclaredType | undefined => {
    const name = names[k]!
    if (options.textColumns === undefined && (name === 'text' || name === longest)) return 'text'
    const values = valuesOf(sample, name)
    if (!labels.includes(name) && isVectorColumn(name, values)) return 'vector'
    if (!labels.includes(name) && values.some((value) => typeof value === 'object')) return 'nested'
    if (values.length === 0) return 'empty'
    return values.every((value) => typeof value === 'boolean') ? 'category' : undefined
  }
  const values = (k: number): string[] => sample.map((record) => jsonField(record[names[k]!]) ?? '')
  refuseObjects(sample, options, source)
  const given = givenKeys(names, options)
  const roles = rolesOf({ names, values, declared, isNested: (k) => nested.has(names[k]!) }, given, source)
  const text = roles.text.map((k) => names[k]!)
  // A mail has its subject in `meta`, where the vectorizer of mails finds it.
  const isSubject = (name: string): boolean => name === 'subject' && text.includes('text')
  const cells = roles.cells.filter(({ column }) => !isSubject(column.name))
  return {
    id: options.idColumn ?? names[roles.id] ?? 'id',
    label: options.labelColumn ?? names[roles.label] ?? 'label',
    text: options.textColumns ?? text,
    ...(roles.vector >= 0 && { vector: names[roles.vector]! }),
    fields: names,
    roles: { understood: roles.understood, columns: cells.map(({ column }) => column), cells },
  }
}

/** An object has no value of its own that a column could hold. */
const refuseObjects = (sample: readonly Json[], { columns = {} }: ItemOptions, source: string): void => {
  for (const [key, spec] of Object.entries(columns)) {
    const values = spec === 'ignore' || spec === 'vector' ? [] : valuesOf(sample, key)
    const expected = `a single value; name a member of it, as ${key}.MEMBER`
    if (values.length > 0 && values.every(isObject))
      throw dataError('jsonl/type', { key, found: 'an object', expected }, { source })
  }
}

/** The values of a key that are there. */
const valuesOf = (sample: readonly Json[], name: string): readonly unknown[] =>
  sample.map((record) => record[name]).filter((value) => value !== null && value !== undefined)

/** Options may name keys that the first records do not have. A label that is not wanted is not used at all. */
const givenKeys = (names: readonly string[], options: ItemOptions): ItemOptions => {
  const { labelColumn, idColumn, textColumns = [], ignoreColumns = [], columns, ...others } = options
  const isKnown = (name: string): boolean => names.includes(name)
  const isOther = (name: string): boolean =>
    labelColumn !== undefined && name !== labelColumn && name !== idColumn && !textColumns.includes(name)
  const otherLabels = labelNamesFor(options).filter((name) => isKnown(name) && isOther(name))
  return {
    ...others,
    columns: { ...Object.fromEntries(otherLabels.map((name) => [name, 'ignore' as const])), ...columns },
    ...(labelColumn !== undefined && (labelColumn === false || isKnown(labelColumn)) && { labelColumn }),
    ...(idColumn !== undefined && isKnown(idColumn) && { idColumn }),
    ...(options.textColumns && { textColumns: textColumns.filter(isKnown) }),
    ignoreColumns: ignoreColumns.filter(isKnown),
  }
}

/** Without a key `text`, the only key with long strings. */
const longKey = (names: readonly string[], sample: readonly Json[]): string | undefined => {
  if (names.includes('text')) return undefined
  const long = names.filter((name) =>
    sample.some(({ [name]: value }) => typeof value === 'string' && value.length >= LONG),
  )
  return long.length === 1 ? long[0] : undefined
}

/** A value as a field of a table; null if it is missing or nested. */
export const jsonField = (value: unknown): string | null => {
  if (value === null || value === undefined || typeof value === 'object') return null
  return String(value)
}
