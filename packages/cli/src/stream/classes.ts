import { classList } from '@askance/core/internals'
import { canonicalLabel, sortedLabels, type Understanding } from '@askance/data'
import { cliError } from '../errors.js'

/** The classes in model order, and the index of the positive one. */
export interface Classes {
  readonly names: readonly string[]
  readonly positive: number
}

/**
 * Names the positive class, after the names of the classes. With more than two, metrics are means over all of them.
 *
 * @example
 * positiveText({ names: ['ham', 'spam'], positive: 1 }) // => ' (positive: spam)'
 * positiveText({ names: ['bug', 'billing', 'other'], positive: 2 }) // => ''
 */
export const positiveText = ({ names, positive }: Classes): string =>
  names.length === 2 ? ` (positive: ${names[positive]})` : ''

/**
 * A label for JSON output: a number if it is written as one.
 *
 * @example
 * jsonLabel('-1') // => -1
 * jsonLabel('007') // => '007'
 */
export const jsonLabel = (label: string): string | number => {
  const value = Number(label)
  return Number.isFinite(value) && String(value) === label ? value : label
}

/**
 * The values of `--classes`: once with all names, or once for each name, which may then have commas; undefined without the flag.
 *
 * @example
 * classesFromFlag(['ham,spam']) // => ['ham', 'spam']
 * classesFromFlag(['Login, password', 'Bug']) // => ['Login, password', 'Bug']
 * classesFromFlag([]) // => undefined
 * classesFromFlag(['ham']) // => throws usage/classes
 */
export const classesFromFlag = (values: readonly string[]): readonly string[] | undefined => {
  if (values.length === 0) return undefined
  const names = values.length === 1 ? values[0]!.split(',') : values
  const classes = names.map((label) => canonicalLabel(label.trim()))
  if (classes.length < 2 || classes.includes(''))
    throw cliError('usage/classes', {
      reason: `found ${values.join(',')}, expected at least two labels such as ham,spam`,
    })
  const twice = classes.find((label, k) => classes.indexOf(label) !== k)
  if (twice !== undefined) throw cliError('usage/classes', { reason: `${twice} is listed twice` })
  return classes
}

/** How classes with commas are given, if one of these has one. */
export const commaHint = (names: readonly string[]): string =>
  names.some((name) => name.includes(',')) ? '; a name with a comma needs --classes once for each class' : ''

/** The error for data in which no item has a label. */
export const noLabels = (source: string, { columns }: Pick<Understanding, 'columns'>): Error => {
  const isLabelled = columns.length === 0 || columns.some(({ spec }) => spec === 'label')
  return isLabelled
    ? cliError('data/no-labels', {}, { source })
    : cliError('data/no-label', { columns: columns.map(({ name }) => name).join(', ') }, { source })
}

/** The classes found in the data, at least two. */
export const classesFromData = (
  found: readonly string[],
  source: string,
  understanding: Pick<Understanding, 'columns'> = { columns: [] },
): readonly string[] => {
  if (found.length === 0) throw noLabels(source, understanding)
  if (found.length === 1) throw cliError('data/classes', { found: `only the label ${found[0]}` }, { source })
  return sortedLabels(found)
}

/**
 * The positive class is the last one by default. With two classes the model expects it second; with more it affects only the
 * metrics.
 */
export const orderClasses = (names: readonly string[], positive: string | undefined): Classes => {
  if (positive === undefined) return { names, positive: names.length - 1 }
  const label = canonicalLabel(positive)
  const index = names.indexOf(label)
  if (index < 0) throw cliError('usage/positive', { label, classes: classList(names) })
  if (names.length > 2 || index === 1) return { names, positive: index }
  return { names: names.toReversed(), positive: 1 }
}
