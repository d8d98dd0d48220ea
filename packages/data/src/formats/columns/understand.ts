import { dataError } from '../../errors.js'
import type { ItemOptions } from '../options.js'
import { dateStyleOf, numericDateStyle } from './dates.js'
import { type Detected, detectColumn } from './detect.js'
import { columnByName, LABEL_NAMES, labelOf, labelText, type TableSample } from './label-column.js'
import { isMissingNumber, numberStyleOf } from './numbers.js'
import { type ColumnRole, type ColumnSpec, parsedSpec } from './roles.js'
import type { UnderstoodColumn } from './understanding.js'
import { isVectorName } from './vectors.js'

/** The index of a column named in the options. */
const namedColumn = (names: readonly string[], name: string, source: string): number => {
  const at = names.indexOf(name)
  if (at >= 0) return at
  const known = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '')
  throw dataError('columns/unknown', { name, known }, { source })
}

/** Decides what every column is used for: by the options, by its name, and by its first values. */
export const understoodColumns = (
  sample: TableSample,
  options: ItemOptions,
  source: string,
): readonly UnderstoodColumn[] => {
  const { names } = sample
  const given = givenRoles(names, options, source)
  const tool = toolThatWrote(names)
  const detected = names.map((name, k): Detected => {
    if (tool?.adds(name)) return { spec: 'ignore', why: `from ${tool.name}`, distinct: 0, rows: 0 }
    const { declared, delimiter } = sample
    return detectColumn(name, sample.values(k), { declared: declared?.(k), delimiter })
  })
  const label = labelOf(sample, detected, given, options)
  const id = idOf(sample, detected, given, label)
  const vector = vectorOf(names, detected, given)
  const columns = names.map((name, k): UnderstoodColumn => {
    const { spec, why } = detected[k]!
    if (given[k] !== undefined)
      return {
        name,
        spec: completed(given[k], name, sample, k),
        why: options.knownColumns ? 'as in training' : 'as set',
      }
    if (k === label) {
      const found = labelText(sample.values(k))
      return { name, spec: 'label', ...(found !== undefined && { why: found }) }
    }
    if (k === id) return { name, spec: 'id', why: spec === 'id' ? (why ?? 'by its name') : 'by its name' }
    if (spec === 'id') return { name, spec: 'ignore', why: 'is another identifier' }
    if (spec === 'vector' && k !== vector) return { name, spec: 'ignore', why: 'is another vector' }
    return { name, spec, ...(why !== undefined && { why }) }
  })
  return withContent(columns, detected, given)
}

/** A tool that adds columns to a table, which say nothing about the items. */
interface Tool {
  readonly name: string
  wrote(names: readonly string[]): boolean
  adds(name: string): boolean
}

const ANNOTATION = ['annotator', 'annotation_id', 'lead_time']
/** The label itself is no such column, unless the file had one before. */
const OUTCOME = /^(?:askance_)*(?:probability(?::.*)?|source|by)$|^(?:askance_)+label$/

const TOOLS: readonly Tool[] = [
  {
    name: 'Label Studio',
    wrote: (names) => ANNOTATION.every((name) => names.includes(name)),
    adds: (name) => [...ANNOTATION, 'created_at', 'updated_at'].includes(name),
  },
  {
    name: 'Askance',
    wrote: (names) =>
      [/^(?:askance_)*probability$/, /^(?:askance_)*probability:./, /^(?:askance_)*source$/].every((own) =>
        names.some((name) => own.test(name)),
      ),
    adds: (name) => OUTCOME.test(name),
  },
]

const toolThatWrote = (names: readonly string[]): Tool | undefined => TOOLS.find(({ wrote }) => wrote(names))

/** The roles from the options, by column. */
const givenRoles = (
  names: readonly string[],
  options: ItemOptions,
  source: string,
): readonly (ColumnSpec | undefined)[] => {
  const {
    columns = {},
    labelColumn,
    idColumn,
    textColumns = [],
    ignoreColumns = [],
    knownColumns = {},
  } = options
  const given = names.map((name) => knownSpec(name, options))
  const set = (name: string, spec: ColumnSpec): void => {
    parsedSpec(spec)
    // Data to predict may lack columns of the training data, such as the label.
    if (!names.includes(name) && Object.hasOwn(knownColumns, name)) return
    given[namedColumn(names, name, source)] = spec
  }
  for (const [name, spec] of Object.entries(columns)) set(name, spec)
  for (const name of ignoreColumns) set(name, 'ignore')
  for (const name of textColumns) set(name, 'text')
  if (idColumn !== undefined) set(idColumn, 'id')
  if (typeof labelColumn === 'string') set(labelColumn, 'label')
  return given
}

/** The role that a column had in other data. A label may have come without a column, and an id may be new. */
const knownSpec = (name: string, { knownColumns, labelColumn }: ItemOptions): ColumnSpec | undefined => {
  if (!knownColumns) return undefined
  const known = Object.hasOwn(knownColumns, name) ? knownColumns[name]! : undefined
  if (known === 'label') return labelColumn === undefined ? known : 'ignore'
  if (known !== undefined && known !== 'id') return known
  const isNamed = columnByName([name], ['id', '_id', ...LABEL_NAMES]) >= 0
  return known === 'id' || isNamed ? undefined : 'ignore'
}

/** A given number or date without a style gets the style of the first values. */
const completed = (spec: ColumnSpec, name: string, sample: TableSample, column: number): ColumnSpec => {
  const { role, style } = parsedSpec(spec)
  if (style !== undefined || (role !== 'number' && role !== 'date' && role !== 'datetime')) return spec
  const present = sample.values(column).filter((value) => !isMissingNumber(value))
  if (role === 'number') {
    const found = numberStyleOf(present, sample.delimiter) ?? 'plain'
    return found === 'plain' ? 'number' : `number:${found}`
  }
  const found = dateStyleOf(present) ?? numericDateStyle(`${name} date`, present) ?? 'iso'
  return `${role}:${found}`
}

/** The id column; −1 if there is none. */
const idOf = (
  { names, isNested }: TableSample,
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
  label: number,
): number => {
  if (given.includes('id')) return given.indexOf('id')
  const isFree = (k: number): boolean => k !== label && given[k] === undefined
  // Databases export `_id` as an object.
  const isPlain = (k: number): boolean => names[k] !== '_id' || detected[k]!.spec !== 'ignore'
  const named = columnByName(names, ['id', '_id'])
  if (named >= 0 && isFree(named) && isPlain(named)) return named
  // An id of something that belongs to the record is not its own.
  const isOwn = (k: number): boolean => !isNested?.(k) || /^_?id\./.test(names[k]!)
  const best = (rank: number): number =>
    detected.findIndex(({ spec, idRank }, k) => isFree(k) && isOwn(k) && spec === 'id' && idRank === rank)
  return [3, 2, 1].map(best).find((at) => at >= 0) ?? -1
}

const CONTENT: ReadonlySet<ColumnRole> = new Set(['text', 'number', 'category', 'date', 'datetime', 'vector'])

/** The vector: an item has one. */
const vectorOf = (
  names: readonly string[],
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
): number => {
  if (given.includes('vector')) return given.indexOf('vector')
  const found = names.flatMap((_, k) => (detected[k]!.spec === 'vector' && given[k] === undefined ? [k] : []))
  return found.find((k) => isVectorName(names[k]!)) ?? found[0] ?? -1
}

/** If nothing were left to learn from, columns of different words become texts, and counting columns numbers. */
const withContent = (
  columns: readonly UnderstoodColumn[],
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
): readonly UnderstoodColumn[] => {
  if (columns.some(({ spec }) => CONTENT.has(parsedSpec(spec).role))) return columns
  return columns.map((column, k) => {
    const { spec, idRank } = detected[k]!
    if (given[k] !== undefined || column.spec === 'label' || idRank !== 1) return column
    return { name: column.name, spec: spec === 'id' ? 'text' : 'number' }
  })
}
