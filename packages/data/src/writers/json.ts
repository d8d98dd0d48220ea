import { createHash } from 'node:crypto'
import type { Column, Item } from '../item.js'
import { dropFields, namedFeatures, refuseLabels, textOf } from './features.js'
import { outcomeColumns, outcomeScore } from './outcome.js'
import {
  type ItemWriter,
  itemByItem,
  numberText,
  valueText,
  type WriterSource,
  type Writing,
} from './writer.js'

/** The JSON text of an object from the JSON texts of its members; undefined members are omitted. */
export const objectText = (members: Iterable<readonly [string, string | undefined]>): string => {
  const written: string[] = []
  for (const [key, text] of members) if (text !== undefined) written.push(`${JSON.stringify(key)}:${text}`)
  return `{${written.join(',')}}`
}

/** The JSON text of a value, or undefined. */
export const jsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

/** Named features and the cells of columns as members of an object: numbers, other cells as strings, missing as null. */
export const featureMembers = (
  item: Item,
  columns: readonly Column[],
  writing: Writing,
): [string, string][] => {
  const { features, cells } = item
  const number = (name: string, value: number): [string, string] => [
    name,
    valueText(value, name, item, writing),
  ]
  const members = features?.names.map((name, k) => number(name, features.values[k]!)) ?? []
  cells?.forEach((cell, k) => {
    const { name } = columns[k]!
    members.push(typeof cell === 'number' ? number(name, cell) : [name, JSON.stringify(cell)])
  })
  return members
}

/** A row as an object of its indices, from 1, and its values. */
export const rowText = (item: Item, writing: Writing): string | undefined => {
  if (!item.row) return undefined
  const { index, value, start, end } = item.row
  const values = Array.from(value.subarray(start, end), (v, k) =>
    valueText(v, index[start + k]!, item, writing),
  )
  return objectText([
    ['indices', `[${index.subarray(start, end).join()}]`],
    ['values', `[${values.join()}]`],
  ])
}

/** One object per line. Features are a map from names to numbers, or arrays of indices and values. */
export const jsonl: ItemWriter = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson'],
  summary: '{"id","label","weight","text","features","vector","meta"}, one object a line',
  limits: 'missing values of columns',
  write: itemByItem((source, writing) => (item) => {
    const members = [
      ['id', jsonText(item.id)],
      ['label', jsonText(item.label)],
      ['labels', jsonText(item.labels)],
      ['weight', item.weight === undefined ? undefined : numberText(item.weight)],
      ['text', jsonText(textOf(item, source.columns))],
      ['features', featuresText(item, source, writing)],
      ['vector', item.vector && jsonText(Array.from(item.vector))],
      ['meta', jsonText(item.meta)],
      ...outcomeMembers(item, writing),
    ] as const
    return `${objectText(members)}\n`
  }),
}

const MEMBERS = ['id', 'label', 'labels', 'weight', 'text', 'features', 'vector', 'meta']

/** The members of an outcome; none if the item has none. */
const outcomeMembers = (
  { outcome }: Item,
  { options }: Writing,
): (readonly [string, string | undefined])[] => {
  if (!outcome) return []
  const taken = options.unlabelled ? MEMBERS.filter((name) => name !== 'label') : MEMBERS
  const { names, values } = outcomeColumns(options, taken)
  const cells = values(outcome)
  return names.map((name, k) => [name, jsonText(cells[k] ?? undefined)])
}

const featuresText = (item: Item, source: WriterSource, writing: Writing): string | undefined => {
  const members: [string, string][] = []
  namedFeatures(item, source.columns, writing, (name, value) => {
    members.push([name, valueText(value, name, item, writing)])
  })
  if (members.length > 0 && item.row) throw writing.error('write/mixed', item)
  return members.length > 0 || (item.features && !item.row) ? objectText(members) : rowText(item, writing)
}

/**
 * Prodigy's `db-in` format. A labelled item is an accepted task; an unlabelled one is a task
 * to do. The hashes identify equal texts and tasks, as Prodigy's do, but differ from Prodigy's numbers.
 */
export const prodigy: ItemWriter = {
  name: 'prodigy',
  extensions: ['prodigy.jsonl'],
  summary: '{"text","label","answer","_input_hash","_task_hash","meta"}, one task a line',
  limits: 'weights, features, probabilities of other classes; items need text and at most one label',
  write: itemByItem(({ columns }, writing) => (item) => {
    const text = textOf(item, columns)
    if (text === undefined) throw writing.error('write/text-missing', item)
    dropFields(item, writing, 'weight', 'vector')
    refuseLabels(item, writing)
    if (item.features || item.row) writing.lose('features')
    const input = hash(text)
    const { outcome } = item
    const isAnswer = outcome ? outcome.source === 'answer' : item.label !== undefined
    const label = outcome?.label ?? item.label
    const score = outcome && outcomeScore(outcome, writing.options.classes ?? [])
    return `${objectText([
      ['text', JSON.stringify(text)],
      ['label', jsonText(label)],
      ['score', score === undefined ? undefined : numberText(score)],
      ['answer', isAnswer && label !== undefined ? '"accept"' : undefined],
      ['_input_hash', String(input)],
      ['_task_hash', String(hash(JSON.stringify([input, label ?? null])))],
      ['meta', metaText(item, columns)],
    ])}\n`
  }),
}

/** The id and the non-text cells, because Prodigy shows `meta` to the annotator. */
const metaText = (item: Item, columns: readonly Column[]): string | undefined => {
  const cells = columns.flatMap(({ name, kind }, k): [string, unknown][] =>
    kind === 'text' ? [] : [[name, item.cells?.[k] ?? null]],
  )
  const meta = {
    ...(item.id === undefined ? {} : { id: item.id }),
    ...Object.fromEntries(cells),
    ...item.meta,
  }
  return Object.keys(meta).length > 0 ? JSON.stringify(meta) : undefined
}

/** A signed 32-bit integer. */
const hash = (text: string): number => createHash('sha256').update(text).digest().readInt32LE(0)
