import type { Column, Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { featureMembers, jsonText, objectText } from './json.js'
import { outcomeColumns } from './outcome.js'
import type { ItemWriter, WriterSource, Writing } from './writer.js'

/** A label that is missing, as in the data sets of Hugging Face. */
const MISSING = -1

/**
 * A folder for Hugging Face `datasets`: `train.jsonl` with one object a line, whose label is the number of its class, and
 * `dataset_info.json` with the types of the columns and the names of the classes.
 */
export const huggingFace: ItemWriter = {
  name: 'hugging-face',
  extensions: [],
  summary: 'a folder with train.jsonl and dataset_info.json, which has the names of the classes',
  limits: 'weights, metadata, features; several labels are an error',
  folder: 'train.jsonl',
  async *write(source, writing) {
    const names: string[] = [...(writing.options.classes ?? [])]
    const seen = new Set<string>()
    for await (const batch of source.batches()) {
      let piece = ''
      for (const item of batch) piece += `${recordText(item, source, writing, names, seen)}\n`
      yield piece
    }
    const info = {
      features: featuresOf(source.columns, names, seen),
      splits: { train: { name: 'train', num_examples: writing.items } },
    }
    writing.files['dataset_info.json'] = `${JSON.stringify(info, null, 2)}\n`
  },
}

const recordText = (
  item: Item,
  { columns }: WriterSource,
  writing: Writing,
  names: string[],
  seen: Set<string>,
): string => {
  dropFields(item, writing, 'weight', 'meta', 'vector')
  refuseLabels(item, writing)
  if (item.row || item.features) writing.lose('features')
  writing.items++
  const { outcome } = item
  const label = outcome?.label ?? item.label
  if (label !== undefined && !names.includes(label)) names.push(label)
  const added = outcome ? addedMembers(item, writing, columns) : []
  const members: [string, string | undefined][] = [
    ['id', jsonText(item.id)],
    ['text', jsonText(item.text)],
    ...featureMembers(withoutFeatures(item), columns, writing),
    ['label', String(label === undefined ? MISSING : names.indexOf(label))],
    ...added,
  ]
  for (const [name, text] of members) if (text !== undefined) seen.add(name)
  return objectText(members)
}

const withoutFeatures = ({ features: _, ...item }: Item): Item => item

/** The members of an outcome without its label, which is the label of the record. */
const addedMembers = (
  { outcome }: Item,
  { options }: Writing,
  columns: readonly Column[],
): [string, string | undefined][] => {
  const taken = ['id', 'text', ...columns.map(({ name }) => name)]
  const { names, values } = outcomeColumns(options, taken)
  const cells = values(outcome)
  return names.slice(1).map((name, k) => [name, jsonText(cells[k + 1] ?? null)])
}

const featuresOf = (
  columns: readonly Column[],
  names: readonly string[],
  seen: ReadonlySet<string>,
): object => {
  const value = (dtype: string): object => ({ dtype, _type: 'Value' })
  const typeOf = (name: string): object => {
    if (name === 'label') return { names, _type: 'ClassLabel' }
    const column = columns.find((one) => one.name === name)
    return value(column?.kind === 'number' || (!column && /probability/.test(name)) ? 'float64' : 'string')
  }
  return Object.fromEntries([...seen].map((name) => [name, typeOf(name)]))
}
