import { createHash } from 'node:crypto'
import type { Column, Item } from '../items/item.js'
import { loseBeside, textOf } from './features.js'
import { jsonText, objectText } from './json.js'
import { type ItemWriter, itemByItem } from './writer.js'

/**
 * Tasks and answers as Prodigy's `db-in` takes them. A labelled item is an accepted one; one without a label is a task
 * still to do. The hashes tell equal texts and equal questions, as Prodigy's do, but are not its own numbers.
 */
export const prodigy: ItemWriter = {
  name: 'prodigy',
  extensions: ['prodigy.jsonl'],
  summary: '{"text","label","answer","_input_hash","_task_hash","meta"}, one task a line',
  write: itemByItem(({ columns }, writing) => (item) => {
    const text = textOf(item, columns)
    if (text === undefined) throw writing.error('write/text-missing', item)
    loseBeside(item, writing, 'weight')
    if (item.features || item.row) writing.lose('features')
    const input = hash(text)
    return `${objectText([
      ['text', JSON.stringify(text)],
      ['label', jsonText(item.label)],
      ['answer', item.label === undefined ? undefined : '"accept"'],
      ['_input_hash', String(input)],
      ['_task_hash', String(hash(JSON.stringify([input, item.label ?? null])))],
      ['meta', metaText(item, columns)],
    ])}\n`
  }),
}

/** The id and the cells that are not the text, since Prodigy shows `meta` to whoever labels. */
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

/** A whole number of 32 bits with sign. */
const hash = (text: string): number => createHash('sha256').update(text).digest().readInt32LE(0)
