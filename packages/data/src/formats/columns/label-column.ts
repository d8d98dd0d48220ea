import { canonicalLabel, isMissingLabel } from '../../labels.js'
import type { ItemOptions } from '../options.js'
import { type DeclaredType, type Detected, SAMPLE_ROWS } from './detect.js'
import { type ColumnSpec, parsedSpec } from './roles.js'

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
export const OTHER_LABEL_NAMES = [
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
export const columnByName = (names: readonly string[], candidates: readonly string[]): number => {
  const lower = names.map((name) => name.trim().toLowerCase())
  return candidates.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1
}

/** Many different values are numbers to predict or texts, not classes. */
const MAX_CLASSES = 200
const MIN_ROWS = 100
const isClassLike = ({ distinct, rows }: Detected): boolean =>
  rows < MIN_ROWS || distinct <= Math.max(MAX_CLASSES, rows / 10)

/** Of several hundred classes, many are met only once or twice in the first rows. Numbers that differ so much are values. */
const MAX_NAMED_SHARE = 0.8
const isNamedClass = ({ spec, distinct, rows }: Detected): boolean =>
  parsedSpec(spec).role !== 'number' && distinct <= MAX_NAMED_SHARE * rows

/** The label column; −1 if there is none. */
export const labelOf = (
  sample: TableSample,
  detected: readonly Detected[],
  given: readonly (ColumnSpec | undefined)[],
  options: ItemOptions,
): number => {
  if (given.includes('label')) return given.indexOf('label')
  if (options.labelColumn === false) return -1
  const { names, lastClass, isNested } = sample
  const isFree = (k: number): boolean => k >= 0 && given[k] === undefined && isClassLike(detected[k]!)
  const ofClasses = names.flatMap((_, k) =>
    given[k] === undefined && !isNested?.(k) && hasClasses(sample.values(k), options.classes) ? [k] : [],
  )
  const named = columnByName(names, labelNamesFor(options))
  if (ofClasses.length === 1 && !ofClasses.includes(named)) return ofClasses[0]!
  if (isFree(named) || (named >= 0 && given[named] === undefined && isNamedClass(detected[named]!)))
    return named
  const isClass = (k: number): boolean =>
    isFree(k) && (detected[k]!.spec === 'category' || isWholeNumbers(sample, detected, k))
  const other = columnByName(names, OTHER_LABEL_NAMES)
  if (isClass(other)) return other
  if (lastClass !== undefined) return isFree(lastClass) ? lastClass : -1
  return labelByContent(sample, detected, given, isClass)
}

/** Values that many columns have. */
const COMMON_VALUE = /^(?:[+-]?\d+|yes|no|y|n|true|false)$/i

/** Whether all labels are among the classes. If other columns have such values too, most fields must be empty. */
const hasClasses = (values: readonly string[], classes: readonly string[] = []): boolean => {
  const labels = values.filter((value) => !isMissingLabel(value)).map((value) => canonicalLabel(value.trim()))
  return (
    labels.length > 0 &&
    labels.every((label) => classes.includes(label)) &&
    (isMostlyEmpty(values) || !labels.every((label) => COMMON_VALUE.test(label)))
  )
}

const YES_OR_NO = /^(?:yes|no|y|n|true|false|ja|nein|j|oui|non|s[ií]|sim|não|wahr|falsch)$/i
const isYesOrNo = (value: string): boolean => isMissingLabel(value) || YES_OR_NO.test(value.trim())

const isMostlyEmpty = (values: readonly string[]): boolean =>
  2 * values.filter((value) => isMissingLabel(value)).length > values.length

const isWholeNumbers = (sample: TableSample, detected: readonly Detected[], k: number): boolean =>
  detected[k]!.spec === 'number' &&
  sample.values(k).every((value) => value === '' || /^[+-]?\d{1,4}(?:\.0+)?$/.test(value.trim()))

/** Names of columns that describe an item, not its class. */
const NO_LABEL_NAMES =
  /^(?:split|lang|language|locale|country|city|source|channel|author|sender|from|to|user|username|name|url|email|subject|title|sprache|land|ort|stadt|quelle|kanal|absender|betreff|titel)$/i

/**
 * In a table without texts, the last column; beside texts, the only column with few values that repeat. Columns that are mostly
 * empty are details, except for the last one beside texts if people have begun to fill it in.
 */
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
  const isFilled = (k: number): boolean => !isMostlyEmpty(sample.values(k))
  if (!hasText) return isCandidate(last) && isFilled(last) ? last : -1
  const candidates = names.flatMap((_, k) => (isCandidate(k) ? [k] : []))
  if (candidates.includes(last) && isBegun(sample.values(last), detected[last]!)) return last
  // A question such as VIP, between other columns, is a detail; a label is written before or behind them.
  const isQuestion = (k: number): boolean => k > 0 && k < last && sample.values(k).every(isYesOrNo)
  const filled = candidates.filter((k) => isFilled(k) && !isQuestion(k))
  return filled.length === 1 ? filled[0]! : -1
}

/** With so few values, those of a begun label may still differ. */
const FEW_VALUES = 10

const isBegun = (values: readonly string[], { spec, distinct }: Detected): boolean => {
  const filled = values.filter((value) => !isMissingLabel(value)).length
  const repeats = filled < FEW_VALUES || 2 * distinct <= filled
  return spec === 'category' && distinct > 1 && repeats && isMostlyEmpty(values)
}

const MAX_SPELLINGS = 3
/** Labels that some programs write for a missing value. */
const NEARLY_MISSING = /^(?:NA|None|-)$/

/** The number of labels, those that look like different spellings of one, and those that may stand for none; undefined without values. */
export const labelText = (values: readonly string[]): string | undefined => {
  const labels = new Set(values.filter((value) => !isMissingLabel(value)).map((value) => value.trim()))
  if (labels.size === 0) return undefined
  const groups = new Map<string, string[]>()
  for (const label of labels) {
    const key = label.toLowerCase().replace(/\s+/g, ' ')
    groups.set(key, [...(groups.get(key) ?? []), label])
  }
  const several = [...groups.values()].find((group) => group.length > 1)?.slice(0, MAX_SPELLINGS)
  const none = labels.size > 1 ? [...labels].find((label) => NEARLY_MISSING.test(label)) : undefined
  const where = values.length < SAMPLE_ROWS ? '' : ' in the first rows'
  return [
    labels.size === 1 ? `only one value${where}` : `${labels.size} different values${where}`,
    ...(several ? [`${several.join(' and ')} are separate classes`] : []),
    ...(none === undefined ? [] : [`${none} is a class`]),
  ].join('; ')
}
