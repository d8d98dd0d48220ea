import { parseNumber } from '../../parts/parse-number.js'
import { say } from '../../words/say.js'
import { classesError, type Field, type FormErrors, titleError } from '../form/form.js'
import type { FileFacts } from './engine/messages.js'

/** What is asked before a file is labelled. Numbers are strings as typed. */
export interface FileForm {
  readonly title: string
  /** Classes that the file has no label of. */
  readonly added: readonly string[]
  /** Classes of the file that are not used; their labels are ignored. */
  readonly removed: readonly string[]
  /** The positive class; the last class if it is not in the list. */
  readonly positive: string
  /** The number of labels; empty without a limit. */
  readonly labels: string
}

/**
 * The form for a file, with its name as the title.
 *
 * @example
 * fileForm('tickets.2025.csv.gz').title // => 'tickets.2025'
 */
export const fileForm = (name: string): FileForm => ({
  title: name.replace(/\.(gz|zst|xz|bz2|zip)$/i, '').replace(/(.)\.[a-z0-9]{1,8}$/i, '$1'),
  added: [],
  removed: [],
  positive: '',
  labels: '',
})

/** The classes: those of the file, and those that were added. */
export const formClasses = (
  { added, removed }: FileForm,
  facts: FileFacts | undefined,
): readonly string[] => {
  const found = (facts?.labels ?? []).map(({ name }) => name).filter((name) => !removed.includes(name))
  return [...found, ...added.filter((name) => !found.includes(name))]
}

/** The form after the list of classes was changed. */
export const withClasses = (
  form: FileForm,
  facts: FileFacts | undefined,
  classes: readonly string[],
): FileForm => {
  const found = (facts?.labels ?? []).map(({ name }) => name)
  return {
    ...form,
    added: classes.filter((name) => !found.includes(name)),
    removed: found.filter((name) => !classes.includes(name)),
  }
}

/** Why there is nothing to ask, if so: no items, or a label of these classes for each. */
export const nothingToAsk = (
  { items, labels }: Pick<FileFacts, 'items' | 'labels'>,
  classes: readonly string[],
): string | undefined => {
  if (items === 0) return say('streams.file.noItems')
  const known = labels.filter(({ name }) => classes.includes(name))
  const labelled = known.reduce((sum, { count }) => sum + count, 0)
  return labelled < items ? undefined : say('streams.file.allLabelled')
}

const labelsError = (text: string): string | undefined => {
  const value = parseNumber(text)
  return text.trim() === '' || (Number.isInteger(value) && value >= 1 && value <= 1e9)
    ? undefined
    : say('streams.error.range', { min: 1, max: 1e9 })
}

/** Validates the form. */
export const validateFileForm = (form: FileForm, classes: readonly string[]): FormErrors => {
  const found: readonly (readonly [Field, string | undefined])[] = [
    ['title', titleError(form.title)],
    ['classes', classesError(classes)],
    ['budget', labelsError(form.labels)],
  ]
  return new Map(found.flatMap(([field, error]) => (error === undefined ? [] : [[field, error] as const])))
}
