import { dataError } from '../../errors.js'
import { isMissingLabel } from '../../labels.js'
import type { ItemOptions } from '../options.js'
import { dateStyleOf, numericDateStyle } from './dates.js'
import { type DeclaredType, type Detected, detectColumn } from './detect.js'
import { isMissingNumber, numberStyleOf } from './numbers.js'
import { type ColumnRole, type ColumnSpec, parsedSpec } from './roles.js'
import type { UnderstoodColumn } from './understanding.js'
import { isVectorName } from './vectors.js'

/** The columns of a table and their first values; an empty string is a missing value. */
export interface TableSample {
  readonly names: readonly string[]
  readonly values: (column: number) => readonly string[]
  readonly declared?: (column: number) => DeclaredType | undefined
  /** The character between two fields, which helps to read numbers. */
  readonly delimiter?: string
  /** The column that is the label by the rules of the format, if no column has the name of one. */
  readonly lastClass?: number
  /** Whether a column is in an object of the record: it is the label or the id only if the options say so. */
  readonly isNested?: (column: number) => boolean
}

/** Names of label columns, in order of preference. */
export const LABEL_NAMES = ['label', 'class', 'target', 'y', 'category']
/** Names that are a label only if the column has few values. */
const OTHER_LABEL_NAMES = [
  ...['labels', 'classes', 'classification', 'tag', 'sentiment', 'intent', 'topic', 'outcome', 'verdict'],
  ...['gold', 'gold_label', 'true_label', 'ground_truth', 'truth', 'annotation', 'is_spam', 'spam'],
  ...[
    'choice',
    'thema',
    'rubrik',
    'einstufung',
    'klasse',
    'kategorie',
    'etikett',
    'clase',
    'categoria',
    'catégorie',
    'étiquette',
    'classe',
  ],
]
const SEVERAL_LABELS_NAME = 'labels'

/** The default names for these options; with several labels also `labels`. */
export const labelNamesFor = ({ multiLabel }: ItemOptions): readonly string[] =>
  multiLabel ? [SEVERAL_LABELS_NAME, ...LABEL_NAMES] : LABEL_NAMES

/** Finds a column by one of several names, ignoring case; −1 if there is none. */
const columnByName = (names: readonly string[], candidates: readonly string[]): number => {
  const lower = names.map((name) => name.trim().toLowerCase())
  return candidates.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1
}

/** The index of a column named in the options. */
const namedColumn = (names: readonly string[], name: string, source: string): number => {
  const at = names.indexOf(name)
  if (at >= 0) return at
  const known = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '')
  throw dataError('columns/unknown', { name, known }, { source })
}

/** Many different values are numbers to predict or texts, not classes. */
const MAX_CLASSES = 200
const MIN_ROWS = 100
const isClassLike = ({ distinct, rows }: Detected): boolean =>
  rows < MIN_ROWS || distinct <= Math.max(MAX_CLASSES, rows / 10)

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
    if (k === label) return { name, spec: 'label', why: labelText(sample.values(k)) }
    if (k === id) return { name, spec: 'id', why: spec === 'id' ? (why ?? 'by its name') : 'by its name' }
    if (spec === 'id') return { name, spec: 'ignore', why: 'is another identifier' }
    if (spec === 'vector' && k !== vector) return { name, spec: 'ignore', why: 'is another vector' }
    return { name, spec, ...(why !== undefined && { why }) }
  })
  return withContent(columns, detected, given)
}

const MAX_SPELLINGS = 3

/** The number of labels, and those that look like different spellings of one. */
const labelText = (values: readonly string[]): string => {
  const labels = new Set(values.filter((value) => !isMissingLabel(value)).map((value) => value.trim()))
  const groups = new Map<string, string[]>()
  for (const label of labels) {
    const key = label.toLowerCase().replace(/\s+/g, ' ')
    groups.set(key, [...(groups.get(key) ?? []), label])
  }
  const several = [...groups.values()].find((group) => group.length > 1)?.slice(0, MAX_SPELLINGS)
  return `${labels.size === 1 ? 'only one value' : `${labels.size} different values`}${several ? `; ${several.join(' and ')} are separate classes` : ''}`
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
  const { columns = {}, labelColumn, idColumn, textColumns = [], ignoreColumns = [] } = options
  const given = names.map((name) => knownSpec(name, options))
  const set = (name: string, spec: ColumnSpec): void => {
    parsedSpec(spec)
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

/** The label column; −1 if there is none. */
const labelOf = (
  sample: TableSample,
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
  options: ItemOptions,
): number => {
  if (given.includes('label')) return given.indexOf('label')
  if (options.labelColumn === false) return -1
  const { names, lastClass } = sample
  const isFree = (k: number): boolean => k >= 0 && given[k] === undefined && isClassLike(detected[k]!)
  const named = columnByName(names, labelNamesFor(options))
  if (isFree(named)) return named
  const isClass = (k: number): boolean =>
    isFree(k) && (detected[k]!.spec === 'category' || isWholeNumbers(sample, detected, k))
  const other = columnByName(names, OTHER_LABEL_NAMES)
  if (isClass(other)) return other
  if (lastClass !== undefined) return isFree(lastClass) ? lastClass : -1
  return labelByContent(sample, detected, given, isClass)
}

const isWholeNumbers = (sample: TableSample, detected: readonly Detected[], k: number): boolean =>
  detected[k]!.spec === 'number' &&
  sample.values(k).every((value) => value === '' || /^[+-]?\d{1,4}(?:\.0+)?$/.test(value.trim()))

/** Names of columns that describe an item, not its class. */
const NO_LABEL_NAMES =
  /^(?:split|lang|language|locale|country|city|source|channel|author|sender|from|to|user|username|name|url|email|subject|title|sprache|land|ort|stadt|quelle|kanal|absender|betreff|titel)$/i

/** In a table without texts, the last column; beside texts, the only column with few values that repeat. */
const labelByContent = (
  sample: TableSample,
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
  isClass: (k: number) => boolean,
): number => {
  const { names, isNested } = sample
  const last = names.length - 1
  if (last < 1) return -1
  const hasText = detected.some(({ spec }, k) => parsedSpec(given[k] ?? spec).role === 'text')
  const isCandidate = (k: number): boolean => {
    const { distinct, rows } = detected[k]!
    const most = Math.min(MAX_CLASSES / 2, hasText ? rows / 2 : Math.max(2, rows / 2))
    return isClass(k) && !isNested?.(k) && distinct <= most && !NO_LABEL_NAMES.test(names[k]!.trim())
  }
  if (!hasText) return isCandidate(last) ? last : -1
  const candidates = names.flatMap((_, k) => (isCandidate(k) ? [k] : []))
  return candidates.length === 1 ? candidates[0]! : -1
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
