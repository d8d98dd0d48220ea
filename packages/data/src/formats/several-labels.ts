import { dataError } from '../errors.js'
import type { Item, ItemSource } from '../item.js'
import { canonicalLabel } from '../labels.js'
import { batchesOf, type Format } from './format.js'
import type { Input } from './input.js'
import { type ItemOptions, recordErrorHandler } from './options.js'
import { shown } from './words.js'

/** Formats in which a comma separates the labels of an item. */
const COMMA_FORMATS: ReadonlySet<string> = new Set(['libsvm', 'vw'])
/** JSON has arrays, so that a separator is not needed. */
const ARRAY_FORMATS: ReadonlySet<string> = new Set(['jsonl', 'label-studio', 'argilla', 'prodigy'])

/** Opens a source in a format; with `multiLabel` its items have `labels` in place of `label`. */
export const openFormat = async (format: Format, input: Input, options: ItemOptions): Promise<ItemSource> => {
  if (!options.multiLabel) return format.open(input, options)
  const separator = separatorOf(format.name, options)
  const source = await format.open(input, options)
  const onRecordError = recordErrorHandler(options)
  // A table has a field for every item, so an empty field means no labels.
  const isTable = !ARRAY_FORMATS.has(format.name) && !COMMA_FORMATS.has(format.name)
  return {
    ...source,
    async *batches() {
      yield* batchesOf(source.batches(), (items, made) => {
        for (const item of items)
          try {
            made.push(withLabels(item, separator, isTable, source.name))
          } catch (cause) {
            onRecordError(cause)
          }
      })
    },
  }
}

const separatorOf = (format: string, { labelsSeparator }: ItemOptions): string | undefined => {
  if (labelsSeparator === '')
    throw dataError('data/option', {
      name: 'labelsSeparator',
      value: '""',
      expected: 'a text that is not empty',
    })
  if (labelsSeparator !== undefined || ARRAY_FORMATS.has(format)) return labelsSeparator
  if (COMMA_FORMATS.has(format)) return ','
  throw dataError('labels/separator', { format })
}

const withLabels = (
  { label, labels, ...item }: Item,
  separator: string | undefined,
  isTable: boolean,
  source: string,
): Item => {
  if (labels) return { ...item, labels: [...new Set(labels)] }
  if (label === undefined) return isTable ? { ...item, labels: [] } : item
  return { ...item, labels: splitLabels(label, separator, { source, line: item.line }) }
}

/** The different labels in a text; blanks around them are ignored. */
const splitLabels = (
  text: string,
  separator: string | undefined,
  position: { readonly source: string; readonly line: number },
): readonly string[] => {
  if (text === '') return []
  if (separator === undefined) return [text]
  const labels = text.split(separator).map((label) => canonicalLabel(label.trim()))
  if (labels.includes('')) throw dataError('labels/blank', { found: shown(text), separator }, position)
  return [...new Set(labels)]
}
