/** The label of an item, or the list of its labels in a multi-label stream. */
export type LabelOrLabels = string | readonly string[]

/** Whether two answers are the same; the order of labels does not matter. */
export const isSameLabel = (one: LabelOrLabels | undefined, other: LabelOrLabels | undefined): boolean => {
  if (!isList(one) || !isList(other)) return one === other
  return one.length === other.length && one.every((label) => other.includes(label))
}

/** The labels as a list. */
export const labelsIn = (label: LabelOrLabels): readonly string[] => (isList(label) ? label : [label])

/** The property of an event or a response that has this value. */
export const labelProperty = <Value extends LabelOrLabels>(label: Value) =>
  (isList(label) ? { labels: label } : { label }) as
    | { readonly label: string; readonly labels?: never }
    | { readonly labels: readonly string[]; readonly label?: never }

/** A request or an event with `label`, or with `labels` in a multi-label stream. */
export type Labelled = { readonly label: string } | { readonly labels: readonly string[] }

/** The value of `label` or `labels`, whichever there is. */
export const labelOf = (labelled: Labelled): LabelOrLabels =>
  'labels' in labelled ? labelled.labels : labelled.label

/** `Array.isArray` does not narrow read-only arrays. */
const isList = (label: LabelOrLabels | undefined): label is readonly string[] => Array.isArray(label)

/** Labels contain no line breaks, so that a list can be stored in a text column and searched there. */
const SEPARATOR = '\n'

/**
 * A label, or a list with a separator before and after every label, as it is stored.
 *
 * @example
 * storedLabels('ham') // => 'ham'
 * storedLabels(['sport', 'music']) // => '\nsport\nmusic\n'
 * storedLabels([]) // => '\n'
 */
export const storedLabels = (label: LabelOrLabels): string =>
  isList(label) ? [SEPARATOR, ...label.map((one) => `${one}${SEPARATOR}`)].join('') : label

/** The inverse of `storedLabels`. */
export const readLabels = (stored: string): LabelOrLabels =>
  stored.startsWith(SEPARATOR) ? stored.split(SEPARATOR).slice(1, -1) : stored
