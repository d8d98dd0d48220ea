import { say } from '../words/say.js'

/** The label of an item, or the list of its labels in a multi-label stream. */
export type LabelOrLabels = string | readonly string[]

/**
 * The labels as a text.
 *
 * @example
 * labelText('ham') // => 'ham'
 * labelText(['sport', 'music']) // => 'sport, music'
 */
export const labelText = (label: LabelOrLabels): string => {
  if (typeof label === 'string') return label
  return label.length === 0 ? say('common.noLabels') : label.join(', ')
}

/**
 * Whether two answers are the same; the order of labels does not matter.
 *
 * @example
 * isSameLabel(['a', 'b'], ['b', 'a']) // => true
 * isSameLabel([], undefined) // => false
 */
export const isSameLabel = (one: LabelOrLabels | undefined, other: LabelOrLabels | undefined): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return one.length === other.length && one.every((label) => other.includes(label))
}

/** The body of an answer. */
export const labelBody = (label: LabelOrLabels): { label: string } | { labels: string[] } =>
  typeof label === 'string' ? { label } : { labels: [...label] }
