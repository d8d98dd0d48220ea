import type { Item } from '../items/item.js'
import { namedFeatures, textOf } from './features.js'
import { jsonText, objectText, rowText } from './json.js'
import { numberText, valueText } from './number.js'
import { type ItemWriter, itemByItem, type WriterSource, type Writing } from './writer.js'

/** One object a line. Features are a map from names to numbers, or arrays of indices and values. */
export const jsonl: ItemWriter = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson'],
  summary: '{"id","label","weight","text","features","meta"}, one object a line',
  write: itemByItem((source, writing) => (item) => {
    const members = [
      ['id', jsonText(item.id)],
      ['label', jsonText(item.label)],
      ['weight', item.weight === undefined ? undefined : numberText(item.weight)],
      ['text', jsonText(textOf(item, source.columns))],
      ['features', featuresText(item, source, writing)],
      ['meta', jsonText(item.meta)],
    ] as const
    return `${objectText(members)}\n`
  }),
}

const featuresText = (item: Item, source: WriterSource, writing: Writing): string | undefined => {
  const members: [string, string][] = []
  namedFeatures(item, source.columns, writing, (name, value) => {
    members.push([name, valueText(value, name, item, writing)])
  })
  if (members.length > 0 && item.row) throw writing.error('write/mixed', item)
  return members.length > 0 || (item.features && !item.row) ? objectText(members) : rowText(item, writing)
}
